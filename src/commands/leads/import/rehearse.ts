import type { Failure } from '../../../base/errors.ts';
import type { DescribedRequest } from '../../../cli/answer/request-fields.ts';
import { describeDryRun } from '../../../cli/answer/show-request.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { DryRun } from '../../../cli/declare/early-end.ts';
import type { ImportResult } from './import-result.ts';
import { approveBatches, doneBefore, firstLeft, type Work } from './send-leads.ts';

type Rehearsal = ImportResult & Partial<DescribedRequest> & { readonly dryRun: true };

/** What sending would do: the figures, the first request that would leave, and what would refuse it. */
export async function rehearse(
  context: Context,
  work: Work,
): Promise<{ readonly rehearsed: Rehearsal; readonly refusal: Failure | undefined }> {
  const before = await doneBefore(context, work);
  const batch = await firstLeft(work, before);
  const end = batch && (await endOf(approveBatches(context, work, batch, before)));
  const request = end && (await describeDryRun(end));
  context.screen.note('A dry run: nothing was sent.');
  const rehearsed = { ...work.result, ...request, sentBefore: before.leads, dryRun: true } as const;
  return { rehearsed, refusal: end?.rehearsal?.refusal };
}

/** In a dry run the gate ends the call at its request. */
async function endOf(approval: Promise<unknown>): Promise<DryRun> {
  try {
    await approval;
  } catch (error) {
    if (error instanceof DryRun) return error;
    throw error;
  }
  throw new Error('a dry run has sent something');
}
