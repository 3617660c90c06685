import type { Context } from '../../../cli/command.ts';
import { openRows } from '../../../cli/input/row-source.ts';
import { openSource } from '../../../cli/input/source-file.ts';
import { partly } from '../../../cli/partly.ts';
import { type TransferStore, transfersOf } from '../../../cli/transfers.ts';
import { writePieces } from '../../../cli/write-pieces.ts';
import { leads, leadsPerCall } from '../../../contract/areas/leads.ts';
import { Failure } from '../../../contract/errors.ts';
import { grouped } from '../../../contract/grouped.ts';
import { exampleLead } from '../../../domain/lead-text.ts';
import { NumberSet } from '../../../domain/number-set.ts';
import { approveJoining } from '../joining.ts';
import { compare, type Difference } from './compare.ts';
import { chosenColumns, describeMapping, mapAgain, settleColumns } from './mapping.ts';
import { type ReadLeads, readLeads } from './read-leads.ts';
import { rejectsName } from './rejects-file.ts';
import { importId, resumed, shapeOf } from './resume.ts';
import { bodyOf, frameOf, SendingFailed, sendBatches } from './send-batches.ts';
import { describeVerdict } from './verdict.ts';

export interface ImportOptions {
  readonly file: string;
  readonly campaign: string | undefined;
  readonly map: string[] | undefined;
  readonly remap: boolean;
  readonly delimiter: string | undefined;
  readonly rejects: string | undefined;
  readonly strict: boolean;
  readonly restart: boolean;
  readonly diff: boolean;
}

export interface ImportResult {
  read: number;
  valid: number;
  /** By this run. */
  sent: number;
  /** Confirmed by earlier runs of the same import, and not sent again. */
  sentBefore: number;
  created: null;
  updated: null;
  unchanged: null;
  rejected: number;
  batches: number;
  rejectsFile: string | null;
  campaignId: number | null;
  diff?: Difference;
}

/** Reads the whole file, says what became of its rows, and sends what was not confirmed yet. */
export async function importFile(context: Context, options: ImportOptions): Promise<ImportResult> {
  const { dryRun } = context.globals;
  if (options.diff && !dryRun)
    throw new Failure('usage', '--diff goes with --dry-run: it compares and sends nothing.', {
      code: 'diff_needs_dry_run',
    });
  const delimiter = delimiterOf(options.delimiter);
  const transfers = transfersOf(context.world);
  const file = await openSource(context.world, options.file, transfers.spool);
  let store: TransferStore | undefined;
  let read: ReadLeads | undefined;
  try {
    const source = await openRows(file, { delimiter });
    store = await transfers.store({ durable: options.campaign !== undefined });
    const { mapping, keep, choices } = await columns(context, store, source.headers, options);
    context.note(describeMapping(mapping));
    const objects = source.format === 'JSON' || source.format === 'NDJSON';
    const remap = (headers: readonly string[]) => mapAgain(headers, choices);
    read = await readLeads(context, { file, source, mapping, objects, remap, lookup: options.diff });
    if (read.mapping.length > mapping.length)
      context.note(`Further down: ${describeMapping(read.mapping.slice(mapping.length))}`);
    const verdict = read.rows.verdict();
    for (const line of describeVerdict(verdict)) context.note(line);

    const rejectsFile = verdict.rejected > 0 ? (options.rejects ?? rejectsName(options.file, objects)) : null;
    if (rejectsFile !== null && !dryRun)
      await writePieces(context.world, rejectsFile, read.rejects.pieces(read.mapping));
    refuseUseless(verdict, options.strict, rejectsFile);
    if (!dryRun) keep();
    const campaignId = options.campaign === undefined ? null : await context.find.campaign(options.campaign);
    const result: ImportResult = {
      read: verdict.read,
      valid: verdict.valid,
      sent: 0,
      sentBefore: 0,
      created: null,
      updated: null,
      unchanged: null,
      rejected: verdict.rejected,
      batches: Math.ceil(verdict.valid / leadsPerCall),
      rejectsFile,
      campaignId,
    };
    if (options.diff) return { ...result, diff: await compare(context, read, verdict.valid) };
    const id = importId(context, {
      hash: file.hash,
      mapping: read.mapping,
      format: source.format,
      campaignId,
    });
    return await sendAll(context, { read, store, id, result, restart: options.restart });
  } finally {
    await Promise.all([file.close(), read?.close()]);
    store?.close();
  }
}

/** The mapping, and what keeps its choices for the next file with the same columns. */
async function columns(
  context: Context,
  store: TransferStore,
  headers: readonly string[],
  { map, remap }: ImportOptions,
) {
  const shape = shapeOf(headers);
  const kept = remap ? undefined : store.findMapping(shape);
  const before = new Map<string, string>(kept === undefined ? [] : JSON.parse(kept));
  if (before.size > 0)
    context.note('Columns are taken as they were chosen for a file like this before; --remap forgets that.');
  const settled = await settleColumns(context, headers, new Map([...before, ...chosenColumns(map ?? [])]));
  const keep = () => {
    if (settled.choices.size > 0 || remap)
      store.keepMapping(shape, JSON.stringify([...settled.choices]), context.world.clock.now());
  };
  return { ...settled, keep };
}

interface Work {
  readonly read: ReadLeads;
  readonly store: TransferStore;
  readonly id: string;
  readonly result: ImportResult;
  readonly restart: boolean;
}

async function sendAll(context: Context, { read, store, id, result, restart }: Work): Promise<ImportResult> {
  const { dryRun } = context.globals;
  const { campaignId, valid } = result;
  const { clock } = context.world;
  const example = {
    leads: [exampleLead(read.mapping)],
    ...(campaignId === null ? {} : { campaignId }),
  };
  const batches = () => read.leads.batches(read.rows, frameOf(example));
  if (restart && !dryRun) store.forget(id);
  const before =
    restart || dryRun ? undefined : await resumed(context, { store, id, batches, total: result.batches });
  const confirmed = before?.confirmed;
  const sentBefore = before?.leads ?? 0;
  if (sentBefore > 0 && before)
    context.note(
      `Going on from batch ${before.next + 1} of ${result.batches}: ${grouped(sentBefore)} leads were confirmed before and are not sent again. --restart sends everything.`,
    );
  if (dryRun) {
    context.note(
      `${result.batches} ${result.batches === 1 ? 'request' : 'requests'} would be made; the first:`,
    );
  } else if (campaignId !== null) {
    for await (const batch of batches()) {
      if (confirmed?.has(batch.index)) continue;
      await approveJoining(context, {
        campaignId,
        people: valid - sentBefore,
        operation: leads.upsert,
        input: { body: bodyOf(batch, example) },
      });
      break;
    }
  }
  const done = (sent: number): ImportResult => ({ ...result, sent, sentBefore });
  const startedAt = clock.now();
  try {
    const sent = await sendBatches(context, {
      batches: batches(),
      total: valid,
      before: sentBefore,
      example,
      isConfirmed: (index) => confirmed?.has(index) ?? false,
      confirmed: keeper(),
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

  function keeper() {
    const all = confirmed ?? new NumberSet();
    return ({ index }: { index: number }, sent: number) => {
      all.add(index);
      store.keepImport(
        id,
        { batches: result.batches, leads: sentBefore + sent, confirmed: all.bytes, startedAt },
        clock.now(),
      );
    };
  }
}

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character.length !== 1 || character === '"')
    throw new Failure('usage', '--delimiter takes one character.', { code: 'bad_delimiter' });
  return character;
}

function refuseUseless(
  { valid, rejected }: { valid: number; rejected: number },
  strict: boolean,
  rejectsPath: string | null,
): void {
  const hint = rejectsPath === null ? undefined : `${rejectsPath} says why, row by row.`;
  const details = { code: 'no_valid_rows', hint };
  if (valid === 0)
    throw new Failure('usage', 'No row of the file can become a lead; nothing was sent.', details);
  if (!strict || rejected === 0) return;
  throw new Failure('usage', `${grouped(rejected)} rows were rejected, so nothing was sent.`, {
    ...details,
    code: 'rejected_rows',
  });
}
