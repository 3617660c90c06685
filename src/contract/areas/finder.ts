import { limits } from '../limits.ts';
import { area, checkFirst, documented, read, whenRunning, write } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import { filters } from '../schema/filters.ts';
import {
  array,
  boolean,
  fromOthers,
  type Infer,
  id,
  integer,
  map,
  maybe,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Problem,
  price,
  record,
  ruled,
  string,
  timestamp,
} from '../schema/schema.ts';

export const importModes = ['selected', 'first_n'] as const;
export const importStatuses = ['running', 'completed', 'failed', 'canceled'] as const;
/** Why a person was not added; such people cost nothing. */
export const skipReasons = [
  'already_in_workspace',
  'blocklisted',
  'reveal_returned_no_address',
  'consumer_mailbox',
  'invalid_email',
  'contact_cap_reached',
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
  'insufficient_credits',
  'contact_cap_reached',
  'results_expired',
  'budget_exhausted',
  'provider_blocked',
  'provider_unavailable',
  'rate_limited',
  'invalid_filters',
  'campaign_not_found',
  'internal',
] as const;

const lookup = record({
  seniorities: maybe(array(string())),
  jobFunctions: maybe(array(string())),
  companySizes: maybe(array(string())),
  revenue: maybe(array(string())),
  industries: maybe(array(string())),
  countries: maybe(array(string())),
  headquartersCountries: maybe(array(string())),
  regions: maybe(array(string())),
  continents: maybe(array(string())),
  creditsPerProspect: price('credits'),
  limits: maybe(
    record({
      defaultPageSize: maybe(integer()),
      pageSizes: maybe(array(integer())),
      maxPage: maybe(integer()),
      maxChipsPerField: maybe(integer()),
      maxDomainsPerField: maybe(integer()),
      maxValueLength: maybe(integer()),
      maxFirstN: maybe(integer()),
      maxRefsPerImport: maybe(integer()),
      maxRunningImports: maybe(integer()),
      maxSavedSearches: maybe(integer()),
      maxSavedSearchName: maybe(integer()),
      rowsPerDay: maybe(integer()),
      rowsLeftToday: maybe(integer()),
      topUpHourUtc: maybe(integer()),
    }),
  ),
});

/** A masked person. The spec shows ref, company and location and leaves the other fields open. */
const person = record({
  ref: string(),
  company: maybe(
    record({
      name: maybe(fromOthers(string())),
      /** An address of the picture; the spec says so but not what the field is called. */
      logo: maybe(fromOthers(string())),
      sizeBand: maybe(fromOthers(string())),
      revenueBand: maybe(fromOthers(string())),
    }),
  ),
  location: maybe(
    record({
      city: maybe(fromOthers(string())),
      state: maybe(fromOthers(string())),
      country: maybe(fromOthers(string())),
    }),
  ),
});

/** Earlier imports from the same filters. */
const progress = record({
  adds: maybe(integer()),
  added: maybe(integer()),
  lastAddAt: maybe(timestamp()),
  /** From 1; where the next import of the first n starts. */
  nextFrom: maybe(integer()),
  runningImportId: maybe(id()),
});

const search = record({
  searchId: maybe(string()),
  status: string(),
  error: maybe(string()),
  message: maybe(string()),
  audienceKey: maybe(string()),
  creditsPerProspect: maybe(price('credits')),
  page: maybe(integer()),
  pageSize: maybe(integer()),
  maxPage: maybe(integer()),
  hasMore: maybe(boolean()),
  total: maybe(integer()),
  /** A count, or a lower bound. */
  totalIsExact: maybe(boolean()),
  totalStatus: maybe(string()),
  rowsLeftToday: maybe(integer()),
  results: array(person),
  progress: maybe(progress),
});

const imported = record({
  importId: id(),
  campaignId: maybe(id()),
  campaignName: maybe(string()),
  mode: maybe(string()),
  status: string(),
  requested: maybe(integer()),
  added: maybe(integer()),
  skipped: maybe(integer()),
  /** Refs that were no longer stored. */
  expired: maybe(integer()),
  skipReasons: maybe(map(integer())),
  creditsPerProspect: maybe(price('credits')),
  creditsSpent: maybe(number()),
  verifyEmails: maybe(boolean()),
  verification: maybe(
    record({
      valid: maybe(integer()),
      invalid: maybe(integer()),
      catchAll: maybe(integer()),
      unknown: maybe(integer()),
      limitReached: maybe(boolean()),
    }),
  ),
  audienceKey: maybe(string()),
  startsAt: maybe(integer()),
  endReason: maybe(string()),
  lastError: maybe(string()),
  /** The saved search whose weekly top-up started it. */
  topUpOf: maybe(id()),
  createdAt: maybe(timestamp()),
  /** Until it is set, `added`, `creditsSpent` and `status` can still change. */
  finishedAt: maybe(timestamp()),
});

const importShape = object({
  campaignId: id(),
  mode: oneOf(importModes),
  refs: optional(array(string(1), ...limits.refsPerImport)),
  count: optional(integer(...limits.peoplePerImport)),
  filters: optional(filters),
  /** Starts again from the top instead of after the last import of the same filters. */
  fromStart: optional(boolean()),
  /** The paid verification of every address; on unless it is said to be off. */
  verifyEmails: optional(boolean()),
});

/** What each mode needs beside the campaign (spec, Lead Finder: Import request). */
function importProblems(request: Infer<typeof importShape>): Problem[] {
  const needed = request.mode === 'selected' ? (['refs'] as const) : (['count', 'filters'] as const);
  const foreign = request.mode === 'selected' ? (['count', 'fromStart'] as const) : (['refs'] as const);
  return [
    ...needed
      .filter((field) => request[field] === undefined)
      .map((field) => ({ field, value: undefined, reason: `is required with mode ${request.mode}` })),
    ...foreign
      .filter((field) => request[field] !== undefined)
      .map((field) => ({ field, value: request[field], reason: `cannot be used with mode ${request.mode}` })),
  ];
}

export const finder = area('finder', {
  filters: read({
    summary: 'Show the values, prices and limits of the contact database',
    tool: 'get_lead_finder_filters',
    route: documented('GET', '/lead-finder/filters'),
    answer: shown('closed'),
    response: lookup,
  }),
  search: read({
    summary: 'Search the contact database; results are masked and free',
    tool: 'search_lead_finder',
    route: documented('POST', '/lead-finder/searches'),
    body: object({
      filters,
      page: optional(integer(1, limits.searchMaxPage)),
      pageSize: optional(oneOf(limits.searchPageSizes)),
    }),
    answer: shown('open'),
    response: search,
    statuses: [400, 403, 409, 429, 500],
    errors: [
      'invalid_request',
      'invalid_filters',
      'plan_required',
      'provider_unavailable',
      'rate_limited',
      'budget_exhausted',
      'internal',
    ],
    paging: { kind: 'body', items: 'results', default: 25, max: 50, maxPage: limits.searchMaxPage },
  }),
  imports: read({
    summary: 'List imports, newest first',
    tool: 'list_lead_finder_imports',
    route: documented('GET', '/lead-finder/imports'),
    query: object({ limit: optional(integer(1, 50)) }),
    answer: shown('closed'),
    response: record({ imports: array(imported) }),
    paging: { kind: 'limit-only', items: 'imports', default: 10, max: 50 },
  }),
  startImport: write({
    summary: 'Import people as leads into a campaign: it spends credits',
    tool: 'start_lead_finder_import',
    route: documented('POST', '/lead-finder/imports'),
    effect: 'spends',
    billed: ['credits', 'checks'],
    tells: {
      of: ({ requested, added, creditsSpent, estimatedCredits }, { count, refs }) => ({
        cost: { credits: creditsSpent },
        mayCost: { credits: estimatedCredits },
        count: { of: 'people', asked: Array.isArray(refs) ? refs.length : count, told: requested },
        added,
      }),
      later: 'finder.import',
    },
    mails: whenRunning('campaignId', 'count', 'refs'),
    stops: 'nothing',
    // Repeating a call adds and charges for the next people (import rule 4).
    retry: checkFirst('finder.imports'),
    success: 202,
    body: ruled(importShape, importProblems),
    answer: shown('closed'),
    response: record({
      importId: id(),
      status: string(),
      requested: nullable(integer()),
      estimatedCredits: nullable(number()),
      creditsPerProspect: price('credits'),
      available: nullable(number()),
      expired: nullable(integer()),
      audienceKey: nullable(string()),
      /** Of mode first_n. */
      startsAt: maybe(integer()),
    }),
    statuses: [400, 401, 402, 403, 404, 409, 410, 422, 429, 500],
    errors: [
      'invalid_request',
      'invalid_filters',
      'insufficient_credits',
      'plan_required',
      'campaign_not_found',
      'provider_unavailable',
      'import_running',
      'results_expired',
      'contact_cap_reached',
      'rate_limited',
      'budget_exhausted',
      'internal',
    ],
    watch: { by: 'finder.import', param: 'id', done: 'finishedAt' },
  }),
  import: read({
    summary: 'Show one import',
    tool: 'get_lead_finder_import',
    route: documented('GET', '/lead-finder/imports/:id'),
    answer: shown('closed'),
    response: imported,
    statuses: [404],
    watch: { by: 'finder.import', param: 'id', done: 'finishedAt' },
  }),
});
