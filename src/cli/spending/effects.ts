import { counted, grouped, sum } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Priced } from './ceilings.ts';
import { costOf, known, type Rate } from './price.ts';

/** Something that a call does and that cannot be taken back, as far as it is known before the call. */
interface Effect {
  /** Above the question. */
  readonly lines: readonly string[];
  /** In the question: `spend up to 50 credits`. */
  readonly asks?: string;
  /** What a no leaves undone. */
  readonly undone: 'bought' | 'spent' | 'sent';
  /** What it costs, as far as that is likely. */
  readonly usd?: number | null;
  /** What it may cost beyond that. */
  readonly more?: number;
}

const moneyOf = (operation: AnyOperation, priced: Priced): Effect[] =>
  [spends, buys, verifies].flatMap((effect) => effect(operation, priced) ?? []);

/** What the call does, a line each. */
export function effectLines(operation: AnyOperation, priced: Priced): string[] {
  const { price, quote } = priced;
  const money = moneyOf(operation, priced);
  const { usd } = price;
  const hasTotal = usd > 0 && money.filter((effect) => effect.usd).length > 1;
  const most = inMillionths(usd + sum(money.map(({ more = 0 }) => more)));
  const total = usd < most ? `about ${dollars(usd)}, at most` : 'at most';
  const { deletes } = quote;
  const gone = `${capital(deletes?.what ?? '')} will be deleted. This cannot be undone.`;
  return [
    ...money.flatMap(({ lines }) => lines),
    ...(hasTotal ? [`In all: ${total} ${dollars(most)}.`] : []),
    ...(emails(operation, priced)?.lines ?? []),
    ...(deletes ? [deletes.line ?? gone] : []),
  ];
}

/** What a Yes does: all that is spent, paid, sent and deleted. */
export function questionOf(operation: AnyOperation, priced: Priced): string {
  const { question, deletes } = priced.quote;
  const parts = [
    ...[...moneyOf(operation, priced), emails(operation, priced)].flatMap((effect) => effect?.asks ?? []),
    ...(deletes && question === undefined ? [`delete ${deletes.what}`] : []),
  ];
  const text = parts.length === 0 ? (question ?? `go ahead: ${operation.summary}`) : joined(parts);
  return `${capital(text)}?`;
}

/** What a no leaves undone: `Nothing was bought or sent.` */
export function undoneOf(operation: AnyOperation, priced: Priced): string {
  const effects = [...moneyOf(operation, priced), emails(operation, priced)];
  const undone = new Set(effects.flatMap((effect) => effect?.undone ?? []));
  const all = ['bought', 'spent', 'sent'] as const;
  return `Nothing was ${joined(
    [...(operation.effect === 'none' ? ['changed'] : []), ...all.filter((what) => undone.has(what))],
    'or',
  )}.`;
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const joined = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

/** A price of one unit may be an average: `$0.01`, `$0.0125`. */
const unitPrice = ({ usd }: Rate): string => dollars(Number(usd.toPrecision(4)));
/** With where it is from, unless the service says so. */
const at = (rate: Rate): string => `${unitPrice(rate)}${rate.said ? '' : `, ${rate.from}`}`;
const upTo = (atMost: boolean): string => (atMost ? 'up to ' : '');
const fromTo = (before: number, after: number): string => ` Balance: ${grouped(before)} → ${grouped(after)}`;

function spends({ billed = [] }: AnyOperation, { quote, rates }: Priced): Effect | undefined {
  const { spend, balance: before = null, atMost = false } = quote;
  const { credits } = spend;
  if (!billed.includes('credits') || credits === 0) return undefined;
  if (credits === undefined) {
    const balance = before === null ? '' : ` Balance: ${grouped(before)}.`;
    const line = `Spends credits; the service does not say how many.${balance}`;
    return { lines: [line], asks: 'spend credits', undone: 'spent' };
  }
  const unit = rates.credit;
  const usd = known(costOf(credits, unit?.usd));
  const value =
    usd === null || unit === undefined ? '' : ` (${dollars(usd)}${unit.said ? '' : `: ${at(unit)}`})`;
  const amount = `${upTo(atMost)}${counted(credits, 'credit')}`;
  const line = `${capital(amount)}${value}.${balanceAfter(before, credits, atMost)}`;
  return { lines: [line], asks: `spend ${amount}`, undone: 'spent', usd };
}

function balanceAfter(before: number | null, credits: number, atMost: boolean): string {
  if (before === null) return ' The balance is not known.';
  if (before < credits) return ` The balance is only ${grouped(before)}: it may be cut short or fail.`;
  return `${fromTo(before, before - credits)}${atMost ? ' or more' : ''}.`;
}

const unknownPrice = ', at a price not known in advance';

function buys({ billed = [] }: AnyOperation, priced: Priced): Effect | undefined {
  if (billed.includes('top-up')) return topUp(priced);
  if (!billed.includes('dollars')) return undefined;
  const { spend, buys: bought, atMost = false, priceUnknown } = priced.quote;
  const { what = 'what the request names', onTop, notNow } = bought ?? {};
  if (notNow !== undefined) return { lines: [`Buys nothing: ${notNow}.`], undone: 'bought' };
  const usd = spend.usd === undefined || priceUnknown ? null : inMillionths(spend.usd);
  const price = usd === null ? undefined : `${atMost ? 'at most ' : ''}${dollars(usd)}`;
  const more = onTop === undefined ? '' : `; ${onTop} on top, at a price that the service does not quote`;
  const pays = price === undefined ? 'charge the saved card' : `pay ${price}`;
  const besides = onTop === undefined ? '' : `, and ${onTop} as the service bills it`;
  return {
    lines: [`Buys ${what}${price === undefined ? unknownPrice : ` for ${price}`}${more}.`],
    asks: `${pays} for ${what}${besides}`,
    undone: 'bought',
    usd,
  };
}

/** At a list price, from which a volume discount may come off. */
function topUp({ quote, rates: { credit: unit } }: Priced): Effect {
  const { spend, balance: before = null } = quote;
  const { credits } = spend;
  const what = credits === undefined ? 'credits' : counted(credits, 'credit');
  const worth = credits === undefined ? null : known(costOf(credits, unit?.usd));
  const usd = unit?.said ? worth : null;
  const rate = unit?.said ? ` (${unitPrice(unit)} each)` : '';
  const price = usd === null ? unknownPrice : ` for at most ${dollars(usd)}`;
  const balance = before === null || credits === undefined ? '' : `${fromTo(before, before + credits)}.`;
  const last = unit === undefined || unit.said || worth === null ? undefined : dollars(worth);
  return {
    lines: [
      `Buys ${what}${price}${rate}, charged to the saved card now.${balance}`,
      ...(unit === undefined || last === undefined
        ? []
        : [`Last known price: ${last} (${unitPrice(unit)} each: ${unit.from}).`]),
    ],
    asks: `charge the saved card${usd === null ? '' : ` ${dollars(usd)} or less`} for ${what}${
      last === undefined ? '' : ` (last known price: ${last})`
    }`,
    undone: 'bought',
    usd,
  };
}

/** Billed with the next invoice. */
function verifies(_: AnyOperation, { quote, rates: { check: unit } }: Priced): Effect | undefined {
  const { spend, mostChecks } = quote;
  const { checks = 0 } = spend;
  if (checks === 0) return undefined;
  const atMost = mostChecks === undefined;
  const [line, question] = atMost ? ['at most', 'up to'] : ['about', 'about'];
  const count = counted(checks, 'check');
  const billed = 'billed on your next invoice.';
  const usd = known(costOf(checks, unit?.usd));
  const worst = known(costOf(mostChecks ?? checks, unit?.usd));
  if (usd === null || worst === null || unit === undefined)
    return {
      lines: [`Verification: ${line} ${count}, at a price that is not known, ${billed}`],
      asks: `pay for ${question} ${count}`,
      undone: 'spent',
    };
  const expected = `Verification: ${line} ${dollars(usd)} (${count} at ${at(unit)}), ${billed}`;
  return {
    lines: [atMost ? expected : `${expected} Worst case ${dollars(worst)}, if many addresses fail.`],
    asks: `pay ${question} ${dollars(usd)} for verification`,
    undone: 'spent',
    usd,
    more: worst - usd,
  };
}

function emails({ mails }: AnyOperation, { quote }: Priced): Effect | undefined {
  const { spend, atMost = false, firstEmailAt } = quote;
  const { recipients } = spend;
  if (recipients === 0 || (recipients === undefined && mails === 'never')) return undefined;
  const first = firstEmailAt === undefined ? '' : `, first on ${moment(firstEmailAt)}`;
  if (recipients === undefined)
    return {
      lines: [`Sends email; to how many people is not known in advance${first}.`],
      undone: 'sent',
    };
  const people = `${upTo(atMost)}${counted(recipients, 'person', 'people')}`;
  return { lines: [`Emails ${people}${first}.`], asks: `email ${people}`, undone: 'sent' };
}

/** `Mon 14 Dec 09:00 UTC`. */
function moment(at: string): string {
  const [weekday = '', day = '', month = '', , time = ''] = new Date(at).toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${Number(day)} ${month} ${time.slice(0, 5)} UTC`;
}
