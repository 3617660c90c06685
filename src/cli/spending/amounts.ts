import type { Intent, Result } from '../../client/guard/journal.ts';
import { joiningOf } from '../../contract/consent.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { knownAmount, knownPrice } from '../../contract/prices.ts';
import type { Quote } from '../declare/quote.ts';
import type { Priced } from './ceilings.ts';
import { costOf, known, type Price, priceOf } from './price.ts';

/** What a call cost and how many people it was for. Null is what the journal does not know. */
export interface Amounts {
  /** Spent, or bought where the call buys credits. */
  readonly credits: number | null;
  /** Charged or invoiced. */
  readonly usd: number | null;
  readonly people: number | null;
  /** They are the most that may come: what it came to is not known here. */
  readonly atMost: boolean;
  readonly buysCredits: boolean;
  /** Everything in dollars, as a ceiling counts it: with what the spent credits are worth. */
  readonly worthUsd: number | null;
}

const nothing: Amounts = { credits: 0, usd: 0, people: 0, atMost: false, buysCredits: false, worthUsd: 0 };

/** What became of the quote: as answered, as found out later, else as approved. */
export function amountsOf(intent: Intent, input: AnyInput): Amounts {
  if (intent.state === 'not-done') return nothing;
  const operation = operationOf(intent);
  const agreed = agreedTo(operation, read(intent.quote));
  if (operation === undefined || agreed === undefined)
    return { ...unpriced(operation), people: peopleIn(operation, input) };
  const { quote, price, rates } = agreed;
  const { result } = quote;
  const charged = chargedIn(read(intent.answer));
  return {
    credits: result?.credits ?? known(price.credits),
    usd: charged ?? result?.usd ?? known(price.charged),
    people: result?.people ?? people(operation, input, price),
    atMost: quote.atMost === true && result === undefined,
    buysCredits: operation.billed?.includes('top-up') === true,
    worthUsd: charged ?? worthOf(result, rates.credit?.usd) ?? known(price.usd),
  };
}

export const operationOf = ({ operation }: Pick<Intent, 'operation'>): AnyOperation | undefined =>
  operations.find(({ id }) => id === operation);

type Agreed = Quote & { readonly result?: Result };

/** What was approved, with the prices of then. Undefined where nothing was, or it cannot be read any more. */
export function agreedTo(
  operation: AnyOperation | undefined,
  stored: unknown,
): (Priced & { readonly quote: Agreed }) | undefined {
  const quote = stored as Agreed | null;
  if (operation === undefined || quote?.spend === undefined) return undefined;
  const { credit, check } = quote.unitUsd ?? {};
  const rates = { credit: rate(credit), check: rate(check) };
  return { quote, rates, price: priceOf(operation, quote, rates) };
}

/** What is charged is known in the end, and what the credits are worth where they have a price. */
const worthOf = (result: Result | undefined, usdPerCredit: number | undefined): number | undefined =>
  typeof result?.usd === 'number' && result.credits !== null && usdPerCredit !== undefined
    ? result.usd + costOf(result.credits, usdPerCredit)
    : undefined;

/** Before anything was approved: what bills nothing costs nothing. */
function unpriced(operation: AnyOperation | undefined): Amounts {
  if (operation === undefined || operation.effect !== 'none')
    return { ...nothing, credits: null, usd: null, worthUsd: null };
  return nothing;
}

const people = (operation: AnyOperation, input: AnyInput, { recipients }: Price): number | null =>
  recipients > 0 ? recipients : peopleIn(operation, input);

/** Those who join a campaign by it. */
const peopleIn = (operation: AnyOperation | undefined, input: AnyInput): number | null => {
  if (operation === undefined) return null;
  const joining = joiningOf(operation, input);
  if (joining !== undefined) return joining.people ?? null;
  return operation.mails === 'never' ? 0 : null;
};

/** The dollars that an answer names: the amount of a purchase, the total of an order. */
function chargedIn(answer: unknown): number | undefined {
  for (const record of recordsIn(answer, 4)) {
    const found = [record.amountUsd, record.totalUsd].find((value) => knownAmount(value) !== undefined);
    if (found !== undefined) return knownAmount(found);
  }
  return undefined;
}

function* recordsIn(value: unknown, depth: number): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return;
  yield value as Readonly<Record<string, unknown>>;
  for (const inner of Object.values(value)) yield* recordsIn(inner, depth - 1);
}

const read = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text));
function rate(agreed: number | null | undefined) {
  const usd = knownPrice(agreed);
  return usd === undefined ? undefined : { usd, from: 'as agreed', said: true };
}
