import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { verification } from '../../../contract/areas/verification.ts';
import type { Job } from './job-view.ts';

/** Waits until the job is finished. Throws `ended-badly` with the record where it was canceled or failed meanwhile. */
export async function finish({ api, globals, progress }: Context, id: number): Promise<Job> {
  const job = await progress(`Verification job ${id}`, (say) =>
    api.wait(
      verification.job,
      { params: { id } },
      {
        subject: `verification job ${id}`,
        resumeWith: `outreach verification jobs get ${id} --wait`,
        onPoll: ({ processed, total }) =>
          say(
            `Job ${id}: ${processed ?? 0} of ${typeof total === 'number' ? counted(total, 'address', 'addresses') : '?'} verified`,
          ),
        ...(globals.waitTimeout === undefined ? {} : { timeout: globals.waitTimeout }),
        ...(globals.interval === undefined ? {} : { interval: globals.interval }),
      },
    ),
  );
  if (job.status !== 'canceled' && job.status !== 'failed') return job;
  throw new Failure(job.status, `verification job ${id} ended as ${job.status}`, {
    outcome: 'done',
    result: job,
  });
}
