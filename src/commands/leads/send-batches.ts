import type { Context } from '../../cli/command.ts';
import { leads } from '../../contract/areas/leads.ts';
import { Failure } from '../../contract/errors.ts';
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
        throw sent === 0 ? error : partly(error, sent, total, resultOf(sent));
      }
      sent += batch.length;
      say(`Sent ${sent} of ${total} leads`);
    }
    return sent;
  });
}

function partly(error: unknown, sent: number, total: number, result: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const kind = error.kind === 'interrupted' || error.kind === 'terminated' ? error.kind : 'partial';
  return new Failure(kind, `${sent} of ${total} leads were sent, then: ${error.message}`, {
    code: error.code,
    outcome: error.outcome,
    hint: 'Run the same command again: leads are matched by address, so none is created twice.',
    result,
    cause: error,
  });
}
