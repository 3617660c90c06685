import { area, checkFirst, documented, inferred, read, write } from '../operation.ts';
import { openList, openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** What a 403 of these calls names as `code`; beside it is `tier`. */
export const placementErrors = ['inbox_placement_required', 'inbox_placement_hypergrowth_required'] as const;

/** How often a test runs; ours, the spec leaves the fields of a test open. */
export const testFrequencies = ['once', 'weekly'] as const;

/** Ours: where the test emails of one mailbox were found. */
const result = s.record({
  senderEmailId: s.maybe(s.id()),
  senderAddress: s.maybe(s.string()),
  ...s.each(['inbox', 'spam', 'missing'], s.maybe(s.integer())),
});

/** The spec leaves the fields of a run open: these are ours. */
const run = s.record({
  ...s.each(['id', 'testId'], s.maybe(s.id())),
  ...s.each(['testName', 'status'], s.maybe(s.string())),
  ...s.each(['inbox', 'spam', 'missing'], s.maybe(s.integer())),
  /** Share of its emails that reached the inbox, 0-100. */
  inboxRate: s.maybe(s.number()),
  results: s.maybe(s.array(result)),
  ...s.each(['startedAt', 'finishedAt'], s.maybe(s.timestamp())),
});

/** The spec leaves the fields of a test open: these are ours. */
const test = s.record({
  id: s.maybe(s.id()),
  ...s.each(['name', 'status', 'frequency'], s.maybe(s.string())),
  senderEmailIds: s.maybe(s.array(s.id())),
  lastRunId: s.maybe(s.id()),
  ...s.each(['lastRunAt', 'nextRunAt', 'createdAt'], s.maybe(s.timestamp())),
});

const listing = s.record({
  ...s.each(['name', 'zone', 'kind', 'value', 'answer'], s.maybe(s.string())),
  ...s.each(['reason', 'txt'], s.maybe(s.fromOthers(s.string()))),
  delistUrl: s.maybe(s.string()),
});

const reputation = s.record({
  senderEmailId: s.id(),
  ...s.each(['senderAddress', 'domain'], s.maybe(s.string())),
  /** Empty where the provider shares its addresses among customers. */
  sendingIp: s.maybe(s.string()),
  /** 0-100, -1 when not computable. */
  healthScore: s.maybe(s.integer()),
  /** Inbox rate over recent completed runs, -1 when never tested. */
  placementScore: s.maybe(s.number()),
  ...s.each(['spfStatus', 'dkimStatus', 'dmarcStatus', 'dmarcPolicy', 'mxStatus'], s.maybe(s.string())),
  /** The spec does not say whether these are texts, zones or counts. */
  dnsIssues: s.maybe(s.unknown()),
  ...s.each(['blacklistsChecked', 'blacklistsListed'], s.maybe(s.unknown())),
  blacklistListings: s.maybe(s.array(listing)),
  checkedAt: s.maybe(s.timestamp()),
});

export const placement = area('placement', {
  runs: read({
    summary: 'List inbox placement runs, newest first',
    route: documented('GET', '/inbox-placement/runs'),
    query: s.object({ limit: s.optional(s.integer(1, 200)) }),
    answer: openList({ shown: 'record', fields: 'open', under: 'items' }),
    response: s.record({ count: s.maybe(s.integer()), items: s.array(run) }),
    statuses: [403],
    errors: placementErrors,
    paging: { kind: 'limit-count', items: 'items', default: 50, max: 200 },
  }),
  tests: read({
    summary: 'List inbox placement tests',
    tool: 'list_placement_tests',
    route: documented('GET', '/inbox-placement/tests'),
    answer: openList({ shown: 'nothing', fields: 'open', under: 'items' }),
    response: s.record({ count: s.maybe(s.integer()), items: s.array(test) }),
    statuses: [403],
    errors: placementErrors,
  }),
  /** Not in the spec's list of calls that send email; but test emails leave the mailboxes, and that is not undone. */
  createTest: write({
    summary: 'Start an inbox placement test, which sends test emails from the mailboxes',
    route: inferred('POST', '/inbox-placement/tests', 'creating is a POST to the list'),
    effect: 'sends',
    tells: {
      of: ({ senderEmailIds: reported }, { senderEmailIds: asked }) =>
        Array.isArray(reported) && Array.isArray(asked) ? { names: { asked, reported } } : {},
    },
    mails: 'always',
    retry: checkFirst('placement.tests'),
    body: s.record({
      senderEmailIds: s.array(s.id(), 1),
      name: s.optional(s.string(1)),
      frequency: s.optional(s.oneOf(testFrequencies)),
    }),
    answer: openRecord({ shown: 'nothing', fields: 'open' }),
    response: test,
    statuses: [400, 403, 404],
    errors: placementErrors,
  }),
  reputation: read({
    summary: 'Show the reputation of every mailbox: health, placement, DNS and blacklists',
    tool: 'get_sender_reputation',
    route: documented('GET', '/inbox-placement/sender-reputation'),
    response: s.record({ count: s.maybe(s.integer()), items: s.array(reputation) }),
    statuses: [403],
    errors: placementErrors,
  }),
});
