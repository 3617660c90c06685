import { counted } from '../../../base/counted.ts';
import { digestOfValue } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import { readAnyway, whyOf } from '../../../cli/answer/fact.ts';
import { describeDryRun } from '../../../cli/answer/show-request.ts';
import { storingPlace } from '../../../cli/answer/stored-looks.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { dryRunOf } from '../../../cli/declare/early-end.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import { receivingCampaign } from '../../../cli/find/receiving-campaign.ts';
import { notJoinedText, optOutsIn } from '../../../cli/launch/opt-outs.ts';
import { type ForgottenPeople, forgottenPeople } from '../../../cli/person/forgotten-people.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { leads, leadsPerCall } from '../../../contract/areas/leads.ts';
import { type Mapping, refuseBefore } from '../../../domain/lead-file/lead-mapping.ts';
import type { Verdict } from '../../../domain/lead-file/lead-rows.ts';
import { productOf } from '../../../domain/lead-file/product-of.ts';
import type { RowGate } from '../row-gate.ts';
import { BeforeFile } from './before-file.ts';
import { type FirstPass, firstPass } from './first-pass.ts';
import type { ImportOptions } from './import-options.ts';
import { type ImportResult, type Reasons, type Rehearsed, resultOf } from './import-result.ts';
import { defaultValues } from './mapping.ts';
import { checkFileChoices, type OpenLeadFile, withLeadFile } from './open-lead-file.ts';
import { checkPlace, writeRejects } from './rejects-place.ts';
import { order } from './resume.ts';
import { approveBatches, prepare, sendLeads } from './send-leads.ts';
import { describeRows, mappingRows } from './show-mapping.ts';
import { describeMisspelt, describeVerdict, uselessness } from './verdict.ts';
import { mostShown, onlyOf, type Work } from './work.ts';

/**
 * Reads the file twice: first to judge every row and to learn which rows are to be sent, then to send them. So nothing is
 * sent that a later row replaces, and memory does not grow with the rows.
 */
export async function importFile(
  context: Context,
  options: ImportOptions,
): Promise<ImportResult | Rehearsed> {
  if (options.diff && !context.screen.globals.dryRun)
    throw new Failure('diff_needs_dry_run', '--diff goes with --dry-run: it compares and sends nothing.');
  if (options.campaign !== undefined && options.keep?.includes('opted-out'))
    throw new Failure('contradicting_options', 'People who opted out are not imported into a campaign.', {
      hint: 'Leave out --keep opted-out, or --campaign.',
    });
  if (options.rejects !== undefined) await checkPlace(context, options.file, options.rejects, 'rejects');
  if (options.before === '-')
    throw new Failure('invalid_value', '--before must be the path of a file, not -');
  if (options.before !== undefined) await context.files.checkOutput(options.before);
  checkFileChoices(options);
  // Looked up before the file is read.
  const receiving =
    options.campaign === undefined
      ? undefined
      : await receivingCampaign(context, await context.service.find.campaign(options.campaign));
  const gate =
    receiving && (await (await import('../row-gate.ts')).rowGateOf(context, receiving, options.accept ?? []));
  const { keep = [] } = options;
  const kept = keep.flatMap((who) => (who === 'forgotten' ? [] : who === 'invalid' ? 'known-invalid' : who));
  const { world } = context.files;
  const forgotten = keep.includes('forgotten') ? undefined : await forgottenPeople(storingPlace(context));
  const opening = {
    gate,
    forgotten,
    optOuts: world.optOuts,
    keep: new Set(kept),
    defaults: defaultValues(options.default ?? []),
    fixNames: options.fixNames,
    durable: options.campaign !== undefined,
    asksStored: true,
    // A dry run at a terminal shows them with its answer.
    showsMapping: !context.screen.globals.dryRun || !world.stdout.isTTY,
    perCall: options.perCall,
  } as const;
  return withLeadFile(context, options, opening, (opened) => {
    if (receiving) refuseBefore(opened.file.name, opened.source.headers);
    return importFrom(context, { ...options, campaignId: receiving?.id ?? null, gate, forgotten }, opened);
  });
}

interface Importing extends ImportOptions {
  readonly campaignId: number | null;
  readonly gate: RowGate | undefined;
  readonly forgotten: ForgottenPeople | undefined;
}

async function importFrom(
  context: Context,
  given: Importing,
  opened: OpenLeadFile,
): Promise<ImportResult | Rehearsed> {
  const { file, source, leads: leadFile, store, objects, keep } = opened;
  // Old values bring back no one who was deleted since: their opt-out is gone with them.
  const options = leadFile.putsBack ? { ...given, onlyExisting: true as const } : given;
  const { campaignId, gate, perCall = leadsPerCall } = options;
  await gate?.learn(() => leadFile.addresses());
  const pass = await firstPass(context, opened);
  const oldValues = new BeforeFile(transfersOf(context.files.world).spool);
  try {
    const columns = mappingRows(pass.mapping, source.sampleRow);
    // Those that turned up further down in a file of objects.
    const later = columns.slice(source.headers.length);
    if (later.length > 0) context.screen.note(`Further down: ${describeRows(later)}`);
    const verdict = pass.rows.verdict();
    const { rejects, replacedRows } = verdict;
    const reasons = { product: productOf(source.headers) ?? null, mapping: columns, rejects, replacedRows };
    // A dry run leaves nothing behind that was not asked for.
    const { dryRun } = context.screen.globals;
    const writes = verdict.rejected > 0 && (!dryRun || options.rejects !== undefined);
    const write = async () => (writes ? writeRejects(context, { ...options, objects }, pass) : null);
    const { mapping } = pass;
    await refuseUseless(context, options, { name: file.name, verdict, reasons, mapping, write });
    keep();
    const result = resultOf(verdict, {
      batches: Math.ceil(verdict.valid / perCall),
      // An import that is refused after this, or that waits for a person, leaves nothing behind either.
      rejectsFile: dryRun ? await write() : null,
      campaignId,
      encoding: file.encoding,
      digest: digestOf(file, pass, options),
    });
    // The same import: this content, read in this way, for this campaign of this account.
    const id = digestOfValue([
      order,
      accountOf(context.service.settings),
      file.hash,
      source.format,
      file.encoding,
      ...mapping.map(({ use }) => use),
      campaignId,
      result.leftOut,
      options.forgotten?.id,
      gate?.digest,
      onlyOf(options),
      options.keepExisting,
      options.fixNames,
      ...(options.default ?? []),
    ]);
    const work = {
      options,
      file: leadFile,
      rows: pass.rows,
      layout: result.batches,
      oldValues,
      store,
      id,
      result,
      checks: gate,
      writeRejects: write,
    };
    if (!dryRun) {
      // In one that runs they are rejected.
      if (campaignId !== null && !gate && !options.keep?.includes('invalid')) {
        const { warnInvalid } = await import('../warn-invalid.ts');
        await warnInvalid(context, () => leadFile.leads(pass.rows));
      }
      const before = await askTotal(context, campaignId);
      const sent = await sendLeads(context, work);
      return ended({ ...sent, ...(await joined(context, sent, before?.value?.total)) }, options, gate);
    }
    return ended(await rehearse(context, work, reasons), options, undefined);
  } finally {
    await oldValues.close();
    await pass.rejects.close();
  }
}

/** What is imported. Throws `conflict` where that is not what a dry run showed. */
function digestOf(
  { name, hash }: OpenLeadFile['file'],
  { mapping }: FirstPass,
  { keep = [], fixNames, expect }: ImportOptions,
): string {
  const digest = `sha256:${digestOfValue([hash, mapping.map(({ use }) => use), keep, ...(fixNames ? ['names'] : [])])}`;
  if (expect === undefined || expect === digest) return digest;
  throw new Failure('changed_meanwhile', `${name} is not what was expected: ${digest}; nothing was sent`, {
    hint: 'Look at what it is now with --dry-run.',
  });
}

const askTotal = ({ service }: Context, campaignId: number | null) =>
  campaignId === null
    ? undefined
    : readAnyway(leads.list, (asked) => service.api.page(asked, { query: { campaignId } }, { limit: 1 }));

/** The service confirms people whom the campaign then leaves out: how many came shows in its total alone. */
async function joined(context: Context, { campaignId, sent }: ImportResult, before?: number | null) {
  const { value, failure } = (await askTotal(context, campaignId)) ?? {};
  if (failure)
    context.screen.warn(`How many leads campaign ${campaignId} has now is not known: ${whyOf(failure)}.`);
  const inCampaign = value?.total ?? null;
  if (inCampaign === null || before == null) return { inCampaign, notJoined: null };
  const notJoined = Math.max(0, sent - (inCampaign - before));
  if (notJoined > 0) context.screen.warn(notJoinedText(notJoined, sent, campaignId));
  return { inCampaign, notJoined };
}

/** Throws `partial` where rows were left out that the line does not accept; the others were sent. */
function ended<R extends ImportResult>(
  result: R,
  { failOnRejects }: Pick<ImportOptions, 'failOnRejects'>,
  checks: RowGate | undefined,
): R {
  const sent = result.sent + result.sentBefore;
  if (checks !== undefined && checks.leftOut > 0) throw checks.partial(result, sent);
  if (!failOnRejects || result.rejected === 0) return result;
  const were = (count: number, one: string) => counted(count, `${one} was`, `${one}s were`);
  const rejected = were(result.rejected, 'row');
  throw new Failure(
    'partial',
    'dryRun' in result ? `${rejected} rejected` : `${were(sent, 'lead')} sent; ${rejected} rejected`,
    { outcome: sent > 0 ? 'done' : 'none', result },
  );
}

interface Judged {
  readonly name: string;
  readonly verdict: Verdict;
  readonly reasons: Reasons;
  readonly mapping: Mapping;
  write(): Promise<string | null>;
}

/** Says what became of the rows. Where nothing may be sent it writes the rejects, and throws `usage`. */
async function refuseUseless(
  context: Context,
  options: ImportOptions & { readonly gate: RowGate | undefined },
  { name, verdict, reasons, mapping, write }: Judged,
): Promise<void> {
  const { gate } = options;
  for (const line of describeVerdict(verdict, mapping)) context.screen.note(line);
  // Rows that launch checks stop decide before those that cannot become leads.
  if (gate !== undefined && gate.leftOut > 0 && (options.strict || verdict.valid === 0))
    throw gate.refusal({ ...reasons, rejectsFile: await write() });
  const headers = mapping.map(({ header }) => header);
  const refusal = uselessness(name, verdict, { ...options, headers });
  const optOuts = optOutsIn(options, verdict.optedOut);
  if (refusal === undefined) {
    for (const line of [optOuts, describeMisspelt(verdict, options)]) if (line) context.screen.warn(line);
    return;
  }
  const rejectsFile = await write();
  const why = rejectsFile === null ? undefined : `${rejectsFile} says why, row by row.`;
  const hint = [why, optOuts, refusal.hint].filter((line) => line !== undefined).join('\n');
  throw refusal.with({ extra: { ...reasons }, ...(hint && { hint }) });
}

/** What sending would do: the figures, and the first request that would leave. Throws what would refuse that. */
async function rehearse(context: Context, planned: Work, reasons: Reasons): Promise<Rehearsed> {
  const { work, progress, first } = await prepare(context, planned);
  const end = first && (await dryRunOf(approveBatches(context, work, first, progress)));
  const request = end && (await describeDryRun(end));
  const body = request?.body as { readonly leads?: readonly unknown[] } | undefined;
  const few = request && { ...request, body: { ...body, leads: body?.leads?.slice(0, mostShown) } };
  context.screen.note('A dry run: nothing was sent.');
  const figures = { ...work.result, ...few, sentBefore: progress.leads, dryRun: true } as const;
  const rehearsed = { ...figures, ...reasons };
  if (end?.rehearsal?.refusal) throw end.rehearsal.refusal.with({ result: rehearsed });
  return rehearsed;
}
