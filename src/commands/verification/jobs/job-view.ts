import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { awaitEnd, shareOf } from '../../../cli/answer/await-end.ts';
import type { Context, Next } from '../../../cli/declare/command.ts';
import { record, type View } from '../../../cli/declare/view.ts';
import { verification } from '../../../contract/areas/verification.ts';
import type { Output } from '../../../contract/operation.ts';

export type Job = Output<typeof verification.job>;

export const jobView = (job: Partial<Job>): View =>
  record(
    ['Job', job.id, 'id'],
    ['Name', job.name || undefined],
    ['Status', job.status, 'state'],
    ['Addresses', job.total, 'number'],
    ['Verified', job.processed, 'number'],
    ['Valid', job.valid, 'number'],
    ['Invalid', job.invalid, 'number'],
    ['Catch-all', job.catchAll, 'number'],
    ['Unknown', job.unknown, 'number'],
    [job.finishedAt ? 'Cost' : 'Cost so far', job.costUsd ?? undefined, 'money'],
    ['Created', job.createdAt],
    ['Finished', job.finishedAt ?? undefined],
  );

export const nextOf = ({ id, finishedAt, invalid }: Partial<Job>): Next => {
  if (!finishedAt) return [advise('verification jobs get', { id, wait: true })];
  return invalid
    ? [['see the invalid ones', advise('verification jobs records', { id, status: 'invalid', all: true })]]
    : [advise('verification jobs records', { id })];
};

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
