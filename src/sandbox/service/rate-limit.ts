import { rateLimits } from '../../contract/limits.ts';
import type { State } from '../core/state.ts';
import { workspaceOf } from '../world/account/workspaces.ts';

/**
 * Notes one request of an account, or gives the seconds until it may come back: at most 100 in any 10 seconds and 600
 * in any minute, over all keys of the main workspace and those below it (spec, Limits).
 *
 * The windows slide on wall time, not on simulated time: requests arrive in wall time, a budget must not refill because
 * a user moved the clock by a week, and `Retry-After` is waited for in real seconds. A refused request does not
 * count, so a caller that waits as asked gets through.
 */
export function pace(state: State, workspaceId: number): number | undefined {
  const account = workspaceOf(state, workspaceId).parentId ?? workspaceId;
  const now = state.clock.now();
  // What is older than every window, and what a wall clock that was put back would keep counting.
  state.db.prepare('DELETE FROM pace WHERE at <= ? OR at > ?').run(now - longest, now);
  let wait = 0;
  for (const { requests, seconds } of rateLimits) {
    // The nth request before this one: with as many in the window, it has to be out of it first.
    const nth = state.db
      .prepare('SELECT at FROM pace WHERE account_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?')
      .get<{ at: number }>(account, requests - 1);
    if (nth) wait = Math.max(wait, nth.at + seconds * 1000 - now);
  }
  if (wait > 0) return Math.ceil(wait / 1000);
  state.db.prepare('INSERT INTO pace (account_id, at) VALUES (?, ?)').run(account, now);
  return undefined;
}

const longest = Math.max(...rateLimits.map(({ seconds }) => seconds)) * 1000;
