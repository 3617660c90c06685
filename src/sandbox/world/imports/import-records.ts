import type { endReasons, finder, importErrors, skipReasons } from '../../../contract/areas/finder.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Filters } from '../../../contract/schema/filters.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import type { VerificationCounts } from './verification.ts';

export type SkipReason = (typeof skipReasons)[number];
export type EndReason = (typeof endReasons)[number];
export type ImportError = (typeof importErrors)[number];
export interface Import {
  readonly id: number;
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly campaignName: string | null;
  readonly mode: 'selected' | 'first_n';
  readonly status: 'running' | 'completed' | 'failed' | 'canceled';
  readonly requested: number;
  readonly added: number;
  readonly skipped: number;
  readonly expired: number;
  /** How many people it has looked at. */
  readonly looked: number;
  readonly skipReasons: Partial<Record<SkipReason, number>>;
  readonly creditsPerProspect: number;
  readonly creditsSpent: number;
  readonly verifyEmails: boolean;
  readonly verification: VerificationCounts;
  readonly audienceKey: string | null;
  readonly filters: Filters | null;
  /** Those a selected import still has to look at. */
  readonly people: readonly number[] | null;
  readonly startsAt: number | null;
  /** 1-based place in the audience at which a first_n import goes on. */
  readonly position: number;
  readonly endReason: EndReason | null;
  readonly lastError: ImportError | null;
  readonly ledgerId: number;
  /** The saved search whose weekly top-up it is. */
  readonly topUpOf: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

const json = ['skipReasons', 'verification', 'filters', 'people'] as const;

type Row = Omit<Import, (typeof json)[number] | 'verifyEmails'> &
  Record<'skipReasons' | 'verification', string> &
  Record<'filters' | 'people', string | null> & { verifyEmails: number };

const columns = {
  workspaceId: 'workspace_id',
  campaignId: 'campaign_id',
  mode: 'mode',
  status: 'status',
  requested: 'requested',
  added: 'added',
  skipped: 'skipped',
  expired: 'expired',
  looked: 'looked',
  skipReasons: 'skip_reasons',
  creditsPerProspect: 'credits_per_prospect',
  creditsSpent: 'credits_spent',
  verifyEmails: 'verify_emails',
  verification: 'verification',
  audienceKey: 'audience_key',
  filters: 'filters',
  people: 'people',
  startsAt: 'starts_at',
  position: 'position',
  endReason: 'end_reason',
  lastError: 'last_error',
  ledgerId: 'ledger_id',
  topUpOf: 'top_up_of',
  createdAt: 'created_at',
  finishedAt: 'finished_at',
} as const;

type Stored = Omit<Import, 'id' | 'campaignName'>;

const select = `SELECT i.id, c.name AS campaignName, ${Object.entries(columns)
  .map(([field, column]) => `i.${column} AS ${field}`)
  .join(', ')} FROM finder_import i LEFT JOIN campaign c ON c.id = i.campaign_id`;

const parse = (row: Row): Import => ({
  ...row,
  verifyEmails: row.verifyEmails === 1,
  skipReasons: JSON.parse(row.skipReasons) as Import['skipReasons'],
  verification: JSON.parse(row.verification) as VerificationCounts,
  filters: row.filters === null ? null : (JSON.parse(row.filters) as Filters),
  people: row.people === null ? null : (JSON.parse(row.people) as number[]),
});

const stored = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
};

export function findImport(sandbox: Sandbox, id: number): Import | undefined {
  const row = sandbox.db.prepare(`${select} WHERE i.id = ?`).get<Row>(id);
  return row && parse(row);
}

/** Newest first. */
export function listImports(sandbox: Sandbox, workspaceId: number, limit: number): Import[] {
  return sandbox.db
    .prepare(`${select} WHERE i.workspace_id = ? ORDER BY i.id DESC LIMIT ?`)
    .all<Row>(workspaceId, limit)
    .map(parse);
}

export function runningImports(sandbox: Sandbox, workspaceId: number): Import[] {
  return sandbox.db
    .prepare(`${select} WHERE i.workspace_id = ? AND i.status = 'running' ORDER BY i.id`)
    .all<Row>(workspaceId)
    .map(parse);
}

export function insertImport(sandbox: Sandbox, values: Stored): number {
  const fields = Object.keys(columns) as (keyof Stored)[];
  return sandbox.db
    .prepare(
      `INSERT INTO finder_import (${fields.map((field) => columns[field]).join(', ')})
       VALUES (${fields.map(() => '?').join(', ')})`,
    )
    .run(...fields.map((field) => stored(values[field]))).lastInsertRowid;
}

export function updateImport(sandbox: Sandbox, id: number, changes: Partial<Stored>): void {
  const fields = Object.keys(changes) as (keyof Stored)[];
  sandbox.db
    .prepare(
      `UPDATE finder_import SET ${fields.map((field) => `${columns[field]} = ?`).join(', ')} WHERE id = ?`,
    )
    .run(...fields.map((field) => stored(changes[field])), id);
}

export const importView = (record: Import): Output<typeof finder.import> => ({
  importId: record.id,
  campaignId: record.campaignId,
  campaignName: record.campaignName,
  mode: record.mode,
  status: record.status,
  requested: record.requested,
  added: record.added,
  skipped: record.skipped,
  expired: record.expired,
  skipReasons: record.skipReasons as Record<string, number>,
  creditsPerProspect: record.creditsPerProspect,
  creditsSpent: record.creditsSpent,
  verifyEmails: record.verifyEmails,
  verification: { ...record.verification },
  audienceKey: record.audienceKey,
  startsAt: record.startsAt,
  endReason: record.endReason,
  lastError: record.lastError,
  topUpOf: record.topUpOf,
  createdAt: rfc3339(record.createdAt),
  finishedAt: maybeTime(record.finishedAt),
});
