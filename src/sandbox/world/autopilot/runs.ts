import type { autopilot, replyModes, runStatuses } from '../../../contract/areas/autopilot.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { BudgetPlan } from '../../../domain/autopilot-plan.ts';
import { Refusal } from '../../core/handler.ts';
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

export interface Run {
  readonly id: number;
  readonly workspaceId: number;
  readonly website: string;
  readonly status: RunStatus;
  readonly replyMode: ReplyMode;
  readonly targetProspectCount: number;
  readonly plan: BudgetPlan | null;
  readonly audit: readonly AuditEntry[];
  readonly approvedAt: number | null;
  readonly approvedBy: number | null;
  readonly campaignId: number | null;
  readonly icpId: number | null;
  readonly prospectSearchId: number | null;
  readonly killSwitch: boolean;
  readonly launched: boolean;
  readonly lastAdvancedAt: number | null;
  readonly lastError: string;
  readonly ledgerId: number | null;
  /** Of domains and mailboxes. */
  readonly orderId: number | null;
  readonly createdAt: number;
}

const columns = {
  workspaceId: 'workspace_id',
  website: 'website',
  status: 'status',
  replyMode: 'reply_mode',
  targetProspectCount: 'target_prospect_count',
  plan: 'plan',
  audit: 'audit',
  approvedAt: 'approved_at',
  approvedBy: 'approved_by',
  campaignId: 'campaign_id',
  icpId: 'icp_id',
  prospectSearchId: 'prospect_search_id',
  killSwitch: 'kill_switch',
  launched: 'launched',
  lastAdvancedAt: 'last_advanced_at',
  lastError: 'last_error',
  ledgerId: 'ledger_id',
  orderId: 'order_id',
  createdAt: 'created_at',
} as const;

type Stored = Omit<Run, 'id'>;
type Row = Omit<Run, 'plan' | 'audit' | 'killSwitch' | 'launched'> & {
  plan: string | null;
  audit: string;
  killSwitch: number;
  launched: number;
};

const select = `SELECT id, ${Object.entries(columns)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(', ')} FROM autopilot_run`;

const parse = (row: Row): Run => ({
  ...row,
  plan: row.plan === null ? null : (JSON.parse(row.plan) as BudgetPlan),
  audit: JSON.parse(row.audit) as AuditEntry[],
  killSwitch: row.killSwitch === 1,
  launched: row.launched === 1,
});

const stored = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
};

export function findRun(sandbox: Sandbox, id: number): Run | undefined {
  const row = sandbox.db.prepare(`${select} WHERE id = ?`).get<Row>(id);
  return row && parse(row);
}

/** A run of the workspace; other workspaces' runs are not found (spec, Autopilot runs). */
export function runOf(sandbox: Sandbox, workspaceId: number, id: number): Run {
  const run = findRun(sandbox, id);
  if (run?.workspaceId !== workspaceId) throw new Refusal(404, `Autopilot run ${id} not found`);
  return run;
}

/** Newest first. */
export function listRuns(sandbox: Sandbox, workspaceId: number, limit: number, offset: number) {
  const rows = sandbox.db
    .prepare(`${select} WHERE workspace_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`)
    .all<Row>(workspaceId, limit, offset);
  return { runs: rows.map(parse), total: countRuns(sandbox, workspaceId) };
}

/** The run that waits for approval. */
export function waitingRun(sandbox: Sandbox, workspaceId: number): Run | undefined {
  const row = sandbox.db
    .prepare(`${select} WHERE workspace_id = ? AND status = 'awaiting_approval' AND kill_switch = 0 LIMIT 1`)
    .get<Row>(workspaceId);
  return row && parse(row);
}

export function countRuns(sandbox: Sandbox, workspaceId: number, since = 0): number {
  const row = sandbox.db
    .prepare('SELECT count(*) AS total FROM autopilot_run WHERE workspace_id = ? AND created_at >= ?')
    .get<{ total: number }>(workspaceId, since);
  return row?.total ?? 0;
}

export function insertRun(sandbox: Sandbox, values: Stored): number {
  const fields = Object.keys(columns) as (keyof Stored)[];
  return sandbox.db
    .prepare(
      `INSERT INTO autopilot_run (${fields.map((field) => columns[field]).join(', ')})
       VALUES (${fields.map(() => '?').join(', ')})`,
    )
    .run(...fields.map((field) => stored(values[field]))).lastInsertRowid;
}

export function updateRun(sandbox: Sandbox, id: number, changes: Partial<Stored>): void {
  const fields = Object.keys(changes) as (keyof Stored)[];
  sandbox.db
    .prepare(
      `UPDATE autopilot_run SET ${fields.map((field) => `${columns[field]} = ?`).join(', ')} WHERE id = ?`,
    )
    .run(...fields.map((field) => stored(changes[field])), id);
}

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
