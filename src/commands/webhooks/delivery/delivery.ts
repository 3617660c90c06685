import type { World } from '../../../cli/declare/world.ts';
import { type Parcel, type Posted, post } from '../../../cli/outside/post.ts';
import { eventIdHeader, sign, signatureHeader, timestampHeader } from '../../../contract/events/signature.ts';
import { limits } from '../../../contract/limits.ts';
import { WireFailure } from '../../../contract/wire.ts';
import type { Received } from '../receiver/receiver.ts';

export interface Contents {
  readonly body: Buffer;
  readonly eventId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** One signature each, as while a secret is rotated. */
  readonly secrets: readonly string[];
  /** Headers beside those of the signature. */
  readonly others?: Parcel['headers'];
}

/** A delivery as the service makes it (spec, Events). Without secrets it is unsigned, as for webhooks that are older. */
export function delivery({ body, eventId, timestamp, secrets, others }: Contents): Parcel {
  return {
    headers: [
      ...(others ?? [['Content-Type', 'application/json']]),
      ...(secrets.length === 0
        ? []
        : [
            [timestampHeader, String(timestamp)] as const,
            [signatureHeader, secrets.map((secret) => sign(secret, timestamp, body)).join(',')] as const,
          ]),
      [eventIdHeader, eventId],
    ],
    body,
  };
}

/** What a receiver made of a delivery. */
export interface Reaction {
  /** Null where it gave no answer. */
  readonly status: number | null;
  readonly milliseconds: number | null;
  /** The beginning of its answer. */
  readonly answer: string | null;
  readonly error: string | null;
}

const answerMs = limits.webhookAnswerSeconds * 1000;

/**
 * Delivers once and waits as long as the service does. Throws {@link WireFailure} where the receiver cannot be reached
 * at all; that it breaks off or is too slow is its reaction.
 */
export async function react({ signal }: World, url: URL, parcel: Parcel): Promise<Reaction> {
  try {
    const { status, milliseconds, answer }: Posted = await post(url, parcel, { timeoutMs: answerMs, signal });
    return { status, milliseconds, answer, error: null };
  } catch (error) {
    if (!(error instanceof WireFailure) || !error.sent) throw error;
    return { status: null, milliseconds: null, answer: null, error: error.message };
  }
}

/** An id like the service's: `evt_` and 32 hexadecimal digits (spec, Events 3). */
export const newEventId = (random: () => number): string =>
  `evt_${Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')}`;

/** The first header of that name; the service sends one. Empty where there is none. */
export const headerOf = (headers: Received['headers'], name: string): string =>
  headers.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1] ?? '';
