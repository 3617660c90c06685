import { credits } from '../../contract/areas/credits.ts';
import { appeared } from './appeared.ts';
import type { Evidence } from './evidence.ts';

/** A purchase shows as a top-up entry of its size (spec, Errors: purchase_unconfirmed). What was paid is not told again. */
export const purchase: Evidence = appeared({
  list: credits.transactions,
  matches: ({ amount }, { input }) => amount === (input.body as { credits: number }).credits,
  answer: async (entry, { read }) => {
    const { balance } = (await read(credits.balance)) as { balance?: number };
    return { creditsPurchased: entry.amount, amountUsd: null, newBalance: balance ?? null };
  },
});
