import { importErrors } from '../../../contract/areas/finder.ts';
import type { Filters } from '../../../contract/schema/filters.ts';
import { day, startOfDay, weekday as weekdayOf } from '../../../domain/window.ts';
import { Refusal } from '../../core/handler.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { recordRefused, startImport } from './import-start.ts';

export const topUpKind = 'finder.topUp';

/** Hour of the day in UTC at which saved searches top up; ours, the service tells its own. */
export const topUpHourUtc = 6;

const searchTable = stored.recordTable('saved_search', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.text,
  filters: stored.json<Filters>(),
  campaignId: stored.number,
  /** How many people a top-up asks for. */
  weekly: stored.number,
  verifyEmails: stored.flag(),
  createdAt: stored.number,
});

type SavedSearch = Omit<stored.RecordOf<typeof searchTable>, 'id' | 'createdAt'>;

interface TopUpEvent {
  readonly savedSearchId: number;
}

/**
 * Keeps a search that imports the next people every week. There is no call for it: it is made in the app. The first
 * top-up is the next one on that weekday (0 is Sunday), or on whatever day comes next.
 */
export function addSavedSearch(sandbox: Sandbox, search: SavedSearch, weekday?: number): number {
  const now = sandbox.now();
  const id = searchTable.insert(sandbox, { ...search, createdAt: now });
  let at = startOfDay(now) + topUpHourUtc * 3_600_000;
  while (at <= now || (weekday !== undefined && weekdayOf(at) !== weekday)) at += day;
  sandbox.schedule(at, topUpKind, { savedSearchId: id } satisfies TopUpEvent);
  return id;
}

/** Starts the week's import by all rules of imports. What they refuse shows as a failed import, and the next week comes. */
export function onTopUp(sandbox: Sandbox, { savedSearchId }: TopUpEvent, at: number): void {
  const search = searchTable.find(sandbox, savedSearchId);
  if (!search) return;
  const { workspaceId, campaignId, filters, weekly, verifyEmails, name } = search;
  const body = { mode: 'first_n', campaignId, filters, count: weekly, verifyEmails } as const;
  const asked = {
    workspaceId,
    operation: topUpKind,
    effect: 'spends',
    request: { savedSearchId, name, body },
  };
  try {
    startImport(sandbox, workspaceId, body, { of: savedSearchId, asked });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, reason } = error.extra;
    if (code === 'import_running' || reason === 'running_imports') {
      sandbox.schedule(at + waitMs, topUpKind, { savedSearchId });
      return;
    }
    const lastError = importErrors.find((known) => known === code) ?? 'internal';
    recordRefused(sandbox, workspaceId, body, { topUpOf: savedSearchId, lastError });
  }
  // At the hour again, also after a week that began late.
  sandbox.schedule(startOfDay(at) + topUpHourUtc * 3_600_000 + 7 * day, topUpKind, { savedSearchId });
}

/** How soon a top-up that found other imports running tries again: as long as the service tells clients to wait. */
const waitMs = 15_000;
