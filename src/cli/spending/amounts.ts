import { inMillionths } from '../../base/dollars.ts';
import { isRecord } from '../../base/is-record.ts';
import { resultIn } from '../../client/guard/differences.ts';
import type { Intent, Result } from '../../client/guard/journal.ts';
import { joiningOf } from '../../contract/consent.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { knownPrice } from '../../contract/prices.ts';
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
    // Before anything was approved: what bills nothing costs nothing.
    return {
      ...nothing,
      ...(operation?.effect !== 'none' && { credits: null, usd: null, worthUsd: null }),
      people: peopleIn(operation, input),
    };
  const { quote, price, rates } = agreed;
  const { body } = (read(intent.answer) ?? {}) as { readonly body?: unknown };
  const isOpen = goesOn(operation, body);
  const result = quote.result ?? (isOpen ? undefined : resultIn(operation, body));
  const credits = result?.credits ?? known(price.credits);
  const buysCredits = operation.billed?.includes('top-up') === true;
  // A charge that is only known at its most makes the whole so.
  const charged = result?.usd ?? (price.charged === 0 ? 0 : Number.NaN);
  const worth = buysCredits ? 0 : costOf(credits ?? Number.NaN, rates.credit?.usd);
  return {
    credits,
    usd: result?.usd ?? known(price.charged),
    people: result?.people ?? people(operation, input, price),
    atMost: result === undefined && (quote.atMost === true || isOpen),
    buysCredits,
    worthUsd: known(inMillionths(charged + worth)) ?? known(price.usd),
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

const people = (operation: AnyOperation, input: AnyInput, { recipients }: Price): number | null =>
  recipients > 0 ? recipients : peopleIn(operation, input);

/** Those who join a campaign by it. */
const peopleIn = (operation: AnyOperation | undefined, input: AnyInput): number | null => {
  if (operation === undefined) return null;
  const joining = joiningOf(operation, input);
  if (joining !== undefined) return joining.people ?? null;
  return operation.mails === 'never' ? 0 : null;
};

/** Its answer says that it goes on: the final amount comes later. */
const goesOn = ({ watch }: AnyOperation, answer: unknown): boolean =>
  watch !== undefined && isRecord(answer) && typeof answer[watch.done] !== 'string';

const read = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text));

function rate(agreed: number | null | undefined) {
  const usd = knownPrice(agreed);
  return usd === undefined ? undefined : { usd, from: 'as agreed', said: true };
}
