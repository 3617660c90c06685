import { Failure } from '../contract/errors.ts';
import type { Happened, SettleOptions } from './events.ts';
import { settle } from './settle.ts';
import type { State } from './state.ts';

/** The simulated clock: the wall clock and an offset that only grows. */
export async function setClock(state: State, to: number, options: SettleOptions): Promise<Happened> {
  const now = state.now();
  if (to < now)
    throw new Failure('usage', `the sandbox's clock is at ${iso(now)} and cannot go back to ${iso(to)}`, {
      code: 'clock_goes_forward',
      hint: 'To begin again: outreach sandbox reset',
    });
  const happened = await settle(state, to, options);
  state.db.transaction(() => {
    if (to > state.now()) state.write('offset', to - state.clock.now());
  });
  return happened;
}

export const advanceClock = (state: State, by: number, options: SettleOptions): Promise<Happened> =>
  setClock(state, state.now() + by, options);

const iso = (at: number): string => new Date(at).toISOString();
