import { counted, grouped } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Priced } from './ceilings.ts';
import { costOf } from './price.ts';
import type { Rate } from './units.ts';

/** A price of one unit may be an average: `$0.01`, `$0.0125`. */
const unitPrice = (usd: number): string => dollars(Number(usd.toPrecision(4)));

const each = ({ usd, from }: Rate): string => `${unitPrice(usd)} each, ${from}`;

/** The amounts of a call, a line each. */
export function amountLines({ billed = [] }: AnyOperation, { quote, price, rates }: Priced): string[] {
  const { credits, checks = 0, usd, recipients = 0 } = quote.spend;
  const bought = billed.includes('top-up');
  const worth = credits !== undefined && credits > 0 && !bought && rates.credit;
  const lines = [
    ...(credits === undefined
      ? []
      : [
          `Credits: ${grouped(credits)}${worth ? `, worth ${dollars(inMillionths(price.usd - price.charged))} (${each(worth)})` : ''}`,
        ]),
    ...(bought
      ? [
          `Price: ${rates.credit ? `${dollars(price.charged)} (${each(rates.credit)})` : 'not told beforehand'}`,
        ]
      : []),
    ...(usd === undefined
      ? []
      : [`Price: ${dollars(inMillionths(usd))}${quote.usdIsPart === undefined ? '' : ', and more'}`]),
    ...(checks === 0
      ? []
      : [`Verification: up to ${checksLine(checks, rates.check)}, billed with the next invoice`]),
  ];
  const parts = [worth, usd, checks > 0 && rates.check].filter(Boolean).length;
  return [
    ...lines,
    ...(parts > 1 && price.usd > 0 ? [`In all: ${dollars(price.usd)} at most`] : []),
    ...(recipients === 0 ? [] : [`Recipients: ${grouped(recipients)}`]),
  ];
}

function checksLine(checks: number, rate: Rate | undefined): string {
  const what = counted(checks, 'check');
  if (rate === undefined) return `${what} at a price that is not told`;
  return `${what}, ${dollars(costOf(checks, rate.usd))} (${each(rate)})`;
}

/** Says in a few words what a Yes does: all that is spent, paid and sent. */
export function questionOf(operation: AnyOperation, { quote, price }: Priced): string {
  const { billed = [] } = operation;
  const { spend, atMost, usdIsPart } = quote;
  const { checks = 0, recipients = 0 } = spend;
  const upTo = atMost ? 'up to ' : '';
  const parts = [
    ...(billed.includes('credits') ? spending(spend.credits) : []),
    ...paying(),
    ...(recipients > 0 ? [`send email to ${upTo}${counted(recipients, 'person', 'people')}`] : []),
  ];
  const text = parts.length === 0 ? 'go ahead' : joined(parts);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}?`;

  function spending(credits: number | undefined): string[] {
    if (credits === undefined) return ['spend credits'];
    return credits > 0 ? [`spend ${upTo}${counted(credits, 'credit')}`] : [];
  }

  function paying(): string[] {
    if (usdIsPart !== undefined && spend.usd !== undefined)
      return [`pay ${dollars(inMillionths(spend.usd))} and more`];
    if (price.charged > 0) return [`pay ${spend.checks || atMost ? 'up to ' : ''}${dollars(price.charged)}`];
    if (!Number.isNaN(price.charged)) return [];
    if (checks > 0) return [`pay for ${upTo}${counted(checks, 'check')}`];
    return operation.effect === 'buys' ? ['charge the saved card'] : [];
  }
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
