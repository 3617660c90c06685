import { atMost } from '../../base/at-most.ts';
import type { Clock } from '../../base/clock.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { answerIn } from '../../base/lossless-json.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../contract/wire.ts';
import { retryAfterSeconds } from '../request/retry-after.ts';
import type { Budget } from './log-budget.ts';
import type { CallEnd, Rank, Wait } from './window-log.ts';

/** What a request is counted against; all of them at the same time. */
interface Budgets {
  /** The whole account's: of this machine, and of several where they share one. */
  readonly account: readonly Budget[];
  /** Those of the one call, where it has a limit of its own. */
  /** What is refused together where the service refuses it for long; by method and path unless said. */
  readonly kind?: string | undefined;
  readonly lane?: { readonly name: string; readonly budgets: readonly Budget[] } | undefined;
}

interface RateLimitOptions {
  readonly clock: Clock;
  /** A line for the person: why it takes longer. */
  note(line: string): void;
  budgets(request: WireRequest): Promise<Budgets>;
  /** Called at every wait, and every few seconds while it lasts. */
  waits?(wait: Wait): void;
}

/** A job, with more calls than a person makes, leaves them room; one longer than a million leads take always does. */
const fewCalls = 20;
const manyCalls = 1100;
/** What the service asks for longer says nothing of other calls. */
const longestPaceMs = 60_000;
/** The longest wait: beyond it the command ends and says when to come back. */
const longestWaitMs = 65_000;
/** Others may give back what they took, so no wait is longer than this. */
const longestNapMs = 2000;
const worthTellingMs = 1000;
const tellAgainMs = 30_000;
const dayMs = 86_400_000;

/** Calls wait their turn within the account's budget, which all processes share. Throws `rate-limited` after a minute. */
export function rateLimited(transport: Transport, options: RateLimitOptions): Transport {
  const { clock, note } = options;
  /** One call of this process after the other, so that the first to come is the first to go. */
  const queues = new Map<string, ReturnType<typeof atMost>>();
  let calls = 0;
  let reported = { why: '', at: Number.NEGATIVE_INFINITY };

  const rank = (): Rank => (calls <= fewCalls ? 'few' : calls <= manyCalls ? 'many' : 'endless');

  const inTurn = <T>(queue: string, work: () => Promise<T>): Promise<T> => {
    const one = queues.get(queue) ?? atMost(1);
    queues.set(queue, one);
    return one(work);
  };

  const place = async (
    budgets: readonly Budget[],
    { kind, isUrgent }: { readonly kind: string; readonly isUrgent: boolean },
    signal?: AbortSignal,
  ): Promise<readonly Place[]> => {
    for (;;) {
      signal?.throwIfAborted();
      const places = await claimAll(budgets, isUrgent ? 'first' : rank(), kind);
      if (!('waitMs' in places)) return places;
      const { waitMs, why } = places;
      if (waitMs > longestWaitMs) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new Failure('out_of_budget', `Nothing was sent: ${why}`, {
          retryable: true,
          retryAfterSeconds: seconds,
          hint: `Try again in ${duration(seconds)}. To send it anyway: OUTREACH_PACE=off`,
        });
      }
      const now = clock.now();
      if (waitMs >= worthTellingMs && (why !== reported.why || now - reported.at >= tellAgainMs)) {
        reported = { why, at: now };
        note(`Waiting ${duration(waitMs / 1000)}: ${why}`);
      }
      options.waits?.(places);
      await clock.sleep(Math.min(waitMs, longestNapMs), signal);
    }
  };

  return async (request, signal) => {
    calls += 1;
    const { account, lane, kind: named } = await options.budgets(request);
    // Calls that the contract does not know are alike where method and the first word of the path are.
    const alike = `${request.method}:${/^\/[\w-]*/.exec(request.path)?.[0] ?? ''}`;
    const kind = (named ?? alike).replaceAll(' ', ':');
    const isUrgent = request.isUrgent === true;
    const places = await inTurn(lane?.name ?? (isUrgent ? 'first' : ''), () =>
      place([...(lane?.budgets ?? []), ...account], { kind, isUrgent }, signal),
    );
    let answer: WireAnswer;
    try {
      answer = await transport(request, signal);
    } catch (error) {
      const unsent = error instanceof WireFailure ? !error.sent : signal?.aborted === true;
      await endAll(places, unsent ? 'unsent' : 'failed');
      throw error;
    }
    const blamed = answer.status === 429 ? (lane?.budgets ?? account) : [];
    const isBlamed = ({ budget }: Place) => blamed.includes(budget);
    await endAll(
      places.filter((one) => !isBlamed(one)),
      answer.status < 300 ? 'done' : 'failed',
    );
    for (const one of places.filter(isBlamed))
      await passOn(clock.now(), one, answer, lane === undefined ? kind : undefined);
    return answer;
  };
}

/** `kind`: of a call that has no lane of its own. */
async function passOn(
  now: number,
  { budget, id }: Place,
  answer: WireAnswer,
  kind: string | undefined,
): Promise<void> {
  const asked = retryAfterSeconds(answer.headers, await answerIn(answer.body), now);
  // Without a time, the refusal of such a call is about the current state, not about how many there were.
  if (kind === undefined && asked === undefined) await budget.end(id, 'failed');
  else if (kind !== undefined && asked !== undefined && asked * 1000 > longestPaceMs)
    await budget.closed(id, Math.min(asked * 1000, dayMs), kind);
  else await budget.refused(id, asked === undefined ? undefined : Math.min(asked * 1000, dayMs));
}

interface Place {
  readonly budget: Budget;
  readonly id: string;
}

/** A place in each of them at the same time, or none in any. */
async function claimAll(
  budgets: readonly Budget[],
  rank: Rank,
  kind: string,
): Promise<readonly Place[] | Wait> {
  const places: Place[] = [];
  for (const budget of budgets) {
    const claim = await budget.claim(rank, kind);
    if ('id' in claim) {
      places.push({ budget, id: claim.id });
      continue;
    }
    await endAll(places, 'unsent');
    return claim;
  }
  return places;
}

async function endAll(places: readonly Place[], end: CallEnd): Promise<void> {
  for (const { budget, id } of places) await budget.end(id, end);
}
