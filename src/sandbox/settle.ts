import { type Happened, type SettleOptions, settle as settleEvents } from './events.ts';
import type { State } from './state.ts';

/** Works on everything that is due until a simulated moment: the world's events, and calls that a fault put off. */
export async function settle(state: State, until: number, options: SettleOptions): Promise<Happened> {
  if (!state.db.prepare('SELECT 1 FROM late_call WHERE due_at <= ? LIMIT 1').get(until))
    return settleEvents(state, until, options);
  const { settleLate } = await import('./faults/late-calls.ts');
  return settleLate(state, until, options);
}
