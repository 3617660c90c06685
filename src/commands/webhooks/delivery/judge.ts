import { isGood } from '../receiver/memory.ts';
import type { Reaction } from './delivery.ts';
import type { Attempt } from './tampering.ts';

/** One delivery to a receiver of one's own: a record of `webhooks trigger`. */
export interface Tried extends Reaction {
  readonly tampered: Attempt['tampered'];
  readonly expected: Attempt['expected'];
  readonly asExpected: boolean;
  /** What it comes to, in words. */
  readonly verdict: string;
}

/** What a reaction comes to by the rules of the spec (Events 2 and 4). */
export function judge({ tampered, expected, meaning }: Attempt, reaction: Reaction): Tried {
  const asExpected = isAsExpected(expected, reaction.status);
  const verdict = expected === 'accepted' ? onGenuine(meaning, reaction) : onTampered(meaning, reaction);
  return { tampered, expected, asExpected, verdict, ...reaction };
}

/** A refusal is a 4xx: anything else would make the service send it again. */
const isAsExpected = (expected: Attempt['expected'], status: number | null): boolean =>
  status !== null && (expected === 'accepted' ? isGood(status) : status >= 400 && status < 500);

function onGenuine(meaning: string, { status, error }: Reaction): string {
  if (status === null)
    return `It gave no answer to ${meaning} (${error}): the service would retry three times`;
  if (isGood(status)) return `It accepted ${meaning} with ${status}`;
  if (status >= 400 && status < 500)
    return `It refused ${meaning} with ${status}: the service would not retry, and the event would be lost`;
  if (status >= 500) return `It answered ${status} to ${meaning}: the service would retry three times`;
  return `It answered ${status} to ${meaning}, but only a 2xx accepts it, and redirects are not followed`;
}

function onTampered(meaning: string, { status, error }: Reaction): string {
  if (status === null) return `It gave no answer to ${meaning} (${error}) where it should refuse with a 4xx`;
  if (isGood(status))
    return `It accepted ${meaning} with ${status}: anyone who knows its address can send it such events`;
  if (status >= 400 && status < 500) return `It refused ${meaning} with ${status}`;
  return `It answered ${status} to ${meaning} where it should refuse with a 4xx`;
}
