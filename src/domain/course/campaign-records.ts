import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';

type Part = 'detail' | 'sequence' | 'schedule' | 'stats' | 'leads' | 'senders';

/** A campaign as far as the service shows it; `why` says why a part cannot be read. */
export interface CampaignRecords {
  readonly id: number;
  readonly campaign: ItemOf<typeof campaigns.list>;
  readonly leads?: number | undefined;
  readonly detail?: Output<typeof campaigns.get>['campaign'] | undefined;
  readonly sequence?: Output<typeof campaigns.sequence> | undefined;
  readonly schedule?: NonNullable<Output<typeof campaigns.getSchedule>['schedule']> | undefined;
  readonly stats?: Output<typeof campaigns.stats> | undefined;
  readonly why: { readonly [P in Part]?: string | undefined };
}
