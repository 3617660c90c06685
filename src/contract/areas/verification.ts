import { soundEmails } from '../checks/email-address.ts';
import { area, checkFirst, documented, inferred, read, safe, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import {
  amount,
  array,
  fromOthers,
  id,
  integer,
  maybe,
  object,
  optional,
  price,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** The spec leaves the fields of a job open: these are ours, and none but the id is relied on. */
const job = record({
  id: id(),
  name: maybe(string()),
  status: maybe(string()),
  total: maybe(integer()),
  processed: maybe(integer()),
  valid: maybe(integer()),
  invalid: maybe(integer()),
  catchAll: maybe(integer()),
  unknown: maybe(integer()),
  checks: maybe(integer()),
  costUsd: maybe(amount()),
  createdAt: maybe(timestamp()),
  /** Set when nothing of the job changes any more. */
  finishedAt: maybe(timestamp()),
});

/** Left open by the spec, too: one address of a job and what was found out. */
const entry = record({
  id: maybe(id()),
  email: maybe(fromOthers(string())),
  /** `valid`, `invalid`, `catchAll` or `unknown`; `pending` before, `canceled` where the job ended first. */
  status: maybe(string()),
  reason: maybe(string()),
  checks: maybe(integer()),
  checkedAt: maybe(timestamp()),
});

const pages = object({ page: optional(integer(1)), size: optional(integer(1, 200)) });
const paging = {
  kind: 'page-size',
  items: 'results',
  default: 25,
  max: 200,
} as const;

export const verification = area('verification', {
  jobs: read({
    summary: 'List email verification jobs, newest first',
    tool: 'list_verification_jobs',
    route: documented('GET', '/email-verification/jobs'),
    query: pages,
    answer: shown('open'),
    response: record({ count: integer(), results: array(job) }),
    paging,
  }),
  /**
   * Verification is billed as metered usage on the next invoice (spec, Import rule 3): so it buys, although the spec does
   * not have it in its list of calls that charge.
   */
  createJob: write({
    summary: 'Verify a list of email addresses',
    tool: 'create_verification_job',
    route: inferred(
      'POST',
      '/email-verification/jobs',
      'the spec names the path and no method for starting a job; things are created with POST on their list throughout',
    ),
    effect: 'buys',
    billed: ['checks'],
    tells: {
      of: ({ total, checks, costUsd }, { emails }) => ({
        cost: { usd: costUsd },
        checks,
        count: { of: 'addresses', asked: Array.isArray(emails) ? emails.length : undefined, told: total },
      }),
      later: 'verification.job',
    },
    mails: 'never',
    stops: 'nothing',
    retry: checkFirst('verification.jobs'),
    body: record({ emails: array(string(1), 1), name: optional(string(1)) }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['id', 'status', 'total', 'processed', 'valid', 'invalid', 'createdAt', 'finishedAt'],
    }),
    checks: [soundEmails],
    response: job,
    statuses: [400, 402],
    errors: ['trial_allowance_exceeded'],
    watch: { by: 'verification.job', param: 'id', done: 'finishedAt' },
  }),
  job: read({
    summary: 'Show a verification job',
    tool: 'get_verification_job',
    route: inferred(
      'GET',
      '/email-verification/jobs/:id',
      'the spec names the list alone; one item is under its id throughout',
    ),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['id', 'status', 'total', 'processed', 'valid', 'invalid', 'createdAt', 'finishedAt'],
    }),
    response: job,
    statuses: [404],
    watch: { by: 'verification.job', param: 'id', done: 'finishedAt' },
  }),
  records: read({
    summary: 'List the addresses of a job with their results',
    tool: 'list_verification_records',
    route: inferred(
      'GET',
      '/email-verification/jobs/:id/records',
      "the spec says that a job's records are paged as jobs are, without a path; what belongs to an item is under its id",
    ),
    query: pages,
    answer: openList({
      shown: 'whole',
      fields: 'open',
      under: 'results',
      known: ['email', 'status', 'reason', 'checks'],
    }),
    response: record({ count: maybe(integer()), results: array(entry) }),
    statuses: [404],
    paging,
  }),
  cancel: write({
    summary: 'Cancel a verification job: the remaining addresses are not checked',
    tool: 'cancel_verification_job',
    route: inferred(
      'POST',
      '/email-verification/jobs/:id/cancel',
      'the spec names the call without a path; imports of the Lead Finder and campaigns also take POST with a verb',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'money',
    retry: safe,
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['id', 'status', 'total', 'processed', 'valid', 'invalid', 'createdAt', 'finishedAt'],
    }),
    response: job,
    statuses: [404, 409],
  }),
  /** The spec names the `email-verification rates price` and no field: these are ours. */
  rates: read({
    summary: 'Show what verifying an address costs',
    tool: 'get_verification_rates',
    route: inferred(
      'GET',
      '/email-verification/rates',
      'the spec names the rates beside the jobs without a path; so they are beside the jobs here',
    ),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['usdPerCheck', 'checksPerAddress', 'allowance', 'remaining'],
    }),
    response: record({
      usdPerCheck: maybe(price('usd')),
      /** One check where the first provider rejects the address, two otherwise. */
      checksPerAddress: maybe(record({ rejected: maybe(integer()), otherwise: maybe(integer()) })),
      /** Addresses in all while on a trial, null otherwise; and how many of them are left. */
      allowance: maybe(integer()),
      remaining: maybe(integer()),
    }),
  }),
});
