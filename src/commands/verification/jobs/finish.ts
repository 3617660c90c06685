import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { awaitEnd, shareOf } from '../../../cli/answer/await-end.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { verification } from '../../../contract/areas/verification.ts';
import type { Job } from './job-view.ts';

/** Waits until the job is finished. Throws `ended-badly` with the record where it was canceled or failed meanwhile. */
export async function finish(context: Context, id: number): Promise<Job> {
  const job = await awaitEnd(context, verification.job, id, {
    subject: `Verification job ${id}`,
    again: ['verification', 'jobs', 'get', String(id), '--wait'],
    state: ({ processed, total }) => [
      `${processed ?? 0} of ${typeof total === 'number' ? counted(total, 'address', 'addresses') : '?'} checked`,
      shareOf(processed, total),
    ],
  });
  if (job.status !== 'canceled' && job.status !== 'failed') return job;
  throw new Failure(job.status, `verification job ${id} ended as ${job.status}`, {
    outcome: 'done',
    result: job,
  });
}
