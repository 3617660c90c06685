import { verification } from '../../contract/areas/verification.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import { withTimes } from '../core/times.ts';
import { prices } from '../world/account/prices.ts';
import { checksPerAddress, takeAllowance, trialAllowance } from '../world/verification/allowance.ts';
import { cancelJob, distinct, jobOf, jobTable, jobView, startJob } from '../world/verification/jobs.ts';

export const section = sectionOf(verification, {
  jobs: ({ query, workspaceId }, sandbox) => {
    const page = pageOf({ page: query.page, limit: query.size }, 25);
    const { rows, total } = jobTable.page(sandbox, page, 't.workspace_id = ?', workspaceId);
    return {
      count: total,
      next: nextOf('/email-verification/jobs', page.page, page.limit, total),
      results: rows.map((job) => jobView(sandbox, job)),
    };
  },

  createJob: ({ body, workspaceId }, sandbox) => {
    const emails = distinct(body.emails);
    takeAllowance(sandbox, workspaceId, emails.length);
    const id = startJob(sandbox, workspaceId, { name: body.name, emails });
    return jobView(sandbox, jobOf(sandbox, workspaceId, id));
  },

  job: ({ params, workspaceId }, sandbox) => jobView(sandbox, jobOf(sandbox, workspaceId, params.id)),

  records: ({ params, query, workspaceId }, sandbox) => {
    const { id, total } = jobOf(sandbox, workspaceId, params.id);
    const { page, limit, offset } = pageOf({ page: query.page, limit: query.size }, 25);
    const rows = sandbox.db
      .prepare(
        `SELECT id, email, status, reason, checks, checked_at AS checkedAt FROM verification_record
         WHERE job_id = ? ORDER BY id LIMIT ? OFFSET ?`,
      )
      .all<Omit<ItemOf<typeof verification.records>, 'checkedAt'> & { checkedAt: number | null }>(
        id,
        limit,
        offset,
      );
    return {
      count: total,
      next: nextOf(`/email-verification/jobs/${id}/records`, page, limit, total),
      results: rows.map(withTimes),
    };
  },

  cancel: ({ params, workspaceId }, sandbox) => {
    const job = jobOf(sandbox, workspaceId, params.id);
    if (job.status === 'completed')
      throw new Refusal(409, `Verification job ${job.id} is completed: there is nothing to cancel`);
    if (job.status !== 'canceled') cancelJob(sandbox, job);
    return jobView(sandbox, jobOf(sandbox, workspaceId, job.id));
  },

  rates: ({ workspaceId }, sandbox) => ({
    usdPerCheck: prices.usdPerVerificationCheck,
    checksPerAddress,
    allowance: null,
    remaining: null,
    ...trialAllowance(sandbox, workspaceId),
  }),
});

/** Where the next page is; null on the last one. The spec names the field and not its form. */
const nextOf = (path: string, page: number, size: number, count: number): string | null =>
  page * size < count ? `/r${path}?page=${page + 1}&size=${size}` : null;
