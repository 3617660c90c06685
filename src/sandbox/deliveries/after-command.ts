import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../local/database.ts';
import { State } from '../core/state.ts';
import { deliverDue, type Post } from './deliver-due.ts';
import { countWaiting, type Outcome } from './queue.ts';

/** Deliveries that are lost for good, that are left because a receiver is slow, or that wait for a later try. */
type DeliveryNote = 'lost' | 'slow' | 'waiting';

interface AfterCommandOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
  readonly signal: AbortSignal;
  /** Aborted when receivers have taken long enough; nothing but `signal` ends it unless given. */
  readonly patience?: AbortSignal | undefined;
  /** Shows that it takes a while; `say` puts another line in the place of the first. */
  readonly progress: <T>(label: string, during: (say: (label: string) => void) => Promise<T>) => Promise<T>;
  note(what: DeliveryNote, count: number): void;
}

/** Delivers what a command brought about, after it; what cannot be delivered now stays for the next command. */
export async function deliverAfter(options: AfterCommandOptions): Promise<void> {
  const { database, clock, post, patience, progress, note } = options;
  const signal = patience ? AbortSignal.any([options.signal, patience]) : options.signal;
  const state = new State(database, clock);
  const due = countWaiting(state, state.now());
  // A line for every tenth: without a terminal each line stays.
  const tenth = Math.max(100, Math.ceil(due / 10));
  let lost = 0;
  let over = 0;
  if (due > 0 && !signal.aborted)
    await progress(`Delivering to webhooks: ${due}`, (say) => {
      const onAttempt = (_: unknown, { state: became }: Outcome) => {
        if (became === 'waiting') return;
        if (became !== 'delivered') lost++;
        if (++over % tenth === 0) say(`Delivering to webhooks: ${Math.max(0, due - over)} to go`);
      };
      return deliverDue(state, { post, signal, impatient: true, onAttempt });
    });
  if (lost > 0) note('lost', lost);
  const left = countWaiting(state);
  if (left > 0) note(patience?.aborted && !options.signal.aborted ? 'slow' : 'waiting', left);
}
