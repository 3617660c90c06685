import { counted } from '../../../base/counted.ts';
import type { finder } from '../../../contract/areas/finder.ts';
import { limits } from '../../../contract/limits.ts';
import { type HandlersOf, Refusal } from '../../core/handler.ts';
import { pageInfo } from '../../core/paging.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, secondsToUtcMidnight, utcDay } from '../../core/times.ts';
import { count, countOf } from '../../world/account/counters.ts';
import { prospectPrice } from '../../world/account/prices.ts';
import { requirePlan, workspaceOf } from '../../world/account/workspaces.ts';
import { audienceKey, audienceOf } from '../../world/contacts/audience.ts';
import { checkFilters, filterLists } from '../../world/contacts/filter-lists.ts';
import { peopleOf, personOf } from '../../world/contacts/people.ts';
import { makeRef, type RefOwner } from '../../world/contacts/refs.ts';
import { progressOf } from '../../world/imports/audience-progress.ts';
import { runningImports } from '../../world/imports/import-records.ts';
import { startImport } from '../../world/imports/import-start.ts';
import { topUpHourUtc } from '../../world/imports/saved-searches.ts';

const rowsCounter = 'finder_rows';

export const handlers: HandlersOf<typeof finder, 'filters' | 'search' | 'startImport'> = {
  filters: ({ workspaceId }, sandbox) => {
    const rows = rowsToday(sandbox, workspaceId);
    return {
      ...filterLists,
      creditsPerProspect: prospectPrice(workspaceOf(sandbox, workspaceId)),
      limits: {
        defaultPageSize: 25,
        pageSizes: [...limits.searchPageSizes],
        maxPage: limits.searchMaxPage,
        maxChipsPerField: limits.filterValues,
        maxDomainsPerField: limits.domainsPerFilter,
        maxValueLength: limits.filterValueLength,
        maxFirstN: limits.peoplePerImport[1],
        maxRefsPerImport: limits.refsPerImport[1],
        maxRunningImports: limits.importsAtOnce,
        maxSavedSearches: limits.savedSearches,
        maxSavedSearchName: limits.savedSearchName,
        rowsPerDay: rows.most,
        rowsLeftToday: rows.left,
        topUpHourUtc,
      },
    };
  },

  search: ({ body, workspaceId }, sandbox) => {
    const workspace = requirePlan(sandbox, workspaceId);
    checkFilters(body.filters);
    checkPace(sandbox, workspaceId);
    const page = body.page ?? 1;
    const pageSize = body.pageSize ?? 25;
    const people = peopleOf(sandbox.seed);
    const audience = audienceOf(people, body.filters);
    const found = [...audience.subarray((page - 1) * pageSize, page * pageSize)];
    const rows = rowsToday(sandbox, workspaceId);
    if (found.length > rows.left)
      throw new Refusal(429, `The daily browsing allowance of ${counted(rows.most, 'row')} is used up`, {
        code: 'budget_exhausted',
        reason: 'daily_budget',
        retryAfterSeconds: secondsToUtcMidnight(sandbox.now()),
      });
    count(sandbox, workspaceId, rowsCounter, utcDay(sandbox.now()), found.length);
    const owner: RefOwner = { seed: sandbox.seed, workspaceId };
    const key = audienceKey(body.filters);
    const { hasMore, total } = pageInfo({ page, limit: pageSize, offset: 0 }, audience.length);
    const { lastAddAt, ...progress } = progressOf(sandbox, workspaceId, key);
    const running = runningImports(sandbox, workspaceId).find(({ audienceKey }) => audienceKey === key);
    return {
      searchId: `search_${key.slice(4)}_${page}`,
      status: 'done',
      audienceKey: key,
      creditsPerProspect: prospectPrice(workspace),
      page,
      pageSize,
      maxPage: limits.searchMaxPage,
      hasMore: hasMore && page < limits.searchMaxPage,
      total,
      totalIsExact: true,
      totalStatus: 'done',
      rowsLeftToday: rows.left - found.length,
      results: found.map((person) => masked(sandbox, owner, person)),
      progress: { ...progress, lastAddAt: maybeTime(lastAddAt), runningImportId: running?.id ?? null },
    };
  },

  startImport: ({ body, workspaceId }, sandbox) => startImport(sandbox, workspaceId, body),
};

/** 20 searches a minute; refused ones do not count. */
function checkPace(sandbox: Sandbox, workspaceId: number): void {
  const minute = 60_000;
  const times = sandbox.db
    .prepare(
      `SELECT at FROM request WHERE operation = 'finder.search' AND workspace_id = ? AND status = 200 AND at > ?
       ORDER BY at`,
    )
    .all<{ at: number }>(workspaceId, sandbox.now() - minute);
  const first = times[times.length - limits.searchesPerMinute];
  if (!first) return;
  throw new Refusal(429, `At most ${counted(limits.searchesPerMinute, 'search', 'searches')} a minute`, {
    code: 'rate_limited',
    reason: 'searches_per_minute',
    retryAfterSeconds: Math.max(1, Math.ceil((first.at + minute - sandbox.now()) / 1000)),
  });
}

function rowsToday(sandbox: Sandbox, workspaceId: number) {
  const trial = workspaceOf(sandbox, workspaceId).plan === 'trial';
  const most = trial ? limits.searchRowsPerDayOnTrial : limits.searchRowsPerDay;
  const used = countOf(sandbox, workspaceId, rowsCounter, utcDay(sandbox.now()));
  return { most, left: Math.max(0, most - used) };
}

/** The spec shows ref, company and location of a person and calls the rest masked: a name is cut to an initial. */
function masked(sandbox: Sandbox, owner: RefOwner, index: number) {
  const { firstName, lastName, title, seniority, jobFunction, company, location } = personOf(
    peopleOf(sandbox.seed),
    index,
  );
  const initial = `${[...lastName][0] ?? ''}.`;
  return {
    ref: makeRef(owner, index, sandbox.now()),
    name: `${firstName} ${initial}`,
    firstName,
    lastName: initial,
    jobTitle: title,
    seniority,
    jobFunction,
    company: {
      name: company.legalName,
      logo: `https://logos.${company.domain}/logo.png`,
      sizeBand: company.sizeBand,
      revenueBand: company.revenueBand,
      industry: company.industry,
    },
    location,
  };
}
