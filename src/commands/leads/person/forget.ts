import { command } from '../../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../../cli/declare/params.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { workspaces } from '../../../contract/areas/workspaces.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { Receipt } from './forget-everywhere.ts';
import { receiptRowFields } from './receipt-row.ts';

export const forget = command({
  name: 'forget',
  summary: 'Block a person, delete their lead, and remove them from this machine',
  about: `It blocks the address first and then deletes the lead with its unsent emails, so that a person who is half forgotten is not emailed. Then it removes what this machine stores about them: ended calls of the journal lose the address, and are still recognised, so that nothing is done twice; they are taken out of stored looks and lists of leads, and the marks of their replies are dropped. An open call of the journal stays as it is, and the receipt names it. Where anything is left, the command exits with 15. It may be run again, also by the id of a lead that an earlier run has deleted without finishing.

The receipt names what the service cannot delete. A person who is not a lead any more is blocked all the same. --all-profiles covers every profile of this machine and the key in the environment, and takes an address; where one fails, the others go on, and the command exits with 15. --dry-run shows the requests. Before it, the data can be saved: outreach leads export-subject.`,
  uses: [leads.delete, blocklist.add, blocklist.list, leads.list, leads.get, workspaces.list],
  tool: 'effects',
  answer: s.object({
    email: s.string(),
    forgottenAt: s.timestamp(),
    profiles: s.array(receiptRowFields),
    machine: s.object({
      journal: s.object({ ...s.each(['redacted', 'open', 'otherProfiles'], s.array(s.integer())) }),
      ...s.each(['launchChecks', 'replyMarks'], s.integer()),
      unfinishedExports: s.array(s.string()),
    }),
    notDeleted: s.array(s.object({ what: s.string(), why: s.string() })),
    leftOpen: s.array(s.object({ ...s.each(['what', 'why', 'hint'], s.string()) })),
    complete: s.boolean(),
  }),
  fails: ['partial', 'conflict'],
  local: ({ allProfiles }) => allProfiles,
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    allProfiles: lineOnly(opt.flag('in every profile of this machine')),
  },
  excludes: [['allProfiles', 'profile']],
  examples: [
    'outreach leads forget 5',
    'outreach leads forget ana@lumen.example --yes',
    'outreach leads forget ana@lumen.example --all-profiles --yes --json',
  ],
  run: async (context, values): Promise<Receipt> =>
    (await import('./forget-person.ts')).forgetPerson(context, values),
  view: async (receipt) => (await import('./receipt-view.ts')).receiptView(receipt),
});
