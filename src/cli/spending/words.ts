import { counted, grouped } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Fact, Quote } from '../declare/quote.ts';
import { type Buys, capital, type Effects, type Emails, type Spends, type Verifies } from './effects.ts';
import type { Rate } from './price.ts';

/** A price of one unit may be an average: `$0.01`, `$0.0125`. */
const unitPrice = ({ usd }: Rate): string => dollars(Number(usd.toPrecision(4)));
/** With where it is from, unless the service says so. */
const at = (rate: Rate): string => `${unitPrice(rate)}${rate.said ? '' : `, ${rate.from}`}`;
const upTo = (atMost: boolean): string => (atMost ? 'up to ' : '');
const fromTo = (before: number | null, after: number | null): string =>
  before === null || after === null ? '' : ` Balance: ${grouped(before)} → ${grouped(after)}`;

/** What the call does, a line each. */
export function effectLines({ spends, buys, verifies, emails, deletes, totalUsd }: Effects): string[] {
  return [
    ...(spends ? [spendsLine(spends)] : []),
    ...(buys ? buysLines(buys) : []),
    ...(verifies ? [verifiesLine(verifies)] : []),
    ...(totalUsd === undefined ? [] : [totalLine(totalUsd, verifies)]),
    ...(emails ? [emailsLine(emails)] : []),
    ...(deletes ? [deletes.line] : []),
  ];
}

function spendsLine({ credits, atMost, before, after, usd, unit }: Spends): string {
  if (credits === null)
    return `Spends credits; the service does not say how many.${before === null ? '' : ` Balance: ${grouped(before)}.`}`;
  const value = usd === null || unit === null ? '' : ` (${dollars(usd)}${unit.said ? '' : `: ${at(unit)}`})`;
  const amount = `${capital(`${upTo(atMost)}${counted(credits, 'credit')}`)}${value}.`;
  if (before === null) return `${amount} The balance is not known.`;
  if (after !== null && after < 0)
    return `${amount} The balance is only ${grouped(before)}: it may be cut short or fail.`;
  return `${amount}${fromTo(before, after)}${atMost ? ' or more' : ''}.`;
}

function buysLines({
  what,
  topUp,
  usd,
  atMost,
  onTop,
  notNow,
  lastKnown,
  unit,
  before,
  after,
}: Buys): string[] {
  if (notNow !== null) return [`Buys nothing: ${notNow}.`];
  const price =
    usd === null
      ? ', at a price that is not known before the call'
      : ` for ${atMost ? 'at most ' : ''}${dollars(usd)}`;
  const rate = unit === null ? '' : ` (${unitPrice(unit)} each)`;
  const when = topUp ? ', charged to the saved card now' : '';
  const more = onTop === null ? '' : `; ${onTop} on top, at a price that the service does not quote`;
  const balance = fromTo(before, after);
  return [
    `Buys ${what}${price}${rate}${when}${more}.${balance}${balance && '.'}`,
    ...(lastKnown === null
      ? []
      : [
          `Last known price: ${dollars(lastKnown.usd)} (${unitPrice(lastKnown.unit)} each: ${lastKnown.unit.from}).`,
        ]),
  ];
}

function verifiesLine({ checks, usd, atMost, mostUsd, unit }: Verifies): string {
  const bound = atMost ? 'at most' : 'about';
  const billed = 'billed on your next invoice.';
  if (usd === null || mostUsd === null || unit === null)
    return `Verification: ${bound} ${counted(checks, 'check')}, at a price that is not known, ${billed}`;
  const expected = `Verification: ${bound} ${dollars(usd)} (${counted(checks, 'check')} at ${at(unit)}), ${billed}`;
  return atMost ? expected : `${expected} Worst case ${dollars(mostUsd)}, if many addresses fail.`;
}

function totalLine(usd: number, verifies: Verifies | undefined): string {
  if (verifies === undefined || verifies.atMost) return `In all: at most ${dollars(usd)}.`;
  const more = (verifies.mostUsd ?? 0) - (verifies.usd ?? 0);
  return `In all: about ${dollars(usd)}, at most ${dollars(inMillionths(usd + more))}.`;
}

function emailsLine({ people, atMost, firstAt }: Emails): string {
  const first = firstAt === null ? '' : `, first on ${moment(firstAt)}`;
  if (people === null) return `Sends email; to how many people is not known before the call${first}.`;
  return `Emails ${upTo(atMost)}${counted(people, 'person', 'people')}${first}.`;
}

/** What a no leaves undone. */
export function undoneOf({ effect }: AnyOperation, { spends, buys, verifies, emails }: Effects): string {
  const undone = [
    ...(effect === 'none' ? ['changed'] : []),
    ...(buys ? ['bought'] : []),
    ...(spends || (verifies && !buys) ? ['spent'] : []),
    ...(emails ? ['sent'] : []),
  ];
  return `Nothing was ${joined(undone, 'or')}.`;
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

const joined = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

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
