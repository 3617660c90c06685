import { counted } from '../../base/counted.ts';
import type { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { namesNoDay, scheduleProblems } from '../launch/schedule-rules.ts';
import { type CampaignLimits, dailyCapacity, isHeldBack } from '../mailbox/capacity.ts';
import { campaignLimitsIn, limitsWithin, mailboxLimitsIn, windowIn } from '../mailbox/limits-in.ts';
import { stepDelays } from '../sequence/step-copies.ts';
import { followUpDue, type SendingWindow } from '../window.ts';
import { addedMailbox } from './added-mailbox.ts';
import {
  type AnswerRates,
  enoughContacted,
  noAnswers,
  ownRates,
  usualAnswers,
  usualRates,
} from './answers.ts';
import type { CampaignRecords } from './campaign-records.ts';
import { mayFlap } from './lane.ts';
import type { Plan, PlannedCampaign, PlannedMailbox } from './plan.ts';
import { pastPart } from './thinned.ts';
import { guessText, pastIn, workIn } from './work-in.ts';

type Sender = ItemOf<typeof senders.list>;

export interface PlanOptions {
  readonly now: number;
  readonly startAt?: number | undefined;
  /** As if pretend this many people wait for their first email. */
  readonly leads?: number | undefined;
  /** As if so many more mailboxes were attached. */
  readonly addSenders?: number | undefined;
  /** As if build-up were on or off for all mailboxes. */
  readonly buildUp?: boolean | undefined;
  /** False: as if nothing came back, which is the latest end. */
  readonly answers?: boolean | undefined;
}

export interface NotTold {
  readonly what: string;
  readonly why: string;
}

/** A plan, with what was assumed for it and what could not be known. Texts of others in it are as they came. */
export type Planned = ReturnType<typeof planIn>;

class Notes {
  readonly assumptions: string[] = [];
  readonly unknown: NotTold[] = [];

  lacks(what: string, why: string): void {
    this.unknown.push({ what, why });
  }
}

/** By its records and those of other campaigns on its mailboxes, as far as their statistics could be read. */
export function planIn(
  own: CampaignRecords & { readonly senders: readonly Sender[] | undefined },
  others: readonly CampaignRecords[],
  options: PlanOptions,
) {
  const notes = new Notes();
  const { now, startAt = now } = options;
  const planned = ownCampaign(own, options, notes);
  const connected = (own.senders ?? []).filter(({ isConnected }) => isConnected !== false);
  const known = others.filter(({ stats }) => stats?.emailCounts);
  if (!own.senders) notes.lacks('mailboxes', `${own.why.senders ?? 'not shown'}: no days can be forecast`);
  noteMailboxes(connected, planned.limits, notes);
  const hasBegun = planned.followUps.length > 0;
  const attached: PlannedMailbox[] = [];
  for (const sender of hasBegun ? (own.senders ?? []) : connected) {
    const before = mailboxLimitsIn(sender);
    const { buildUp: toggleGradualBuildUp = before.toggleGradualBuildUp } = options;
    const alsoIn: number[] = [];
    for (const [index, { id }] of known.entries())
      if (sender.campaignIds?.includes(id)) alsoIn.push(index + 1);
    attached.push({ ...before, toggleGradualBuildUp, before, alsoIn });
  }
  const mailboxes = [...attached, ...moreMailboxes(attached, options, notes)];
  const beside = known.map((other) => otherCampaign(other, connected, planned.limits, now));
  const plan: Plan = { startAt, campaigns: [planned, ...beside], mailboxes };
  return {
    plan,
    /** False where the schedule cannot be read: the window of the plan then never opens. */
    knowsWindow: knownWindow(own) !== undefined,
    assumptions: notes.assumptions,
    unknown: notes.unknown,
  };
}

function ownCampaign(own: CampaignRecords, options: PlanOptions, notes: Notes): PlannedCampaign {
  const [firstDelay = 0, ...later] = stepDelays(own.sequence) ?? [];
  const delays = own.sequence?.steps && later;
  const missing = (what: string, part: keyof CampaignRecords['why'], counted: string) =>
    notes.lacks(what, `${own.why[part] ?? 'not shown'}; counted ${counted}`);
  if (!delays) missing('sequence', 'sequence', 'as one email to each person');
  if (!own.detail) missing('settings', 'detail', 'without limits of the campaign');
  const window = knownWindow(own);
  if (!window) {
    const { unknown } = own.schedule ? scheduleProblems(own.schedule) : { unknown: [] };
    const reasons = own.schedule ? unknown.map((each) => each.why) : [own.why.schedule ?? 'not shown'];
    const why = [...new Set(reasons)].join(', ');
    notes.lacks('schedule', `${why}: no day can be forecast, only the most emails that are left`);
  }
  if (own.leads === undefined && options.leads === undefined)
    notes.lacks('leads', own.why.leads ?? 'the service does not say how many there are');
  notes.lacks('zone', 'the service does not name the zone of a schedule: UTC is assumed');
  const { isGuess, ...work } = workIn(own, delays ?? [], options.now);
  if (isGuess && options.leads === undefined) missing('emails left', 'stats', guessText(own));
  // What is scheduled was passed by the blocklist and the verifier.
  const isDraft = own.campaign.status === 'draft';
  if (work.firsts > 0 && (isDraft || isGuess) && options.leads === undefined)
    notes.assumptions.push("blocklisted people are counted, though they won't get mail: see campaigns check");
  if (own.campaign.status === 'paused')
    notes.assumptions.push('it is paused: counted as resumed when the forecast begins');
  const { isEnabledEmailVerifier: verifies, isEnabledCatchallValidated: takesAll } = settingsOf(own);
  if (verifies && isDraft && own.detail?.flow !== 'api')
    notes.assumptions.push(
      `invalid ${takesAll ? '' : 'and catch-all '}addresses are counted, though its verifier leaves them out`,
    );
  if (work.firsts > 0 && firstDelay > 0) noteFirstStep(own, firstDelay, options, notes);
  if (work.followUps.length > 0)
    notes.lacks(
      'conversations',
      'the service shows neither their mailboxes nor their due dates: each run replays the past days by their counts',
    );
  const { dailyLimit, ...limits } = limitsWithin(window ?? neverOpen, own.detail, own.schedule);
  return {
    limits,
    dailyLimit,
    delays: delays ?? [],
    firstsDueAt: firstsDueIn(own, firstDelay, options),
    ...work,
    past: pastIn(own, { limits, dailyLimit }, work.followUps),
    ...(options.leads !== undefined && { firsts: options.leads }),
    // Without a step there is no email to anyone.
    ...(own.sequence?.steps?.length === 0 && { firsts: 0 }),
    answers: answersOf(own, options, notes),
  };
}

const settingsOf = ({ detail }: CampaignRecords) => detail?.settings ?? detail ?? {};

const neverOpen: SendingWindow = { days: [], start: 0, end: 0 };

/** When it sends; undefined where that cannot be read. A schedule that names no day never opens, whatever its hours. */
function knownWindow({ schedule }: CampaignRecords): SendingWindow | undefined {
  if (!schedule) return undefined;
  const isClosed = namesNoDay(schedule);
  if (isClosed === undefined) return undefined;
  return isClosed ? neverOpen : windowIn(schedule);
}

/** 0: at once. The first delay counts from when people join, which the service does not tell. */
export function firstsDueIn(
  { campaign, stats }: Pick<CampaignRecords, 'campaign' | 'stats'>,
  delay: number,
  { now, startAt = now, leads }: PlanOptions,
): number {
  if (delay === 0) return 0;
  if (campaign.status === 'draft' || leads !== undefined) return followUpDue(startAt, delay);
  return hasSent(stats) ? 0 : followUpDue(Date.parse(campaign.updatedAt ?? '') || now, delay);
}

const hasSent = (stats: CampaignRecords['stats']): boolean =>
  stats?.steps?.some(({ sent }) => sent > 0) ?? false;

function noteFirstStep(own: CampaignRecords, delay: number, { leads }: PlanOptions, notes: Notes): void {
  const waits = `the first step waits ${counted(delay, 'day')}`;
  if (own.campaign.status === 'draft' || leads !== undefined)
    notes.assumptions.push(`${waits} from the start`);
  else
    notes.lacks(
      'first emails',
      `${waits} since people joined, which the service does not tell: ${hasSent(own.stats) ? 'counted as over' : 'counted from the last change of the campaign'}`,
    );
}

function answersOf(own: CampaignRecords, options: PlanOptions, notes: Notes): AnswerRates {
  if (options.answers === false) {
    notes.assumptions.push('no one answers, and nothing bounces');
    return noAnswers;
  }
  const { contactedLeadsCount, emailsSentCount, repliedLeadsCount, bouncedLeadsCount } =
    own.campaign.stats ?? {};
  const contacted = contactedLeadsCount ?? 0;
  const isOwn = contacted >= enoughContacted;
  const rates = isOwn
    ? ownRates({
        contacted,
        emails: emailsSentCount ?? contacted,
        replied: repliedLeadsCount ?? 0,
        bounced: bouncedLeadsCount ?? 0,
      })
    : usualRates;
  const from = isOwn
    ? `by its own results with ${counted(contacted, 'person', 'people')}`
    : `as is usual; its own results count from ${enoughContacted} contacted people on`;
  notes.assumptions.push(
    `${percent(rates.reply)} of first emails are answered, ${percent(rates.away)} of people are away, ${percent(rates.bounce)} of addresses bounce (${from})`,
  );
  // Which answers end a sequence is a setting of the campaign.
  const settings = settingsOf(own);
  if (settings.isEnabledStopFollowUpsForSameCompany)
    notes.lacks('colleagues', 'a reply stops the follow-ups to the whole company; the forecast ignores this');
  if (settings.isEnabledStopFollowUpsOnReply === false)
    return { ...rates, reply: rates.reply * usualAnswers.unsubscribe, away: 0 };
  return settings.ignoreOutOfOfficeReplies ? { ...rates, away: 0 } : rates;
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

function moreMailboxes(
  own: readonly PlannedMailbox[],
  { addSenders = 0, now, startAt = now }: PlanOptions,
  notes: Notes,
): PlannedMailbox[] {
  if (addSenders === 0) return [];
  const mailbox = addedMailbox(own, startAt);
  const most = mailbox.currentDailyLimit;
  notes.assumptions.push(
    `${counted(addSenders, 'more mailbox', 'more mailboxes')}, warmed up for 4 weeks, with a daily limit of ${most}`,
  );
  return new Array<PlannedMailbox>(addSenders).fill(mailbox);
}

function noteMailboxes(senders: readonly Sender[], limits: CampaignLimits, notes: Notes): void {
  const { minimumHealthScore: minimum } = limits;
  const areAllHeld = senders.every(({ healthScore }) => isHeldBack(healthScore ?? null, minimum));
  notes.assumptions.push('mailboxes stay connected, and limits and settings stay as they are');
  if (minimum) notes.assumptions.push('health scores stay where they are');
  for (const sender of senders) {
    const note = scoreNote(sender.healthScore ?? null, minimum, areAllHeld);
    if (note) notes.lacks(sender.address, note);
    if (sender.toggleGradualBuildUp && !sender.createdAt)
      notes.lacks(sender.address, 'the service does not say since when it is connected: counted as built up');
  }
}

/** What a score means for sending, where the minimum of the campaign is near it or above. */
function scoreNote(score: number | null, minimum = 0, areAllHeld = false): string | undefined {
  if (!isHeldBack(score, minimum) && !mayFlap(score, minimum)) return undefined;
  const held = `counted as held back${areAllHeld ? ', as all of them are today' : ''}`;
  if (score === null)
    return `it has no health score, which counts as below the minimum of ${minimum}: ${held}`;
  if (!mayFlap(score, minimum))
    return `its health score of ${score} is below the minimum of ${minimum}: ${held}`;
  return `its health score of ${score} is near the minimum of ${minimum}: ${areAllHeld ? held : `${held} on some days`}`;
}

/** Another campaign on these mailboxes, with the part of its emails that they send: no more than they may on its fullest day. */
function otherCampaign(
  other: CampaignRecords,
  senders: readonly Sender[],
  own: CampaignLimits,
  at: number,
): PlannedCampaign {
  const here = senders.filter(({ campaignIds }) => campaignIds?.includes(other.id));
  const [firstDelay = 0, ...delays] = stepDelays(other.sequence) ?? [];
  const limits = campaignLimitsIn(other.detail, other.schedule);
  const { firsts, followUps } = workIn(other, delays, at);
  const past = pastIn(other, { limits: limits ?? own, dailyLimit: limits?.dailyLimit ?? null }, followUps);
  let [most, may] = [0, 0];
  for (const { sent } of past?.days ?? []) most = Math.max(most, sent);
  for (const sender of here) may += dailyCapacity(mailboxLimitsIn(sender), limits ?? own, at).emails;
  const share = here.length / Math.max(1, other.campaign.stats?.senderEmailsTotal ?? here.length);
  const part = Math.min(1, share, most === 0 ? 1 : may / most);
  return {
    limits: limits ?? own,
    dailyLimit: limits?.dailyLimit ? Math.max(1, Math.round(limits.dailyLimit * part)) : null,
    delays,
    firsts: Math.round(firsts * part),
    followUps: followUps.map((waiting) => ({ ...waiting, count: Math.round(waiting.count * part) })),
    firstsDueAt: firstsDueIn(other, firstDelay, { now: at }),
    past: past && pastPart(past, part),
    answers: usualRates,
  };
}
