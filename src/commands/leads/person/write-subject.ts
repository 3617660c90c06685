import { dataTable } from '../../../base/data-table.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { record, stack, table, type View } from '../../../cli/declare/view.ts';
import { jsonDocument } from '../../../cli/output/text/json.ts';
import { type Missing, readTraces } from '../../../cli/person/local-traces.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { mentionsOf } from '../../../domain/address/mentions.ts';
import { addressIn, leadAt, leadWith } from './find-person.ts';
import missingFromInterface from './not-available.tsv';
import { type PersonAtService, readPerson } from './read-person.ts';

export type SubjectSummary = ReturnType<typeof summaryOf>;

/** Writes what the service and this machine have about the person. Throws where a part could not be read. */
export async function writeSubject(
  context: Context,
  { lead, output }: { readonly lead: string; readonly output: string },
): Promise<SubjectSummary> {
  await context.files.checkOutput(output);
  const address = addressIn(lead);
  // Throws `not-found` for an id that no lead has: without an address there is nothing to look for.
  const found =
    address === undefined
      ? await leadWith(context.service, lead)
      : await leadAt(context.service.api, address);
  const person = { address: address ?? found?.email ?? '', lead: found };
  const { document, missing } = await documentOf(context, person);
  await context.files.writeFile(output, jsonDocument(document), { secret: true });
  const unread = missing.filter(({ failed }) => failed);
  const result = summaryOf(output, person, document, missing);
  if (unread[0])
    throw new Failure(
      'not_all_read',
      `Written to ${output}, without ${unread.map(({ part }) => part).join(', ')}: ${unread[0].why}`,
      { outcome: 'done', hint: unread[0].hint, result },
    );
  return result;
}

async function documentOf(context: Context, person: PersonAtService) {
  const { settings } = context.service;
  const { address, lead } = person;
  const { service, missing } = await readPerson(context, person);
  const account = accountOf(settings);
  const subject = {
    mentions: mentionsOf(address),
    leads: lead === null ? [] : [{ account, id: lead.id }],
  };
  const profiles = settings.profile === null ? [] : [settings.profile];
  const local = await readTraces(context.files.world, subject, { accounts: [account], profiles });
  const all = [...missing, ...local.missing];
  const document = {
    about: {
      email: address,
      leadId: lead?.id ?? null,
      profile: settings.profile,
      target: settings.target,
      exportedAt: new Date(context.files.world.clock.now()).toISOString(),
    },
    service,
    thisMachine: local.traces,
    missing: all,
    notAvailable: dataTable(missingFromInterface, ['what', 'why']),
  };
  return { document, missing: all };
}

function summaryOf(
  file: string,
  { address, lead }: PersonAtService,
  { service, thisMachine }: Awaited<ReturnType<typeof documentOf>>['document'],
  missing: readonly Missing[],
) {
  const counts: Record<string, number> = {};
  for (const [name, items] of Object.entries({ ...service, ...thisMachine }))
    if (Array.isArray(items)) counts[name] = items.length;
  return {
    file,
    email: address,
    leadId: lead?.id ?? null,
    counts,
    missing,
    complete: missing.length === 0,
  };
}

export const subjectView = ({ file, email, leadId, counts, missing }: SubjectSummary): View =>
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
            ['Not read whole', 'part'],
            ['Why', 'why'],
          ]),
        ]),
  );

const labels: Readonly<Record<string, string>> = {
  conversation: 'Emails',
  replies: 'Replies',
  drafts: 'Drafts',
  campaigns: 'Campaigns',
  blocklist: 'Blocklist entries',
  verification: 'Verification records',
  journal: 'Journal entries',
  launchChecks: 'Stored looks',
  replyMarks: 'Reply marks',
  unfinishedExports: 'Unfinished exports',
};
