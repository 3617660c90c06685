import { blocklist } from '../../contract/areas/blocklist.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';

/** The operations that a lead gate may call, for `uses`; apart from the gate, so that naming them loads no rules. */
export const leadGateReads = [
  campaigns.list,
  campaigns.get,
  campaigns.sequence,
  leads.list,
  senders.list,
  senders.get,
  blocklist.list,
] as const;

export const checkLine = (campaign: number | string): string => `outreach campaigns check ${campaign}`;

/** For the question, where only the service knows who joins. */
export const notKnownBefore = (campaign: number | string): string =>
  `Launch checks: these people are not known before they join. To check them then: ${checkLine(campaign)}`;
