import { counted } from '../../base/counted.ts';
import type { CampaignRecords } from '../course/campaign-records.ts';
import { blockersOf } from '../launch/blockers.ts';
import { type CheckedSender, namedIn } from '../launch/problem.ts';
import { sendFactsIn } from '../why/send-facts.ts';
import { dayNumber } from '../window.ts';
import { type Concern, concern } from './attention.ts';

/** A campaign that runs, as far as it was read, with its name on one line. */
export interface RunningFacts extends Pick<CampaignRecords, 'campaign' | 'detail' | 'stats'> {
  /** Its mailboxes; undefined where it is not known which ones it has. */
  readonly senders: readonly CheckedSender[] | undefined;
  /** Ids of mailboxes that a person stopped by their limit. */
  readonly stopped?: ReadonlySet<string> | undefined;
}

/**
 * A campaign that runs and could not send in its next sending hours either: no mailbox that may send, or no hours. Nights,
 * weekends and limits that are reached today are no reason, nor that no one waits for an email.
 */
export function stalledConcern(
  { campaign, detail, stats, senders, stopped }: RunningFacts,
  at: number,
): Concern[] {
  const known = { campaign, detail, senders, schedule: detail?.schedule ?? undefined };
  const findings = blockersOf(sendFactsIn(known, { at, stopped }));
  if (findings.length === 0) return [];
  const last = stats?.daily
    ?.filter(({ sent }) => sent > 0)
    .map(({ date }) => date.slice(0, 10))
    .sort()
    .at(-1);
  const since = last === undefined ? '' : `; it last sent ${daysAgo(last, at)}`;
  const message = `campaign ${campaign.id} "${campaign.name}" runs and sends nothing: ${findings.map(namedIn).join('; ')}${since}`;
  const rules = findings.map(({ rule }) => rule).sort();
  const own = { id: String(campaign.id), findings, state: rules.join(' ') };
  return [concern('campaign-stalled', 'fail', message, own)];
}

/** Of a UTC day. */
function daysAgo(date: string, at: number): string {
  const days = dayNumber(at) - dayNumber(Date.parse(date));
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${counted(days, 'day')} ago`;
}
