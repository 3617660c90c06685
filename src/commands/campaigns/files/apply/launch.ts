import { counted, grouped, plural, sum } from '../../../../base/counted.ts';
import { digestOfValue } from '../../../../base/digest.ts';
import { Failure } from '../../../../base/errors.ts';
import { pattern } from '../../../../cli/advice/line-of.ts';
import { readAnyway } from '../../../../cli/answer/fact.ts';
import { isYesConsent } from '../../../../cli/consent/person-gate.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import { isStandardInput } from '../../../../cli/declare/file-limits.ts';
import { Agreement, type SharedCall } from '../../../../cli/declare/quote.ts';
import { transfersOf } from '../../../../cli/files/transfers.ts';
import { passGate } from '../../../../cli/launch/check/gate.ts';
import { notAddedText, notJoinedText, optOutsIn } from '../../../../cli/launch/opt-outs.ts';
import { hintOf } from '../../../../cli/messages/hints/hint-of.ts';
import { inline } from '../../../../cli/output/text/inline.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { leads } from '../../../../contract/areas/leads.ts';
import { writesAtOnce } from '../../../../contract/consent.ts';
import { isPause, type PlanItem } from '../../../../domain/campaign-plan/plan.ts';
import { refuseBefore } from '../../../../domain/lead-file/lead-mapping.ts';
import { OptOuts } from '../../../../domain/lead-file/opt-outs.ts';
import { shownOf } from '../../launch/check-view.ts';
import { forecast } from '../../launch/forecast.ts';
import { startOf } from '../../resume.ts';
import type { BuiltPlan } from '../build-plan.ts';
import { lockAccount } from '../lock-file.ts';
import { leadsOf } from '../read-people.ts';
import { figuresOf, type ImportStep, type Launched, notLaunched, stepwise, type Wanted } from './launched.ts';

export interface Launch {
  /** Asked about with those of the plan; none where a person approves each by itself. An import begins with its call. */
  readonly calls: readonly SharedCall[];
  readonly facts: readonly string[];
  readonly question: readonly string[];
  readonly binds: string;
  /** People who may get email, at most; null where that is not known. `changed`: those whom the plan itself reaches. */
  recipients(changed: number | null): number | null;
  /** Imports, checks, forecasts and starts. Throws as the step that refuses does, with the document. */
  go<D extends object>(applied: D, made?: Made): Promise<D & Launched>;
  /** Of a dry run in which nothing is left to do. */
  readonly rehearsed: Launched & { readonly dryRun: true };
}

interface Made {
  readonly campaignId?: number | null;
  readonly createdAt?: string | null;
}

interface LeadFile {
  readonly file: string;
  readonly figures: ImportStep;
  readonly first: readonly object[];
  readonly isDone: boolean;
}

/** Throws `usage` unless there is exactly one campaign file, and as an import does for files that it would refuse. */
export async function openLaunch(
  context: Context,
  { plan, account }: BuiltPlan,
  wanted: Wanted,
): Promise<Launch> {
  const item = onlyFile(plan.items);
  const { campaignId: id, status, file } = item;
  const createdAt = account.campaigns.find((one) => one.id === id)?.createdAt ?? null;
  const total = id === null ? 0 : ((await leadsOf(context, id, readAnyway)) ?? null);
  const files: LeadFile[] = [];
  const lists = [...new Set(wanted.leads)];
  if (lists.some(isStandardInput))
    throw new Failure('contradicting_options', '--leads takes files: standard input can be read only once');
  const knowing = { ...wanted, optOuts: new OptOuts() };
  // Of several, each is read before: who opted out by one of them is left out of all.
  if (lists.length > 1) for (const file of lists) await rehearsed(context, file, knowing);
  for (const file of lists) {
    const { figures, first } = await rehearsed(context, file, knowing);
    const isDone = total !== 0 && id !== null && (await imported(context, { id, createdAt }, figures.digest));
    files.push({ file, figures: { ...figures, outcome: isDone ? 'same' : 'skipped' }, first, isDone });
  }
  const imports = files.map(({ figures }) => figures);
  const added = sum(files.map(({ isDone, figures }) => (isDone ? 0 : (figures.valid ?? 0))));
  const isPaused = item.calls.some(isPause);
  // One that is completed sends again as soon as people join it.
  const runs = !isPaused && (status === 'running' || status === 'completed');
  const starts = wanted.start && !runs;
  const most = total === null ? null : total + added;
  const document = { ...notLaunched(wanted), imports };
  const isAtOnce = id !== null && !isPaused && writesAtOnce(status);
  const isAskedApart = !isYesConsent(context.files.world, context.service.settings);
  const isAsked = starts && !isAskedApart;
  const startCall: SharedCall = {
    operation: campaigns.resume,
    ...(id === null ? { input: {}, later: true } : { input: { params: { id } } }),
  };
  const together = isAskedApart ? [] : [...joinCalls(id, files), ...(starts ? [startCall] : [])];
  return {
    calls: together,
    facts: factsOf(item, files, { total, isAtOnce: isAtOnce && added > 0, starts }),
    question: [
      ...(added > 0 && !isAskedApart ? [`import ${counted(added, 'lead')}`] : []),
      ...(isAsked ? ['start the campaign'] : []),
    ],
    binds: digestOfValue(imports.map(({ digest }) => digest)),
    recipients(changed) {
      if (isAskedApart) return changed;
      if (starts) return most;
      return changed === null ? null : changed + (isAtOnce ? added : 0);
    },
    rehearsed: { ...document, resumed: wanted.start && runs, dryRun: true },
    async go(applied, made) {
      const whole = { ...applied, ...document, imports: [...document.imports] };
      const campaign = { id: made?.campaignId ?? id, createdAt: made?.createdAt ?? createdAt };
      return stepwise(whole, async () => {
        await importAll(context, campaign, { files, imports: whole.imports, wanted: knowing });
        const starting = { ...campaign, file, isAsked, wanted: knowing, most, runs };
        if (wanted.start)
          await start(context, whole, starting).catch((error) => {
            throw withFormerRows(error, whole);
          });
        return whole;
      });
    },
  };
}

function onlyFile(items: readonly PlanItem[]): PlanItem {
  const [item, ...others] = items.filter(({ file }) => file !== null);
  if (item !== undefined && others.length === 0) return item;
  const count = item === undefined ? 0 : others.length + 1;
  throw new Failure(
    'contradicting_options',
    `--leads and --start take one campaign file, and here ${plural(count, 'is', 'are')} ${grouped(count)}`,
    { hint: 'Name the file in place of its folder.' },
  );
}

function joinCalls(campaignId: number | null, files: readonly LeadFile[]): SharedCall[] {
  const calls: SharedCall[] = [];
  for (const { isDone, first, figures } of files) {
    if (isDone || first.length === 0) continue;
    const { valid } = figures;
    calls.push({
      operation: leads.upsert,
      input: { body: { ...(campaignId !== null && { campaignId }), leads: first } },
      ...(valid !== null && valid > first.length && { truncated: { shown: first.length, total: valid } }),
    });
  }
  return calls;
}

function factsOf(
  { campaignId, name, status }: PlanItem,
  files: readonly LeadFile[],
  { total, isAtOnce, starts }: { total: number | null; isAtOnce: boolean; starts: boolean },
): string[] {
  const known = total === null ? 'number of leads unknown' : counted(total, 'lead');
  const facts: string[] = [];
  if (campaignId !== null)
    facts.push(`Campaign: ${campaignId} "${inline(name ?? '')}", now ${status}, ${known}`);
  for (const { file, isDone, figures } of files) {
    const { valid, rejected, leftOut } = figures;
    const out = leftOut?.optedOut ? ` (${grouped(leftOut.optedOut)} opted out)` : '';
    const left = rejected ? `, ${counted(rejected, 'row')} rejected${out}` : '';
    // The request that is shown cannot name one that is not created yet.
    const into = campaignId === null ? ' into the new campaign' : '';
    const coming = `${counted(valid ?? 0, 'lead')} to import${into}${left}`;
    facts.push(`${inline(file)}: ${isDone ? 'imported before' : coming}`);
  }
  if (isAtOnce) facts.push('They get email as soon as they are imported');
  if (starts && files.length > 0 && total !== 0)
    facts.push('All its leads get email, also those on none of these lists');
  if (starts) facts.push('The launch checks look at all its leads first. If one blocks, nothing is started');
  return facts;
}

/** Who opted out by one of the files gets no mail, whichever of them brings that person. */
interface Knowing extends Wanted {
  readonly optOuts: OptOuts;
}

interface Rehearsal {
  readonly body?: { readonly leads?: readonly object[] };
  readonly mapping?: readonly { readonly column: string }[];
}

/** What an import would do, by a dry run of it, without a campaign: that one may still be to come. */
async function rehearsed(context: Context, file: string, wanted: Knowing) {
  const { value, failure } = await context.screen.run(
    importLine(context, file, wanted, ['--dry-run', '--restart']),
    { silent: true, optOuts: wanted.optOuts },
  );
  if (failure) throw failure;
  const { body, mapping = [] } = value as Rehearsal;
  refuseBefore(
    file,
    mapping.map(({ column }) => column),
  );
  return { figures: figuresOf(file, 'skipped', value), first: body?.leads ?? [] };
}

function importLine({ screen: { globals } }: Context, file: string, wanted: Wanted, more: readonly string[]) {
  return [
    ...(globals.profile === undefined ? [] : ['--profile', globals.profile]),
    ...(globals.live ? ['--live'] : []),
    ...['leads', 'import', ...more],
    ...(wanted.keep ?? []).map((who) => `--keep=${who}`),
    ...(wanted.accept ?? []).map(({ rule, reason }) => `--accept=${rule}=${reason}`),
    ...['--', file],
  ];
}

/** Whether the list was imported into this campaign before, or that it is now. */
async function imported(
  { files: { world }, service }: Context,
  { id, createdAt }: Campaign,
  digest: string | null,
  isNow = false,
): Promise<boolean> {
  const now = world.clock.now();
  // A campaign of another time may have the id.
  const which = [lockAccount(service.settings), String(id), Date.parse(createdAt ?? ''), digest];
  const name = digestOfValue(['launched', ...which]);
  const store = await transfersOf(world).store({ durable: isNow });
  const whole = { batches: 0, leads: 0, confirmed: new Uint8Array(), startedAt: now };
  try {
    if (isNow) store.keepImport(name, whole, now);
    return isNow || store.findImport(name) !== undefined;
  } finally {
    store.close();
  }
}

interface Campaign {
  readonly id: number | null;
  readonly createdAt: string | null;
}

interface Importing {
  readonly files: readonly LeadFile[];
  readonly imports: ImportStep[];
  readonly wanted: Knowing;
}

/** Each by its own line, which asks where only a person agrees, and goes on where an earlier run was cut off. */
async function importAll(
  context: Context,
  campaign: Campaign,
  { files, imports, wanted }: Importing,
): Promise<void> {
  const { screen, service, files: own } = context;
  for (const [at, { file, figures, isDone }] of files.entries()) {
    if (isDone) continue;
    const agreed = isYesConsent(own.world, service.settings) ? ['--yes'] : [];
    const more = ['--campaign', String(campaign.id), '--expect', String(figures.digest), ...agreed];
    const { value, failure } = await screen.progress(`Importing ${inline(file)}`, () =>
      screen.run(importLine(context, file, wanted, more), { silent: true, optOuts: wanted.optOuts }),
    );
    const done = figuresOf(file, failure ? 'failed' : 'done', failure ? failure.result : value);
    imports[at] = done;
    if (done.rejected) screen.warn(leftOutOf(done, wanted.optOuts.saidIn(file)));
    if (done.notJoined) screen.warn(notJoinedText(done.notJoined, done.sent, campaign.id));
    const { diff } = ((failure ? failure.result : value) ?? {}) as {
      readonly diff?: { readonly optedOut: number };
    };
    if (diff?.optedOut)
      screen.warn(`${inline(file)}: ${notAddedText(diff.optedOut, `campaign ${campaign.id}`)}.`);
    if (failure) throw failure;
    await imported(context, campaign, figures.digest, true);
  }
}

/** Its own line says so as well, and is not seen here. */
function leftOutOf({ file, rejected, rejectsFile }: ImportStep, optedOut = 0): string {
  const place = rejectsFile === null ? '' : `, listed in ${inline(rejectsFile)}`;
  const rows = `${inline(file)}: ${counted(rejected ?? 0, 'row')} left out${place}`;
  const optOuts = optOutsIn({ file }, optedOut);
  return optOuts === undefined ? rows : `${rows}. ${optOuts}`;
}

interface Starting extends Campaign {
  readonly wanted: Knowing;
  /** The question of the line named the start, and at most so many people. */
  readonly isAsked: boolean;
  readonly most: number | null;
  readonly runs: boolean;
  readonly file: string | null;
}

/** The check counts for the start, which looks once more whether anything has changed. */
async function start(
  context: Context,
  document: Launched,
  { wanted, isAsked, most, runs, file, ...campaign }: Starting,
) {
  const id = Number(campaign.id);
  const { consent, files, screen, service } = context;
  const checking = {
    accept: wanted.accept,
    optOuts: wanted.optOuts,
    file: file ?? undefined,
    seen: (checked: Parameters<typeof shownOf>[0]) => {
      const { target } = service.settings;
      document.check = shownOf(checked, { all: false, only: undefined, target });
    },
  };
  const starting = startOf(context, id, checking);
  const quote = runs ? await passGate(context, id, checking).then(() => undefined) : await starting.quote();
  const more = notListed(document);
  if (more > 0)
    screen.warn(
      `${counted(more, 'lead')} of campaign ${id} ${plural(more, 'is', 'are')} on none of these lists, and ${plural(more, 'gets', 'get')} email too.`,
    );
  if (files.world.approving === undefined) {
    const asIf = { leads: undefined, addSenders: undefined, buildUp: undefined, answers: undefined };
    const asked = { campaign: String(id), start: undefined, ...asIf };
    document.forecast = await forecast.run(context, asked);
  }
  if (quote === undefined) {
    document.resumed = true;
    screen.note(`Campaign ${id} was started before.`);
    return;
  }
  if (isAsked) refuseMore(quote.spend.recipients, most);
  const agreed = isAsked ? Agreement.to([campaigns.resume], '--yes') : undefined;
  const input = { params: { id } };
  await starting.start(await consent.approve(campaigns.resume, input, starting.quote, { agreed }));
  document.resumed = true;
  if (screen.isForPeople) document.firstEmailAt = quote.firstEmailAt;
}

/** A row that was taken out of a list after an earlier run stays in the campaign, and the check refuses it again. */
function withFormerRows(error: unknown, document: Launched): unknown {
  const more = notListed(document);
  if (!(error instanceof Failure) || !error.is('checks_failed') || more === 0) return error;
  const former = `The campaign has ${counted(more, 'more lead')} than the list: a row that is taken out of it stays here.`;
  const block = pattern('blocklist add', { values: '<address>' });
  const remove = pattern('leads delete', { leads: '<lead>' });
  return error.with({
    hint: `${hintOf(error)}\n${former} To take the person out: ${remove}. If they opted out, first: ${block}`,
  });
}

/** Leads of the campaign beyond those that the lists can have. */
const notListed = ({ imports, check }: Launched): number =>
  imports.length === 0
    ? 0
    : Math.max(0, (check?.looked.ofLeads ?? 0) - sum(imports.map(({ valid }) => valid ?? 0)));

/** Throws `conflict` where more people would get email than the question named. */
function refuseMore(recipients: number | undefined, most: number | null): void {
  if (most === null || (recipients ?? Number.NaN) <= most) return;
  throw new Failure(
    'quote_changed',
    `this emails ${recipients === undefined ? 'an unknown number of people' : counted(recipients, 'person', 'people')}, and the question named ${grouped(most)}; nothing was sent`,
    { hint: 'Run the same command again to see and confirm the new figures.' },
  );
}
