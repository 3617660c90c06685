import type { Context } from '../../../cli/command.ts';
import { openRows, type RowSource } from '../../../cli/input/row-source.ts';
import { isStandardInput, openSource } from '../../../cli/input/source-file.ts';
import { type TransferStore, transfersOf } from '../../../cli/transfers.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { Failure } from '../../../contract/errors.ts';
import { compare } from './compare.ts';
import { type ImportResult, type Rehearsed, resultOf } from './import-result.ts';
import { chosenColumns, describeMapping, mapAgain, settleColumns } from './mapping.ts';
import { type ReadLeads, readLeads } from './read-leads.ts';
import { rehearse } from './rehearse.ts';
import { writeRejects } from './rejects-place.ts';
import { importId, shapeOf } from './resume.ts';
import { sendLeads } from './send-leads.ts';
import { describeVerdict, reasonsOf, refuseUseless } from './verdict.ts';

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

/** Reads the whole file, says what became of its rows, and sends what was not confirmed yet. */
export async function importFile(
  context: Context,
  options: ImportOptions,
): Promise<ImportResult | Rehearsed> {
  const { dryRun } = context.globals;
  if (options.diff && !dryRun)
    throw new Failure('usage', '--diff goes with --dry-run: it compares and sends nothing.', {
      code: 'diff_needs_dry_run',
    });
  const delimiter = delimiterOf(options.delimiter);
  const transfers = transfersOf(context.world);
  if (isStandardInput(options.file) && context.world.stdin.isTTY)
    context.note('Type or paste the rows; Ctrl-D at the beginning of a line ends them.');
  const file = await openSource(context.world, options.file, transfers.spool);
  let store: TransferStore | undefined;
  let read: ReadLeads | undefined;
  try {
    const source = await openRows(file, { delimiter });
    store = await transfers.store({ durable: options.campaign !== undefined });
    const { mapping, keep, choices } = await columns(context, store, source, options);
    context.note(describeMapping(mapping));
    const objects = source.format === 'JSON' || source.format === 'NDJSON';
    const remap = (headers: readonly string[]) => mapAgain(headers, choices);
    read = await readLeads(context, { file, source, mapping, objects, remap, lookup: options.diff });
    if (read.mapping.length > mapping.length)
      context.note(`Further down: ${describeMapping(read.mapping.slice(mapping.length))}`);
    const verdict = read.rows.verdict();
    for (const line of describeVerdict(verdict)) context.note(line);

    const reasons = reasonsOf(verdict, read.mapping);
    // A dry run leaves nothing behind that was not asked for.
    const rejectsFile =
      verdict.rejected > 0 && (!dryRun || options.rejects !== undefined)
        ? await writeRejects(context.world, { ...options, objects }, read)
        : null;
    refuseUseless(file.name, verdict, { strict: options.strict, rejectsFile, reasons });
    if (!dryRun) keep();
    const campaignId = options.campaign === undefined ? null : await context.find.campaign(options.campaign);
    const result = resultOf(verdict, {
      batches: Math.ceil(verdict.valid / leadsPerCall),
      rejectsFile,
      campaignId,
    });
    const { hash } = file;
    const id = importId(context, { hash, mapping: read.mapping, format: source.format, campaignId });
    const work = { read, store, id, result, restart: options.restart };
    if (!dryRun) return await sendLeads(context, work);
    const diff = options.diff ? await compare(context, read, verdict.valid) : undefined;
    return { ...(await rehearse(context, work)), ...reasons, ...(diff && { diff }) };
  } finally {
    await Promise.all([file.close(), read?.close()]);
    store?.close();
  }
}

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
    throw new Failure('usage', '--delimiter takes one character.', { code: 'bad_delimiter' });
  return character;
}
