import { counted, grouped } from '../../base/counted.ts';
import { dollars } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Fact, Quote } from '../declare/quote.ts';
import { type Buys, capital, type Effects, type Emails, type Spends, type Verifies } from './effects.ts';
import type { Rate } from './price.ts';

/** A price of one unit may be an average: `$0.01`, `$0.0125`. */
const unitPrice = (usd: number): string => dollars(Number(usd.toPrecision(4)));
const each = ({ usd, from }: Rate): string =>
  `${unitPrice(usd)} each${from.startsWith('as ') ? ',' : ':'} ${from}`;
const upTo = (atMost: boolean): string => (atMost ? 'up to ' : '');
const fromTo = (before: number | null, after: number | null): string =>
  before === null || after === null ? '' : `: ${grouped(before)} → ${grouped(after)}`;

/** What the call does, a line each. */
export function effectLines({ spends, buys, verifies, emails, deletes, totalUsd }: Effects): string[] {
  return [
    ...(spends ? [spendsLine(spends)] : []),
    ...(buys ? buysLines(buys) : []),
    ...(verifies ? [verifiesLine(verifies)] : []),
    ...(totalUsd === undefined
      ? []
      : [`costs ${verifies?.atMost === false ? 'about' : 'at most'} ${dollars(totalUsd)} in all`]),
    ...(emails ? [emailsLine(emails)] : []),
    ...(deletes ? [deletes.line] : []),
  ];
}

function spendsLine({ credits, atMost, before, after, usd, unit }: Spends): string {
  if (credits === null)
    return `spends credits, and the service does not say how many${before === null ? '' : ` (balance ${grouped(before)})`}`;
  const amount = `spends ${upTo(atMost)}${counted(credits, 'credit')}`;
  const worth = usd === null || unit === null ? '' : `, worth ${dollars(usd)} (${each(unit)})`;
  if (before !== null && after !== null && after < 0)
    return `${amount}${worth}; the balance is only ${grouped(before)}: it may be cut short or fail`;
  return `${amount}${fromTo(before, after)}${before === null ? ' (balance not known)' : ''}${worth}`;
}

function buysLines(bought: Buys): string[] {
  const { what, usd, atMost, onTop, notNow, lastKnown, unit, before, after } = bought;
  const price = usd === null ? undefined : dollars(usd);
  if (notNow !== null) return [`buys nothing (${notNow})`];
  const noPrice = 'at a price that is not known before the call';
  const cost = price === undefined ? `, ${noPrice}` : ` for ${atMost ? 'at most ' : ''}${price}`;
  const rate = unit === null ? '' : ` (${each(unit)})`;
  const more = onTop === null ? '' : `; ${onTop} on top, at a price that the service does not quote`;
  return [
    `buys ${what}${cost}${rate}${fromTo(before, after)}${more}`,
    ...(lastKnown === null ? [] : [`last known price: ${dollars(lastKnown.usd)} (${each(lastKnown.unit)})`]),
  ];
}

function verifiesLine({ checks, usd, atMost, mostUsd, unit }: Verifies): string {
  const what = `verifies addresses with ${atMost ? 'up to' : 'about'} ${counted(checks, 'check')}`;
  if (usd === null || mostUsd === null || unit === null)
    return `${what}, at a price that is not known, with the next invoice`;
  const cost = atMost ? '' : `about ${dollars(usd)}, `;
  return `${what} at ${each(unit)}: ${cost}at most ${dollars(mostUsd)}, with the next invoice`;
}

function emailsLine({ people, atMost, firstAt }: Emails): string {
  const first = firstAt === null ? '' : `, first on ${moment(firstAt)}`;
  if (people === null) return `sends email; to how many is not known before the call${first}`;
  return `emails ${upTo(atMost)}${counted(people, 'person', 'people')}${first}`;
}

/** `Mon 14 Dec 09:00 UTC`. */
function moment(at: string): string {
  const [, day = '', month = '', , time = ''] = new Date(at).toUTCString().split(' ');
  const weekday = new Date(at).toUTCString().slice(0, 3);
  return `${weekday} ${Number(day)} ${month} ${time.slice(0, 5)} UTC`;
}

/** What a Yes does: all that is spent, paid, sent and deleted. */
export function questionOf(operation: AnyOperation, effects: Effects, quote: Quote): string {
  const { spends, buys, verifies, emails, deletes } = effects;
  const parts = [
    ...(spends ? [spendText(spends)] : []),
    ...(buys ? payText(buys) : []),
    ...(verifies ? [verifyText(verifies)] : []),
    ...(emails && emails.people !== null
      ? [`email ${upTo(emails.atMost)}${counted(emails.people, 'person', 'people')}`]
      : []),
    ...(deletes && quote.question === undefined ? [`delete ${deletes.what}`] : []),
  ];
  const text = parts.length === 0 ? (quote.question ?? `go ahead: ${operation.summary}`) : joined(parts);
  return `${capital(text)}?`;
}

const spendText = ({ credits, atMost }: Spends): string =>
  credits === null ? 'spend credits' : `spend ${upTo(atMost)}${counted(credits, 'credit')}`;

function payText({ what, topUp, usd, atMost, onTop, notNow, lastKnown }: Buys): string[] {
  if (notNow !== null) return [];
  if (topUp) {
    const price = usd === null ? '' : ` ${dollars(usd)} or less`;
    const last = lastKnown === null ? '' : ` (last known price: ${dollars(lastKnown.usd)})`;
    return [`charge the saved card${price} for ${what}${last}`];
  }
  const more = onTop === null ? '' : `, and ${onTop} as the service bills it`;
  return [
    usd === null
      ? `charge the saved card for ${what}${more}`
      : `pay ${atMost ? 'at most ' : ''}${dollars(usd)} for ${what}${more}`,
  ];
}

function verifyText({ checks, usd, atMost }: Verifies): string {
  const bound = atMost ? 'up to' : 'about';
  if (usd === null) return `pay for ${bound} ${counted(checks, 'check')}`;
  return `pay ${bound} ${dollars(usd)} for verification`;
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The facts as lines; a text of someone else has a bar in front of each. */
export const factLines = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) =>
    typeof fact === 'string'
      ? fact
      : fact.theirs.split('\n').map((line) => `${' '.repeat(fact.indent ?? 0)}│ ${line}`),
  );

/** What such a line was. */
export function factIn(line: string): Fact {
  const [, indent = '', theirs] = /^( *)│ (.*)$/s.exec(line) ?? [];
  return theirs === undefined ? line : { theirs, indent: indent.length };
}
