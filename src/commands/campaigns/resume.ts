import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import type { Fact, Quote } from '../../cli/declare/quote.ts';
import { checkReads } from '../../cli/launch/check/check-campaign.ts';
import { passGate } from '../../cli/launch/check/gate.ts';
import type { CampaignReading } from '../../cli/launch/read-campaign.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { acceptOption } from '../../cli/options/accept.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import { sequenceText } from '../../domain/sequence/sequence-write.ts';
import { campaignIn, campaignView } from './campaign-view.ts';
import { launchQuote } from './launch/launch-quote.ts';

export const resume = command({
  name: 'resume',
  summary: 'Start or resume a campaign: it sends email',
  about: `Sent email cannot be recalled. First it makes the checks of ${'`campaigns check`'}, over all leads. Where one blocks, it ends with 16 and sends nothing, also with --yes; --accept lets the campaign break one rule, for a reason. A check that passed up to 60 minutes ago counts, where a few calls show no change and this machine made none; --fresh makes it again.

Before it asks, it shows how many leads the campaign has, which mailboxes send, when, and what the checks warn of.`,
  uses: [campaigns.resume, ...checkReads],
  tool: 'effects',
  fails: ['ended-badly', 'conflict'],
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    ...acceptOption,
    fresh: opt.flag('check all leads again, whatever was checked before'),
    maxAge: opt.duration('how old a check may be (default 60m)'),
  },
  examples: ['outreach campaigns resume 1', 'outreach campaigns resume "First steps" --yes'],
  async run(context, { campaign, ...checking }) {
    const { api, approve, find, note } = context;
    const id = await find.campaign(campaign);
    const call = { params: { id } };
    const quote = quoting(context, id, checking);
    const approval = await approve(campaigns.resume, call, quote);
    const answer = await api(campaigns.resume, call, approval);
    note(answer.message ?? 'Running.');
    return campaignIn(answer);
  },
  next: ({ id }, { campaign }, target) => [
    ...(target === 'sandbox' ? [['let time pass', lineOf`sandbox clock advance 7d`] as const] : []),
    ['figures', lineOf`campaigns stats ${id ?? campaign}`],
    ['stop it', lineOf`campaigns pause ${id ?? campaign}`],
  ],
  view: campaignView,
});

interface Checking {
  readonly accept: readonly Waiver[] | undefined;
  readonly fresh: boolean;
  readonly maxAge: number | undefined;
}

/** Before its leads are read: the service starts no campaign twice. */
function refuseRunning({ id, campaign }: CampaignReading): void {
  if (campaign.status !== 'running') return;
  throw new Failure('already_running', `campaign ${id} is running already; nothing was sent`, {
    hint: `What it sends, and what holds it up: outreach campaigns why ${id}`,
  });
}

/** On a pass, whose look is a short one, the service is asked again before the call only after so long. */
const freshMs = 5000;

/** A person who approves what someone else wants reads the emails first; one who asks knows where they are. */
function emailFacts({ world }: Context, { id, sequence }: CampaignReading): Fact[] {
  if (sequence === undefined || sequence.steps.length === 0) return [];
  if (world.approving === undefined)
    return world.agent === undefined ? [] : [`The emails: outreach campaigns sequence show ${id}`];
  const text = sequenceText(sequence.steps, sequence.signature ?? null).trim();
  return ['The emails:', { theirs: text }, `As single people get them now: outreach campaigns preview ${id}`];
}

/** Checks and quotes. Asked again just before the call, it looks whether what was checked is still the same. */
function quoting(context: Context, id: number, checking: Checking): () => Promise<Quote> {
  const { clock } = context.world;
  let again: (() => Promise<Quote>) | undefined;
  return async () => {
    if (again) return again();
    const { checked, facts } = await passGate(context, id, { ...checking, refuse: refuseRunning });
    const blocked = checked.findings.problems.find(({ rule }) => rule === 'blocklisted')?.count ?? 0;
    const launch = await launchQuote(context, checked.reading, { blocked, lines: facts });
    const emails = emailFacts(context, checked.reading);
    const binds = `${checked.result.digest} ${checked.people ?? ''}`;
    const quote = { ...launch, facts: [...launch.facts, ...emails], binds };
    const freshUntil = checked.age === undefined ? 0 : clock.now() + freshMs;
    again = async () => {
      await checked.unchanged({ looksAgain: clock.now() >= freshUntil });
      return quote;
    };
    return quote;
  };
}
