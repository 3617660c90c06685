import { counted } from '../../../base/counted.ts';
import { dataTable } from '../../../base/data-table.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import { describeDryRun } from '../../../cli/answer/show-request.ts';
import { sandboxPlace } from '../../../cli/connect/sandbox-place.ts';
import { headingOf } from '../../../cli/consent/shown.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { DryRunOfAll } from '../../../cli/declare/early-end.ts';
import type { Agreement } from '../../../cli/declare/quote.ts';
import { accountName } from '../../../cli/declare/view.ts';
import { listFolder } from '../../../cli/files/folders.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import type { Missing, Subject, Whose } from '../../../cli/person/local-traces.ts';
import { type Scrubbed, scrubTraces } from '../../../cli/person/scrub-traces.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { capital } from '../../../cli/spending/effects.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { mentionsOf } from '../../../domain/address/mentions.ts';
import { fullName, nameOf, storeBegun } from './find-person.ts';
import { type Forgotten, forgetAt, isForgotten, type PlaceOfPerson, requestsOf } from './forget-at.ts';
import permanent from './not-deleted.tsv';
import { failed, type PersonAt, type ReceiptRow, rowOf, type Tried } from './receipt-row.ts';

/** Asks once, forgets the person at each account, then on this machine, and gives the receipt. */
export async function forgetEverywhere(context: Context, people: readonly PersonAt[], all: boolean) {
  const { files, screen } = context;
  const { address = '' } = people[0] ?? {};
  const subject = subjectOf(people);
  const whose = whoseOf(people, all);
  const { dryRun } = screen.globals;
  if (dryRun && !all) {
    const requests = await requestsOf(people[0] as PlaceOfPerson);
    throw requests.length === 1 ? requests[0] : new DryRunOfAll(requests);
  }
  const before = await scrubTraces(files.world, subject, whose, true);
  const agreed = dryRun ? undefined : await agree(context, people, all, before.scrubbed);
  if (!dryRun)
    for (const person of people)
      if (!('failure' in person) && person.lead) await storeBegun(context, person.settings, person.lead);
  const tried = await screen.progress(`${dryRun ? 'Looking for' : 'Forgetting'} ${address}`, () =>
    dryRun ? Promise.all(people.map(rehearseAt)) : tryAll(people, agreed),
  );
  const failures = tried.flatMap(({ failure }) => failure ?? []);
  const rows = tried.map(({ row }) => row);
  const [first] = failures;
  if (first && !all && rows[0]?.blocked === null)
    throw isLost(first) && !first.is('command_timeout') ? first.with({ kind: 'unknown-outcome' }) : first;
  const { scrubbed, missing } = dryRun
    ? before
    : await scrubTraces(files.world, subject, {
        ...whoseOf(done(people, rows), all && !first),
        meant: whose,
      });
  const open = [...leftOpen(rows, scrubbed, missing, address), ...(await snapshotsLeft(context, people))];
  const receipt = {
    email: address,
    forgottenAt: dryRun ? null : new Date(files.world.clock.now()).toISOString(),
    profiles: rows,
    machine: scrubbed,
    notDeleted: dataTable(permanent, ['what', 'why']),
    leftOpen: open,
    complete: open.length === 0,
  };
  if (first ?? (dryRun ? missing[0] : open[0])) throw notAll(receipt, failures, open, dryRun);
  return receipt;
}

/** No answer came at all, so that the address may be blocked. */
const isLost = (failure: Failure): boolean =>
  failure.outcome === 'unknown' && failure.status === undefined && !failure.is('answer_too_large');

export type Receipt = Awaited<ReturnType<typeof forgetEverywhere>>;

/** Where nothing failed: of the others this machine keeps what it has, for the next try. */
const done = (people: readonly PersonAt[], rows: readonly ReceiptRow[]): PersonAt[] =>
  people.filter((_, at) => rows[at]?.outcome === 'forgotten');

function subjectOf(people: readonly PersonAt[]): Subject {
  const found = people.flatMap((person) =>
    'failure' in person || person.lead === null ? [] : [{ settings: person.settings, lead: person.lead }],
  );
  const names = found.map(({ lead }) => fullName(lead)).filter((name) => /\S\s\S/.test(name));
  return {
    mentions: mentionsOf(people[0]?.address ?? '', [...new Set(names)]),
    leads: found.map(({ settings, lead }) => ({ account: accountOf(settings), id: lead.id })),
  };
}

const whoseOf = (people: readonly PersonAt[], all: boolean): Whose => ({
  accounts: all
    ? 'all'
    : people.flatMap((person) => ('failure' in person ? [] : [accountOf(person.settings)])),
  profiles: people.flatMap(({ profile }) => profile ?? []),
});

const unsent =
  'Unsent emails go with the lead. The service does not say which running campaigns have the person.';

async function agree(
  context: Context,
  people: readonly PersonAt[],
  all: boolean,
  { journal, launchChecks, replyMarks }: Scrubbed,
): Promise<Agreement> {
  const summary = 'Forget a person';
  const address = inline(people[0]?.address ?? '');
  return context.consent.agree({
    heading: all
      ? `${summary} (every profile of this machine)`
      : headingOf({ summary }, context.service.settings),
    facts: [
      `${address} goes on the blocklist of the workspace, where the plain address stays.`,
      ...people.map((person) => factOf(person, all)),
      ...(people.some((person) => !('failure' in person) && person.lead !== null) ? [unsent] : []),
      'Replies, sent emails and drafts stay at the service: no call deletes them.',
      ...(journal.redacted.length > 0
        ? [
            `${counted(journal.redacted.length, 'journal entry', 'journal entries')} of this machine lose the address.`,
          ]
        : []),
      ...(launchChecks > 0
        ? [
            `Taken out of ${counted(launchChecks, 'look or list of leads', 'looks and lists of leads')} stored on this machine.`,
          ]
        : []),
      ...(replyMarks > 0 ? [`${counted(replyMarks, 'mark', 'marks')} of their replies are dropped.`] : []),
      ...(journal.open.length > 0 ? [`Open journal entries keep it: ${journal.open.join(', ')}.`] : []),
    ],
    question: `Block ${address}, and delete what can be deleted`,
    operations: [leads.delete],
  });
}

function factOf(person: PersonAt, all: boolean): string {
  const where = all ? `${person.profile ?? 'key of OUTREACH_API_KEY'}: ` : '';
  if ('failure' in person) return `${where}cannot be read: ${inline(person.failure.message)}`;
  const { lead, settings } = person;
  const target = all && settings.target === 'live' ? ' (LIVE)' : '';
  const what =
    lead === null
      ? `no lead has this address${target}; it is blocked all the same.`
      : `${inline(nameOf(lead))}${target} is deleted for good.`;
  return all ? `${where}${what}` : capital(what);
}

async function rehearseAt(person: PersonAt): Promise<Tried> {
  if ('failure' in person) return failed(person, person.failure);
  try {
    const requests = await Promise.all((await requestsOf(person)).map(describeDryRun));
    return { row: { ...rowOf(person), outcome: 'planned', error: null, requests } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failed(person, error);
  }
}

async function tryAt(person: PersonAt, agreed: Agreement | undefined): Promise<Tried> {
  if ('failure' in person) return failed(person, person.failure);
  let reached: Forgotten | undefined;
  try {
    const forgotten = await forgetAt(person, agreed, (so) => {
      reached = so;
    });
    return { row: { ...rowOf(person), ...forgotten, outcome: 'forgotten', error: null } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failed(person, error, reached);
  }
}

/** What failed is looked at again when the others have ended: they may be profiles of the same workspace. */
async function tryAll(people: readonly PersonAt[], agreed: Agreement | undefined): Promise<Tried[]> {
  const tried = await Promise.all(people.map((person) => tryAt(person, agreed)));
  return Promise.all(
    tried.map(async (one, at): Promise<Tried> => {
      const person = people[at];
      if (!one.failure || isStop(one.failure) || !person || 'failure' in person) return one;
      if (!(await isForgotten(person))) return one;
      const { blocked } = one.row;
      const reached = { blocked: blocked ?? ('already' as const), deleted: person.lead !== null };
      return { row: { ...rowOf(person), ...reached, outcome: 'forgotten', error: null } };
    }),
  );
}

interface Open {
  readonly what: string;
  readonly why: string;
  readonly hint: string | null;
}

function leftOpen(
  rows: readonly ReceiptRow[],
  { journal, unfinishedExports }: Scrubbed,
  missing: readonly Missing[],
  address: string,
): Open[] {
  return [
    ...rows.flatMap(({ profile, error, blocked }): Open[] =>
      error === null
        ? []
        : [
            {
              what: `the profile ${accountName(profile)}`,
              why: blocked === null ? error.message : `blocked, then: ${error.message}`,
              hint: error.hint,
            },
          ],
    ),
    ...missing.map(({ part, why, hint }) => ({ what: `${part} of this machine`, why, hint })),
    ...journal.open.map((id) => ({
      what: `the open journal entry ${id}`,
      why: 'an open call is needed as it is until it is settled',
      hint: `${pattern('journal settle', { id })}, then: ${pattern('leads forget', { lead: address })}`,
    })),
    ...(journal.otherProfiles.length > 0
      ? [
          {
            what: `journal entries of other profiles: ${journal.otherProfiles.join(', ')}`,
            why: 'only this profile was meant',
            hint: pattern('leads forget', { lead: address, allProfiles: true }),
          },
        ]
      : []),
    ...unfinishedExports.map((name) => ({
      what: `the unfinished export ${name}`,
      why: 'it may hold the person, and it is your file',
      hint: 'Run that export again, or remove the file.',
    })),
  ];
}

/** A snapshot of the built-in sandbox holds the world as it was. */
async function snapshotsLeft({ files }: Context, people: readonly PersonAt[]): Promise<Open[]> {
  if (!people.some((person) => !('failure' in person) && person.settings.inProcess)) return [];
  const found = (await listFolder({ cwd: files.world.cwd }, sandboxPlace(files.world).snapshots)) ?? [];
  if (found.length === 0) return [];
  return [
    {
      what: counted(found.length, 'snapshot of the sandbox', 'snapshots of the sandbox'),
      why: 'a snapshot holds the sandbox as it was',
      hint: 'outreach sandbox snapshot list',
    },
  ];
}

function notAll(
  receipt: object,
  failures: readonly Failure[],
  open: readonly Open[],
  dryRun: boolean,
): Failure {
  const [first] = failures;
  const ended = failures.find(isStop);
  const why = first?.message ?? open.map(({ what, why }) => `${what}: ${why}`)[0] ?? '';
  const message = dryRun
    ? `The person would not be forgotten everywhere: ${why}`
    : `The person is not forgotten everywhere: ${why}`;
  const again = first && !dryRun ? ' Run the same line again: what is done is left alone.' : '';
  return new Failure(ended?.code ?? 'not_all_forgotten', message, {
    kind: ended?.kind ?? 'partial',
    outcome: dryRun ? 'none' : 'done',
    hint: `leftOpen of the receipt says what is left.${again}`,
    result: receipt,
    ...(first && { cause: first }),
  });
}
