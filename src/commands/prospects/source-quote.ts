import { counted, grouped } from '../../base/counted.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { finder } from '../../contract/areas/finder.ts';
import type { prospects } from '../../contract/areas/prospects.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import { knownPrice } from '../../contract/prices.ts';

/** What is known before the call. The price is not: the spec has none for it. */
export async function sourceQuote(
  context: Context,
  wanted: { readonly count?: number | undefined },
): Promise<QuoteFor<typeof prospects.source>> {
  const { api } = context;
  const [{ creditsPerProspect }, wallet] = await Promise.all([api(finder.filters), walletOf(context)]);
  const price = knownPrice(creditsPerProspect);
  const cost = wanted.count === undefined || price === undefined ? undefined : wanted.count * price;
  return {
    spend: {},
    priceUnknown: true,
    balance: balanceIn(wallet) ?? null,
    facts: [
      `For comparison: an import costs ${price === undefined ? 'an unknown number of credits' : counted(price, 'credit')} a person${cost === undefined ? '' : `, ${grouped(cost)} for as many`}`,
    ],
  };
}
