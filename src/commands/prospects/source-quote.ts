import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { readOr } from '../../cli/answer/fact.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context, Service } from '../../cli/declare/command.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import type { prospects } from '../../contract/areas/prospects.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import { knownPrice } from '../../contract/prices.ts';

/** Throws where the profile that would be used is not there. */
export async function refuseNoPrimary({ api }: Pick<Service, 'api'>): Promise<void> {
  const { failure } = await readOr(icps.primary, () => api(icps.primary));
  // Where the path itself is unknown, there may be one.
  if (failure?.status !== 404 || failure.subject?.is === 'unknown-path') return;
  throw new Failure('usage', 'No ideal customer profile is the primary one; nothing was sent', {
    hint: 'Name one with --icp: outreach icps list',
  });
}

/** What is known before the call. The price is not: the spec has none for it. */
export async function sourceQuote(
  context: Context,
  wanted: { readonly count?: number | undefined },
): Promise<QuoteFor<typeof prospects.source>> {
  const { service } = context;
  const [{ creditsPerProspect }, wallet] = await Promise.all([
    service.api(finder.filters),
    walletOf(context),
  ]);
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
