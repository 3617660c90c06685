import { area, checkFirst, documented, inferred, read, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import {
  array,
  fromOthers,
  id,
  integer,
  maybe,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
  timestamp,
  unknown,
} from '../schema/schema.ts';

/** What a 403 of these calls names as `code`; beside it is `tier`. */
export const placementErrors = ['inbox_placement_required', 'inbox_placement_hypergrowth_required'] as const;

/** How often a test runs; ours, the spec leaves the fields of a test open. */
export const testFrequencies = ['once', 'weekly'] as const;

/** Ours: where the test emails of one mailbox were found. */
const result = record({
  senderEmailId: maybe(id()),
  senderAddress: maybe(string()),
  inbox: maybe(integer()),
  spam: maybe(integer()),
  missing: maybe(integer()),
});

/** The spec leaves the fields of a run open: these are ours. */
const run = record({
  id: maybe(id()),
  testId: maybe(id()),
  testName: maybe(string()),
  status: maybe(string()),
  inbox: maybe(integer()),
  spam: maybe(integer()),
  missing: maybe(integer()),
  /** Share of its emails that reached the inbox, 0-100. */
  inboxRate: maybe(number()),
  results: maybe(array(result)),
  startedAt: maybe(timestamp()),
  finishedAt: maybe(timestamp()),
});

/** The spec leaves the fields of a test open: these are ours. */
const test = record({
  id: maybe(id()),
  name: maybe(string()),
  status: maybe(string()),
  frequency: maybe(string()),
  senderEmailIds: maybe(array(id())),
  lastRunId: maybe(id()),
  lastRunAt: maybe(timestamp()),
  nextRunAt: maybe(timestamp()),
  createdAt: maybe(timestamp()),
});

const listing = record({
  name: maybe(string()),
  zone: maybe(string()),
  kind: maybe(string()),
  value: maybe(string()),
  answer: maybe(string()),
  reason: maybe(fromOthers(string())),
  txt: maybe(fromOthers(string())),
  delistUrl: maybe(string()),
});

const reputation = record({
  senderEmailId: id(),
  senderAddress: maybe(string()),
  domain: maybe(string()),
  /** Empty where the provider shares its addresses among customers. */
  sendingIp: maybe(string()),
  /** 0-100, -1 when not computable. */
  healthScore: maybe(integer()),
  /** Inbox rate over recent completed runs, -1 when never tested. */
  placementScore: maybe(number()),
  spfStatus: maybe(string()),
  dkimStatus: maybe(string()),
  dmarcStatus: maybe(string()),
  dmarcPolicy: maybe(string()),
  mxStatus: maybe(string()),
  /** The spec does not say whether these are texts, zones or counts. */
  dnsIssues: maybe(unknown()),
  blacklistsChecked: maybe(unknown()),
  blacklistsListed: maybe(unknown()),
  blacklistListings: maybe(array(listing)),
  checkedAt: maybe(timestamp()),
});

export const placement = area('placement', {
  runs: read({
    summary: 'List inbox placement runs, newest first',
    tool: 'list_placement_runs',
    route: documented('GET', '/inbox-placement/runs'),
    query: object({ limit: optional(integer(1, 200)) }),
    answer: openList({
      shown: 'record',
      fields: 'open',
      under: 'items',
      known: ['id', 'testId', 'status', 'inboxRate', 'startedAt'],
    }),
    response: record({ count: maybe(integer()), items: array(run) }),
    statuses: [403],
    errors: placementErrors,
    paging: {
      kind: 'limit-count',
      items: 'items',
      default: 50,
      max: 200,
    },
  }),
  tests: read({
    summary: 'List inbox placement tests',
    tool: 'list_placement_tests',
    route: documented('GET', '/inbox-placement/tests'),
    answer: openList({
      shown: 'nothing',
      fields: 'open',
      under: 'items',
      known: ['id', 'name', 'status', 'frequency'],
    }),
    response: record({ count: maybe(integer()), items: array(test) }),
    statuses: [403],
    errors: placementErrors,
  }),
  /** Not in the spec's list of calls that send email; but test emails leave the mailboxes, and that is not undone. */
  createTest: write({
    summary: 'Start an inbox placement test: it sends test emails from the mailboxes',
    tool: 'create_placement_test',
    route: inferred(
      'POST',
      '/inbox-placement/tests',
      'the spec lists tests and shows no way to make one; things are created with POST on their list throughout',
    ),
    effect: 'sends',
    tells: {
      of: ({ senderEmailIds: told }, { senderEmailIds: asked }) =>
        Array.isArray(told) && Array.isArray(asked) ? { names: { asked, told } } : {},
    },
    mails: 'always',
    stops: 'nothing',
    retry: checkFirst('placement.tests'),
    body: record({
      senderEmailIds: array(id(), 1),
      name: optional(string(1)),
      frequency: optional(oneOf(testFrequencies)),
    }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['id', 'name', 'status', 'frequency', 'senderEmailIds', 'createdAt'],
    }),
    response: test,
    statuses: [400, 403, 404],
    errors: placementErrors,
  }),
  reputation: read({
    summary: 'Show the reputation of every mailbox: health, placement, DNS and blacklists',
    tool: 'get_sender_reputation',
    route: documented('GET', '/inbox-placement/sender-reputation'),
    answer: shown('closed'),
    response: record({ count: maybe(integer()), items: array(reputation) }),
    statuses: [403],
    errors: placementErrors,
  }),
});
