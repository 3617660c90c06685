import { setImmediate as breathe } from 'node:timers/promises';
import type { State } from '../core/state.ts';
import { type DeliverOptions, deliverDue } from './deliver-due.ts';
import { nextDue } from './queue.ts';

interface CourierOptions extends Omit<DeliverOptions, 'impatient'> {
  /** Called with what went wrong on our side; the courier goes on at the next call. */
  readonly onDefect: (error: unknown) => void;
}

/** What another program holds is looked at again after so long. */
const patienceMs = 250;

/** Delivers in the background of a server: no answer waits for a receiver. */
export function createCourier(state: State, { onDefect, signal, ...options }: CourierOptions) {
  const stopped = new AbortController();
  const until = signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal;
  let round: Promise<void> | undefined;
  let again = false;
  /** While it waits; made for that alone, as a call on one costs more than a query. */
  let rest: AbortController | undefined;

  const work = async (): Promise<void> => {
    // First the answer to the request that woke it.
    await breathe();
    while (!until.aborted) {
      again = false;
      await deliverDue(state, { ...options, signal: until });
      const next = nextDue(state);
      if (again || until.aborted) continue;
      if (next === undefined) return;
      rest = new AbortController();
      const wait = Math.max(patienceMs, next - state.now());
      await state.clock.sleep(wait, AbortSignal.any([until, rest.signal])).catch(() => undefined);
      rest = undefined;
    }
  };

  /** To be called whenever something may have happened; costs nothing where nothing waits. */
  const wake = (): void => {
    again = true;
    rest?.abort();
    if (round || until.aborted || nextDue(state) === undefined) return;
    round = work()
      .catch(onDefect)
      .finally(() => {
        round = undefined;
        if (again && !until.aborted) wake();
      });
  };

  return {
    wake,
    /** Resolves when nothing is under way any more. What waits stays in the queue. */
    async stop() {
      stopped.abort();
      await round;
    },
  };
}
