import { autopilot } from '../../contract/areas/autopilot.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { balanceIn, creditsIn } from '../../contract/credit-fields.ts';
import { appeared, pagedItems } from './appeared.ts';
import { fits, isGiven, same } from './compare.ts';
import { bodyOf, type Evidence, itemOf, type Probe, readIfPossible } from './evidence.ts';

/** A top-up entry of its size (spec, Errors: purchase_unconfirmed). Each answered purchase has one of the new ones. */
export const purchase: Evidence = appeared({
  list: credits.transactions,
  matches: (entry, looking) => same(creditsIn(entry), bodyOf(looking).credits),
  answer: async (entry, looking) => ({
    creditsPurchased: creditsIn(entry),
    amountUsd: typeof entry.amountUsd === 'number' ? entry.amountUsd : null,
    newBalance: await balance(looking),
  }),
});

/** As it is now; null where the answer does not say. */
const balance = async (looking: Probe): Promise<number | null> =>
  balanceIn((await readIfPossible(looking, credits.balance)) ?? {}) ?? null;

/** It shows as a debit alone, which names no call: taken only while nothing else at work debits credits. */
export const source: Evidence = appeared({
  list: credits.transactions,
  matches: async (entry, looking) => {
    if ((creditsIn(entry) ?? 0) >= 0) return false;
    return (await othersSpend(looking)) ? 'perhaps' : true;
  },
  mayBe: (entry, { answer }) => {
    const { creditsSpent } = itemOf(answer);
    return (creditsIn(entry) ?? 0) < 0 && fits(-(creditsIn(entry) ?? 0), creditsSpent) === true;
  },
  answer: async (entry, looking) => {
    const { count, icpId, campaignId } = bodyOf(looking);
    return {
      requested: count ?? null,
      sourced: null,
      skipped: null,
      creditsSpent: -(creditsIn(entry) ?? 0),
      newBalance: await balance(looking),
      icpId: icpId ?? null,
      campaignId: campaignId ?? null,
      leads: null,
    };
  },
});

/** Imports that were not over when the call was sent, and runs that reveal people by themselves. */
async function othersSpend(looking: Probe): Promise<boolean> {
  const { sentAt = 0 } = looking;
  const imports = await pagedItems(finder.imports, looking, 50);
  for (const { finishedAt } of imports)
    if (typeof finishedAt !== 'string' || !(Date.parse(finishedAt) < sentAt)) return true;
  const runs = await pagedItems(autopilot.runs, looking);
  return runs.some(
    ({ status, approvedAt, killSwitch, autoTopupProspects }) =>
      isGiven(approvedAt) &&
      killSwitch !== true &&
      (status === 'sourcing_prospects' || (status === 'running' && autoTopupProspects !== false)),
  );
}
