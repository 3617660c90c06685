import type { Context } from '../../cli/command.ts';
import { partly } from '../../cli/partly.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { LeadInput } from '../../domain/lead-rows.ts';

/**
 * Sends one batch after the other; the number of leads sent. Where a batch fails after others went through, throws
 * `partial` with `resultOf(sent)`; an upsert may be repeated, so the way on is the same command again.
 */
export async function sendBatches(
  context: Context,
  batches: readonly LeadInput[][],
  campaignId: number | null,
  resultOf: (sent: number) => unknown,
): Promise<number> {
  const total = batches.reduce((sum, batch) => sum + batch.length, 0);
  return context.progress(`Sending ${total} leads`, async (say) => {
    let sent = 0;
    for (const batch of batches) {
      try {
        await context.api(leads.upsert, {
          body: { leads: batch, ...(campaignId === null ? {} : { campaignId }) },
        });
      } catch (error) {
        if (sent === 0) throw error;
        throw partly(error, {
          done: `${sent} of ${total} leads were sent`,
          hint: 'Run the same command again: leads are matched by address, so none is created twice.',
          result: resultOf(sent),
        });
      }
      sent += batch.length;
      say(`Sent ${sent} of ${total} leads`);
    }
    return sent;
  });
}
