import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { isStandardInput } from '../../../cli/declare/file-limits.ts';
import { type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { asId } from '../../../cli/find/find-id.ts';
import { checkCampaign } from '../../../cli/find/receiving-campaign.ts';
import { openRows } from '../../../cli/input/open-rows.ts';
import { encodingNote, encodingOf } from '../../../cli/input/read-rows.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { openSource, type SourceFile } from '../../../cli/input/source-file.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { productOf } from '../../../domain/lead-file/product-of.ts';
import { compare } from './compare.ts';
import { type FirstPass, firstPass } from './first-pass.ts';
import { type ImportResult, type MappedColumn, type Rehearsed, resultOf } from './import-result.ts';
import { LeadFile } from './lead-file.ts';
import { chosenColumns, fieldOf, mapAgain, settleColumns, variableRule } from './mapping.ts';
import { rehearse } from './rehearse.ts';
import { writeRejects } from './rejects-place.ts';
import { importId, shapeOf } from './resume.ts';
import { sendLeads } from './send-leads.ts';
import { describeChoices, describeFile, mappingRows, noteLater, showMapping } from './show-mapping.ts';
import { describeVerdict, reasonsOf, refuseUseless } from './verdict.ts';

export interface ImportOptions {
  readonly file: string;
  readonly campaign: string | undefined;
  readonly map: string[] | undefined;
  readonly remap: boolean;
  readonly variables: string[] | undefined;
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
  const campaignId = await campaignOf(context, options.campaign);
  const transfers = transfersOf(context.world);
  const file = await openSource(context.world, options.file, transfers.spool, { encoding });
  let store: TransferStore | undefined;
  try {
    const said = encodingNote(file.name, file.encoding, encoding);
    if (said !== undefined) context.note(said);
    store = await transfers.store({ durable: options.campaign !== undefined });
    return await importFrom(context, { ...options, campaignId, delimiter }, file, store);
  } finally {
    await file.close();
    store?.close();
  }
}

/** Looked up before the file is read; a dry run takes an id as it is, so that it works without the service. */
async function campaignOf(
  { api, find, globals }: Context,
  named: string | undefined,
): Promise<number | null> {
  if (named === undefined) return null;
  const id = await find.campaign(named);
  if (asId(named) !== undefined && !globals.dryRun) await checkCampaign(api, id);
  return id;
}

async function importFrom(
  context: Context,
  options: ImportOptions & { readonly campaignId: number | null },
  file: SourceFile,
  store: TransferStore,
): Promise<ImportResult | Rehearsed> {
  const { campaignId, delimiter, perCall = leadsPerCall } = options;
  const source = await openRows(file, { delimiter });
  const settled = await columns(context, store, source, options);
  const { mapping, keep, variables } = settled;
  const leads = new LeadFile({
    file,
    delimiter,
    mapping,
    remap: (headers) => mapAgain(headers, settled, variables),
    perCall,
  });
  const objects = source.format === 'JSON' || source.format === 'NDJSON';
  const pass = await firstPass(context, leads, { name: file.name, objects });
  try {
    const columns = mappingRows(pass.mapping, source.sample);
    if (columns.length > mapping.length) noteLater(context, columns.slice(mapping.length));
    const told = { name: file.name, columns, product: productOf(source.headers) ?? null };
    const { verdict, reasons, rejectsFile } = await judge(context, { ...options, objects }, told, pass);
    keep();
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
  { name, columns, product }: { name: string; columns: readonly MappedColumn[]; product: string | null },
  pass: FirstPass,
) {
  const verdict = pass.rows.verdict();
  for (const line of describeVerdict(verdict, pass.mapping)) context.note(line);
  const reasons = reasonsOf(verdict, columns, product);
  // A dry run leaves nothing behind that was not asked for.
  const rejectsFile =
    verdict.rejected > 0 && (!context.globals.dryRun || options.rejects !== undefined)
      ? await writeRejects(context, options, pass)
      : null;
  refuseUseless(name, verdict, { strict: options.strict, rejectsFile, reasons });
  return { verdict, reasons, rejectsFile };
}

/** The mapping, shown, and what keeps its choices for the next file with the same columns. */
async function columns(context: Context, store: TransferStore, source: RowSource, options: ImportOptions) {
  const shape = shapeOf(source.headers);
  const variables = variableRule(options.variables);
  const kept = options.remap ? undefined : store.findMapping(shape);
  const now = chosenColumns(options.map ?? []);
  // A field that is named on the line is no longer taken from the columns that were chosen for it before.
  const named = new Set([...now.values()].map(fieldOf));
  const before = (kept === undefined ? [] : (JSON.parse(kept) as [string, string][])).filter(
    ([, use]) => fieldOf(use) === undefined || !named.has(fieldOf(use)),
  );
  const said = describeFile(source);
  if (said !== undefined) context.note(said);
  if (before.length > 0)
    context.note('Using the saved choices for files with this header; --remap forgets them.');
  const settled = await settleColumns(context, source, new Map([...before, ...now]), variables);
  // A dry run at a terminal shows them with its answer.
  if (!context.globals.dryRun || !context.world.stdout.isTTY)
    await showMapping(context, mappingRows(settled.mapping, source.sample));
  for (const line of describeChoices(settled.mapping, source.sample)) context.note(line);
  const keep = () => {
    if (settled.choices.size > 0 || options.remap)
      store.keepMapping(shape, JSON.stringify([...settled.choices]), context.world.clock.now());
  };
  return { ...settled, variables, keep };
}

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character.length !== 1 || character === '"')
    throw new Failure('bad_delimiter', '--delimiter takes one character.');
  return character;
}
