import { Failure, isStop } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { tryRead } from '../../cli/answer/fact.ts';
import { storingPlace, withStoredLooks } from '../../cli/answer/stored-looks.ts';
import { type Context, command, type Next } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import type { Fact, Quote } from '../../cli/declare/quote.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { checkReads } from '../../cli/launch/check/check-campaign.ts';
import { lookAgain } from '../../cli/launch/check/checked-digest.ts';
import { type GateOptions, passGate } from '../../cli/launch/check/gate.ts';
import type { CampaignReading } from '../../cli/launch/read-campaign.ts';
import { judgeBounces } from '../../cli/stop/guard-looks.ts';
import type { Approval } from '../../client/api/approval.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { isPaused } from '../../domain/item-states.ts';
import { sequenceText } from '../../domain/sequence/sequence-write.ts';
import { waitingIn } from '../../domain/why/due.ts';
import { campaignIn, campaignView } from './campaign-view.ts';
import { type LaunchChecks, launchQuote } from './launch/launch-quote.ts';

export const resume = command({
  name: 'resume',
  about: `Sent email cannot be recalled. \`campaigns check\` runs first, over all leads. If a blocking rule is broken, nothing is sent (exit 16), not even with --yes. To allow one broken rule, give a reason with --accept.

Before you confirm, you see the number of leads, the mailboxes, the schedule and the warnings of the check.`,
  uses: [campaigns.resume, ...checkReads],
  tool: 'effects',
  core: true,
  fails: ['ended-badly', 'conflict'],
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    ...acceptOption,
    fresh: opt.flag('read the leads of other campaigns again instead of the saved copy'),
  },
  examples: ['outreach campaigns resume 1', 'outreach campaigns resume "First steps" --yes'],
  async run(context, { campaign, ...checking }) {
    const id = await context.service.find.campaign(campaign);
    const { quote, start } = startOf(context, id, checking);
    const approval = context.consent.approve(campaigns.resume, { params: { id } }, quote);
    return start(await approval.catch((error) => withState(context, id, error)));
  },
  next: ({ id }, { campaign }, target) => startedNext(id ?? campaign, target),
  changed: ['id', 'name', 'status'],
  view: campaignView,
});

export const startedNext = (campaign: string | number | null | undefined, target?: string): Next => [
  ...(target === 'sandbox'
    ? [['let time pass', advise('sandbox clock advance', { duration: '7d' })] as const]
    : []),
  ['figures', advise('campaigns stats', { campaign })],
  ['stop it', advise('campaigns pause', { campaign })],
];

/** The start of a campaign: what is found and asked about, and the call. */
export function startOf(context: Context, id: number, checking: GateOptions) {
  const { service, screen } = context;
  let seen: CampaignReading | undefined;
  const quote = quoting(context, id, checking, (reading) => {
    seen = reading;
  });
  const start = async (approval: Approval<typeof campaigns.resume>) => {
    const answer = await service.api(campaigns.resume, { params: { id } }, approval);
    const campaign = campaignIn(answer);
    if (isPaused(campaign)) throw await stillPaused(context, id);
    if (seen) await keepResumed(context, seen);
    screen.note(answer.message ?? 'Running.');
    return campaign;
  };
  return { quote, start };
}

/** The call was answered as one that worked, and the journal has it so: it may still start. */
async function stillPaused({ service }: Context, id: number): Promise<Failure> {
  const message = `Campaign ${id} is still paused, as the service answers`;
  await service.journal.remark(campaigns.resume, message);
  const [made] = await service.journal.done(campaigns.resume);
  return new Failure('not_running', message, {
    hint: `See what it is now: outreach campaigns get ${id}. If it stays so, run the command again with --again.`,
    extra: { intent: made?.intent },
  });
}

/** `guard` judges what is sent from now on. The campaign runs by then: what fails here is only said. */
async function keepResumed(context: Context, reading: CampaignReading): Promise<void> {
  const { service, screen } = context;
  // The check of this line has noted what is wrong with the store.
  const place = { ...storingPlace(context), note: () => {} };
  try {
    const look = { at: new Date(await service.targetNow()).toISOString(), isResumed: true };
    await withStoredLooks(place, (stored) => judgeBounces(stored, place, [reading], look));
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    screen.warn(`It runs; what was sent before is not kept for campaigns guard: ${error.message}`);
  }
}

/** Before its leads are read, and before any question. A dry run also shows the facts of one that is over. */
function refuseUseless({ screen }: Context, reading: CampaignReading): void {
  const { id, campaign } = reading;
  if (campaign.status === 'running')
    throw new Failure('already_running', `campaign ${id} is running already; nothing was sent`, {
      hint: runsHint(id),
    });
  // Where the service does not count what waits, it is its to know.
  const isOver = campaign.status === 'completed' && waitingIn(reading.stats) === 0;
  if (isOver && !screen.globals.dryRun) throw nothingLeft(id);
}

const nothingLeft = (id: number): Failure =>
  new Failure('not_ready', `campaign ${id} has no lead left to email: resuming it sends nothing`, {
    hint: addHint(id),
  });

/** A repeat is refused before the campaign is read; where it runs or is over, --again would do nothing. */
async function withState({ service }: Context, id: number, error: unknown): Promise<never> {
  if (!(error instanceof Failure) || !error.is('done_recently')) throw error;
  const { value } = await tryRead(service, campaigns.get, { params: { id } });
  const status = value && campaignIn(value).status;
  if (status === 'running') throw error.with({ hint: runsHint(id) });
  throw status === 'completed' ? error.with({ hint: `Everything was sent. ${addHint(id)}` }) : error;
}

const runsHint = (id: number): string => `What it sends, and what holds it up: outreach campaigns why ${id}`;
const addHint = (id: number): string =>
  `Leads that are added start it again: ${pattern('leads import', { file: '<file>', campaign: id })}`;

/** A person who approves what someone else wants reads the emails first; one who asks knows where they are. */
function emailFacts({ files }: Context, { id, sequence }: CampaignReading): Fact[] {
  if (sequence === undefined || sequence.steps.length === 0) return [];
  if (files.world.approving === undefined)
    return files.world.agent === undefined ? [] : [`The emails: outreach campaigns sequence show ${id}`];
  const text = sequenceText(sequence.steps, sequence.signature ?? null).trim();
  return ['The emails:', { theirs: text }, `As single people get them now: outreach campaigns preview ${id}`];
}

/** Checks and quotes. Asked again just before the call, it looks whether what was checked is still the same. */
function quoting(
  context: Context,
  id: number,
  checking: GateOptions,
  seen: (reading: CampaignReading) => void,
): () => Promise<Quote> {
  let again: (() => Promise<Quote>) | undefined;
  return async () => {
    if (again) return again();
    const { unchanged, ...found } = await foundIn(context, id, checking);
    const { reading, digest, people, tags, blocked, lines } = found;
    seen(reading);
    const launch = await launchQuote(context.service, reading, { blocked, lines });
    const quote = {
      ...launch,
      ...(launch.spend.recipients === 0 && { expected: nothingLeft(id) }),
      facts: [...launch.facts, ...emailFacts(context, reading)],
      binds: `${digest} ${people ?? ''}`,
      checked: JSON.stringify({ people, tags: tags && [...tags], blocked, lines } satisfies Found),
    };
    again = async () => {
      await unchanged();
      return quote;
    };
    return quote;
  };
}

interface Found extends LaunchChecks {
  readonly people: string | undefined;
  readonly tags: readonly string[] | undefined;
}

/** By a walk over the leads. A person who approves sees what the asking run found; the call walks again, bound to it. */
async function foundIn(context: Context, id: number, checking: GateOptions) {
  const asked = context.files.world.approving?.checked;
  const refuse = (reading: CampaignReading) => refuseUseless(context, reading);
  if (asked !== undefined) {
    const { tags: names, ...found } = JSON.parse(asked) as Found;
    const tags = names && new Set(names);
    const { reading, digest } = await lookAgain(context, id, { tags, more: ['health', 'stats'] });
    refuse(reading);
    return { ...found, tags, reading, digest, unchanged: async () => {} };
  }
  const { checked, facts } = await passGate(context, id, { ...checking, refuse });
  const { reading, people, tags, unchanged } = checked;
  const blocked = checked.findings.problems.find(({ rule }) => rule === 'blocklisted')?.count ?? 0;
  return { people, tags, blocked, lines: facts, reading, digest: checked.result.digest, unchanged };
}
