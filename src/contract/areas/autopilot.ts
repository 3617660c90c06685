import { isRecord } from '../../base/is-record.ts';
import { area, checkFirst, documented, inferred, read, safe, write } from '../operation.ts';
import { infrastructureUsd } from '../plan-amounts.ts';
import { openRecord, shown } from '../schema/answer-shape.ts';
import {
  amount,
  array,
  boolean,
  fromOthers,
  id,
  integer,
  maybe,
  number,
  object,
  oneOf,
  optional,
  record,
  ruled,
  string,
  timestamp,
} from '../schema/schema.ts';

export const runStatuses = [
  'pending',
  'building_icp',
  'writing_sequence',
  'sourcing_prospects',
  'awaiting_approval',
  'provisioning_infrastructure',
  'running',
  'paused',
  'completed',
  'failed',
] as const;

/** What becomes of replies: nothing, drafts, drafts that wait for a person, or answers that go out unread. */
export const replyModes = ['off', 'draft', 'approve', 'auto'] as const;

const budget = () =>
  ruled(number(), (usd) => (usd > 0 ? [] : [{ field: '', value: usd, reason: 'must be greater than 0' }]));

/** Dollars and counts a month; domains and mailboxes are a ceiling, dollars an estimate (spec, Budget plan). */
const plan = record({
  credits: maybe(number()),
  creditsUsd: maybe(amount()),
  domains: maybe(integer()),
  mailboxes: maybe(integer()),
  mailboxesMonthlyUsd: maybe(amount()),
  monthlySends: maybe(integer()),
  prospectsPerMonth: maybe(integer()),
  /** A month once everything runs. */
  recurringUsd: maybe(amount()),
  /** Once, in the first month: setup fees of mailboxes and a year of each domain. */
  setupUsd: maybe(amount()),
  /** The two together. */
  firstMonthUsd: maybe(amount()),
  feasible: maybe(boolean()),
  expectedMeetingsPerMonth: maybe(number()),
  notes: maybe(array(string())),
});

const auditEntry = record({
  actor: maybe(string()),
  at: maybe(timestamp()),
  stage: maybe(string()),
  /** What it made of a website, in part. */
  message: maybe(fromOthers(string())),
});

const run = record({
  id: id(),
  website: maybe(string()),
  status: string(),
  approvedAt: maybe(timestamp()),
  approvedByUserId: maybe(id()),
  audit: maybe(array(auditEntry)),
  autoOptimizeVariants: maybe(boolean()),
  autoTopupProspects: maybe(boolean()),
  campaignId: maybe(id()),
  icpId: maybe(id()),
  prospectSearchId: maybe(id()),
  /** Halted for good, whatever the status says. */
  killSwitch: maybe(boolean()),
  lastAdvancedAt: maybe(timestamp()),
  lastError: maybe(fromOthers(string())),
  replyMode: maybe(string()),
  targetProspectCount: maybe(integer()),
  createdAt: maybe(timestamp()),
});

/** The plan is there where a budget was given. */
const result = record({ run, plan: maybe(plan) });

export const autopilot = area('autopilot', {
  plan: write({
    summary: 'Plan what a monthly budget buys',
    tool: 'plan_autopilot',
    route: documented('POST', '/autopilot/plan'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    changes: false,
    body: object({
      budgetUsd: budget(),
      /** 0 is not a cap. */
      maxMailboxes: optional(integer(0)),
      /** What of the budget goes to the platform itself; 0 unless said. */
      platformUsd: optional(number(0)),
    }),
    answer: shown('closed'),
    response: record({ ...plan.entries, credits: number(), feasible: boolean() }),
    statuses: [400],
  }),
  runs: read({
    summary: 'List runs, newest first',
    tool: 'list_autopilot_runs',
    route: documented('GET', '/autopilot/runs'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({ runs: array(run), total: integer() }),
    statuses: [500],
    paging: { kind: 'page-total', items: 'runs', default: 50, max: 200 },
  }),
  start: write({
    summary: 'Start a run; it spends, buys and sends nothing before it is approved',
    tool: 'start_autopilot_run',
    route: documented('POST', '/autopilot/runs'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // Each call starts another run, and a day has five.
    retry: checkFirst('autopilot.runs'),
    standing: [429],
    success: 201,
    body: object({
      website: string(1),
      budgetUsd: optional(budget()),
      maxMailboxes: optional(integer(0)),
      /** `draft` unless said. */
      replyMode: optional(oneOf(replyModes)),
      /** With a budget the plan's prospects a month unless said; 0 is the service's own batch. */
      targetProspects: optional(integer(0)),
    }),
    answer: shown('closed'),
    response: result,
    statuses: [400, 402, 403, 429, 500],
    errors: ['insufficient_credits'],
  }),
  run: read({
    summary: 'Show one run with its audit trail',
    tool: 'get_autopilot_run',
    route: documented('GET', '/autopilot/runs/:id'),
    answer: shown('closed'),
    response: result,
    statuses: [400, 404, 500],
  }),
  approve: write({
    summary: 'Approve a run: it spends credits, buys infrastructure and sends email',
    tool: 'approve_autopilot_run',
    route: documented('POST', '/autopilot/runs/:id/approve'),
    effect: 'buys',
    billed: ['credits', 'dollars'],
    tells: {
      of: ({ run, plan }) => ({
        mayCost: { usd: isRecord(plan) ? infrastructureUsd(plan) : undefined },
        count: { of: 'people', told: isRecord(run) ? run.targetProspectCount : undefined },
      }),
      later: 'autopilot.run',
    },
    // The campaign is launched without asking again.
    mails: 'always',
    stops: 'nothing',
    sendsStored: true,
    retry: checkFirst('autopilot.run'),
    answer: shown('closed'),
    response: result,
    statuses: [400, 404, 409, 500],
  }),
  kill: write({
    summary: 'Stop a run for good and pause the campaign that it launched',
    tool: 'kill_autopilot_run',
    route: inferred(
      'POST',
      '/autopilot/runs/:id/kill',
      'the spec names the kill call with its request and answer, and shows no path; written like the approval',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'mail',
    // A run that is halted already stays as it is.
    retry: safe,
    /** The service trims the reason and keeps 200 characters of it. */
    body: object({ reason: optional(string()) }),
    answer: openRecord({
      shown: 'record',
      fields: 'closed',
      under: 'run',
      known: ['id', 'website', 'status', 'killSwitch'],
    }),
    response: record({ run }),
    statuses: [400, 401, 404, 500],
  }),
});
