import type { CampaignRecords } from '../course/campaign-records.ts';
import type { CheckedSender } from '../launch/sender-rules.ts';
import { campaignLimitsIn, gapsIn } from '../mailbox/limits-in.ts';
import { stepDelays } from '../sequence/step-copies.ts';
import type { SendFacts } from './cause.ts';

interface KnownCampaign extends Omit<CampaignRecords, 'id' | 'why'> {
  readonly health?: SendFacts['health'];
  readonly senders?: readonly CheckedSender[] | undefined;
}

type Around = Pick<SendFacts, 'at'> & Partial<Pick<SendFacts, 'neighbours' | 'unread' | 'stopped' | 'best'>>;

export function sendFactsIn(
  known: KnownCampaign,
  { at, neighbours = [], unread = [], stopped, best }: Around,
): SendFacts {
  const { campaign, leads, detail, sequence, schedule, health, stats, senders } = known;
  const limits = campaignLimitsIn(detail, schedule);
  const { senderEmailsTotal: attached, senderEmailsConnected: connected } = campaign.stats ?? {};
  return {
    status: campaign.status,
    leads,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
    delays: stepDelays(sequence),
    senders: senders ?? [],
    knowsSenders: senders !== undefined,
    counted: typeof attached === 'number' ? { attached, connected: connected ?? attached } : undefined,
    health,
    minimumHealthScore: detail && (limits?.minimumHealthScore ?? null),
    schedule,
    gaps: gapsIn(detail, schedule),
    limits,
    stats,
    neighbours,
    stopped,
    best,
    at,
    unread,
  };
}
