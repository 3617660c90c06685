import type { Context } from '../../../cli/command.ts';
import { partly } from '../../../cli/partly.ts';
import { type TransferStore, transfersOf } from '../../../cli/transfers.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { grouped } from '../../../contract/grouped.ts';
import { exampleLead } from '../../../domain/lead-text.ts';
import { approveJoining } from '../joining.ts';
import type { ImportResult } from './import-result.ts';
import type { Batch } from './lead-spool.ts';
import type { ReadLeads } from './read-leads.ts';
import { notBegun, type Resumed, resumed } from './resume.ts';
import { bodyOf, frameOf, SendingFailed, sendBatches } from './send-batches.ts';

export interface Work {
  readonly read: ReadLeads;
  readonly store: TransferStore;
  /** Under this name progress is kept, and one process is at it. */
  readonly id: string;
  readonly result: ImportResult;
  /** Whatever was confirmed before is sent again. */
  readonly restart: boolean;
}

/** What is left of an import, in the bodies it is sent in. */
export interface Left {
  readonly example: ReturnType<typeof exampleOf>;
  readonly before: Resumed;
  batches(): AsyncGenerator<Batch>;
  /** The first batch to send; undefined where all are confirmed. */
  first(): Promise<Batch | undefined>;
}

/** What an earlier run left to do, and says so. */
export async function leftOf(context: Context, { read, store, id, result, restart }: Work): Promise<Left> {
  const example = exampleOf(read, result);
  const batches = () => read.leads.batches(read.rows, frameOf(example));
  const before = restart ? notBegun() : await resumed(context, { store, id, batches, total: result.batches });
  if (before.leads > 0)
    context.note(
      `${before.next < 0 ? 'Nothing is left to send' : `Going on from batch ${before.next + 1} of ${result.batches}`}: ${grouped(before.leads)} leads were confirmed before and are not sent again. --restart sends everything.`,
    );
  const first = async () => {
    for await (const batch of batches()) {
      if (!before.confirmed.has(batch.index)) return batch;
      batch.done();
    }
    return undefined;
  };
  return { example, before, batches, first };
}

function exampleOf({ mapping }: ReadLeads, { campaignId }: ImportResult) {
  return { leads: [exampleLead(mapping)], ...(campaignId === null ? {} : { campaignId }) };
}

/** Sends what is left, and keeps what was confirmed however it ends. No other process may be at the same import. */
export async function sendLeads(context: Context, work: Work): Promise<ImportResult> {
  const release = await transfersOf(context.world).hold(work.id, 'This import');
  try {
    return await send(context, work);
  } finally {
    release();
  }
}

async function send(context: Context, work: Work): Promise<ImportResult> {
  const { store, id, result } = work;
  const { campaignId, valid } = result;
  const { clock } = context.world;
  if (work.restart) store.forget(id);
  const left = await leftOf(context, work);
  const { confirmed, leads: sentBefore } = left.before;
  const first = campaignId === null ? undefined : await left.first();
  if (first && campaignId !== null)
    await approveJoining(context, {
      campaignId,
      people: valid - sentBefore,
      operation: leads.upsert,
      input: { body: bodyOf(first, left.example) },
    });
  const done = (sent: number): ImportResult => ({ ...result, sent, sentBefore });
  const startedAt = clock.now();
  try {
    const sent = await sendBatches(context, {
      batches: left.batches(),
      total: valid,
      before: sentBefore,
      example: left.example,
      isConfirmed: (index) => confirmed.has(index),
      confirmed({ index }, sentSoFar) {
        confirmed.add(index);
        const progress = { batches: result.batches, leads: sentBefore + sentSoFar, startedAt };
        store.keepImport(id, { ...progress, confirmed: confirmed.bytes }, clock.now());
      },
    });
    store.forget(id);
    return done(sent);
  } catch (error) {
    if (!(error instanceof SendingFailed)) throw error;
    if (error.sent === 0) throw error.reason;
    throw partly(error.reason, {
      done: `${grouped(sentBefore + error.sent)} of ${grouped(valid)} leads were sent`,
      hint: 'Run the same command again: it goes on with what is left, and sends nothing twice.',
      result: done(error.sent),
    });
  }
}
