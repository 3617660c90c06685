import { counted, grouped, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { CampaignRecords } from '../course/campaign-records.ts';
import { type HasStatus, isAtRest } from '../item-states.ts';
import { blockersOf } from '../launch/blockers.ts';
import { type CheckedSender, type Finding, namedIn, problem } from '../launch/problem.ts';
import { sendFactsIn } from '../why/send-facts.ts';
import { dayNumber } from '../window.ts';
import { type Concern, concern } from './attention.ts';
import type { ExpectedEnd } from './campaign-row.ts';
import { type GuardVerdict, guardLimits } from './guard-look.ts';

/** A campaign that runs, or that `guard` paused. */
export interface WatchedCampaign extends Pick<ExpectedEnd, 'runsDry'> {
  readonly campaign: ItemOf<typeof campaigns.list>;
  readonly verdict?: GuardVerdict | undefined;
}

/** A campaign whose mail comes back, or is reported as spam, costs its domain the name. */
export const burningConcerns = ({ campaign, verdict }: WatchedCampaign): Concern[] =>
  (verdict ? burnsIn(campaign, verdict) : []).map(({ kind, severity, count, text }) =>
    concern(kind, severity, `${nameOf(campaign)}: ${text}`, {
      count,
      id: String(campaign.id),
      state: verdict?.held ? 'paused' : severity,
    }),
  );

/** What is over the limit as a warning of the launch checks. */
export const burningFindings = (campaign: HasStatus, verdict: GuardVerdict): Finding[] =>
  burnsIn(campaign, verdict).flatMap(({ kind, severity, count, text }) =>
    severity === 'fail' ? [problem(kind, count, text)] : [],
  );

interface Burn extends Pick<Concern, 'severity' | 'count'> {
  readonly kind: 'bounces-high' | 'complaints-high';
  readonly text: string;
}

/** What is over the limit, or was when `guard` paused it; and what is near it. */
function burnsIn(campaign: HasStatus, verdict: GuardVerdict): Burn[] {
  const { held, isNear, sinceMark } = verdict;
  const { over, window } = held ?? verdict;
  const { bounces, near } = guardLimits;
  const order = isAtRest(campaign) ? guardOrder.atRest : guardOrder.running;
  const burns: Burn[] = [];
  for (const reason of over) {
    const count = window[reason === 'bounces' ? 'bounced' : 'complaints'] ?? 0;
    const done = reason === 'bounces' ? 'bounced' : 'reported it as spam';
    const text = held
      ? `paused by guard: ${grouped(count)} of ${grouped(window.contacted)} ${done} (${shareText(count, window.contacted)})`
      : shareOf(count, window.contacted, done, 'newest ');
    burns.push({ kind: `${reason}-high`, severity: 'fail', count, text: `${text}. ${order}` });
  }
  if (isNear && !held) {
    const text = `${bouncedText(sinceMark)}, more than ${near.share * 100}%; ${bounces.share * 100}% is too much. Look at its list, and verify it`;
    burns.push({ kind: 'bounces-high', severity: 'warn', count: sinceMark.bounced, text });
  }
  return burns;
}

export const guardOrder = {
  running: 'Pause it, look at its list, verify it, clean it, then resume it',
  atRest: 'Look at its list, verify it, clean it, then resume it',
} as const;

/** `41 of the newest 120 people contacted bounced (34.2%)`. */
export const bouncedText = (
  { contacted, bounced }: Pick<GuardVerdict['window'], 'contacted' | 'bounced'>,
  newest = '',
): string => shareOf(bounced, contacted, 'bounced', newest);

const shareOf = (count: number, contacted: number, done: string, newest: string): string =>
  `${grouped(count)} of ${newest && 'the '}${newest}${counted(contacted, 'person', 'people')} contacted ${done} (${shareText(count, contacted)})`;

const shareText = (count: number, of: number): string => `${Math.round((count / of) * 1000) / 10}%`;

const nameOf = ({ id, name }: WatchedCampaign['campaign']): string => `campaign ${id} "${name}"`;

/** No one new is written to after that, unless people are added: not where it is to be paused, nor on the day it begins. */
export const dryConcern = ({ campaign, runsDry, verdict }: WatchedCampaign): Concern[] =>
  runsDry && !verdict?.over.length
    ? [
        concern(
          'runs-dry',
          'warn',
          `${nameOf(campaign)} runs out of people on ${runsDry.on}: ${grouped(runsDry.left)} still ${plural(runsDry.left, 'waits', 'wait')} for a first email. Add people to keep it going`,
          { count: runsDry.left, id: String(campaign.id), state: 'dry', isForPrograms: runsDry.isNew },
        ),
      ]
    : [];

/** A campaign that runs, as far as it was read, with its name on one line. */
export interface RunningFacts extends Pick<CampaignRecords, 'campaign' | 'detail' | 'stats'> {
  /** Its mailboxes; undefined where it is not known which ones it has. */
  readonly senders: readonly CheckedSender[] | undefined;
  /** Ids of mailboxes that a person stopped by their limit. */
  readonly stopped?: ReadonlySet<string> | undefined;
}

/** It could not send in its next sending hours either. Nights, limits reached today and no one waiting are no reason. */
export function stalledConcern(
  { campaign, detail, stats, senders, stopped }: RunningFacts,
  at: number,
): Concern[] {
  const known = { campaign, detail, senders, schedule: detail?.schedule ?? undefined };
  const findings = blockersOf(sendFactsIn(known, { at, stopped }));
  if (findings.length === 0) return [];
  let last = '';
  for (const { date, sent } of stats?.daily ?? [])
    if (sent > 0 && date.slice(0, 10) > last) last = date.slice(0, 10);
  const days = dayNumber(at) - dayNumber(Date.parse(last));
  const ago = days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${counted(days, 'day')} ago`;
  const since = last === '' ? '' : `; it last sent ${ago}`;
  const message = `${nameOf(campaign)} runs and sends nothing: ${findings.map(namedIn).join('; ')}${since}`;
  const rules = findings.map(({ rule }) => rule).sort();
  const own = { id: String(campaign.id), findings, state: rules.join(' ') };
  return [concern('campaign-stalled', 'fail', message, own)];
}
