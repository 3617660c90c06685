import { counted } from '../../base/counted.ts';
import { count } from '../../base/money.ts';
import { given } from '../../base/omit-undefined.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context, Quote } from '../../cli/declare/command.ts';
import { listedCampaign } from '../../cli/find/receiving-campaign.ts';
import { finder } from '../../contract/areas/finder.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import { balanceFact } from '../../domain/balance-fact.ts';

interface Wanted {
  readonly count?: number | undefined;
  readonly campaignId?: number | undefined;
}

/** What can be said beforehand. The price is not part of it: the spec has none for this call. */
export async function sourceQuote(context: Context, wanted: Wanted): Promise<Quote> {
  const { api } = context;
  const [{ creditsPerProspect: price }, wallet] = await Promise.all([api(finder.filters), walletOf(context)]);
  const cost = wanted.count === undefined ? undefined : wanted.count * price;
  const joined = wanted.campaignId === undefined ? undefined : await listedCampaign(api, wanted.campaignId);
  return {
    spend: joined?.sends ? given({ recipients: wanted.count }) : { recipients: 0 },
    priceUnknown: true,
    facts: [
      `Price: not told beforehand; an import costs ${counted(price, 'credit')} a person${cost === undefined ? '' : `, which would make ${count(cost)}`}`,
      balanceFact(balanceIn(wallet)),
      ...(joined === undefined ? [] : [joined.fact]),
    ],
  };
}
