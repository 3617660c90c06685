import { counted, plural } from '../../../base/counted.ts';
import { grouped } from '../../../base/grouped.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { partly } from '../../../cli/messages/partial-failure.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { exampleLead } from '../../../domain/lead-file/lead-text.ts';
import { type Example, frameOf, SendingFailed } from './batch-sender.ts';
import type { ImportResult } from './import-result.ts';
import { goOn, ImportRun } from './import-run.ts';
import type { Batch } from './lead-spool.ts';
import type { ReadLeads } from './read-leads.ts';
import { notBegun, type Resumed, resumed } from './resume.ts';
import { sendBatches } from './send-batches.ts';

export interface Work {
  readonly read: ReadLeads;
  readonly store: TransferStore;
  /** Under this name progress is kept, and one process is at it. */
  readonly id: string;
  readonly result: ImportResult;
  /** Whatever was confirmed before is sent again. */
  readonly restart: boolean;
  /** Where a part was sent already, while the file was read. */
  readonly run?: ImportRun | undefined;
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
      `${before.next < 0 ? 'Nothing is left to send' : `Going on from batch ${before.next + 1} of ${result.batches}`}: ${counted(before.leads, 'lead was', 'leads were')} confirmed before and will not be sent again. --restart sends everything.`,
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

/**
 * A run that may send before its file was read to the end; undefined where an earlier one sent a part, because then it
 * takes the whole file to tell what is left. Whoever begins it releases it.
 */
export async function runAhead(
  context: Context,
  { store, id, restart, mapping }: Pick<Work, 'store' | 'id' | 'restart'> & Pick<ReadLeads, 'mapping'>,
): Promise<{ run: ImportRun; release(): void } | undefined> {
  const example = { leads: [exampleLead(mapping)] };
  const approval = await approved(context, example, 0);
  const release = await hold(context, id);
  if (restart) store.forget(id);
  if (store.findImport(id) === undefined) {
    return { run: new ImportRun(context, { store, id, example, approval, before: notBegun() }), release };
  }
  release();
  return undefined;
}

/** Sends what is left, and keeps what was confirmed however it ends. No other process may be at the same import. */
export async function sendLeads(context: Context, work: Work): Promise<ImportResult> {
  if (work.run) return send(context, work, work.run);
  const release = await hold(context, work.id);
  try {
    const { store, id } = work;
    if (work.restart) store.forget(id);
    const left = await leftOf(context, work);
    const { example, before } = left;
    if (before.next < 0) {
      store.forget(id);
      return { ...work.result, sent: 0, sentBefore: before.leads };
    }
    const approval = await approved(context, example, work.result.valid - before.leads);
    return await send(context, work, new ImportRun(context, { store, id, example, approval, before }));
  } finally {
    release();
  }
}

const hold = ({ world }: Context, id: string) => transfersOf(world).hold(id, 'This import');

/** For all batches: each is a call like the example. */
const approved = ({ approve }: Context, example: Example, recipients: number) =>
  approve(leads.upsert, { body: example }, () => ({ spend: { recipients }, facts: [] }), {
    covers: 'series',
  });

async function send(
  context: Context,
  { read, result, store, id }: Work,
  run: ImportRun,
): Promise<ImportResult> {
  const { sender, example, before } = run;
  const done = (): ImportResult => ({ ...result, sent: sender.sent, sentBefore: before.leads });
  run.batches = result.batches;
  try {
    await sendBatches(context, {
      sender,
      batches: read.leads.batches(read.rows, frameOf(example)),
      total: result.valid,
      before: before.leads,
      isConfirmed: (index) => before.confirmed.has(index),
    });
    store.forget(id);
    return done();
  } catch (error) {
    if (!(error instanceof SendingFailed)) throw error;
    if (sender.sent === 0) throw error.reason;
    throw partly(error.reason, {
      done: `${grouped(before.leads + sender.sent)} of ${counted(result.valid, 'lead')} ${plural(before.leads + sender.sent, 'was', 'were')} sent`,
      hint: goOn,
      result: done(),
    });
  }
}
