import { counted, grouped } from '../../base/counted.ts';
import { balanceFact, wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Quote } from '../../cli/declare/quote.ts';
import { finder } from '../../contract/areas/finder.ts';
import { balanceIn } from '../../contract/credit-fields.ts';

/** What can be said beforehand. The price is not part of it: the spec has none for this call. */
export async function sourceQuote(
  context: Context,
  wanted: { readonly count?: number | undefined },
): Promise<Quote> {
  const { api } = context;
  const [{ creditsPerProspect: price }, wallet] = await Promise.all([api(finder.filters), walletOf(context)]);
  const cost = wanted.count === undefined ? undefined : wanted.count * price;
  return {
    spend: {},
    priceUnknown: true,
    facts: [
      `Price: not told beforehand; an import costs ${counted(price, 'credit')} a person${cost === undefined ? '' : `, which would make ${grouped(cost)}`}`,
      balanceFact(balanceIn(wallet)),
    ],
  };
}
