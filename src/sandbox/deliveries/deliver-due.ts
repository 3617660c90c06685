import { eventIdHeader, sign, signatureHeader, timestampHeader } from '../../contract/events/signature.ts';
import { limits } from '../../contract/limits.ts';
import { WireFailure } from '../../contract/wire.ts';
import type { State } from '../core/state.ts';
import { whenFree } from '../sharing/when-free.ts';
import { type Claimed, claim, type Outcome, record, release } from './queue.ts';

export interface DeliverOptions {
  readonly post: Post;
  readonly signal?: AbortSignal | undefined;
  /** Leaves a webhook alone for now whose receiver let a try time out: its other deliveries are not waited for. */
  readonly impatient?: boolean;
  readonly onAttempt?: (claimed: Claimed, outcome: Outcome) => void;
}

/** Tries at once, in all and to one webhook: one that hangs must not keep the others waiting. */
const together = { all: 8, each: 4 } as const;

/**
 * Tries every delivery that is due in simulated time, the longest due first, and those that fall due meanwhile. What
 * waits for a later moment is left. Ends early, without throwing, where the signal is aborted; what was not answered by
 * then is due again.
 */
export async function deliverDue(state: State, options: DeliverOptions): Promise<void> {
  const { post, signal, impatient = false, onAttempt } = options;
  const busy = new Map<number, number>();
  const hanging = new Set<number>();

  /** In one go: those that work beside each other have to see what the others took. */
  const take = () => {
    const leftOut = new Set(hanging);
    for (const [id, count] of busy) if (count >= together.each) leftOut.add(id);
    const claimed = claim(state, leftOut);
    if (claimed) busy.set(claimed.webhookId, (busy.get(claimed.webhookId) ?? 0) + 1);
    return claimed;
  };

  const work = async (): Promise<void> => {
    while (!signal?.aborted) {
      const claimed = await whenFree(state.db, take);
      if (!claimed) return;
      const { webhookId } = claimed;
      try {
        const outcome = await attempt(claimed, post, state.clock.now(), signal);
        await whenFree(state.db, () => record(state, claimed, outcome));
        if (impatient && outcome.timedOut) hanging.add(webhookId);
        onAttempt?.(claimed, outcome);
      } catch (error) {
        await whenFree(state.db, () => release(state, claimed));
        if (!signal?.aborted) throw error;
      } finally {
        busy.set(webhookId, (busy.get(webhookId) ?? 1) - 1);
      }
    }
  };
  await Promise.all(Array.from({ length: together.all }, work));
}

/** What goes out: these very bytes, under these headers. */
interface Parcel {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * How the sandbox reaches a receiver: it has no network of its own; its opener hands one in. Posts once and
 * follows nothing; rejects with `WireFailure` where no answer came in time, with the signal's reason when aborted.
 */
export type Post = (
  url: URL,
  parcel: Parcel,
  patience: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<{ readonly status: number }>;

const answerMs = limits.webhookAnswerSeconds * 1000;

/**
 * Delivers once, signed with wall time as receivers check it, and says what follows (spec, Events 4). Rejects only where
 * it was stopped.
 */
async function attempt(claimed: Claimed, post: Post, now: number, signal?: AbortSignal): Promise<Outcome> {
  const sentAt = Math.floor(now / 1000);
  const body = Buffer.from(claimed.body);
  const signature = sign(claimed.secret, sentAt, body);
  const parcel: Parcel = {
    headers: [
      ['Content-Type', 'application/json'],
      [timestampHeader, String(sentAt)],
      [signatureHeader, signature],
      [eventIdHeader, claimed.eventId],
    ],
    body,
  };
  const signed = { sentAt, signature };
  try {
    const { status } = await post(new URL(claimed.url), parcel, {
      timeoutMs: answerMs,
      ...(signal && { signal }),
    });
    return { ...signed, status, timedOut: false, ...afterAnswer(claimed, status) };
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    const timedOut = error.reason.endsWith('timeout');
    const follows = afterFailure(claimed, error.message, timedOut ? answerMs : 0);
    return { ...signed, status: null, timedOut, ...follows };
  }
}

type Follows = Pick<Outcome, 'state' | 'why' | 'nextAt'>;

/** A redirect is not followed and not tried again: it is neither a 2xx nor one of the failures that are. */
function afterAnswer(claimed: Claimed, status: number): Follows {
  if (status >= 200 && status < 300) return { state: 'delivered', why: `answered ${status}`, nextAt: null };
  if (status >= 500) return afterFailure(claimed, `answered ${status}`, 0);
  const redirect = status >= 300 && status < 400;
  return {
    state: 'refused',
    why: redirect ? `answered ${status}: redirects are not followed` : `answered ${status}`,
    nextAt: null,
  };
}

function afterFailure({ tries, dueAt }: Claimed, why: string, took: number): Follows {
  const wait = limits.webhookRetryWaits[tries];
  if (wait === undefined) return { state: 'dropped', why: `${why}; that was the last try`, nextAt: null };
  return { state: 'waiting', why, nextAt: dueAt + took + wait * 1000 };
}
