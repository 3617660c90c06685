import { counted } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import type { CheckedSender } from '../launch/sender-rules.ts';
import { campaignLimitsIn, type LimitsOfCampaign } from '../mailbox/limits-in.ts';
import type { Found } from '../why/cause.ts';
import { standingCauses } from '../why/send-causes.ts';
import { dayNumber } from '../window.ts';
import type { Concern } from './attention.ts';

/** A campaign that runs, as far as it was read. */
export interface RunningFacts {
  /** With its name on one line. */
  readonly campaign: ItemOf<typeof campaigns.list>;
  readonly detail?: Output<typeof campaigns.get>['campaign'] | undefined;
  readonly stats?: Output<typeof campaigns.stats> | undefined;
  /** Its mailboxes; undefined where it is not known which ones it has. */
  readonly senders: readonly CheckedSender[] | undefined;
  /** Ids of mailboxes that a person stopped by their limit. */
  readonly stopped?: ReadonlySet<string> | undefined;
}

/**
 * A campaign that runs and could not send in its next sending hours either: no mailbox that may send, or no hours. Nights,
 * weekends and limits that are reached today are no reason, nor that no one waits for an email.
 */
export function stalledConcern(facts: RunningFacts, at: number): Concern[] {
  const { campaign, stats } = facts;
  const { detail } = facts;
  const limits = campaignLimitsIn(detail, detail?.schedule ?? undefined);
  const causes = causesOf(facts, limits, at);
  if (causes.length === 0) return [];
  const last = stats?.daily
    ?.filter(({ sent }) => sent > 0)
    .map(({ date }) => date.slice(0, 10))
    .sort()
    .at(-1);
  const since = last === undefined ? '' : `; it last sent ${daysAgo(last, at)}`;
  return [
    {
      kind: 'campaign-stalled',
      severity: 'fail',
      message: `campaign ${campaign.id} "${campaign.name}" runs and sends nothing: ${causes.map(({ message }) => message).join('; ')}${since}`,
      count: 1,
      oldestAt: null,
      id: String(campaign.id),
      isStop: causes.some(({ isStop }) => isStop),
      state: causes
        .map(({ cause }) => cause)
        .sort()
        .join(' '),
    },
  ];
}

/** Of a UTC day. */
function daysAgo(date: string, at: number): string {
  const days = dayNumber(at) - dayNumber(Date.parse(date));
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${counted(days, 'day')} ago`;
}

function causesOf(
  { campaign, detail, senders, stopped }: RunningFacts,
  limits: LimitsOfCampaign | undefined,
  at: number,
): readonly Found[] {
  const facts = {
    status: campaign.status,
    leads: undefined,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
    delays: undefined,
    senders: senders ?? [],
    knowsSenders: senders !== undefined,
    health: undefined,
    minimumHealthScore: detail && (limits?.minimumHealthScore ?? null),
    schedule: detail?.schedule ?? undefined,
    limits,
    stats: undefined,
    neighbours: [],
    stopped,
    at,
    unread: [],
  };
  return [...(senders ? [] : countedCauses(campaign)), ...standingCauses(facts)];
}

/** What the list of campaigns itself says of the mailboxes, where they cannot be read. */
function countedCauses({ stats }: RunningFacts['campaign']): Found[] {
  const { senderEmailsTotal: total, senderEmailsConnected: connected } = stats ?? {};
  if (total === 0) return [{ cause: 'none-attached', message: 'no mailbox is attached' }];
  if (typeof total === 'number' && total > 0 && connected === 0)
    return [
      {
        cause: 'disconnected',
        message: `none of its ${counted(total, 'mailbox', 'mailboxes')} is connected`,
      },
    ];
  return [];
}
