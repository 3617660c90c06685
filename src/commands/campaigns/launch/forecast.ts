import { counted, grouped } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { inTurns, type Steps } from '../../../base/steps.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt, under } from '../../../cli/declare/params.ts';
import { type CampaignReading, readCampaign, warnLeftOut } from '../../../cli/launch/read-campaign.ts';
import { readSharing, type Sharing } from '../../../cli/launch/read-sharing.ts';
import { remedyOf } from '../../../cli/launch/remedies.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { senders } from '../../../contract/areas/senders.ts';
import { couldSend, dateOf, type Forecast, forecasting } from '../../../domain/course/forecast.ts';
import { mostEmails } from '../../../domain/course/plan.ts';
import { type NotTold, type Planned, type PlanOptions, planIn } from '../../../domain/course/plan-in.ts';
import { isTooLong, whatIf } from '../../../domain/course/what-if.ts';
import { blockersOf, type LaunchFacts } from '../../../domain/launch/blockers.ts';
import { namedIn } from '../../../domain/launch/problem.ts';
import { sendFactsIn } from '../../../domain/why/send-facts.ts';
import { day, startOfDay } from '../../../domain/window.ts';
import { forecastFields, forecastView, type ShownForecast } from './forecast-view.ts';

export const forecast = command({
  name: 'forecast',
  summary: 'Forecast when a campaign will have sent everything, and what holds it up',
  about: `Simulates the campaign many times, using the sandbox's rules: limits, build-up, hours, gaps, follow-ups and replies. It shows the most typical run; 95% of runs end between the two dates shown. Other running campaigns on the same mailboxes are included.

Hours and days in the result are UTC. In a pipe it prints one line per day: date, first emails, follow-ups, capacity. Assumptions and unknowns are on stderr. If nothing can be sent, it exits with code 16; if the campaign is completed, with 0.`,
  uses: [
    campaigns.list,
    campaigns.get,
    campaigns.sequence,
    campaigns.getSchedule,
    campaigns.stats,
    leads.list,
    senders.list,
  ],
  tool: 'read',
  core: true,
  answer: forecastFields,
  fails: ['ended-badly'],
  rows: 'days',
  whole: true,
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    ...under('WHAT IF', {
      leads: opt.int('pretend this many people wait for their first email', {
        min: 0,
        max: 10_000_000,
        hint: 'n',
      }),
      addSenders: opt.int('pretend this many more mailboxes are attached, each warmed up for 4 weeks', {
        min: 0,
        max: 1000,
        hint: 'n',
      }),
      buildUp: opt.toggle('pretend build-up is on for all mailboxes, or off'),
      answers: opt.toggle(
        'pretend people reply as usual; --no-answers: no one replies, which gives the latest end date',
      ),
      start: opt.moment('pretend sending starts at this time', 'next'),
    }),
  },
  examples: [
    'outreach campaigns forecast "First steps"',
    'outreach campaigns forecast 1 --leads 5000 --add-senders 5',
    'outreach campaigns forecast 1 --no-build-up --start mon --json',
  ],
  async run(context, { campaign, start, ...asIf }): Promise<ShownForecast> {
    const id = await context.service.find.campaign(campaign);
    const now = await context.service.targetNow();
    const options = { ...asIf, now, startAt: startOf(start, now) };
    const {
      reading,
      planned,
      made,
      shown: known,
    } = await context.screen.progress('Forecasting', async () => {
      const parts = ['detail', 'sequence', 'schedule', 'stats'] as const;
      const reading = await readCampaign(context, id, parts, { lean: true, ownSchedule: true });
      const sharing = await readSharing(context, reading);
      const planned = planIn(reading, sharing.campaigns, options);
      return { reading, planned, ...(await inTurns(shownOf(planned, sharing), context.files.world.signal)) };
    });
    const isOver = reading.campaign.status === 'completed' && !asIf.leads;
    const mayStillSend =
      !isOver &&
      ((!planned.knowsWindow && couldSend(planned.plan)) || lacksReads(factsAsIf(reading, options), reading));
    const isKnown = (asIf.leads ?? reading.leads) !== undefined && reading.sequence !== undefined;
    const most = isKnown ? mostEmails(planned.plan.campaigns[0]) : null;
    const isCounted = made.emails.typical > 0 ? !made.isCut : !mayStillSend;
    const shown = isCounted ? known : { ...known, emails: most };
    if (made.emails.typical === 0 && !mayStillSend && !isOver)
      throw await nothingToSend(context, reading, options, planned, shown);
    if (isOver && !context.screen.isForPeople)
      context.screen.note(`Campaign ${id} is completed: nothing is left to send.`);
    // What else cannot be read is on the screen.
    warnLeftOut(context, reading, context.screen.isForPeople);
    if (!context.screen.isForPeople) return shown;
    const { name, status } = reading.campaign;
    return { ...shown, screen: { id, name, status, plan: planned.plan, forecast: made } };
  },
  view: forecastView,
  next: ({ screen }, { campaign }) =>
    screen?.status === 'draft' || screen?.status === 'paused'
      ? [['check before it starts', advise('campaigns check', { campaign })]]
      : screen?.status === 'running'
        ? [['why it sends no more now', advise('campaigns why', { campaign })]]
        : [],
});

function factsAsIf(
  reading: CampaignReading,
  { leads, addSenders = 0, now }: PlanOptions,
  stopped?: ReadonlySet<string>,
): LaunchFacts {
  const facts = sendFactsIn(reading, { at: now, stopped });
  const added = Array.from({ length: addSenders }, () => addedSender);
  return {
    ...facts,
    leads: leads ?? facts.leads,
    senders: [...facts.senders, ...added],
    knowsSenders: facts.knowsSenders || addSenders > 0,
  };
}

const addedSender = { id: 0, address: 'one more', isConnected: true, currentDailyLimit: 1, healthScore: 100 };

/** It cannot be said that nothing is sent: who sends, to how many people, or how many emails, cannot be read. */
const lacksReads = (facts: LaunchFacts, { sequence }: CampaignReading): boolean =>
  (!facts.knowsSenders || facts.leads === undefined || !sequence) && blockersOf(facts).length === 0;

/** A day that has begun counts from now. Throws `usage` for one that is over, or too far away. */
function startOf(start: string | undefined, now: number): number {
  if (start === undefined) return now;
  const at = Date.parse(start);
  if (at < startOfDay(now))
    throw new Failure('bad_time', `--start ${start} is in the past`, {
      hint: `It is ${new Date(now).toISOString()} now.`,
    });
  if (at > now + mostAhead)
    throw new Failure('bad_time', `--start ${start} is more than three years ahead`, {
      hint: 'A forecast looks three years ahead.',
    });
  return Math.max(at, now);
}

const mostAhead = 3 * 366 * day;

function* shownOf(
  planned: Planned,
  sharing: Sharing,
): Steps<{ readonly made: Forecast; readonly shown: ShownForecast }> {
  const { plan, assumptions } = planned;
  const made = yield* forecasting(plan);
  const unknown = notKnown(planned, sharing, made);
  const sooner = made.emails.typical === 0 ? [] : yield* whatIf(plan, made);
  const notes = [...assumptions];
  const mailboxes = counted(Math.round(made.oneOf), 'mailbox', 'mailboxes');
  if (made.emails.typical > 0 && made.oneOf > 1)
    notes.push(`one of every ${mailboxes} is counted, with its part of the people, for all of them`);
  if (made.emails.typical > 0 && isTooLong(plan))
    notes.push('there are too many emails or mailboxes to look for changes that end it sooner');
  const date = (number: number | null) => (number === null ? null : dateOf(number));
  const shown = {
    emails: made.emails.typical,
    cut: made.isCut,
    waiting: made.waiting,
    firstDay: date(made.firstDay),
    lastDay: date(made.lastDay),
    lastDayEarly: date(made.lastDayEarly),
    lastDayLate: date(made.lastDayLate),
    sendingDays: made.sendingDays.typical,
    bindingConstraint: made.constraint,
    days: made.days.map(({ day, first, followUp, capacity }) => ({
      date: dateOf(day),
      first,
      followUp,
      capacity,
    })),
    assumptions: notes,
    unknown,
    whatIf: sooner.map(({ change, lastDay }) => ({ change, lastDay: dateOf(lastDay) })),
  };
  return { made, shown };
}

/** With the campaigns whose emails cannot be counted. */
function notKnown(
  { unknown }: Planned,
  { campaigns: sharing, unread, why: whyNone }: Sharing,
  made: Forecast,
): NotTold[] {
  const others = new Map<string, string>();
  for (const { id, campaign, stats, why } of sharing)
    if (!stats?.emailCounts)
      others.set(`campaign ${id} "${campaign.name}"`, why.stats ?? 'its statistics do not show what waits');
  if (unread > 0) others.set(`${grouped(unread)} more running campaigns`, 'not read');
  if (whyNone !== undefined) others.set('other campaigns', whyNone);
  const all = [...unknown];
  for (const [what, whyNot] of others) {
    const why = `it sends from the same mailboxes, how much is not known (${whyNot}): counted as nothing`;
    all.push({ what, why });
  }
  if (made.isCut && made.emails.typical > 0)
    all.push({ what: 'last day', why: 'it is more than three years away: the forecast stops there' });
  return all;
}

async function nothingToSend(
  context: Context,
  reading: CampaignReading,
  options: PlanOptions,
  { plan }: Planned,
  result: ShownForecast,
): Promise<Failure> {
  const { id, campaign, senders } = reading;
  const { stoppedFromHere } = await import('../../../cli/stop/by-limits.ts');
  const stopped = stoppedFromHere(context.files.world, context.service.settings);
  const blockers = blockersOf(factsAsIf(reading, options, stopped));
  const reasons = blockers.map(namedIn);
  if (blockers.length === 0 && mostEmails(plan.campaigns[0]) === 0)
    reasons.push('everyone was contacted, and no email waits');
  const remedies: string[] = [];
  for (const one of blockers) {
    const { fix, byHand } = remedyOf(one, { id, status: campaign.status, senders, stopped });
    if (fix !== null) remedies.push(`${one.message}:\n  ${fix}`);
    else if (byHand !== undefined) remedies.push(byHand);
  }
  return new Failure(
    'sends_nothing',
    `campaign ${id} can send nothing${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`,
    { kind: 'ended-badly', result, ...(remedies.length > 0 && { hint: remedies.join('\n') }) },
  );
}
