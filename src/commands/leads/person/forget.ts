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
  summary: 'Block a person, delete their lead, and remove their data from this machine',
  about: `First the address is blocked, even if the person isn't a lead. Then the lead and its unsent emails are deleted. Finally, data on this machine is removed: the address in finished journal entries, saved launch checks, and marks on replies. A salted hash of the address stays, so that \`leads import\` leaves the person out.

The result lists what could not be deleted: open journal entries, and data that the service keeps. If anything is still to be done, the exit code is 15; run the command again later. You can still give the id of the deleted lead.

--all-profiles covers every profile on this machine and the key in the environment; it needs an address, not an id. To save the data first, run \`outreach leads export-subject\`.`,
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
  local: 'allProfiles',
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    allProfiles: lineOnly(opt.flag('do this in every profile on this machine')),
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
