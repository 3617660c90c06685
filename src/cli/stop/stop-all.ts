import { counted } from '../../base/counted.ts';
import { Failure, type Outcome } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import { inLanes } from '../../base/steps.ts';
import type { Api, Page } from '../../client/api/api.ts';
import type { DescribedRequest } from '../answer/request-fields.ts';
import { describeDryRun } from '../answer/show-request.ts';
import type { Context } from '../declare/command.ts';
import { DryRun } from '../declare/early-end.ts';
import { whole } from '../find/find-in-pages.ts';
import { type Account, allAccounts, ownAccount, type Reached } from './accounts.ts';
import { notAll, type RowError, rowError } from './not-all.ts';

/** What is stopped, and how it is shown. */
export interface Stoppable<T, L extends object> {
  /** One and several, as they are counted. */
  readonly noun: readonly [one: string, many: string];
  /** `paused`: the outcome of a row. */
  readonly done: string;
  pages(api: Api): AsyncIterable<Page<T>>;
  id(item: T): unknown;
  /** Is it known not to run? Items of which this is not known are stopped. */
  rests(item: T): boolean;
  /** Why an item stays as it is, where it does. */
  left?(item: T): string | undefined;
  /** Called with what is about to be stopped. */
  before?(account: Reached, items: readonly T[]): Promise<void>;
  stop(api: Api, item: T): Promise<unknown>;
  /** Another failure in the place of one that keeps an item from being stopped. */
  explain?(failure: Failure): Failure;
  readonly failure?: FailureCode;
  /** What is said where nothing is left to stop; that nothing runs unless given. */
  readonly none?: string;
  /** How many are stopped at the same time; eight unless said. */
  readonly atOnce?: number | undefined;
  /** The fields that name it in a row; all null where an account could not be read. */
  label(item: T | null): L;
}

export type StopRow<L extends object = object> = L & {
  readonly profile: string | null;
  readonly outcome: string;
  readonly error: RowError | null;
  /** In a dry run: what would be sent. */
  readonly request?: DescribedRequest;
};

export interface StopList<L extends object> {
  readonly items: readonly StopRow<L>[];
  readonly total: number;
}

export const nothingRuns = 'Nothing runs.';

interface Tried<L extends object> {
  readonly row: StopRow<L>;
  readonly failure?: Failure;
  /** Its account, or the rest of it, could not be read. */
  readonly unread?: true;
}

/** Stops everything that runs, without a question. A failure has its row, keeps none running, and ends as `partial`. */
export async function stopAll<T, L extends object>(
  context: Context,
  what: Stoppable<T, L>,
  { allProfiles }: { allProfiles: boolean },
): Promise<StopList<L>> {
  const { screen } = context;
  const accounts: Account[] = allProfiles ? await allAccounts(context) : [ownAccount(context)];
  // An account that does not answer must not keep the others waiting.
  const tried = await screen.progress(`Going through the ${what.noun[1]}`, () =>
    Promise.all(accounts.map((account) => stopIn(account, what))),
  );
  const items = tried.flat().map(({ row }) => row);
  const failures = tried.flat().flatMap(({ failure }) => failure ?? []);
  const result = { items, total: items.length };
  const stopped = counted(items.filter(({ error }) => error === null).length, ...what.noun);
  const [first, ...others] = failures;
  // The only account could not be read: reported as other commands do.
  if (first && !allProfiles && items.length === 1 && tried[0]?.[0]?.unread) throw first;
  if (first)
    throw notAll([first, ...others], {
      code: what.failure ?? 'not_all_stopped',
      done: `${stopped} ${what.done}`,
      rest: 'what is done is left alone',
      outcome: outcomeOf(tried.flat()),
      result,
    });
  if (screen.globals.dryRun)
    screen.note(`A dry run: ${stopped} would be ${what.done}, and nothing was sent.`);
  else if (items.length > 0) screen.note(`${stopped} ${what.done}.`);
  // At a terminal the empty table says so.
  else if (!screen.isForPeople) screen.note(what.none ?? nothingRuns);
  return result;
}

/** Of all together: one that was stopped is done, also where it is unknown of another one. */
function outcomeOf(tried: readonly Tried<object>[]): Outcome {
  if (tried.some(({ row }) => row.error === null)) return 'done';
  return tried.some(({ failure }) => failure?.outcome === 'unknown') ? 'unknown' : 'none';
}

async function stopIn<T, L extends object>(account: Account, what: Stoppable<T, L>): Promise<Tried<L>[]> {
  const { profile } = account;
  if ('failure' in account) return [unread(account.failure, profile, what)];
  const { api } = account;
  const tried: Tried<L>[] = [];
  const acted = new Set<string>();
  const isNew = (item: T) => acted.size < acted.add(String(what.id(item))).size;
  try {
    // As they come: what is known is stopped, even where the next page cannot be read, or the list never ends.
    for await (const { items } of whole(what.pages(api))) {
      const moving = items.filter((item) => !what.rests(item) && isNew(item));
      await what.before?.(account, moving);
      tried.push(...(await inLanes(moving, (item) => stopOne(profile, api, item, what), what.atOnce)));
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tried.push(unread(error, profile, what));
  }
  return tried;
}

/** Stops one, or says in its row why that failed. */
export async function stopOne<T, L extends object>(
  profile: string | null,
  api: Api,
  item: T,
  what: Stoppable<T, L>,
): Promise<Tried<L>> {
  const row = { profile, ...what.label(item) };
  const message = what.left?.(item);
  if (message !== undefined)
    return { row: { ...row, outcome: 'left', error: { code: 'changed_meanwhile', message, hint: null } } };
  try {
    await what.stop(api, item).catch((error) => unlessAtRest(error, api, item, what));
    return { row: { ...row, outcome: what.done, error: null } };
  } catch (error) {
    if (error instanceof DryRun)
      return { row: { ...row, outcome: 'planned', error: null, request: await describeDryRun(error) } };
    if (!(error instanceof Failure)) throw error;
    const failure = what.explain?.(error) ?? error;
    // A status of failure is an answer, also where it may have been stopped before that.
    const isLost = failure.outcome === 'unknown' && (failure.status ?? 0) < 400;
    const outcome = isLost ? 'unknown' : 'failed';
    return { row: { ...row, outcome, error: rowError(failure) }, failure };
  }
}

/** A refused stop counts as success if a new list shows that the item no longer runs. */
async function unlessAtRest<T, L extends object>(
  error: unknown,
  api: Api,
  item: T,
  { pages, id, rests }: Stoppable<T, L>,
): Promise<void> {
  if (!(error instanceof Failure) || (error.kind !== 'conflict' && error.kind !== 'not-found')) throw error;
  // Throws where the list is not whole as well: then it may run.
  for await (const { items } of whole(pages(api)))
    if (items.some((other) => String(id(other)) === String(id(item)) && !rests(other))) throw error;
}

const unread = <T, L extends object>(
  failure: Failure,
  profile: string | null,
  { label }: Stoppable<T, L>,
): Tried<L> => ({
  row: { profile, ...label(null), outcome: 'failed', error: rowError(failure) },
  failure,
  unread: true,
});
