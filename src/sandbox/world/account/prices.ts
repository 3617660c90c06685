/**
 * Prices. The spec names the calls that cost and what their prices are called, and no figure: these are ours, in an
 * order of size that makes a rehearsed bill look like one.
 */
export const prices = {
  /** List price of one credit, before volume discounts; reports value spent credits at it. */
  usdPerCredit: 0.01,
  creditsPerProspect: 2,
  /** One check of the paid verification waterfall, metered and on the next invoice. */
  usdPerVerificationCheck: 0.004,
  /** For a year, charged with the order. */
  usdPerDomain: { com: 12.5, org: 11 },
  /** Billed with the subscription, beside the order. */
  usdPerMailboxMonth: 10,
} as const;

/** From so many credits in one purchase, so much off. */
const discounts = [
  { from: 5000, off: 0.1 },
  { from: 0, off: 0 },
] as const;

export function purchasePrice(credits: number): number {
  const off = discounts.find(({ from }) => credits >= from)?.off ?? 0;
  return Math.round(credits * prices.usdPerCredit * (1 - off) * 100) / 100;
}

/** Nothing while credits are free. */
export const prospectPrice = ({ creditsFree }: { creditsFree: boolean }): number =>
  creditsFree ? 0 : prices.creditsPerProspect;
