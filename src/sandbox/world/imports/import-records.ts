import type { endReasons, finder, importErrors, skipReasons } from '../../../contract/areas/finder.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Filters } from '../../../contract/schema/filters.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { withTimes } from '../../core/times.ts';
import type { VerificationCounts } from './verification.ts';

export type SkipReason = (typeof skipReasons)[number];
export type EndReason = (typeof endReasons)[number];
export type ImportError = (typeof importErrors)[number];

export const imports = stored.recordTable('finder_import', {
  id: stored.number,
  workspaceId: stored.number,
  campaignId: stored.number,
  campaignName: stored.plain<string | null>('(SELECT name FROM campaign WHERE id = t.campaign_id)'),
  mode: stored.plain<'selected' | 'first_n'>(),
  status: stored.plain<'running' | 'completed' | 'failed' | 'canceled'>(),
  requested: stored.number,
  added: stored.number,
  skipped: stored.number,
  expired: stored.number,
  /** How many people it has looked at. */
  looked: stored.number,
  skipReasons: stored.json<Partial<Record<SkipReason, number>>>(),
  creditsPerProspect: stored.number,
  creditsSpent: stored.number,
  verifyEmails: stored.flag(),
  verification: stored.json<VerificationCounts>(),
  audienceKey: stored.maybeText,
  filters: stored.json<Filters | null>(),
  /** Those a selected import still has to look at. */
  people: stored.json<readonly number[] | null>(),
  startsAt: stored.maybeNumber,
  /** 1-based place in the audience at which a first_n import goes on. */
  position: stored.number,
  endReason: stored.plain<EndReason | null>(),
  lastError: stored.plain<ImportError | null>(),
  ledgerId: stored.number,
  /** The saved search whose weekly top-up it is. */
  topUpOf: stored.maybeNumber,
  createdAt: stored.number,
  finishedAt: stored.maybeNumber,
});

export type Import = stored.RecordOf<typeof imports>;

export const runningImports = (sandbox: Sandbox, workspaceId: number): Import[] =>
  imports.all(sandbox, "WHERE t.workspace_id = ? AND t.status = 'running' ORDER BY t.id", workspaceId);

export function importView(record: Import): Output<typeof finder.import> {
  const { id, workspaceId, looked, filters, people, position, ledgerId, ...shown } = record;
  return {
    importId: id,
    ...withTimes(shown),
    // A place, and no time.
    startsAt: shown.startsAt,
    skipReasons: shown.skipReasons as Record<string, number>,
    verification: { ...shown.verification },
  };
}
