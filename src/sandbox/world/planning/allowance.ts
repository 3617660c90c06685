import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { secondsToUtcMidnight, utcDay } from '../../core/times.ts';
import { count, countOf } from '../account/counters.ts';
import { workspaceOf } from '../account/workspaces.ts';

const counter = 'ai_requests';
const minute = 60_000;

/**
 * Counts one AI request of the account, the main workspace with those below it, or refuses it with 429. A request that
 * was answered with a refusal is taken back with everything else and does not count.
 */
export function useAiRequest(sandbox: Sandbox, workspaceId: number): void {
  const account = workspaceOf(sandbox, workspaceId).parentId ?? workspaceId;
  const now = sandbox.now();
  const last = sandbox.db
    .prepare(
      `SELECT at FROM request WHERE operation = 'copilot.plan' AND status = 200 AND at > ?
         AND workspace_id IN (SELECT id FROM workspace WHERE id = ? OR parent_id = ?) ORDER BY at`,
    )
    .all<{ at: number }>(now - minute, account, account);
  const first = last[last.length - limits.copilotPlansPerMinute];
  if (first)
    throw new Refusal(429, `At most ${limits.copilotPlansPerMinute} AI requests a minute`, {
      retryAfterSeconds: Math.max(1, Math.ceil((first.at + minute - now) / 1000)),
    });
  if (countOf(sandbox, account, counter, utcDay(now)) >= limits.copilotPlansPerDay)
    throw new Refusal(429, `The ${limits.copilotPlansPerDay} AI requests of today (UTC) are used up`, {
      retryAfterSeconds: secondsToUtcMidnight(now),
    });
  count(sandbox, account, counter, utcDay(now));
}
