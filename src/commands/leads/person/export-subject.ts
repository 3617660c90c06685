import { advise } from '../../../cli/advice/advise.ts';
import { command } from '../../../cli/declare/command.ts';
import { arg, opt, required } from '../../../cli/declare/params.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { drafts } from '../../../contract/areas/drafts.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { verification } from '../../../contract/areas/verification.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { SubjectSummary } from './write-subject.ts';

export const exportSubject = command({
  name: 'export-subject',
  summary: 'Write everything about one person (a GDPR request) to a JSON file',
  about: `Use this command when someone asks what data you have about them. The file contains the lead, conversation, replies, drafts, campaigns, blocklist entries and verification records, and the data on this machine. Only you can read the file.

The export makes at most about 140 requests. In the file, \`missing\` lists parts that are not complete, with the reason; if a part could not be read, the exit code is 15. \`notAvailable\` lists data that the service does not show. You can also give the address of someone who isn't a lead.`,
  uses: [
    leads.get,
    leads.list,
    leads.conversation,
    replies.list,
    drafts.list,
    campaigns.list,
    blocklist.list,
    verification.jobs,
    verification.records,
  ],
  tool: 'read',
  answer: s.object({
    file: s.string(),
    email: s.string(),
    leadId: s.id(),
    counts: s.map(s.integer()),
    missing: s.array(s.object({ ...s.each(['part', 'why', 'hint'], s.string()), failed: s.boolean() })),
    complete: s.boolean(),
  }),
  fails: ['partial'],
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    output: required(opt.file('write to this file; - is standard output', 'written')),
  },
  examples: [
    'outreach leads export-subject 1 --output subject.json',
    'outreach leads export-subject ana@lumen.example --output subject.json --json',
  ],
  run: async (context, values): Promise<SubjectSummary> =>
    (await import('./write-subject.ts')).writeSubject(context, values),
  next: ({ email }) => [['block and delete this person', advise('leads forget', { lead: email })]],
  view: async (summary) => (await import('./write-subject.ts')).subjectView(summary),
});
