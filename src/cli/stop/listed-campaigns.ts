import { isCount } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Api, Page } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';

type Campaign = ItemOf<typeof campaigns.list>;

const listing = {
  ...campaigns.list,
  response: s.record({ campaigns: s.array(s.unknown()), ...s.pageCounts }),
};

/**
 * The campaigns of an account, for what stops them: one of a strange shape hides no other, and what is strange of it counts as not
 * shown. Throws `unreadable_answer` at the end where one has no id.
 */
export async function* listedCampaigns(api: Api): AsyncGenerator<Page<Campaign>> {
  let strange = 0;
  for await (const page of api.pages(listing, {}, { asItComes: true })) {
    const items = page.items.flatMap((item) => campaignIn(item) ?? []);
    strange += page.items.length - items.length;
    yield { ...page, items };
  }
  if (strange > 0)
    throw new Failure(
      'unreadable_answer',
      `The list of campaigns cannot be read whole: ${strange} of them without an id`,
    );
}

function campaignIn(item: unknown): Campaign | undefined {
  if (!isRecord(item) || !s.isId(item.id)) return undefined;
  const { id, name, status, stats } = item;
  return {
    id: id as number,
    name: typeof name === 'string' ? name : 'name not known',
    status,
    stats: isRecord(stats)
      ? {
          contactedLeadsCount: countIn(stats.contactedLeadsCount),
          bouncedLeadsCount: countIn(stats.bouncedLeadsCount),
        }
      : null,
  };
}

const countIn = (value: unknown): number | null => (isCount(value) ? value : null);
