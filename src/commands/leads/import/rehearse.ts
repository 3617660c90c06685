import { type DescribedRequest, describeDryRun } from '../../../cli/answer/show-request.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { DryRun } from '../../../cli/declare/early-end.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { ImportResult } from './import-result.ts';
import { bodyOf, doneBefore, firstLeft, type Work } from './send-leads.ts';

/** What sending would do: the figures, and the first request that would leave. */
export async function rehearse(
  context: Context,
  work: Work,
): Promise<ImportResult & Partial<DescribedRequest> & { dryRun: true }> {
  const before = await doneBefore(context, work);
  const batch = await firstLeft(work, before);
  const request = batch && (await described(context, bodyOf(work.result, batch)));
  context.note('A dry run: nothing was sent.');
  return { ...work.result, ...request, sentBefore: before.leads, dryRun: true };
}

/** The request. In a dry run the gate ends the call there. */
async function described(context: Context, body: ReturnType<typeof bodyOf>): Promise<DescribedRequest> {
  try {
    // It works without the service: the launch checks of a running campaign are made when it is sent.
    await context.approve(leads.upsert, { body }, () => ({ spend: {}, facts: [] }), { checks: 'none' });
  } catch (error) {
    if (error instanceof DryRun) return describeDryRun(error);
    throw error;
  }
  throw new Error('a dry run has sent something');
}
