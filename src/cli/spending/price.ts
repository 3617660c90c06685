import { inMillionths } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Quote } from '../declare/quote.ts';

/** What a call costs at most. NaN is what cannot be known beforehand; it is over every ceiling. */
export interface Price {
  readonly credits: number;
  /** Everything in dollars: what is charged or invoiced, and what the spent credits are worth. */
  readonly usd: number;
  /** Of it, what is charged or invoiced. */
  readonly charged: number;
  /** People who get email. */
  readonly recipients: number;
}

type Billed = Pick<AnyOperation, 'billed' | 'mails'>;

export function priceOf({ billed = [], mails }: Billed, quote: Quote, rates: Rates): Price {
  const { spend, priceUnknown, usdIsPart } = quote;
  const unless = (free: boolean) => (free && !priceUnknown ? 0 : Number.NaN);
  const bought = billed.includes('top-up');
  const credits = sound(spend.credits) ?? unless(!bought && !billed.includes('credits'));
  const checks = sound(spend.checks) ?? unless(!billed.includes('checks'));
  const dollars = sound(spend.usd) ?? unless(!billed.includes('dollars'));
  const quoted = usdIsPart === undefined ? dollars : Number.NaN;
  const worth = costOf(credits, rates.credit?.usd);
  const charged = quoted + costOf(checks, rates.check?.usd) + (bought ? worth : 0);
  return {
    credits,
    usd: inMillionths(bought ? charged : charged + worth),
    charged: inMillionths(charged),
    recipients: spend.recipients ?? unless(mails === 'never'),
  };
}

/** No call gives money back. */
const sound = (amount: number | undefined): number | undefined =>
  amount === undefined || (amount >= 0 && Number.isFinite(amount)) ? amount : Number.NaN;

/** A sum as data: null where it is not known. */
export const known = (amount: number): number | null => (Number.isNaN(amount) ? null : amount);

/** As exact as it can be: a ceiling is compared with it. */
export const costOf = (units: number, usdEach: number | undefined): number => {
  if (units === 0) return 0;
  return usdEach === undefined ? Number.NaN : inMillionths(units * usdEach);
};

/** What a unit costs in dollars, and how that is known, in words for the question. */
export interface Rate {
  readonly usd: number;
  readonly from: string;
  /** The service says so itself; else it is only the last known price. */
  readonly said: boolean;
}

/** What is not there is not known. */
export interface Rates {
  readonly credit?: Rate | undefined;
  readonly check?: Rate | undefined;
}

/** Which units of a call are to be priced, though that takes reads. */
export interface Wanted {
  readonly credit: boolean;
  readonly check: boolean;
}

/** Which units a ceiling in dollars has to price. */
export const unitsOf = ({ billed = [] }: Pick<AnyOperation, 'billed'>): Wanted => ({
  credit: billed.includes('credits') || billed.includes('top-up'),
  check: billed.includes('checks'),
});

/** As it is kept with the call, for the ceilings of the day. */
export const unitUsdOf = ({ credit, check }: Rates): NonNullable<Quote['unitUsd']> => ({
  ...(credit && { credit: credit.usd }),
  ...(check && { check: check.usd }),
});

/** What the units cost: as `unitUsd` holds it already, else by a look at the service where it is wanted. */
export type LookUp = (unitUsd: Quote['unitUsd'], wanted: Wanted) => Promise<Rates>;
