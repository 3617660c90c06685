import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { isStandardInput } from '../../../cli/files/standard-streams.ts';
import { type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { encodingNote, encodingOf } from '../../../cli/input/read-rows.ts';
import { openRows, type RowSource } from '../../../cli/input/row-source.ts';
import { openSource, type SourceFile } from '../../../cli/input/source-file.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { compare } from './compare.ts';
import { type ImportResult, type Rehearsed, resultOf } from './import-result.ts';
import { lookAhead } from './look-ahead.ts';
import { chosenColumns, describeMapping, mapAgain, settleColumns } from './mapping.ts';
import { type Reading, type ReadLeads, readLeads } from './read-leads.ts';
import { rehearse } from './rehearse.ts';
import { writeRejects } from './rejects-place.ts';
import { importId, shapeOf } from './resume.ts';
import { runAhead, sendLeads } from './send-leads.ts';
import { describeVerdict, reasonsOf, refuseUseless } from './verdict.ts';

export interface ImportOptions {
  readonly file: string;
  readonly campaign: string | undefined;
  readonly map: string[] | undefined;
  readonly remap: boolean;
  readonly delimiter: string | undefined;
  readonly rejects: string | undefined;
  readonly encoding: string | undefined;
  readonly strict: boolean;
  readonly restart: boolean;
  readonly diff: boolean;
}

/**
 * Reads the whole file, says what became of its rows, and sends what was not confirmed yet. Where nothing hangs on what
 * stands further down, the first leads are sent while the rest is read: the service takes so many calls in ten seconds
 * that a million rows would otherwise wait for their file.
 */
export async function importFile(
  context: Context,
  options: ImportOptions,
): Promise<ImportResult | Rehearsed> {
  const { dryRun } = context.globals;
  if (options.diff && !dryRun)
    throw new Failure('diff_needs_dry_run', '--diff goes with --dry-run: it compares and sends nothing.');
  const delimiter = delimiterOf(options.delimiter);
  const transfers = transfersOf(context.world);
  if (isStandardInput(options.file) && context.world.stdin.isTTY)
    context.note('Type or paste the rows; Ctrl-D at the beginning of a line ends them.');
  if (options.rejects !== undefined) await context.checkOutput(options.rejects);
  const encoding = encodingOf(options.encoding);
  const file = await openSource(context.world, options.file, transfers.spool, { encoding });
  const said = encodingNote(file.name, file.encoding, encoding);
  if (said !== undefined) context.note(said);
  let store: TransferStore | undefined;
  let read: ReadLeads | undefined;
  let ahead: Awaited<ReturnType<typeof runAhead>>;
  try {
    const source = await openRows(file, { delimiter });
    store = await transfers.store({ durable: options.campaign !== undefined });
    const { mapping, keep, choices } = await columns(context, store, source, options);
    context.note(describeMapping(mapping));
    const objects = source.format === 'JSON' || source.format === 'NDJSON';
    const { hash } = file;
    const format = file.encoding === 'utf-8' ? source.format : `${source.format} in ${file.encoding}`;
    const head = await finalHead(file, source, options);
    if (head && !dryRun && !options.strict) {
      const id = importId(context, { hash, mapping, format, campaignId: null });
      ahead = await runAhead(context, { store, id, mapping, restart: options.restart });
    }
    const run = ahead?.run;
    const judged = await judge(context, options, {
      file,
      source,
      mapping,
      objects,
      remap: (headers) => mapAgain(headers, choices),
      lookup: options.diff,
      head,
      ahead: run && ((leads) => run.ahead(leads)),
    }).catch(async (error: unknown) => {
      throw run ? await run.endedBy(error) : error;
    });
    read = judged.read;
    const { verdict, reasons, rejectsFile } = judged;
    if (!dryRun) keep();
    const campaignId = options.campaign === undefined ? null : await context.find.campaign(options.campaign);
    const result = resultOf(verdict, {
      batches: Math.ceil(verdict.valid / leadsPerCall),
      rejectsFile,
      campaignId,
      encoding: file.encoding,
    });
    const id = importId(context, { hash, mapping: read.mapping, format, campaignId });
    const work = { read, store, id, result, restart: options.restart, run };
    if (!dryRun) return await sendLeads(context, work);
    const diff = options.diff ? await compare(context, read, verdict.valid) : undefined;
    return { ...(await rehearse(context, work)), ...reasons, ...(diff && { diff }) };
  } finally {
    ahead?.release();
    await Promise.all([file.close(), read?.close()]);
    store?.close();
  }
}

/** Reads the file to its end, and says what became of its rows. Throws `usage` where nothing may be sent. */
async function judge(context: Context, options: ImportOptions, reading: Reading) {
  const { file, mapping, objects } = reading;
  const read = await readLeads(context, reading);
  try {
    if (read.mapping.length > mapping.length)
      context.note(`Further down: ${describeMapping(read.mapping.slice(mapping.length))}`);
    const verdict = read.rows.verdict();
    for (const line of describeVerdict(verdict)) context.note(line);
    const reasons = reasonsOf(verdict, read.mapping);
    // A dry run leaves nothing behind that was not asked for.
    const rejectsFile =
      verdict.rejected > 0 && (!context.globals.dryRun || options.rejects !== undefined)
        ? await writeRejects(context, { ...options, objects }, read)
        : null;
    refuseUseless(file.name, verdict, { strict: options.strict, rejectsFile, reasons });
    return { read, verdict, reasons, rejectsFile };
  } catch (error) {
    await read.close();
    throw error;
  }
}

/** Into a campaign leads go only after somebody has agreed to how many, so that none of them is final before that. */
const finalHead = async (file: SourceFile, { delimiter }: RowSource, { campaign }: ImportOptions) =>
  delimiter === undefined || campaign !== undefined ? undefined : lookAhead(file, delimiter);

/** The mapping, and what keeps its choices for the next file with the same columns. */
async function columns(
  context: Context,
  store: TransferStore,
  source: RowSource,
  { map, remap }: ImportOptions,
) {
  const shape = shapeOf(source.headers);
  const kept = remap ? undefined : store.findMapping(shape);
  const before = new Map<string, string>(kept === undefined ? [] : JSON.parse(kept));
  if (before.size > 0)
    context.note('Columns are taken as they were chosen for a file like this before; --remap forgets that.');
  const settled = await settleColumns(context, source, new Map([...before, ...chosenColumns(map ?? [])]));
  const keep = () => {
    if (settled.choices.size > 0 || remap)
      store.keepMapping(shape, JSON.stringify([...settled.choices]), context.world.clock.now());
  };
  return { ...settled, keep };
}

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character.length !== 1 || character === '"')
    throw new Failure('bad_delimiter', '--delimiter takes one character.');
  return character;
}
