import { counted } from '../../../../base/counted.ts';
import { Failure } from '../../../../base/errors.ts';
import type { Advice } from '../../../../base/text/advice.ts';
import { advise } from '../../../../cli/advice/advise.ts';
import { allOf } from '../../../../cli/declare/answer.ts';
import { type Context, command, type Next } from '../../../../cli/declare/command.ts';
import { arg, opt, under } from '../../../../cli/declare/params.ts';
import type { Granted, SharedCall } from '../../../../cli/declare/quote.ts';
import { screen } from '../../../../cli/declare/view.ts';
import { transfersOf } from '../../../../cli/files/transfers.ts';
import { activeWaivers } from '../../../../cli/launch/blocking-rules.ts';
import { checkReads } from '../../../../cli/launch/check/check-campaign.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { leads } from '../../../../contract/areas/leads.ts';
import { lockName, lockText } from '../../../../domain/campaign-file/lock.ts';
import { operationOf } from '../../../../domain/campaign-plan/calls.ts';
import { isPause, type Plan, type PlannedCall } from '../../../../domain/campaign-plan/plan.ts';
import { keysThatDiffer } from '../../../../domain/campaign-plan/rest-of-plan.ts';
import type { ActiveWaiver } from '../../../../domain/launch/verdict.ts';
import { startedNext } from '../../resume.ts';
import { type BuiltPlan, buildPlan, type PlanSource, planArgs, planReads } from '../build-plan.ts';
import { lockAccount, ownEntries } from '../lock-file.ts';
import { isPlanFile, readPlan, type SavedPlan } from '../plan-file.ts';
import { lineOptions, pullLine } from '../plan-next.ts';
import { summaryOf } from '../plan-view.ts';
import { placeOf } from '../read-folder.ts';
import { type AppliedDocument, appliedFields, appliedOf, appliedView, endingOf } from './applied.ts';
import { applyPlan, lockFirst, settleEarlier } from './apply-plan.ts';
import type { Launch } from './launch.ts';
import {
  type Launched,
  launchedFields,
  launchedView,
  notLaunched,
  stepwise,
  type Wanted,
} from './launched.ts';
import {
  changedMeanwhile,
  checkSending,
  countedLine,
  peopleOf,
  restOfSaved,
  sendingIn,
} from './live-copy.ts';
import { refuseFaults, refuseReadKey } from './look-again.ts';
import { planFacts, refusePlan, waivedLines } from './refuse-plan.ts';

export const apply = command({
  name: 'apply',
  summary: 'Change campaigns to match their files',
  about: `Shows the same changes as \`campaigns plan\`, asks once, and makes them. If a file or the service changes before you agree, no change is made (exit 7). You can apply a saved plan again: only the missing changes are made.

A new campaign stays a draft unless you add --start. Removing a file does not delete its campaign. If one campaign fails, the others are still changed (exit 15); run the same command again. Commit the lock file, outreach.lock.json.

With --leads or --start, give one campaign file. After one question, it imports the people, then checks, forecasts and starts the campaign. If a step fails, fix the cause and run the same command again. It does not start a campaign that drifted (exit 7). \`resumed\` is also true if it ran before.`,
  uses: [
    ...planReads,
    ...checkReads,
    leads.upsert,
    campaigns.resume,
    campaigns.create,
    campaigns.update,
    campaigns.schedule,
    campaigns.replaceSequence,
    campaigns.attachSenders,
    campaigns.pause,
  ],
  tool: 'effects',
  consent: 'always',
  leadGate: true,
  answer: ({ leads: files, start }) =>
    files || start ? allOf(appliedFields, launchedFields) : appliedFields,
  rows: 'items',
  fails: ['partial', 'ended-badly', 'conflict'],
  args: {
    plan: arg.folder('a campaign file, a folder of them, or a saved plan'),
    ...planArgs,
    ...under('LAUNCH', {
      leads: opt.files('import these people into the campaign', 'rows'),
      keep: opt.choices('also import rows marked invalid', ['invalid']),
      start: opt.flag('check the campaign and start it, which sends email'),
    }),
  },
  examples: [
    'outreach campaigns apply examples/campaigns',
    'outreach campaigns apply plan.json --yes --json',
    'outreach campaigns apply examples/campaigns/autumn-launch.md --leads examples/prospects.csv --start',
  ],
  async run(context, { plan: named, leads: files = [], keep, start, ...source }) {
    const saved = (await isPlanFile(context, named)) ? await readPlan(context, named) : undefined;
    const wanted =
      files.length > 0 || start ? { leads: files, keep, start, accept: source.accept } : undefined;
    if (saved && wanted) throw savedAlone('--leads and --start take a campaign file.');
    const { folder, ...planned } = saved ? fromSaved(saved, source) : { ...source, ...placeOf(named) };
    const again = { ...source, recreate: true };
    const recreate = saved
      ? advise('campaigns plan', { folder, ...lineOptions(again), out: named })
      : advise('campaigns apply', {
          plan: named,
          ...lineOptions(again),
          leads: files,
          keep,
          start: start || undefined,
        });
    const starts = start ? advise('campaigns plan', { folder: named, ...lineOptions(source) }) : undefined;
    const asked = { source: planned, saved, wanted, starts, recreate };
    return context.screen.globals.dryRun
      ? applyFolder(context, folder, asked)
      : alone(context, folder, () => applyFolder(context, folder, asked));
  },
  view: (done) => screen(appliedView(done), launchedView(done)),
  next: nextOfLaunch,
});

function nextOfLaunch({ items, resumed, check }: ApplyDocument, _: unknown, target?: string): Next {
  if (resumed === undefined) return [];
  const campaign = items.find(({ file }) => file !== null)?.campaignId;
  const checking = advise('campaigns check', { campaign });
  if (!resumed) return [['check before it starts', checking]];
  const warns = check?.problems.some(({ severity }) => severity === 'warn');
  return [
    ...startedNext(campaign, target),
    ...(warns ? [['what the warnings mean', checking] as const] : []),
  ];
}

/** While no other process applies to the account, of this home, or works on the folder, of any. */
async function alone<T>({ service, files }: Context, folder: string, work: () => Promise<T>): Promise<T> {
  const transfers = transfersOf(files.world);
  const release = await transfers.hold(`apply ${lockAccount(service.settings)}`, 'An apply to this account');
  try {
    return await transfers.alone(folder, work);
  } finally {
    release();
  }
}

/** What a saved plan was made with belongs to it; what lets it go out may also be given now. */
function fromSaved(saved: SavedPlan, given: PlanSource): PlanSource & { folder: string } {
  const { accept, allowLive, ...fixed } = given;
  const [other] = Object.entries(fixed).filter(([, value]) => value !== undefined && value !== false);
  if (other)
    throw savedAlone('Beside a saved plan: --allow-live and --accept. Plan again for anything else.');
  const { folder, only, values, options } = saved;
  return { folder, only, values, ...options, accept, allowLive: allowLive || options.allowLive === true };
}

const savedAlone = (hint: string): Failure =>
  new Failure('contradicting_options', 'a saved plan already says what it changes', { hint });

type ApplyDocument = AppliedDocument & Partial<Launched>;

interface Asked {
  readonly source: PlanSource;
  readonly saved: SavedPlan | undefined;
  readonly wanted: Wanted | undefined;
  readonly starts: Advice | undefined;
  readonly recreate: Advice;
}

async function applyFolder(
  context: Context,
  folder: string,
  { source, saved, wanted, starts, recreate }: Asked,
): Promise<ApplyDocument> {
  const { dryRun } = context.screen.globals;
  const writesLock = !dryRun && context.files.world.approving === undefined;
  const waivers = activeWaivers(context, source.accept);
  const readAgain = () => buildPlan(context, folder, source, 'Reading campaigns again');
  const restOf = async (now: BuiltPlan): Promise<BuiltPlan> =>
    saved ? { ...now, plan: await restOfSaved(context, saved, now.plan) } : now;
  const ownLock = ({ lock }: BuiltPlan) => lockText(new Map([['', ownEntries(context.service, lock)]]));
  const first = await buildPlan(context, folder, source);
  const open = dryRun ? undefined : await settleEarlier(context, first.plan.items, wanted?.start === true);
  const built = await restOf(open ? await readAgain() : first);
  const untouched = { ...appliedOf(context, built.plan, []), ...(wanted && notLaunched(wanted)) };
  const opened = await stepwise(wanted && untouched, async () => {
    refuseFaults(built.plan.items, built.live);
    const pull = pullLine(folder, built.plan.items);
    refusePlan(built.plan, { pull, waivers, allowLive: source.allowLive === true, starts, recreate });
    return wanted && (await import('./launch.ts')).openLaunch(context, built, wanted);
  });
  if (opened) for (const line of keptDrift(untouched)) context.screen.warn(line);
  // What a campaign file is of is known by when it was created as well.
  const createdAt = (id: number) =>
    built.account.campaigns.find((campaign) => campaign.id === id)?.createdAt ?? null;
  const before = { folder, items: built.plan.items, createdAt };
  if (callsIn(built.plan).length + (opened?.calls.length ?? 0) === 0) {
    if (writesLock) await lockFirst(context, before);
    if (opened) return dryRun ? { ...untouched, ...opened.rehearsed } : opened.go(untouched);
    const wasApplied = saved?.items.some(({ calls }) => calls.length > 0) === true;
    const nothing = wasApplied
      ? ['This plan was applied already: none of its changes is missing.']
      : [summaryOf(untouched), ...keptDrift(untouched)];
    for (const line of nothing) context.screen.note(line);
    return dryRun ? { ...untouched, dryRun } : untouched;
  }
  if (!dryRun) refuseReadKey(context.service);
  const granted = await agreedTo(context, built.plan, { waivers, lines: open ?? [], opened });
  const now = await restOf(await readAgain());
  if (now.plan.digest !== built.plan.digest || ownLock(now) !== ownLock(built)) {
    throw changedMeanwhile('while you looked at the plan', [
      ...(ownLock(now) === ownLock(built) ? [] : [lockName]),
      ...keysThatDiffer(built.plan.files, now.plan.files),
      ...keysThatDiffer(built.plan.reads, now.plan.reads).map((id) => `campaign ${id}`),
    ]);
  }
  await lockFirst(context, before);
  const applied = await context.screen.progress('Applying', () =>
    applyPlan(context, { ...now, ...before, items: now.plan.items, granted: granted(now.plan) }),
  );
  const result = { ...untouched, ...appliedOf(context, now.plan, applied) };
  const ending = endingOf(applied);
  if (ending) throw ending.with({ result });
  const [own] = applied.filter(({ item }) => item.file !== null);
  return opened ? opened.go(result, own) : result;
}

/** Asks for all calls. Gives the approvals, for the same calls of a plan that was made again. */
async function agreedTo(
  context: Context,
  plan: Plan,
  { waivers, lines, opened }: Asking,
): Promise<(again: Plan) => ReadonlyMap<PlannedCall, Granted>> {
  const { items } = plan;
  const sending = sendingIn(items);
  const found = await checkSending(context, sending, waivers);
  const facts = [...(await planFacts(context, plan)), ...waivedLines(plan, waivers), ...found];
  const calls = callsIn(plan);
  const all = [...calls.map(sharedCall), ...(opened?.calls ?? [])];
  const granted = await context.consent.approveAll(all, async () => {
    const { people, lines: reached } = await peopleOf(context, sending);
    const questions = [...(calls.length > 0 ? [questionOf(plan)] : []), ...(opened?.question ?? [])];
    return {
      summary: opened ? 'Launch a campaign from its file' : 'Apply campaign files',
      question: questions.join(', '),
      facts: [
        ...facts,
        ...(opened ? opened.facts : [countedLine(calls.length, sending, people)]),
        ...reached,
        ...lines,
      ],
      binds: [plan.digest, ...(opened ? [opened.binds] : [])].join(' '),
      recipients: opened ? opened.recipients(people) : people,
    };
  });
  return (again) =>
    new Map(callsIn(again).flatMap((call, index) => (granted[index] ? [[call, granted[index]]] : [])));
}

interface Asking {
  readonly waivers: readonly ActiveWaiver[];
  readonly lines: readonly string[];
  readonly opened: Launch | undefined;
}

function questionOf(plan: Plan): string {
  const calls = callsIn(plan);
  const changing = plan.items.filter((item) => item.calls.length > 0).length;
  const paused = calls.filter(isPause).length;
  const pause = paused === 0 ? '' : `, and pause ${paused} of them`;
  return `make ${counted(calls.length, 'change')} to ${counted(changing, 'campaign')}${pause}`;
}

const keptDrift = ({ items }: Pick<AppliedDocument, 'items'>): readonly string[] =>
  items.some(({ changes }) => changes.some(({ kind }) => kind === 'drift'))
    ? ['What drifted in the service is kept; --overwrite-drift sets it back.']
    : [];

const callsIn = ({ items }: Plan): readonly PlannedCall[] => items.flatMap(({ calls }) => calls);

function sharedCall(call: PlannedCall): SharedCall {
  const operation = operationOf[call.operation];
  const body = call.body ? { body: call.body } : {};
  if (call.operation === campaigns.create.id) return { operation, input: body };
  return call.id === null
    ? { operation, input: body, later: true }
    : { operation, input: { params: { id: call.id }, ...body } };
}
