import { words } from '../../base/text/words.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, read, whenRunning, write } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import { filters } from '../schema/filters.ts';
import * as s from '../schema/schema.ts';

export const importModes = ['selected', 'first_n'] as const;
export const importStatuses = ['running', 'completed', 'failed', 'canceled'] as const;
/** Why a person was not added; such people cost nothing. */
export const skipReasons = [
  ...words('already_in_workspace blocklisted reveal_returned_no_address consumer_mailbox'),
  ...words('invalid_email contact_cap_reached'),
] as const;
/** How an import ended; a failed one has none of them. */
export const endReasons = [
  'all_selected',
  'requested_reached',
  'audience_exhausted',
  'fetch_limit',
  'canceled',
] as const;
/** Why an import failed: `lastError`. It can have added and charged people before. */
export const importErrors = [
  ...words('insufficient_credits contact_cap_reached results_expired budget_exhausted'),
  ...words('provider_blocked provider_unavailable rate_limited invalid_filters campaign_not_found'),
  ...words('internal'),
] as const;

const lookup = s.record({
  ...s.each(['seniorities', 'jobFunctions', 'companySizes', 'revenue'], s.maybe(s.array(s.string()))),
  ...s.each(['industries', 'countries', 'headquartersCountries', 'regions'], s.maybe(s.array(s.string()))),
  continents: s.maybe(s.array(s.string())),
  creditsPerProspect: s.price('credits'),
  limits: s.maybe(
    s.record({
      defaultPageSize: s.maybe(s.integer()),
      pageSizes: s.maybe(s.array(s.integer())),
      ...s.each(['maxPage', 'maxChipsPerField', 'maxDomainsPerField'], s.maybe(s.integer())),
      ...s.each(['maxValueLength', 'maxFirstN', 'maxRefsPerImport'], s.maybe(s.integer())),
      ...s.each(['maxRunningImports', 'maxSavedSearches', 'maxSavedSearchName'], s.maybe(s.integer())),
      ...s.each(['rowsPerDay', 'rowsLeftToday', 'topUpHourUtc'], s.maybe(s.integer())),
    }),
  ),
});

/** A masked person. The spec shows ref, company and location and leaves the other fields open. */
const person = s.record({
  ref: s.string(),
  company: s.maybe(
    s.record({
      name: s.maybe(s.fromOthers(s.string())),
      /** An address of the picture; the spec says so but not what the field is called. */
      logo: s.maybe(s.fromOthers(s.string())),
      ...s.each(['sizeBand', 'revenueBand'], s.maybe(s.fromOthers(s.string()))),
    }),
  ),
  location: s.maybe(
    s.record({
      ...s.each(['city', 'state', 'country'], s.maybe(s.fromOthers(s.string()))),
    }),
  ),
});

/** Earlier imports from the same filters. */
const progress = s.record({
  ...s.each(['adds', 'added'], s.maybe(s.integer())),
  lastAddAt: s.maybe(s.timestamp()),
  /** From 1; where the next import of the first n starts. */
  nextFrom: s.maybe(s.integer()),
  runningImportId: s.maybe(s.id()),
});

const search = s.record({
  searchId: s.maybe(s.string()),
  status: s.string(),
  ...s.each(['error', 'message', 'audienceKey'], s.maybe(s.string())),
  creditsPerProspect: s.maybe(s.price('credits')),
  ...s.each(['page', 'pageSize', 'maxPage'], s.maybe(s.integer())),
  hasMore: s.maybe(s.boolean()),
  total: s.maybe(s.integer()),
  /** A count, or a lower bound. */
  totalIsExact: s.maybe(s.boolean()),
  totalStatus: s.maybe(s.string()),
  rowsLeftToday: s.maybe(s.integer()),
  results: s.array(person),
  progress: s.maybe(progress),
});

const imported = s.record({
  importId: s.id(),
  campaignId: s.maybe(s.id()),
  ...s.each(['campaignName', 'mode'], s.maybe(s.string())),
  status: s.string(),
  ...s.each(['requested', 'added', 'skipped'], s.maybe(s.integer())),
  /** Refs that were no longer stored. */
  expired: s.maybe(s.integer()),
  skipReasons: s.maybe(s.map(s.integer())),
  creditsPerProspect: s.maybe(s.price('credits')),
  creditsSpent: s.maybe(s.number()),
  verifyEmails: s.maybe(s.boolean()),
  verification: s.maybe(
    s.record({
      ...s.each(['valid', 'invalid', 'catchAll', 'unknown'], s.maybe(s.integer())),
      limitReached: s.maybe(s.boolean()),
    }),
  ),
  audienceKey: s.maybe(s.string()),
  startsAt: s.maybe(s.integer()),
  ...s.each(['endReason', 'lastError'], s.maybe(s.string())),
  /** The saved search whose weekly top-up started it. */
  topUpOf: s.maybe(s.id()),
  createdAt: s.maybe(s.timestamp()),
  /** Until it is set, `added`, `creditsSpent` and `status` can still change. */
  finishedAt: s.maybe(s.timestamp()),
});

const importShape = s.object({
  campaignId: s.id(),
  mode: s.oneOf(importModes),
  refs: s.optional(s.array(s.string(1), ...limits.refsPerImport)),
  count: s.optional(s.integer(...limits.peoplePerImport)),
  filters: s.optional(filters),
  /** Starts again from the top instead of after the last import of the same filters. */
  fromStart: s.optional(s.boolean()),
  /** The paid verification of every address; on unless it is said to be off. */
  verifyEmails: s.optional(s.boolean()),
});

/** What each mode needs beside the campaign (spec, Lead Finder: Import request). */
function importProblems(request: s.Infer<typeof importShape>): s.Problem[] {
  const needed = request.mode === 'selected' ? (['refs'] as const) : (['count', 'filters'] as const);
  const foreign = request.mode === 'selected' ? (['count', 'fromStart'] as const) : (['refs'] as const);
  const problems: s.Problem[] = [];
  for (const field of needed)
    if (request[field] === undefined)
      problems.push({ field, value: undefined, reason: `is required with mode ${request.mode}` });
  for (const field of foreign)
    if (request[field] !== undefined)
      problems.push({ field, value: request[field], reason: `cannot be used with mode ${request.mode}` });
  return problems;
}

export const finder = area('finder', {
  filters: read({
    summary: 'Show the values, prices and limits of the contact database',
    route: documented('GET', '/lead-finder/filters'),
    response: lookup,
  }),
  search: read({
    summary: 'Search the contact database; results are masked and free',
    route: documented('POST', '/lead-finder/searches'),
    body: s.object({
      filters,
      page: s.optional(s.integer(1, limits.searchMaxPage)),
      pageSize: s.optional(s.oneOf(limits.searchPageSizes)),
    }),
    answer: shown('open'),
    response: search,
    statuses: [400, 403, 409, 429, 500],
    errors: [
      ...words('invalid_request invalid_filters plan_required provider_unavailable rate_limited'),
      ...words('budget_exhausted internal'),
    ],
    paging: { kind: 'body', items: 'results', default: 25, max: 50, maxPage: limits.searchMaxPage },
  }),
  imports: read({
    summary: 'List imports, newest first',
    route: documented('GET', '/lead-finder/imports'),
    query: s.object({ limit: s.optional(s.integer(1, 50)) }),
    response: s.record({ imports: s.array(imported) }),
    paging: { kind: 'limit-only', items: 'imports', default: 10, max: 50 },
  }),
  startImport: write({
    summary: 'Import people as leads into a campaign: it spends credits',
    route: documented('POST', '/lead-finder/imports'),
    effect: 'spends',
    billed: ['credits', 'checks'],
    tells: {
      of: ({ requested, added, creditsSpent, estimatedCredits }, { count, refs }) => ({
        cost: { credits: creditsSpent },
        mayCost: { credits: estimatedCredits },
        count: { of: 'people', asked: Array.isArray(refs) ? refs.length : count, reported: requested },
        added,
      }),
      later: 'finder.import',
    },
    mails: whenRunning('campaignId', 'count', 'refs'),
    // Repeating a call adds and charges for the next people (import rule 4).
    retry: checkFirst('finder.imports'),
    success: 202,
    body: s.ruled(importShape, importProblems),
    response: s.record({
      importId: s.id(),
      status: s.string(),
      requested: s.nullable(s.integer()),
      estimatedCredits: s.nullable(s.number()),
      creditsPerProspect: s.price('credits'),
      available: s.nullable(s.number()),
      expired: s.nullable(s.integer()),
      audienceKey: s.nullable(s.string()),
      startsAt: s.maybe(s.integer()),
    }),
    statuses: [400, 401, 402, 403, 404, 409, 410, 422, 429, 500],
    errors: [
      ...words('invalid_request invalid_filters insufficient_credits plan_required campaign_not_found'),
      ...words('provider_unavailable import_running results_expired contact_cap_reached rate_limited'),
      ...words('budget_exhausted internal'),
    ],
    watch: { by: 'finder.import', param: 'id', done: 'finishedAt' },
  }),
  import: read({
    summary: 'Show one import',
    route: documented('GET', '/lead-finder/imports/:id'),
    response: imported,
    statuses: [404],
    watch: { by: 'finder.import', param: 'id', done: 'finishedAt' },
  }),
});
