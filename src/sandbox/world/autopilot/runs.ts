import type { autopilot, replyModes, runStatuses } from '../../../contract/areas/autopilot.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { BudgetPlan } from '../../../domain/autopilot-plan.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';

export type RunStatus = (typeof runStatuses)[number];
type ReplyMode = (typeof replyModes)[number];

interface AuditEntry {
  readonly actor: string;
  readonly at: string;
  readonly stage: string;
  readonly message: string;
}

export const runs = stored.recordTable('autopilot_run', {
  id: stored.number,
  workspaceId: stored.number,
  website: stored.text,
  status: stored.plain<RunStatus>(),
  replyMode: stored.plain<ReplyMode>(),
  targetProspectCount: stored.number,
  plan: stored.json<BudgetPlan | null>(),
  audit: stored.json<readonly AuditEntry[]>(),
  approvedAt: stored.maybeNumber,
  approvedBy: stored.maybeNumber,
  campaignId: stored.maybeNumber,
  icpId: stored.maybeNumber,
  prospectSearchId: stored.maybeNumber,
  killSwitch: stored.flag(),
  launched: stored.flag(),
  lastAdvancedAt: stored.maybeNumber,
  lastError: stored.text,
  ledgerId: stored.maybeNumber,
  /** Of domains and mailboxes. */
  orderId: stored.maybeNumber,
  createdAt: stored.number,
});

export type Run = stored.RecordOf<typeof runs>;

/** A run of the workspace; other workspaces' runs are not found (spec, Autopilot runs). */
export const runOf = (sandbox: Sandbox, workspaceId: number, id: number): Run =>
  runs.owned(sandbox, workspaceId, id, 'Autopilot run');

/** The record of the spec. Topping up and testing variants are switched on in the app; here nothing does either. */
export const runView = (run: Run): ItemOf<typeof autopilot.runs> => ({
  id: run.id,
  website: run.website,
  status: run.status,
  approvedAt: maybeTime(run.approvedAt),
  approvedByUserId: run.approvedBy,
  audit: run.audit.map((entry) => ({ ...entry })),
  autoOptimizeVariants: false,
  autoTopupProspects: false,
  ...(run.campaignId !== null && { campaignId: run.campaignId }),
  ...(run.icpId !== null && { icpId: run.icpId }),
  ...(run.prospectSearchId !== null && { prospectSearchId: run.prospectSearchId }),
  killSwitch: run.killSwitch,
  lastAdvancedAt: maybeTime(run.lastAdvancedAt),
  lastError: run.lastError,
  replyMode: run.replyMode,
  targetProspectCount: run.targetProspectCount,
  createdAt: rfc3339(run.createdAt),
});

/** `plan` is there where a budget was given (spec, Run result). */
export const runResult = (run: Run) => ({
  run: runView(run),
  ...(run.plan && { plan: { ...run.plan } }),
});

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
