import { counted } from '../../../base/counted.ts';
import { dataTable } from '../../../base/data-table.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import { describeDryRun } from '../../../cli/answer/show-request.ts';
import { storingPlace } from '../../../cli/answer/stored-looks.ts';
import { sandboxPlace } from '../../../cli/connect/sandbox-place.ts';
import { headingOf } from '../../../cli/consent/shown.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { DryRunOfAll } from '../../../cli/declare/early-end.ts';
import type { Agreement } from '../../../cli/declare/quote.ts';
import { accountName } from '../../../cli/declare/view.ts';
import { listFolder } from '../../../cli/files/folders.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { keepForgotten } from '../../../cli/person/forgotten-people.ts';
import type { Missing, Whose } from '../../../cli/person/local-traces.ts';
import { type Scrubbed, scrubTraces } from '../../../cli/person/scrub-traces.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { capital } from '../../../cli/spending/effects.ts';
import { rowError } from '../../../cli/stop/not-all.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { mentionsOf } from '../../../domain/address/mentions.ts';
import { fullName, nameOf, storeBegun } from './find-person.ts';
import {
  block,
  deleteLead,
  isForgotten,
  type PersonAt,
  type PlaceOfPerson,
  requestsOf,
} from './forget-at.ts';
import permanent from './not-deleted.tsv';
import type { ReceiptRow } from './receipt-row.ts';

/** Asks once, forgets the person at each account, then on this machine, and gives the receipt. */
export async function forgetEverywhere(context: Context, people: readonly PersonAt[], all: boolean) {
  const { files, screen } = context;
  const { address = '' } = people[0] ?? {};
  const places = placesOf(people);
  const { dryRun } = screen.globals;
  if (dryRun && !all) {
    const requests = await requestsOf(places[0] as PlaceOfPerson);
    throw requests.length === 1 ? requests[0] : new DryRunOfAll(requests);
  }
  const found: { account: string; id: number; name: string }[] = [];
  const names = new Set<string>();
  for (const { settings, lead } of places) {
    if (lead === null) continue;
    const name = fullName(lead);
    found.push({ account: accountOf(settings), id: lead.id, name });
    if (/\S\s\S/.test(name)) names.add(name);
  }
  const subject = { mentions: mentionsOf(address, [...names]), leads: found };
  const whose = whoseOf(people, all);
  const before = await scrubTraces(files.world, subject, whose, true);
  const agreed = dryRun ? undefined : await agree(context, people, all, before.scrubbed);
  if (!dryRun)
    for (const { lead, settings } of places)
      if (lead) await storeBegun(storingPlace(context, settings), lead);
  const tried = await screen.progress(`${dryRun ? 'Looking for' : 'Forgetting'} ${address}`, () =>
    tryAll(people, agreed),
  );
  const failures = tried.flatMap(({ failure }) => failure ?? []);
  const rows = tried.map(({ row }) => row);
  const [first] = failures;
  if (first && !all && rows[0]?.blocked === null) {
    // No answer came at all, so that the address may be blocked.
    const isLost = first.outcome === 'unknown' && first.status === undefined;
    const isKnown = first.is('answer_too_large') || first.is('command_timeout');
    throw isLost && !isKnown ? first.with({ kind: 'unknown-outcome' }) : first;
  }
  // Where something failed this machine keeps what it has, for the next try.
  const done = people.filter((_, at) => rows[at]?.outcome === 'forgotten');
  for (const { settings } of placesOf(done)) await keepForgotten(storingPlace(context, settings), address);
  const { scrubbed, missing } = dryRun
    ? before
    : await scrubTraces(files.world, subject, { ...whoseOf(done, all && !first), meant: whose });
  const open = [...leftOpen(rows, scrubbed, missing, address), ...(await snapshotsLeft(context, places))];
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

const placesOf = (people: readonly PersonAt[]): PlaceOfPerson[] =>
  people.flatMap((person) => ('failure' in person ? [] : [person]));

export type Receipt = Awaited<ReturnType<typeof forgetEverywhere>>;

const whoseOf = (people: readonly PersonAt[], all: boolean): Whose => ({
  accounts: all ? 'all' : placesOf(people).map(({ settings }) => accountOf(settings)),
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
      ? `${summary} (every profile on this machine)`
      : headingOf({ summary }, context.service.settings),
    facts: [
      `${address} goes on the blocklist of the workspace, where the plain address stays.`,
      ...people.map((person) => factOf(person, all)),
      placesOf(people).some(({ lead }) => lead !== null) && unsent,
      'Replies, sent emails and drafts stay in the service: no request deletes them.',
      journal.redacted.length > 0 &&
        `${counted(journal.redacted.length, 'journal entry', 'journal entries')} on this machine lose the address.`,
      launchChecks > 0 &&
        `Taken out of ${counted(launchChecks, 'look or list of leads', 'looks and lists of leads')} stored on this machine.`,
      replyMarks > 0 && `${counted(replyMarks, 'mark', 'marks')} of their replies are dropped.`,
      journal.open.length > 0 && `Open journal entries keep it: ${journal.open.join(', ')}.`,
    ].filter((fact) => fact !== false),
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

/** What became of a person at an account, and why it failed. */
interface Tried {
  readonly row: ReceiptRow;
  readonly failure?: Failure;
}

/** Blocks first, so that a person who is half forgotten is not emailed. Without an agreement, says what it would send. */
async function tryAt(person: PersonAt, agreed: Agreement | undefined): Promise<Tried> {
  const isRead = !('failure' in person);
  const row: { -readonly [F in keyof ReceiptRow]: ReceiptRow[F] } = {
    profile: person.profile,
    target: isRead ? person.settings.target : null,
    leadId: isRead ? (person.lead?.id ?? null) : null,
    ...{ blocked: null, deleted: null, outcome: 'failed', error: null },
  };
  try {
    if (!isRead) throw person.failure;
    if (agreed === undefined)
      row.requests = await Promise.all((await requestsOf(person)).map(describeDryRun));
    else {
      row.blocked = await block(person);
      row.deleted = await deleteLead(person, agreed);
    }
    row.outcome = agreed === undefined ? 'planned' : 'forgotten';
    return { row };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { row: { ...row, error: rowError(failure) }, failure };
  }
}

/** What failed is looked at again when the others have ended: they may be profiles of the same workspace. */
async function tryAll(people: readonly PersonAt[], agreed: Agreement | undefined): Promise<Tried[]> {
  const tried = await Promise.all(people.map((person) => tryAt(person, agreed)));
  if (agreed === undefined) return tried;
  return Promise.all(
    tried.map(async (one, at): Promise<Tried> => {
      const person = people[at];
      if (!one.failure || isStop(one.failure) || !person || 'failure' in person) return one;
      if (!(await isForgotten(person))) return one;
      const { blocked } = one.row;
      const reached = { blocked: blocked ?? ('already' as const), deleted: person.lead !== null };
      return { row: { ...one.row, ...reached, outcome: 'forgotten', error: null } };
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
  const open: Open[] = [];
  for (const { profile, error, blocked } of rows) {
    if (error === null) continue;
    const why = blocked === null ? error.message : `blocked, then: ${error.message}`;
    open.push({ what: `the profile ${accountName({ profile })}`, why, hint: error.hint });
  }
  for (const { part, why, hint } of missing) open.push({ what: `${part} on this machine`, why, hint });
  for (const id of journal.open)
    open.push({
      what: `the open journal entry ${id}`,
      why: 'an open request is needed as it is until it is settled',
      hint: `${pattern('journal settle', { id })}, then: ${pattern('leads forget', { lead: address })}`,
    });
  if (journal.otherProfiles.length > 0)
    open.push({
      what: `journal entries of other profiles: ${journal.otherProfiles.join(', ')}`,
      why: 'only this profile was meant',
      hint: pattern('leads forget', { lead: address, allProfiles: true }),
    });
  for (const name of unfinishedExports)
    open.push({
      what: `the unfinished export ${name}`,
      why: 'it may hold the person, and it is your file',
      hint: 'Run that export again, or remove the file.',
    });
  return open;
}

/** A snapshot of the built-in sandbox holds the world as it was. */
async function snapshotsLeft({ files }: Context, places: readonly PlaceOfPerson[]): Promise<Open[]> {
  if (!places.some(({ settings }) => settings.inProcess)) return [];
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
  const [left] = open;
  const ended = failures.find(isStop);
  const why = first?.message ?? (left ? `${left.what}: ${left.why}` : '');
  const message = dryRun
    ? `The person would not be forgotten everywhere: ${why}`
    : `The person is not forgotten everywhere: ${why}`;
  const again = first && !dryRun ? ' Run the same command again: what is done is left alone.' : '';
  return new Failure(ended?.code ?? 'not_all_forgotten', message, {
    kind: ended?.kind ?? 'partial',
    outcome: dryRun ? 'none' : 'done',
    hint: `leftOpen of the receipt says what is left.${again}`,
    result: receipt,
    ...(first && { cause: first }),
  });
}
