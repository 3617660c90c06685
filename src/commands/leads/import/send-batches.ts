import { counted } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import type { BatchSender } from './batch-sender.ts';
import type { Batch } from './lead-spool.ts';

export interface Sending {
  readonly sender: BatchSender;
  readonly batches: AsyncIterable<Batch>;
  /** Leads of the whole file, and how many of them were confirmed before. */
  readonly total: number;
  readonly before: number;
  isConfirmed(index: number): boolean;
}

/**
 * Sends what is neither confirmed nor under way yet, and reads on only as answers come. After a failure nothing new is
 * sent, what is under way is waited for, and `SendingFailed` is thrown.
 */
export function sendBatches(context: Context, sending: Sending): Promise<void> {
  const { sender, batches, total, before } = sending;
  const { clock, stderr } = context.world;
  return context.progress(`Sending ${counted(total - before, 'lead')}`, async (say) => {
    const meter = createMeter({
      clock,
      stream: stderr,
      say,
      label: 'Sending',
      unit: 'leads',
      total,
      before: before + sender.sent,
    });
    const tell = () => meter.at(before + sender.sent, context.pace.limit() ?? 'the service');
    context.pace.onWait(tell);
    const change = async () => {
      await sender.change();
      tell();
    };
    for await (const batch of batches) {
      if (sending.isConfirmed(batch.index) || sender.hasBegun(batch.index)) {
        batch.done();
        continue;
      }
      while (!sender.hasRoom && !sender.hasFailed) await change();
      if (sender.hasFailed) break;
      sender.send(batch);
    }
    while (sender.isBusy) await change();
    await sender.end();
  });
}
