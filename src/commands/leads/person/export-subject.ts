import { dataTable } from '../../../base/data-table.ts';
import { Failure } from '../../../base/errors.ts';
import { fields } from '../../../cli/declare/answer.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { record, stack, table } from '../../../cli/declare/view.ts';
import { lineOf } from '../../../cli/line/shell-words.ts';
import { jsonDocument } from '../../../cli/output/text/json.ts';
import { type Missing, readTraces } from '../../../cli/person/local-traces.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { drafts } from '../../../contract/areas/drafts.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { mentionsOf } from '../../../domain/address/mentions.ts';
import { addressIn, leadAt } from './find-person.ts';
import missingFromInterface from './not-available.tsv';
import { type PersonAtService, readPerson } from './read-person.ts';

export const exportSubject = command({
  name: 'export-subject',
  summary: 'Write everything about one person to a JSON file',
  about: `For a person who asks what you have about them: the lead, the conversation, replies, drafts, campaigns, blocklist entries and verification records of the service, and what this machine stores (journal, launch checks). The file is readable by its owner only.

It makes at most some 140 calls. \`missing\` names each part that was not read whole, and why; where one could not be read, the command exits with 15. \`notAvailable\` names what the service does not give. A person who is not a lead any more is looked up by their address.`,
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
  answer: fields(
    'file',
    'email',
    'leadId',
    'counts.*',
    'missing.part',
    'missing.why',
    'missing.hint',
    'missing.failed',
    'complete',
  ),
  fails: ['partial'],
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    output: opt.requiredFile('write to this file; - is standard output', 'written'),
  },
  examples: [
    'outreach leads export-subject 1 --output subject.json',
    'outreach leads export-subject ana@lumen.example --output subject.json --json',
  ],
  async run(context, { lead, output }) {
    await context.checkOutput(output);
    const person = await personOf(context, lead);
    const { document, missing } = await documentOf(context, person);
    await context.writeFile(output, jsonDocument(document), { secret: true });
    const unread = missing.filter(({ failed }) => failed);
    const result = summaryOf(output, person, document, missing);
    if (unread[0])
      throw new Failure(
        'not_all_read',
        `Written to ${output}, without ${unread.map(({ part }) => part).join(', ')}: ${unread[0].why}`,
        { outcome: 'done', hint: unread[0].hint, result },
      );
    return result;
  },
  next: ({ email }) => [['block and delete this person', lineOf`leads forget ${email}`]],
  view: ({ file, email, leadId, counts, missing }) =>
    stack(
      record(
        ['File', file],
        ['Person', email, 'id'],
        ['Lead', leadId ?? 'the service has none with this address', 'id'],
        ...Object.entries(counts).map(([name, count]) => [labels[name] ?? name, count, 'number'] as const),
      ),
      ...(missing.length === 0
        ? []
        : [
            table(missing, [
              ['Not read whole', ({ part }) => part],
              ['Why', ({ why }) => why],
            ]),
          ]),
    ),
});

const labels: Readonly<Record<string, string>> = {
  conversation: 'Emails',
  replies: 'Replies',
  drafts: 'Drafts',
  campaigns: 'Campaigns',
  blocklist: 'Blocklist entries',
  verification: 'Verification records',
  journal: 'Journal entries',
  launchChecks: 'Launch checks',
  unfinishedExports: 'Unfinished exports',
};

/** Throws `not-found` for an id that no lead has: without an address there is nothing to look for. */
async function personOf({ api, find }: Context, idOrAddress: string): Promise<PersonAtService> {
  const address = addressIn(idOrAddress);
  if (address !== undefined) return { address, lead: await leadAt(api, address) };
  const { lead } = await api(leads.get, { params: { id: await find.lead(idOrAddress) } });
  return { address: lead.email, lead };
}

async function documentOf(context: Context, person: PersonAtService) {
  const { world, settings } = context;
  const { address, lead } = person;
  const { service, missing } = await readPerson(context, person);
  const account = accountOf(settings);
  const subject = {
    mentions: mentionsOf(address),
    leads: lead === null ? [] : [{ account, id: lead.id }],
  };
  const profiles = settings.profile === null ? [] : [settings.profile];
  const local = await readTraces(world, subject, { accounts: [account], profiles });
  const all = [...missing, ...local.missing];
  const document = {
    about: {
      email: address,
      leadId: lead?.id ?? null,
      profile: settings.profile,
      target: settings.target,
      exportedAt: new Date(world.clock.now()).toISOString(),
    },
    service,
    thisMachine: local.traces,
    missing: all,
    notAvailable: dataTable(missingFromInterface, ['what', 'why']),
  };
  return { document, missing: all };
}

type SubjectDocument = Awaited<ReturnType<typeof documentOf>>['document'];

function summaryOf(
  file: string,
  { address, lead }: PersonAtService,
  { service, thisMachine }: SubjectDocument,
  missing: readonly Missing[],
) {
  const lists = Object.entries({ ...service, ...thisMachine }).filter(([, value]) => Array.isArray(value));
  const counts = Object.fromEntries(lists.map(([name, items]) => [name, (items as unknown[]).length]));
  return {
    file,
    email: address,
    leadId: lead?.id ?? null,
    counts,
    missing,
    complete: missing.length === 0,
  };
}
