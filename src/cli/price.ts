import type { Effect } from '../contract/operation.ts';
import type { Quote } from './command.ts';

export interface Price {
  readonly credits: number;
  readonly usd: number;
}

/** NaN is a price that nobody knows. What spends credits charges no card, and what charges it spends no credits. */
export function priceOf(effect: Effect, { spend, priceUnknown, usdIsPart }: Quote): Price {
  const unless = (free: boolean) => (free && !priceUnknown ? 0 : Number.NaN);
  const harmless = effect === 'none' || effect === 'sends';
  return {
    credits: spend.credits ?? unless(harmless || (effect === 'buys' && spend.usd !== undefined)),
    usd: usdIsPart
      ? Number.NaN
      : (spend.usd ?? unless(harmless || (effect === 'spends' && spend.credits !== undefined))),
  };
}
