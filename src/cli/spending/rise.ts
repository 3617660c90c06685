import { counted } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import type { ApprovalPrice } from '../../client/guard/approvals.ts';
import type { Priced } from './ceilings.ts';
import { costOf, known } from './price.ts';

/** The figures that a person agrees to. */
export function agreedPrice({ price, quote, rates }: Priced): ApprovalPrice {
  const { credits = 0, checks = 0, usd = 0 } = quote.spend;
  const parts = [usd, costOf(credits, rates.credit?.usd), costOf(checks, rates.check?.usd)];
  const knownUsd = inMillionths(parts.reduce((sum, part) => sum + (known(part) ?? 0), 0));
  return {
    credits: known(price.credits),
    usd: known(price.usd),
    recipients: known(price.recipients),
    checks: quote.spend.checks ?? null,
    ...(Number.isNaN(price.usd) && knownUsd > 0 && { knownUsd }),
  };
}

export interface Rise {
  /** `the amount rose from $12.50 to $125.00`. */
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Which figure rose; one that was known and is not known now may be anything. One that was not known has not risen. */
export function riseOf(before: ApprovalPrice, now: ApprovalPrice): Rise | undefined {
  for (const [name, written] of figures) {
    const [was = null, is = null] = [before[name], now[name]];
    // All of the dollars are known now, and `usd` has them.
    if (name === 'knownUsd' && now.usd !== null) continue;
    if (was !== null && (is === null || is > was)) return riseIn(written, was, is);
  }
  return undefined;
}

/** The same, where a figure that was not there also counts: what was shown was a price without it. */
export function riseSinceShown(before: ApprovalPrice, now: ApprovalPrice): Rise | undefined {
  const rise = riseOf(before, now);
  if (rise) return rise;
  const appeared = figures.find(([name]) => (before[name] ?? null) === null && (now[name] ?? 0) > 0);
  return appeared && riseIn(appeared[1], null, now[appeared[0]] ?? null);
}

const figures = [
  ['credits', (count: number) => counted(count, 'credit')],
  ['usd', dollars],
  ['knownUsd', dollars],
  ['recipients', (count: number) => counted(count, 'person', 'people')],
  ['checks', (count: number) => counted(count, 'check')],
] as const;

function riseIn(written: (figure: number) => string, before: number | null, after: number | null): Rise {
  const [was, is] = [before, after].map((figure) => (figure === null ? notKnown : written(figure)));
  return { text: `the amount rose from ${was} to ${is}`, before, after };
}

const notKnown = 'what is not known';
