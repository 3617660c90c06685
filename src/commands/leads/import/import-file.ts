import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { isStandardInput } from '../../../cli/declare/file-limits.ts';
import { type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { openRows } from '../../../cli/input/open-rows.ts';
import { encodingNote, encodingOf } from '../../../cli/input/read-rows.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { openSource, type SourceFile } from '../../../cli/input/source-file.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { compare } from './compare.ts';
import { type FirstPass, firstPass } from './first-pass.ts';
import { type ImportResult, type Rehearsed, resultOf } from './import-result.ts';
import { LeadFile } from './lead-file.ts';
import { chosenColumns, describeMapping, mapAgain, settleColumns } from './mapping.ts';
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
  readonly encoding: string | undefined;
  readonly strict: boolean;
  readonly restart: boolean;
  readonly diff: boolean;
  /** Leads in a call, at most and unless said as many as the service takes. */
  readonly perCall?: number;
}

/**
 * Reads the file twice: first to judge every row and to learn which rows are to be sent, then to send them. So nothing is
 * sent that a later row replaces, and memory does not grow with the rows.
 */
export async function importFile(
  context: Context,
  options: ImportOptions,
): Promise<ImportResult | Rehearsed> {
  if (options.diff && !context.globals.dryRun)
    throw new Failure('diff_needs_dry_run', '--diff goes with --dry-run: it compares and sends nothing.');
  if (isStandardInput(options.file) && context.world.stdin.isTTY)
    context.note('Type or paste the rows; Ctrl-D at the beginning of a line ends them.');
  if (options.rejects !== undefined) await context.checkOutput(options.rejects);
  const delimiter = delimiterOf(options.delimiter);
  const encoding = encodingOf(options.encoding);
  const transfers = transfersOf(context.world);
  const file = await openSource(context.world, options.file, transfers.spool, { encoding });
  let store: TransferStore | undefined;
  try {
    const said = encodingNote(file.name, file.encoding, encoding);
    if (said !== undefined) context.note(said);
    store = await transfers.store({ durable: options.campaign !== undefined });
    return await importFrom(context, { ...options, delimiter }, file, store);
  } finally {
    await file.close();
    store?.close();
  }
}

async function importFrom(
  context: Context,
  options: ImportOptions,
  file: SourceFile,
  store: TransferStore,
): Promise<ImportResult | Rehearsed> {
  const { delimiter, perCall = leadsPerCall } = options;
  const source = await openRows(file, { delimiter });
  const { mapping, keep, choices } = await columns(context, store, source, options);
  context.note(describeMapping(mapping));
  const leads = new LeadFile({
    file,
    delimiter,
    mapping,
    remap: (headers) => mapAgain(headers, choices),
    perCall,
  });
  const objects = source.format === 'JSON' || source.format === 'NDJSON';
  const pass = await firstPass(context, leads, { name: file.name, objects });
  try {
    if (pass.mapping.length > mapping.length)
      context.note(`Further down: ${describeMapping(pass.mapping.slice(mapping.length))}`);
    const { verdict, reasons, rejectsFile } = await judge(context, { ...options, objects }, file.name, pass);
    if (!context.globals.dryRun) keep();
    const campaignId = options.campaign === undefined ? null : await context.find.campaign(options.campaign);
    const result = resultOf(verdict, {
      batches: Math.ceil(verdict.valid / perCall),
      rejectsFile,
      campaignId,
      encoding: file.encoding,
    });
    const format = file.encoding === 'utf-8' ? source.format : `${source.format} in ${file.encoding}`;
    const id = importId(context, { hash: file.hash, mapping: pass.mapping, format, campaignId });
    const work = { batches: () => leads.batches(pass.rows), store, id, result, restart: options.restart };
    if (!context.globals.dryRun) return await sendLeads(context, work);
    const diff = options.diff ? await compare(context, leads, pass.rows, verdict.valid) : undefined;
    return { ...(await rehearse(context, work)), ...reasons, ...(diff && { diff }) };
  } finally {
    await pass.rejects.close();
  }
}

/** Says what became of the rows, and writes the rejects. Throws `usage` where nothing may be sent. */
async function judge(
  context: Context,
  options: ImportOptions & { objects: boolean },
  name: string,
  pass: FirstPass,
) {
  const verdict = pass.rows.verdict();
  for (const line of describeVerdict(verdict)) context.note(line);
  const reasons = reasonsOf(verdict, pass.mapping);
  // A dry run leaves nothing behind that was not asked for.
  const rejectsFile =
    verdict.rejected > 0 && (!context.globals.dryRun || options.rejects !== undefined)
      ? await writeRejects(context, options, pass)
      : null;
  refuseUseless(name, verdict, { strict: options.strict, rejectsFile, reasons });
  return { verdict, reasons, rejectsFile };
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
    throw new Failure('bad_delimiter', '--delimiter takes one character.');
  return character;
}
