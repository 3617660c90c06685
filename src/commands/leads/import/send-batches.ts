import { counted } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import type { Batch } from './lead-file.ts';

interface Sending {
  readonly batches: AsyncIterable<Batch>;
  /** Leads of the whole file, and how many of them were confirmed before. */
  readonly total: number;
  readonly before: number;
  /** One call. How many leads of the batch the service then has. */
  send(batch: Batch): Promise<number>;
  /** The service has the whole batch; `sent` leads by now. Called once for each, as they are answered. */
  confirmed(batch: Batch, sent: number): void;
}

/** What was sent, and the first failure, after which nothing new is sent. */
interface Sent {
  readonly leads: number;
  readonly failure?: { readonly error: unknown };
}

const callsAtOnce = 4;

/**
 * Sends batches, several at once. The first goes alone, so that a wrong key or campaign costs one call. After a failure
 * the calls under way are waited for.
 */
export function sendBatches(context: Context, sending: Sending): Promise<Sent> {
  const { batches, total, before } = sending;
  const { clock, stderr } = context.files.world;
  return context.screen.progress(`Sending ${counted(total - before, 'lead')}`, async (say) => {
    const meter = createMeter({ clock, stream: stderr, say, label: 'Sending', unit: 'leads', total, before });
    const underWay = new Set<Promise<void>>();
    let leads = 0;
    let failure: Sent['failure'];
    const show = () => meter.at(before + leads, context.service.pace.limit() ?? 'the service');
    const failed = (error: unknown) => {
      failure ??= { error };
    };
    const call = async (batch: Batch) => {
      const taken = await sending.send(batch);
      leads += taken;
      if (taken === batch.leads.length) sending.confirmed(batch, leads);
    };
    context.service.pace.onWait(show);
    try {
      for await (const batch of batches) {
        const one = call(batch)
          .catch(failed)
          .finally(() => underWay.delete(one));
        underWay.add(one);
        while (underWay.size >= (leads === 0 ? 1 : callsAtOnce)) {
          await Promise.race(underWay);
          show();
        }
        if (failure) break;
      }
    } catch (error) {
      failed(error);
    }
    await Promise.all(underWay);
    return { leads, ...(failure && { failure }) };
  });
}
