import { counted } from '../../../base/counted.ts';
import { readOr, tryRead } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { FieldName } from '../../../domain/campaign-file/campaign-fields.ts';
import { reachIn } from '../../../domain/campaign-plan/people.ts';

/** The operations that {@link reachOf} may call, for `uses`. */
export const reachReads = [campaigns.get, campaigns.stats, leads.list] as const;

export interface Reach {
  /** At most; null where the service does not say how many leads the campaign has. */
  readonly people: number | null;
  readonly line: string;
}

/** Whom a change of the emails of a campaign can still reach; `fields` are those that change, where they are known. */
export async function reachOf(
  context: Context,
  campaignId: number,
  fields: readonly FieldName[] | undefined,
): Promise<Reach> {
  const params = { id: campaignId };
  const [all, detail, stats] = await Promise.all([
    readOr(leads.list, () => context.api.page(leads.list, { query: { campaignId } }, { pageSize: 1 })),
    tryRead(context, campaigns.get, { params }),
    tryRead(context, campaigns.stats, { params }),
  ]);
  const total = all.value?.total ?? null;
  if (total === null) return { people: null, line: 'How many people get it is not known' };
  const { people, why } = reachIn(total, { campaign: detail.value?.campaign, stats: stats.value, fields });
  const without = why === undefined ? '' : `, without ${why}`;
  const line = `At most ${counted(people, 'person gets', 'people get')} what changes: ${counted(total, 'lead')}${without}`;
  return { people, line };
}
