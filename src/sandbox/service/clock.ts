import { Failure } from '../../base/errors.ts';
import { day, startOfDay } from '../../domain/window.ts';
import type { Happened, SettleOptions } from '../core/event-queue.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { whenFree } from '../sharing/when-free.ts';
import { settle } from './settle-events.ts';

interface ClockOptions extends SettleOptions {
  /** Called at the end of every UTC day that passes, and at the end; by then all of it is kept. */
  readonly onDay?: ((now: number) => void) | undefined;
}

/**
 * The simulated clock: the wall clock and an offset that only grows. `moveTo` is asked once, with the time it is. Throws `usage` where it would go back. Where it is
 * interrupted it is at what happened last, and the next move goes on from there to the same world.
 */
export async function setClock(
  state: State,
  moveTo: (now: number) => number,
  options: ClockOptions,
): Promise<Happened> {
  const now = state.now();
  const to = moveTo(now);
  if (to < now)
    throw new Failure(
      'clock_goes_forward',
      `the sandbox's clock is at ${rfc3339(now)} and cannot go back to ${rfc3339(to)}`,
      {},
    );
  // Weeks of emails do not fit into the 2 MB that SQLite keeps of a file.
  state.db.exec('PRAGMA cache_size = -8000');
  const happened: Happened = {};
  for (const stop of options.onDay ? daysUntil(now, to) : [to]) {
    for (const [kind, count] of Object.entries(await settle(state, stop, options)))
      happened[kind] = (happened[kind] ?? 0) + count;
    await whenFree(state.db, () => {
      if (stop > state.now()) state.write('offset', stop - state.clock.now());
    });
    options.onDay?.(stop);
  }
  return happened;
}

/** The end of every UTC day between two moments, and the later moment itself. */
function* daysUntil(from: number, to: number): Iterable<number> {
  for (let midnight = startOfDay(from) + day; midnight < to; midnight += day) yield midnight;
  yield to;
}
