import type { State } from '../core/state.ts';
import { whenFree } from '../sharing/when-free.ts';
import { attempt } from './attempt.ts';
import type { Post } from './post.ts';
import { type Claimed, claim, type Outcome, record, release } from './queue.ts';

export interface DeliverOptions {
  readonly post: Post;
  readonly signal?: AbortSignal | undefined;
  /** Leaves a webhook alone for now whose receiver let a try time out: its other deliveries are not waited for. */
  readonly impatient?: boolean;
  readonly onAttempt?: (claimed: Claimed, outcome: Outcome) => void;
}

/** Tries at once, in all and to one webhook: one that hangs must not keep the others waiting. */
const together = { all: 8, each: 4 } as const;

/**
 * Tries every delivery that is due in simulated time, the longest due first, and those that fall due meanwhile. What
 * waits for a later moment is left. Ends early, without throwing, where the signal is aborted; what was not answered by
 * then is due again.
 */
export async function deliverDue(state: State, options: DeliverOptions): Promise<void> {
  const { post, signal, impatient = false, onAttempt } = options;
  const busy = new Map<number, number>();
  const hanging = new Set<number>();
  const full = () => [...busy].filter(([, count]) => count >= together.each).map(([id]) => id);

  /** In one go: those that work beside each other have to see what the others took. */
  const take = () => {
    const claimed = claim(state, [...hanging, ...full()]);
    if (claimed) busy.set(claimed.webhookId, (busy.get(claimed.webhookId) ?? 0) + 1);
    return claimed;
  };

  const work = async (): Promise<void> => {
    while (!signal?.aborted) {
      const claimed = await whenFree(state.db, take);
      if (!claimed) return;
      const { webhookId } = claimed;
      try {
        const outcome = await attempt(claimed, post, state.clock.now(), signal);
        await whenFree(state.db, () => record(state, claimed, outcome));
        if (impatient && outcome.timedOut) hanging.add(webhookId);
        onAttempt?.(claimed, outcome);
      } catch (error) {
        await whenFree(state.db, () => release(state, claimed));
        if (!signal?.aborted) throw error;
      } finally {
        busy.set(webhookId, (busy.get(webhookId) ?? 1) - 1);
      }
    }
  };
  await Promise.all(Array.from({ length: together.all }, work));
}
