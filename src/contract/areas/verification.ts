import { soundEmails } from '../checks/email-address.ts';
import { area, checkFirst, documented, harmless, inferred, read, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** The spec leaves the fields of a job open: these are ours, and none but the id is relied on. */
const job = s.record({
  id: s.id(),
  ...s.each(['name', 'status'], s.maybe(s.string())),
  ...s.each(['total', 'processed', 'valid', 'invalid', 'catchAll', 'unknown'], s.maybe(s.integer())),
  checks: s.maybe(s.integer()),
  costUsd: s.maybe(s.amount()),
  createdAt: s.maybe(s.timestamp()),
  /** Set when nothing of the job changes any more. */
  finishedAt: s.maybe(s.timestamp()),
});

/** Left open by the spec, too: one address of a job and what was found out. */
const entry = s.record({
  id: s.maybe(s.id()),
  email: s.maybe(s.fromOthers(s.string())),
  /** `valid`, `invalid`, `catchAll` or `unknown`; `pending` before, `canceled` where the job ended first. */
  status: s.maybe(s.string()),
  reason: s.maybe(s.string()),
  checks: s.maybe(s.integer()),
  checkedAt: s.maybe(s.timestamp()),
});

const oneJob = openRecord({ shown: 'nothing', fields: 'open' });

const pages = s.object({ page: s.optional(s.integer(1)), size: s.optional(s.integer(1, 200)) });
const paging = { kind: 'page-size', items: 'results', default: 25, max: 200 } as const;

export const verification = area('verification', {
  jobs: read({
    summary: 'List email verification jobs, newest first',
    route: documented('GET', '/email-verification/jobs'),
    query: pages,
    answer: shown('open'),
    response: s.record({ count: s.integer(), results: s.array(job) }),
    paging,
  }),
  /** Metered on the next invoice (spec, Import rule 3): it buys, although the spec does not list it as charging. */
  createJob: write({
    summary: 'Verify a list of email addresses',
    route: inferred('POST', '/email-verification/jobs', 'creating is a POST to the list'),
    effect: 'buys',
    billed: ['checks'],
    tells: {
      of: ({ total, checks, costUsd }, { emails }) => ({
        cost: { usd: costUsd },
        checks,
        count: { of: 'addresses', asked: Array.isArray(emails) ? emails.length : undefined, reported: total },
      }),
      later: 'verification.job',
    },
    mails: 'never',
    retry: checkFirst('verification.jobs'),
    body: s.record({ emails: s.array(s.string(1), 1), name: s.optional(s.string(1)) }),
    answer: oneJob,
    checks: [soundEmails],
    response: job,
    statuses: [400, 402],
    errors: ['trial_allowance_exceeded'],
    watch: { by: 'verification.job', param: 'id', done: 'finishedAt' },
  }),
  job: read({
    summary: 'Show a verification job',
    route: inferred('GET', '/email-verification/jobs/:id', 'one item is under its id throughout'),
    answer: oneJob,
    response: job,
    statuses: [404],
    watch: { by: 'verification.job', param: 'id', done: 'finishedAt' },
  }),
  records: read({
    summary: 'List the addresses of a job with their results',
    route: inferred('GET', '/email-verification/jobs/:id/records', 'what belongs to an item is under its id'),
    query: pages,
    answer: openList({ shown: 'whole', fields: 'open', under: 'results' }),
    response: s.record({ count: s.maybe(s.integer()), results: s.array(entry) }),
    statuses: [404],
    paging,
  }),
  cancel: write({
    summary: 'Cancel a verification job: the remaining addresses are not checked',
    tool: 'cancel_verification_job',
    route: inferred('POST', '/email-verification/jobs/:id/cancel', 'verbs on an item take POST'),
    ...harmless,
    stops: 'money',
    answer: oneJob,
    response: job,
    statuses: [404, 409],
  }),
  /** The spec names the `email-verification rates price` and no field: these are ours. */
  rates: read({
    summary: 'Show what verifying an address costs',
    route: inferred('GET', '/email-verification/rates', 'the spec names the rates beside the jobs'),
    answer: openRecord({ shown: 'nothing', fields: 'open' }),
    response: s.record({
      usdPerCheck: s.maybe(s.price('usd')),
      /** One check where the first provider rejects the address, two otherwise. */
      checksPerAddress: s.maybe(
        s.record({ rejected: s.maybe(s.integer()), otherwise: s.maybe(s.integer()) }),
      ),
      /** Addresses in all while on a trial, null otherwise; and how many of them are left. */
      allowance: s.maybe(s.integer()),
      remaining: s.maybe(s.integer()),
    }),
  }),
});
