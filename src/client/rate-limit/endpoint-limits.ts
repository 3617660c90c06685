import { limits, rateLimits } from '../../contract/limits.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Routes } from '../request/build-request.ts';
import type { RateWindow } from './window-log.ts';

/**
 * Every window is a little longer than the service's, because no two clocks run alike. More is not needed: calls count
 * until they are answered.
 */
const margin = 1.003;

/** What an account may do in all (spec, Limits). */
export const accountWindows: readonly RateWindow[] = rateLimits.map(({ requests, seconds }) => ({
  count: requests,
  ms: Math.ceil(seconds * 1000 * margin),
  what: `the budget of ${requests} calls ${seconds === 60 ? 'a minute' : `in ${seconds} seconds`}`,
}));

/** A call that has a limit of its own beside the account's. */
export interface Lane {
  readonly name: string;
  readonly operation: string;
  /** Where the contract has it. */
  readonly route: string;
  readonly windows: readonly RateWindow[];
}

const perMinute = (count: number, what: string): RateWindow => ({
  count,
  ms: Math.ceil(60_000 * margin),
  what: `the budget of ${count} ${what} a minute`,
});

const perDay = (count: number, what: string): RateWindow => ({
  count,
  ms: 'day',
  what: `the budget of ${count} ${what} a day (UTC)`,
});

export const importsPath = '/lead-finder/imports';

export const lanes: readonly Lane[] = [
  {
    name: 'plan',
    operation: 'copilot.plan',
    route: 'POST /copilot/plan',
    windows: [perMinute(limits.copilotPlansPerMinute, 'plans'), perDay(limits.copilotPlansPerDay, 'plans')],
  },
  {
    name: 'search',
    operation: 'finder.search',
    route: 'POST /lead-finder/searches',
    windows: [perMinute(limits.searchesPerMinute, 'searches')],
  },
  {
    name: 'run',
    operation: 'autopilot.start',
    route: 'POST /autopilot/runs',
    windows: [perDay(limits.autopilotRunsPerDay, 'autopilot runs')],
  },
  // How many imports run at once shows in their records (import-slots.ts); what the service says of it is shared.
  {
    name: 'import',
    operation: 'finder.startImport',
    route: `POST ${importsPath}`,
    windows: [{ count: limits.importsAtOnce, ms: 1000, what: 'the budget of imports at once' }],
  },
];

/** The lane of a request, where a profile has its route elsewhere, too. */
export function laneOf({ method, path }: Pick<WireRequest, 'method' | 'path'>, routes: Routes = {}) {
  return lanes.find(({ operation, route }) => {
    const other = routes[operation];
    return `${method} ${path}` === (other ? `${other.method} ${other.path}` : route);
  });
}

/** Rows of searches that are left for today, where an answer tells; also where it stands as text in that of a tool. */
export function rowsLeft(body: string): number | undefined {
  const found = /"rowsLeftToday\\?"\s*:\s*(\d+)/.exec(body);
  return found ? Number(found[1]) : undefined;
}

/** How many people an answer to a search shows: each has one ref. */
export const rowsIn = (body: string): number => body.match(/"ref\\?"\s*:/g)?.length ?? 0;
