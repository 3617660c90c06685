import type { Clock } from '../../contract/clock.ts';
import type { Database } from '../../local/database.ts';
import { State } from '../state.ts';
import { deliverDue } from './deliver-due.ts';
import type { Post } from './post.ts';
import { countWaiting } from './queue.ts';

export interface AfterCommandOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
  readonly signal: AbortSignal;
  /** Shows that it takes a while; `say` puts another line in the place of the first. */
  readonly progress: <T>(label: string, during: (say: (label: string) => void) => Promise<T>) => Promise<T>;
  note(line: string): void;
}

/** Delivers what a command brought about, after it; what cannot be delivered now stays for the next command. */
export async function deliverAfter(options: AfterCommandOptions): Promise<void> {
  const { database, clock, post, signal, progress, note } = options;
  const state = new State(database, clock);
  const due = countWaiting(state, state.now());
  if (due > 0 && !signal.aborted)
    await progress(`Delivering to webhooks: ${due}`, async (say) => {
      let tried = 0;
      const onAttempt = () => {
        if (++tried % 100 === 0) say(`Delivering to webhooks: ${countWaiting(state, state.now())} to go`);
      };
      await deliverDue(state, { post, signal, impatient: true, onAttempt });
    });
  const left = countWaiting(state);
  if (left > 0)
    note(
      `${left} ${left === 1 ? 'delivery waits' : 'deliveries wait'} for a later try, with the next command that uses the sandbox; see: outreach sandbox deliveries`,
    );
}
