import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { asId } from '../../../cli/find/find-id.ts';
import { checkCampaign } from '../../../cli/find/receiving-campaign.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { productOf } from '../../../domain/lead-file/product-of.ts';
import { compare } from './compare.ts';
import { type FirstPass, firstPass } from './first-pass.ts';
import { type ImportResult, type MappedColumn, type Rehearsed, resultOf } from './import-result.ts';
import { checkFileChoices, type LeadFileChoices, type OpenLeadFile, withLeadFile } from './open-lead-file.ts';
import { rehearse } from './rehearse.ts';
import { writeRejects } from './rejects-place.ts';
import { importId } from './resume.ts';
import { sendLeads } from './send-leads.ts';
import { mappingRows, noteLater } from './show-mapping.ts';
import { describeVerdict, reasonsOf, refuseUseless } from './verdict.ts';

export interface ImportOptions extends LeadFileChoices {
  readonly campaign: string | undefined;
  readonly rejects: string | undefined;
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
  if (options.rejects !== undefined) await context.checkOutput(options.rejects);
  checkFileChoices(options);
  const campaignId = await campaignOf(context, options.campaign);
  const opening = {
    durable: options.campaign !== undefined,
    // A dry run at a terminal shows them with its answer.
    showsMapping: !context.globals.dryRun || !context.world.stdout.isTTY,
    ...(options.perCall !== undefined && { perCall: options.perCall }),
  };
  return withLeadFile(context, options, opening, (opened) =>
    importFrom(context, { ...options, campaignId }, opened),
  );
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
  { file, source, leads, store, objects, keep }: OpenLeadFile,
): Promise<ImportResult | Rehearsed> {
  const { campaignId, perCall = leadsPerCall } = options;
  const pass = await firstPass(context, leads, { name: file.name, objects });
  try {
    const columns = mappingRows(pass.mapping, source.sample);
    if (columns.length > source.headers.length) noteLater(context, columns.slice(source.headers.length));
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
