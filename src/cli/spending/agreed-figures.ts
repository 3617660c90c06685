import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Agreed } from '../../client/guard/differences.ts';
import type { Ceilings, Priced } from './ceilings.ts';
import { known } from './price.ts';

/** What the journal keeps of an agreement, so that the bill can be held against it. */
export const agreedFigures = ({ globals }: Ceilings, { price, quote, rates }: Priced): Agreed => ({
  credits: known(price.credits),
  usd: known(price.charged),
  ...omitUndefined({
    checks: quote.mostChecks ?? quote.spend.checks,
    people: quote.people,
    maxCredits: globals.maxCredits,
    maxUsd: globals.maxUsd,
    usdPerCredit: rates.credit?.usd,
  }),
});
