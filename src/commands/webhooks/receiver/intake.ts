import type { EventStore } from '../../../cli/files/saved-events.ts';
import { eventIdHeader, signatureHeader, timestampHeader } from '../../../contract/events/signature.ts';
import {
  aboutOf,
  eventIdOf,
  eventTypeOf,
  identityOf,
  type Payload,
} from '../../../domain/events/event-identity.ts';
import { checked, type Verdict } from '../delivery/check.ts';
import { headerOf, payloadOf } from '../delivery/payload.ts';
import type { Forwarded } from './forward.ts';
import { isGood, Memory } from './memory.ts';
import type { Received } from './receiver.ts';

/** One delivery and what became of it: a record of `webhooks listen`. */
export interface DeliveryRecord {
  /** RFC 3339. */
  readonly receivedAt: string;
  readonly type: string | null;
  readonly eventId: string | null;
  /** Whom or what it is about, in a word. */
  readonly about: string | null;
  readonly signature: 'valid' | 'refused' | 'unsigned' | 'unchecked';
  /** Why it was refused, as a word for scripts; `error` says it in words. */
  readonly reason: Verdict['reason'];
  /** Which secret fits, counted from 1: while one is rotated, whether the old one is still in use. */
  readonly secret: number | null;
  readonly duplicate: boolean;
  /** The answer of the program it was forwarded to. */
  readonly forwardStatus: number | null;
  readonly forwardMilliseconds: number | null;
  readonly error: string | null;
  /** What the sender was answered. */
  readonly answered: number;
  readonly payload: unknown;
}

export interface IntakeOptions {
  now(): number;
  /** Empty: signatures are not checked. */
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
  readonly allowUnsigned: boolean;
  readonly passDuplicates: boolean;
  readonly forward: ((received: Received) => Promise<Forwarded>) | undefined;
  readonly store: EventStore | undefined;
  /** Told of every delivery when it is known what it is answered. */
  told(record: DeliveryRecord): void;
  /** Something broke that no later delivery will mend. */
  broken(error: unknown): void;
}

interface Seen {
  readonly received: Received;
  readonly at: number;
  readonly verdict: Verdict | undefined;
  readonly payload: Payload | undefined;
}

/** Takes deliveries: checks, saves, forwards, and answers good only when all of that went well. */
export function createIntake(options: IntakeOptions) {
  const memory = new Memory();
  const saved = new Memory();

  return async (received: Received): Promise<{ status: number; text: string }> => {
    const at = options.now();
    const seen: Seen = { received, at, verdict: verdictOn(received, at), payload: payloadOf(received.body) };
    const finish = (rest: Partial<DeliveryRecord> & { answered: number }, text: string) => {
      options.told({ ...recordOf(seen), ...rest });
      return { status: rest.answered, text };
    };
    if (isRefused(seen.verdict)) return finish({ answered: 401 }, seen.verdict?.message ?? 'refused');
    const identity = seen.payload && identityOf(seen.payload);
    const earlier = identity && !options.passDuplicates ? memory.earlier(identity, at) : undefined;
    if (earlier !== undefined) {
      const status = await earlier;
      return finish({ duplicate: true, answered: status }, 'this event came before');
    }
    const work = handled(seen);
    if (identity)
      memory.remember(
        identity,
        at,
        work.then(({ answered }) => answered),
      );
    const done = await work;
    return finish(done, isGood(done.answered) ? 'ok' : (done.error ?? 'not taken'));
  };

  function verdictOn({ headers, body }: Received, now: number): Verdict | undefined {
    if (options.secrets.length === 0) return undefined;
    return checked({
      timestamp: headerOf(headers, timestampHeader),
      signature: headerOf(headers, signatureHeader),
      rawBody: body,
      secrets: options.secrets,
      now,
      toleranceSeconds: options.toleranceSeconds,
    });
  }

  function isRefused(verdict: Verdict | undefined): boolean {
    if (verdict === undefined || verdict.valid) return false;
    return !(verdict.reason === 'missing-signature' && options.allowUnsigned);
  }

  function recordOf({ received, at, verdict, payload }: Seen): DeliveryRecord {
    const id = payload && eventIdOf(payload);
    const refused = isRefused(verdict);
    return {
      receivedAt: new Date(at).toISOString(),
      type: (payload && eventTypeOf(payload)) ?? null,
      eventId: id ?? (headerOf(received.headers, eventIdHeader) || null),
      about: (payload && aboutOf(payload)) ?? null,
      signature: verdict === undefined ? 'unchecked' : refused ? 'refused' : signatureOf(verdict),
      reason: refused ? (verdict?.reason ?? null) : null,
      duplicate: false,
      forwardStatus: null,
      forwardMilliseconds: null,
      secret: verdict?.secret ?? null,
      error: refused ? (verdict?.message ?? null) : null,
      answered: 200,
      payload: payload ?? received.body.toString('utf8'),
    };
  }

  /** Never rejects: what breaks becomes a 5xx, which makes the service try again. */
  async function handled(seen: Seen): Promise<Partial<DeliveryRecord> & { answered: number }> {
    try {
      await save(seen);
      if (!options.forward) return { answered: 200 };
      const { status, milliseconds, error, tell } = await options.forward(seen.received);
      return { forwardStatus: status, forwardMilliseconds: milliseconds, error, answered: tell };
    } catch (error) {
      options.broken(error);
      return { answered: 500, error: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Before it is forwarded, so that nothing is lost; once, although it may be tried again. */
  async function save({ received: { headers, body }, at, payload }: Seen): Promise<void> {
    if (!options.store) return;
    const identity = payload && identityOf(payload);
    if (identity && saved.earlier(identity, at) !== undefined) return;
    const label = [payload && eventTypeOf(payload), payload && eventIdOf(payload)].filter(Boolean).join('-');
    await options.store.save(
      { receivedAt: new Date(at).toISOString(), headers, body },
      label === '' ? 'unknown' : label,
    );
    if (identity) saved.remember(identity, at, Promise.resolve(200));
  }
}

const signatureOf = ({ valid }: Verdict): 'valid' | 'unsigned' => (valid ? 'valid' : 'unsigned');
