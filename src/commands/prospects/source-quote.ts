import type { Context, Quote } from '../../cli/command.ts';
import { listed } from '../../cli/listed.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { Failure } from '../../contract/errors.ts';
import { count } from '../../domain/money.ts';

interface Wanted {
  readonly count?: number | undefined;
  readonly campaignId?: number | undefined;
}

/** What can be said beforehand. The price is not part of it: the spec has none for this call. */
export async function sourceQuote({ api }: Context, wanted: Wanted): Promise<Quote> {
  const [{ creditsPerProspect: price }, { balance }] = await Promise.all([
    api(finder.filters),
    api(credits.balance),
  ]);
  const cost = wanted.count === undefined ? undefined : wanted.count * price;
  return {
    spend: {},
    priceUnknown: true,
    facts: [
      `Price: not told beforehand; an import costs ${count(price)} ${price === 1 ? 'credit' : 'credits'} a person${cost === undefined ? '' : `, which would make ${count(cost)}`}`,
      `Balance: ${typeof balance === 'number' ? `${count(balance)} credits now` : 'not told'}`,
      ...(wanted.campaignId === undefined ? [] : [await campaignFact(api, wanted.campaignId)]),
    ],
  };
}

async function campaignFact(api: Context['api'], id: number): Promise<string> {
  const campaign = await listed(api.pages(campaigns.list, {}), id);
  if (!campaign)
    throw new Failure('not-found', `there is no campaign ${id}`, {
      code: 'campaign_not_found',
      hint: 'See: outreach campaigns list',
    });
  const sends = campaign.status === 'running' || campaign.status === 'completed';
  return `Campaign: ${id} "${campaign.name}", ${campaign.status}${sends ? ': they are written to as soon as they are added' : ''}`;
}
