import type { Sandbox } from '../../core/state.ts';
import type { ReplyMode } from './runs.ts';

/** What becomes of a reply: as the run says that launched its campaign, a draft everywhere else and after a kill. */
export function replyModeOf(sandbox: Sandbox, replyId: number): ReplyMode {
  const run = sandbox.db
    .prepare(
      `SELECT run.reply_mode AS mode FROM reply JOIN autopilot_run run ON run.campaign_id = reply.campaign_id
       WHERE reply.id = ? AND run.launched = 1 AND run.kill_switch = 0`,
    )
    .get<{ mode: ReplyMode }>(replyId);
  return run?.mode ?? 'draft';
}
