import type { endReasons, finder, importErrors, skipReasons } from '../../../contract/areas/finder.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Filters } from '../../../contract/schema/filters.ts';
import {
  flag,
  json,
  maybeNumber,
  maybeText,
  number,
  plain,
  type RecordOf,
  recordTable,
} from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import type { VerificationCounts } from './verification.ts';

export type SkipReason = (typeof skipReasons)[number];
export type EndReason = (typeof endReasons)[number];
export type ImportError = (typeof importErrors)[number];

export const imports = recordTable('finder_import', {
  id: number,
  workspaceId: number,
  campaignId: number,
  campaignName: plain<string | null>('(SELECT name FROM campaign WHERE id = t.campaign_id)'),
  mode: plain<'selected' | 'first_n'>(),
  status: plain<'running' | 'completed' | 'failed' | 'canceled'>(),
  requested: number,
  added: number,
  skipped: number,
  expired: number,
  /** How many people it has looked at. */
  looked: number,
  skipReasons: json<Partial<Record<SkipReason, number>>>(),
  creditsPerProspect: number,
  creditsSpent: number,
  verifyEmails: flag(),
  verification: json<VerificationCounts>(),
  audienceKey: maybeText,
  filters: json<Filters | null>(),
  /** Those a selected import still has to look at. */
  people: json<readonly number[] | null>(),
  startsAt: maybeNumber,
  /** 1-based place in the audience at which a first_n import goes on. */
  position: number,
  endReason: plain<EndReason | null>(),
  lastError: plain<ImportError | null>(),
  ledgerId: number,
  /** The saved search whose weekly top-up it is. */
  topUpOf: maybeNumber,
  createdAt: number,
  finishedAt: maybeNumber,
});

export type Import = RecordOf<typeof imports>;

/** Newest first. */
export const listImports = (sandbox: Sandbox, workspaceId: number, limit: number): Import[] =>
  imports.all(sandbox, 'WHERE t.workspace_id = ? ORDER BY t.id DESC LIMIT ?', workspaceId, limit);

export const runningImports = (sandbox: Sandbox, workspaceId: number): Import[] =>
  imports.all(sandbox, "WHERE t.workspace_id = ? AND t.status = 'running' ORDER BY t.id", workspaceId);

export function importView(record: Import): Output<typeof finder.import> {
  const { id, workspaceId, looked, filters, people, position, ledgerId, ...shown } = record;
  return {
    importId: id,
    ...shown,
    skipReasons: shown.skipReasons as Record<string, number>,
    verification: { ...shown.verification },
    createdAt: rfc3339(shown.createdAt),
    finishedAt: maybeTime(shown.finishedAt),
  };
}
