import { isRecord } from '../../base/is-record.ts';
import { words } from '../../base/text/words.ts';
import { area, checkFirst, documented, harmless, inferred, noEffect, read, write } from '../operation.ts';
import { infrastructureUsd } from '../plan-amounts.ts';
import { openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

export const runStatuses = [
  ...words('pending building_icp writing_sequence sourcing_prospects awaiting_approval'),
  ...words('provisioning_infrastructure running paused completed failed'),
] as const;

/** What becomes of replies: nothing, drafts, drafts that wait for a person, or answers that go out unread. */
export const replyModes = ['off', 'draft', 'approve', 'auto'] as const;

const budget = () => s.ruled(s.number(), (usd) => s.problemAt('', usd, usd <= 0 && 'must be greater than 0'));

/** Dollars and counts a month; domains and mailboxes are a ceiling, dollars an estimate (spec, Budget plan). */
const plan = s.record({
  credits: s.maybe(s.number()),
  creditsUsd: s.maybe(s.amount()),
  ...s.each(['domains', 'mailboxes'], s.maybe(s.integer())),
  mailboxesMonthlyUsd: s.maybe(s.amount()),
  ...s.each(['monthlySends', 'prospectsPerMonth'], s.maybe(s.integer())),
  /** A month once everything runs. */
  recurringUsd: s.maybe(s.amount()),
  /** Once, in the first month: setup fees of mailboxes and a year of each domain. */
  setupUsd: s.maybe(s.amount()),
  firstMonthUsd: s.maybe(s.amount()),
  feasible: s.maybe(s.boolean()),
  expectedMeetingsPerMonth: s.maybe(s.number()),
  notes: s.maybe(s.array(s.string())),
});

const auditEntry = s.record({
  actor: s.maybe(s.string()),
  at: s.maybe(s.timestamp()),
  stage: s.maybe(s.string()),
  /** What it made of a website, in part. */
  message: s.maybe(s.fromOthers(s.string())),
});

const run = s.record({
  id: s.id(),
  website: s.maybe(s.string()),
  status: s.string(),
  approvedAt: s.maybe(s.timestamp()),
  approvedByUserId: s.maybe(s.id()),
  audit: s.maybe(s.array(auditEntry)),
  ...s.each(['autoOptimizeVariants', 'autoTopupProspects'], s.maybe(s.boolean())),
  ...s.each(['campaignId', 'icpId', 'prospectSearchId'], s.maybe(s.id())),
  /** Halted for good, whatever the status says. */
  killSwitch: s.maybe(s.boolean()),
  lastAdvancedAt: s.maybe(s.timestamp()),
  lastError: s.maybe(s.fromOthers(s.string())),
  replyMode: s.maybe(s.string()),
  targetProspectCount: s.maybe(s.integer()),
  createdAt: s.maybe(s.timestamp()),
});

/** The plan is there where a budget was given. */
const result = s.record({ run, plan: s.maybe(plan) });

export const autopilot = area('autopilot', {
  plan: write({
    summary: 'Plan what a monthly budget buys',
    route: documented('POST', '/autopilot/plan'),
    ...harmless,
    changes: false,
    body: s.object({
      budgetUsd: budget(),
      /** 0 is not a cap. */
      maxMailboxes: s.optional(s.integer(0)),
      /** What of the budget goes to the platform itself; 0 unless said. */
      platformUsd: s.optional(s.number(0)),
    }),
    response: s.record({ ...plan.entries, credits: s.number(), feasible: s.boolean() }),
    statuses: [400],
  }),
  runs: read({
    summary: 'List runs, newest first',
    route: documented('GET', '/autopilot/runs'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ runs: s.array(run), total: s.integer() }),
    statuses: [500],
    paging: { kind: 'page-total', items: 'runs', default: 50, max: 200 },
  }),
  start: write({
    summary: 'Start a run, which spends and sends nothing until you approve it',
    tool: 'start_autopilot_run',
    route: documented('POST', '/autopilot/runs'),
    ...noEffect,
    // Each call starts another run, and a day has five.
    retry: checkFirst('autopilot.runs'),
    standing: [429],
    success: 201,
    body: s.object({
      website: s.string(1),
      budgetUsd: s.optional(budget()),
      maxMailboxes: s.optional(s.integer(0)),
      /** `draft` unless said. */
      replyMode: s.optional(s.oneOf(replyModes)),
      /** With a budget the plan's prospects a month unless said; 0 is the service's own batch. */
      targetProspects: s.optional(s.integer(0)),
    }),
    response: result,
    statuses: [400, 402, 403, 429, 500],
    errors: ['insufficient_credits'],
  }),
  run: read({
    summary: 'Show one run with its audit trail',
    route: documented('GET', '/autopilot/runs/:id'),
    response: result,
    statuses: [400, 404, 500],
  }),
  approve: write({
    summary: 'Approve a run, which then spends credits, buys infrastructure and sends email',
    tool: 'approve_autopilot_run',
    route: documented('POST', '/autopilot/runs/:id/approve'),
    effect: 'buys',
    billed: ['credits', 'dollars'],
    tells: {
      of: ({ run, plan }) => ({
        mayCost: { usd: isRecord(plan) ? infrastructureUsd(plan) : undefined },
        count: { of: 'people', reported: isRecord(run) ? run.targetProspectCount : undefined },
      }),
      later: 'autopilot.run',
    },
    // The campaign is launched without asking again.
    mails: 'always',
    sendsStored: true,
    retry: checkFirst('autopilot.run'),
    response: result,
    statuses: [400, 404, 409, 500],
  }),
  kill: write({
    summary: 'Stop a run for good and pause the campaign that it launched',
    tool: 'kill_autopilot_run',
    route: inferred('POST', '/autopilot/runs/:id/kill', 'written like the approval'),
    ...harmless,
    stops: 'mail',
    // A run that is halted already stays as it is.
    /** The service trims the reason and keeps 200 characters of it. */
    body: s.object({ reason: s.optional(s.string()) }),
    answer: openRecord({ shown: 'record', fields: 'closed', under: 'run' }),
    response: s.record({ run }),
    statuses: [400, 401, 404, 500],
  }),
});
