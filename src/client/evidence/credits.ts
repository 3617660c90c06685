import { credits } from '../../contract/areas/credits.ts';
import { balanceIn, creditsIn } from '../../contract/credit-fields.ts';
import { appeared } from './appeared.ts';
import { same } from './compare.ts';
import { bodyOf, type Evidence, type Probe, readIfPossible } from './evidence.ts';

/**
 * A purchase shows as a top-up entry of its size (spec, Errors: purchase_unconfirmed). It does not show what was paid, and
 * no answer names its entry: each purchase that was answered has one of those that are new to it.
 */
export const purchase: Evidence = appeared({
  list: credits.transactions,
  matches: (entry, looking) => same(creditsIn(entry), bodyOf(looking).credits),
  answer: async (entry, looking) => ({
    creditsPurchased: creditsIn(entry),
    amountUsd: null,
    newBalance: await balance(looking),
  }),
});

/** As it is now; null where the answer does not say. */
export const balance = async (looking: Probe): Promise<number | null> =>
  balanceIn((await readIfPossible(looking, credits.balance)) ?? {}) ?? null;
