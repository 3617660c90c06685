import { messageOf } from '../../../base/errors.ts';
import type { EventStore } from '../../../cli/files/saved-events.ts';
import { eventIdOf, eventTypeOf, identityOf } from '../../../domain/events/event-identity.ts';
import { type DeliveryRecord, recordOf, type Seen, type SignatureRules, see } from './delivery-record.ts';
import type { Forwarded } from './forward.ts';
import { isGood, Memory } from './memory.ts';
import type { Received } from './receiver.ts';

export interface IntakeOptions extends SignatureRules {
  now(): number;
  readonly forward: ((received: Received) => Promise<Forwarded>) | undefined;
  readonly store: EventStore | undefined;
  /** Gets the record of every delivery when its answer is known. */
  onRecord(record: DeliveryRecord): void;
  /** Something broke that no later delivery repairs. */
  broken(error: unknown): void;
}

type Handled = Partial<DeliveryRecord> & { answered: number };

/** Takes deliveries: checks, saves, forwards, and answers good only when all of that went well. */
export function createIntake(options: IntakeOptions) {
  const memory = new Memory();
  const saved = new Memory();

  return async (received: Received): Promise<{ status: number; text: string }> => {
    const at = options.now();
    const seen = see(received, at, options);
    const finish = (rest: Handled, text: string) => {
      options.onRecord({ ...recordOf(seen), ...rest });
      return { status: rest.answered, text };
    };
    if (seen.isRefused) return finish({ answered: 401 }, seen.verdict?.message ?? 'refused');
    const identity = seen.payload && identityOf(seen.payload);
    const earlier = identity && memory.earlier(identity, at);
    if (earlier !== undefined) {
      const status = await earlier;
      return finish({ duplicate: true, answered: status }, 'this event arrived before');
    }
    const work = handled(seen);
    if (identity)
      memory.remember(
        identity,
        at,
        work.then(({ answered }) => answered),
      );
    const done = await work;
    return finish(done, isGood(done.answered) ? 'ok' : (done.error ?? 'not accepted'));
  };

  /** Never rejects: what breaks becomes a 5xx, which makes the service try again. */
  async function handled(seen: Seen): Promise<Handled> {
    try {
      await save(seen);
      if (!options.forward) return { answered: 200 };
      const { status, milliseconds, error, tell } = await options.forward(seen.received);
      return { forwardStatus: status, forwardMilliseconds: milliseconds, error, answered: tell };
    } catch (error) {
      options.broken(error);
      return { answered: 500, error: messageOf(error) };
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
