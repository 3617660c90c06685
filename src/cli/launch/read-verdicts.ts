import { counted, isCount, plural, sum } from '../../base/counted.ts';
import { inMillionths, usd } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { finder } from '../../contract/areas/finder.ts';
import { verification } from '../../contract/areas/verification.ts';
import { limits } from '../../contract/limits.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { knownPrice } from '../../contract/prices.ts';
import {
  isRecent,
  isUnfinished,
  jobsThatCount,
  type KnownVerdicts,
} from '../../domain/address/known-verdicts.ts';
import { leftOut, type Read, readAnyway, readOr, tryRead, whyOf } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import type { Progress } from '../declare/context-parts.ts';
import { whole } from '../find/find-in-pages.ts';
import { isFailedGuess } from '../messages/hints/route-hint.ts';

/** The operations that the functions here may call, for `uses`. */
export const verdictReads = [
  verification.jobs,
  verification.records,
  verification.rates,
  finder.imports,
] as const;

type Job = ItemOf<typeof verification.jobs>;

export type VerificationJobs = NonNullable<Awaited<ReturnType<typeof readJobs>>['value']>;

export const jobsPage = 200;

export const jobsHead = (items: readonly Job[]): readonly unknown[] =>
  items.flatMap((job) => (isUnfinished(job) ? [] : [job.id]));

/**
 * A call for 200 jobs of the account. `ended`: those whose records count, the newest first; `head`: which of the first page
 * have ended.
 */
export const readJobs = ({ api, targetNow }: Pick<Service, 'api' | 'targetNow'>) =>
  readOr(verification.jobs, async () => {
    const all: Job[] = [];
    let head: readonly unknown[] | undefined;
    for await (const { items } of whole(api.pages(verification.jobs, {}, { pageSize: jobsPage }))) {
      head ??= jobsHead(items);
      all.push(...items);
    }
    const ended = jobsThatCount(all, await targetNow());
    return { ended, unfinished: all.filter(isUnfinished), head: head ?? [] };
  });

/**
 * Reads what jobs found out about the addresses that are asked about, the newest job first, until each has a verdict: a
 * call for 200 records, of which nothing is stored. Gives what keeps a part of it unknown.
 */
export async function learnVerdicts(
  context: Pick<Surroundings, 'service' | 'screen'>,
  known: KnownVerdicts,
  jobs: Read<Pick<VerificationJobs, 'ended'>>,
  mostCalls = Number.POSITIVE_INFINITY,
): Promise<Failure | undefined> {
  if (jobs.failure) return jobs.failure;
  const { ended } = jobs.value;
  if (ended.length === 0 || known.open === 0) return undefined;
  const total = sum(ended.map(recordsIn));
  const expected = Math.min(mostCalls, sum(ended.map((job) => Math.ceil(recordsIn(job) / recordsPage))));
  const label = `Reading ${counted(ended.length, 'verification job')}, ${counted(expected, 'call')}`;
  let [done, calls, missing] = [0, 0, 0];
  const progress: Progress =
    expected > unannouncedCalls ? context.screen.progress : (_label, during) => during(() => {});
  const { failure } = await readOr(verification.records, () =>
    progress(label, async (say) => {
      for (const job of ended) {
        const before = done;
        for await (const items of recordPages(context.service, [job])) {
          for (const record of items) known.learn(record);
          done += items.length;
          calls += 1;
          say(label, { done, total: Math.max(done, total) });
          if (known.open === 0 || calls >= mostCalls) return;
        }
        missing += Math.max(0, lookedAtIn(job) - (done - before));
      }
    }),
  );
  if (failure) {
    const why = whyOf(failure);
    if (isFailedGuess(why)) leftOut(context, verification.records, why);
    return failure;
  }
  if (known.open > 0 && calls >= mostCalls && done < (total || Infinity))
    return incomplete(
      `not all records of verification jobs were read: only ${counted(done, 'newest record')}`,
    );
  if (missing > 0)
    return incomplete(
      `verification jobs list ${counted(missing, 'address', 'addresses')} fewer than they looked at`,
    );
  if (known.strange === 0) return undefined;
  return incomplete(
    `${counted(known.strange, 'record')} of verification jobs ${plural(known.strange, 'has', 'have')} no address, or no status that is known`,
  );
}

const incomplete = (why: string): Failure => new Failure('incomplete_list', why);

const recordsPage = 200;
/** Not worth a line. */
const unannouncedCalls = 5;

/** How many records a job has, as far as it says. */
export const recordsIn = ({ total }: Job): number => countOf(total);

const countOf = (count: unknown): number => (isCount(count) ? count : 0);

/** Of which it must have records: of all where it was completed. */
const lookedAtIn = ({ status, total, processed, valid, invalid, catchAll, unknown }: Job): number =>
  Math.max(
    countOf(processed),
    sum([valid, invalid, catchAll, unknown].map(countOf)),
    status === 'completed' ? countOf(total) : 0,
  );

/** Page by page, of one job after another. */
export async function* recordPages({ api }: Pick<Service, 'api'>, jobs: readonly Job[]) {
  for (const { id } of jobs)
    for await (const { items } of whole(
      api.pages(verification.records, { params: { id } }, { pageSize: recordsPage }),
    ))
      yield items;
}

/**
 * The finished imports of the finder into a campaign that verified people within the time in which a verdict counts: they
 * are counted, and not named. Of the newest 50 imports: the service lists no more.
 */
export async function verifyingImports(
  { api, targetNow }: Pick<Service, 'api' | 'targetNow'>,
  campaignId: number,
): Promise<Import[]> {
  const read = await readAnyway(finder.imports, (list) => api.page(list, {}, { pageSize: list.paging.max }));
  const now = await targetNow();
  return (read.value?.items ?? []).filter(
    (one) =>
      String(one.campaignId) === String(campaignId) &&
      one.finishedAt &&
      isRecent(one, now) &&
      verifiedIn(one) > 0,
  );
}

/** People whom an import has added and verified: none of those that it added after the allowance was used. */
export function verifiedIn({ verifyEmails, added, verification: found }: Partial<Import>): number {
  if (verifyEmails !== true) return 0;
  const { valid, catchAll, unknown } = found ?? {};
  return Math.min(added ?? 0, found ? sum([valid ?? 0, catchAll ?? 0, unknown ?? 0]) : Infinity);
}

type Import = ItemOf<typeof finder.imports>;

/** What verifying so many people costs, for a sentence. The fields of the rates are ours: a service may not have them. */
export async function verifyingCost(context: Pick<Service, 'api'>, people: number): Promise<string> {
  const { value: rates } = await tryRead(context, verification.rates, {});
  const price = knownPrice(rates?.usdPerCheck);
  const each = rates?.checksPerAddress?.otherwise ?? limits.checksPerAddress;
  return price === undefined ? 'price unknown' : `at most ${usd(inMillionths(people * each * price))}`;
}
