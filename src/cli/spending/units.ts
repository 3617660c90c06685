import type { AnyOperation } from '../../contract/operation.ts';
import type { Quote } from '../declare/quote.ts';

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
