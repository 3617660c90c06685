import { eventIdHeader, sign, signatureHeader, timestampHeader } from '../../contract/events/signature.ts';
import { limits } from '../../contract/limits.ts';
import { WireFailure } from '../../contract/wire.ts';
import type { Parcel, Post } from './post.ts';
import type { Claimed, Outcome } from './queue.ts';

const answerMs = limits.webhookAnswerSeconds * 1000;

/**
 * Delivers once, signed with wall time as receivers check it, and says what follows (spec, Events 4). Rejects only where
 * it was stopped.
 */
export async function attempt(
  claimed: Claimed,
  post: Post,
  now: number,
  signal?: AbortSignal,
): Promise<Outcome> {
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
