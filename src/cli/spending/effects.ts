import { counted } from '../../base/counted.ts';
import { inMillionths } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Priced } from './ceilings.ts';
import { costOf, known } from './price.ts';

/**
 * What a call does that cannot be taken back, as far as it is known before the call; null where it is not. Plain data:
 * the lines above the question, the question and `details.effects` of a refusal come from it. The journal keeps the quote
 * that it is made from.
 */
export interface Effects {
  readonly spends?: Spends;
  readonly buys?: Buys;
  readonly verifies?: Verifies;
  readonly emails?: Emails;
  readonly deletes?: { readonly what: string; readonly line: string };
  /** All dollars, as far as they are likely, where there is more than one part. */
  readonly totalUsd?: number;
}

export type Spends = NonNullable<ReturnType<typeof spends>>;
export type Buys = NonNullable<ReturnType<typeof buys>>;
export type Verifies = NonNullable<ReturnType<typeof verifies>>;
export type Emails = NonNullable<ReturnType<typeof emails>>;

export function effectsOf(operation: AnyOperation, priced: Priced): Effects {
  const { price, quote } = priced;
  const parts = {
    spends: spends(operation, priced),
    buys: buys(operation, priced),
    verifies: verifies(priced),
    emails: emails(operation, priced),
  };
  const { deletes } = quote;
  const bought = parts.buys?.notNow ? null : parts.buys?.usd;
  const costs = [parts.spends?.usd, bought, parts.verifies?.usd].filter(Boolean).length;
  const line = `${capital(deletes?.what ?? '')} will be deleted. This cannot be undone.`;
  return {
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    ...(deletes && { deletes: { what: deletes.what, line: deletes.line ?? line } }),
    ...(costs > 1 && price.usd > 0 && { totalUsd: price.usd }),
  };
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function spends({ billed = [] }: AnyOperation, { quote, rates }: Priced) {
  const { spend, balance = null, atMost = false } = quote;
  const { credits = null } = spend;
  if (!billed.includes('credits') || credits === 0) return undefined;
  const unit = rates.credit ?? null;
  return {
    credits,
    atMost,
    /** The balance before and after. */
    before: balance,
    after: balance === null || credits === null ? null : balance - credits,
    usd: credits === null ? null : known(costOf(credits, unit?.usd)),
    unit,
  };
}

function buys({ billed = [] }: AnyOperation, priced: Priced) {
  const { spend, buys: bought, atMost = false, priceUnknown } = priced.quote;
  if (billed.includes('top-up')) return topUp(priced);
  if (!billed.includes('dollars')) return undefined;
  const { what = 'what the request names', onTop = null, notNow = null } = bought ?? {};
  return {
    what,
    /** Are these credits, which the saved card is charged for? */
    topUp: false,
    /** Null where the service does not say. */
    usd: spend.usd === undefined || priceUnknown ? null : inMillionths(spend.usd),
    atMost,
    /** Bought with it, at a price that is not known. */
    onTop,
    /** Why nothing is bought; the dollars are then what only another state of the account would cost. */
    notNow,
    /** What it would come to at the last known price, where the service names none. */
    lastKnown: null,
    unit: null,
    before: null,
    after: null,
  };
}

function topUp({ quote, rates: { credit } }: Priced) {
  const { spend, balance = null } = quote;
  const { credits } = spend;
  const usd = credits === undefined ? null : known(costOf(credits, credit?.usd));
  const said = credit?.said === true;
  return {
    what: credits === undefined ? 'credits' : counted(credits, 'credit'),
    topUp: true,
    usd: said ? usd : null,
    // A list price, from which a volume discount may come off.
    atMost: true,
    onTop: null,
    notNow: null,
    lastKnown: said || credit === undefined || usd === null ? null : { usd, unit: credit },
    unit: said ? credit : null,
    before: balance,
    after: balance === null || credits === undefined ? null : balance + credits,
  };
}

/** Billed with the next invoice. */
function verifies({ quote, rates }: Priced) {
  const { spend, mostChecks } = quote;
  const { checks = 0 } = spend;
  if (checks === 0) return undefined;
  const costs = (count: number) => known(costOf(count, rates.check?.usd));
  return {
    checks,
    usd: costs(checks),
    /** False where these are likely, and more may follow: what it then comes to is `mostUsd`. */
    atMost: mostChecks === undefined,
    mostUsd: costs(mostChecks ?? checks),
    unit: rates.check ?? null,
  };
}

function emails({ mails }: AnyOperation, { quote }: Priced) {
  const { spend, atMost = false, firstEmailAt = null } = quote;
  const { recipients } = spend;
  if (recipients === 0 || (recipients === undefined && mails === 'never')) return undefined;
  return { people: recipients ?? null, atMost, firstAt: firstEmailAt };
}
