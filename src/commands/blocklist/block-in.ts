import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { requestFields, rowErrorFields } from '../../cli/answer/request-fields.ts';
import { describeDryRun } from '../../cli/answer/show-request.ts';
import type { Screen } from '../../cli/declare/command.ts';
import { DryRun } from '../../cli/declare/early-end.ts';
import { refusedHere } from '../../cli/profile/read-only-here.ts';
import { capital } from '../../cli/spending/effects.ts';
import type { Reached } from '../../cli/stop/accounts.ts';
import { rowError } from '../../cli/stop/not-all.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { limits } from '../../contract/limits.ts';
import * as s from '../../contract/schema/schema.ts';
import { type BlockedIn, isSameWorkspace } from '../../domain/blocklist.ts';
import { impossibleCounts } from '../../domain/statistics/impossible-counts.ts';
import { inBatches } from './in-batches.ts';
import { readEntries, type Scope } from './read-entries.ts';

export const syncRowFields = s.object({
  profile: s.nullable(s.string()),
  target: s.nullable(s.oneOf(['live', 'sandbox'])),
  /** Of its list before; null where it could not be read. */
  entries: s.nullable(s.integer()),
  scope: s.nullable(s.oneOf(['workspace', 'global'])),
  /** What it lacked, or lacks in a dry run. */
  values: s.array(s.string()),
  /** As the service counts; null where its counts cannot be, or an answer was lost. */
  created: s.nullable(s.integer()),
  skipped: s.nullable(s.integer()),
  calls: s.integer(),
  /** `incomplete`: only a part of its list could be read. `unknown`: it may have happened. */
  outcome: s.oneOf(['failed', 'unknown', 'planned', 'same', 'synced', 'incomplete']),
  error: s.nullable(rowErrorFields),
  /** In a dry run: the first of its calls. */
  request: s.optional(requestFields),
});

export type SyncRow = s.DocumentOf<typeof syncRowFields>;

export interface Synced {
  readonly row: SyncRow;
  readonly failure?: Failure;
  /** What is on the list for certain now, of the values that it lacked; in a dry run, what would be. */
  readonly held?: readonly string[];
}

export interface Member extends Reached {
  readonly profile: string | null;
  readonly list: BlockedIn;
  /** Why that is only a part of the list. */
  readonly gap: string | undefined;
}

/** Blocks values in one account. Where the service did not add them all, the list tells whether they are blocked. */
export async function blockIn(member: Member, scope: Scope, values: readonly string[]): Promise<Synced> {
  const { profile, target, list, gap } = member;
  const calls = Math.ceil(values.length / limits.blocklistValuesPerCall);
  const row = { profile, target, entries: list.values.size, scope, values, calls };
  const tally: Tally = { created: 0, skipped: 0, isPossible: true, open: [] };
  const cut = gap === undefined ? undefined : new Failure('incomplete_list', capital(gap), { hint: again });
  const end = (outcome: SyncRow['outcome'], failure = cut, more: Partial<SyncRow> = {}): Synced => ({
    row: {
      ...row,
      created: tally.isPossible ? tally.created : null,
      skipped: tally.isPossible ? tally.skipped : null,
      error: failure ? rowError(failure) : null,
      outcome: failure && failure === cut ? 'incomplete' : outcome,
      ...more,
    },
    ...(failure && { failure }),
  });
  try {
    if (values.length === 0) return end('same');
    await send(member, scope, values, tally);
    const open = new Set(tally.open);
    const sure = values.filter((value) => !open.has(value));
    const { held = [], failure } = cut || open.size === 0 ? {} : await lookAgain(member, scope, tally.open);
    return { ...end(failure ? 'failed' : 'synced', failure), held: [...sure, ...held] };
  } catch (error) {
    const refused = error instanceof DryRun ? refusedHere(member.settings) : undefined;
    if (refused) return end('failed', refused);
    if (error instanceof DryRun)
      return { ...end('planned', undefined, { request: await describeDryRun(error) }), held: values };
    if (!(error instanceof Failure)) throw error;
    if (error.outcome !== 'unknown') return end('failed', error);
    const failure = error.with({ message: `It may have happened: ${error.message}` });
    return end('unknown', failure, { created: null, skipped: null });
  }
}

/** What could not be blocked with its key may be on the list by now: another profile of the same workspace blocks it. */
export async function orAlready(member: Member, all: ReadonlyMap<Member, Synced>): Promise<Synced> {
  const synced = all.get(member) as Synced;
  const { row, failure } = synced;
  if (failure?.kind !== 'forbidden' || row.outcome !== 'failed') return synced;
  // In a dry run: what other profiles would add to its list.
  const planned = new Set<string>();
  for (const [other, { row }] of all)
    if (row.outcome === 'planned' && isSameWorkspace(other.list, member.list))
      for (const value of row.values) planned.add(value);
  const { values, gap } =
    planned.size > 0 ? { values: planned, gap: undefined } : await readEntries(member.api);
  if (gap !== undefined || !row.values.every((value) => values.has(value))) return synced;
  return { row: { ...row, outcome: 'same', error: null }, held: row.values };
}

const again = 'Run the same command again: it reads the list again.';

/** What the answers of one account say together. */
interface Tally {
  created: number;
  skipped: number;
  isPossible: boolean;
  /** Values of calls that did not add all that they had. */
  readonly open: string[];
}

async function send({ api }: Member, scope: Scope, values: readonly string[], tally: Tally): Promise<void> {
  const quiet: Pick<Screen, 'progress'> = { progress: (_, during) => during(() => undefined) };
  await inBatches(quiet, 'Blocking', values, [], async (batch) => {
    const { created, skipped } = await api(blocklist.add, { body: { values: batch, scope } });
    const isPossible =
      impossibleCounts([
        ['created', created, 'values', batch.length],
        ['skipped', skipped, 'values', batch.length - Number(created)],
      ]) === undefined;
    tally.isPossible &&= isPossible;
    if (isPossible) {
      tally.created += created;
      tally.skipped += skipped;
    }
    if (created !== batch.length || !isPossible) tally.open.push(...batch);
    return {};
  });
}

/** What is skipped is blocked already, or invalid (spec, Blocklist): only the list tells which. */
async function lookAgain(
  { api, profile }: Member,
  scope: Scope,
  open: readonly string[],
): Promise<Pick<Synced, 'held' | 'failure'>> {
  const { values, gap } = await readEntries(api);
  const [held, lacking]: [string[], string[]] = [[], []];
  for (const value of open)
    if (!values.has(value) && !values.has(value.slice(value.lastIndexOf('@') + 1))) lacking.push(value);
    else if (values.has(value) && (scope === 'workspace' || values.get(value) === scope)) held.push(value);
  const [first, ...others] = lacking;
  if (first === undefined) return { held };
  const which = others.length === 0 ? first : `${first} and ${counted(others.length, 'other value')}`;
  const failure =
    gap === undefined
      ? new Failure('not_blocked', `The service did not block ${which}`, {
          hint: `outreach blocklist check ${first}${profile === null ? '' : ` --profile ${profile}`}`,
        })
      : new Failure('incomplete_list', `It is not known whether ${which} can be blocked: ${gap}`, {
          hint: again,
        });
  return { held, failure };
}
