import { counted, firstOf, grouped, plural } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import { isRecord } from '../../base/is-record.ts';
import { answerIn } from '../../base/lossless-json.ts';
import type { AnyInput, AnyOperation, Cost, Reported } from '../../contract/operation.ts';
import { knownAmount } from '../../contract/prices.ts';
import { canonical } from '../response/canonical.ts';
import type { Intent, Result } from './journal.ts';

/** Where a call cost more or brought less than was agreed to: `code` for programs, `message` for people. */
export interface Warning {
  readonly code: 'cost_more' | 'may_cost_more' | 'fewer_credits' | 'more_than_asked' | 'not_as_asked';
  readonly message: string;
}

/** Takes what is different from what was agreed to, where anything is. */
export type Differs = (found: readonly Warning[]) => void;

/** What was agreed to, as the journal keeps it with the quote; null is what was not known then. */
export interface Agreed {
  readonly credits?: number | null;
  readonly usd?: number | null;
  readonly checks?: number;
  readonly people?: number;
  readonly maxCredits?: number;
  /** Of everything, also what credits are worth. */
  readonly maxUsd?: number;
  readonly usdPerCredit?: number;
}

/** Of an answer to a call that the journal has, or to a read that tells how it ended. */
export async function differencesIn(
  operation: AnyOperation,
  { quote, request }: Pick<Intent, 'quote' | 'request'>,
  answer: unknown,
): Promise<Warning[]> {
  const { input } = ((await answerIn(request)) ?? {}) as { input?: AnyInput };
  const { agreed } = ((await answerIn(quote ?? '')) ?? {}) as { agreed?: Agreed };
  const reported = reportedIn(operation, answer, isRecord(input?.body) ? input.body : {});
  return reported ? differences(operation, agreed ?? {}, reported) : [];
}

/** What an answer says of what a call cost and brought; undefined where it says nothing. */
function reportedIn(operation: AnyOperation, answer: unknown, request = {}): Reported | undefined {
  const { tells } = operation;
  if (typeof tells !== 'object') return undefined;
  const read = canonical(operation, answer)?.value ?? answer;
  return isRecord(read) ? tells.of(read, request) : undefined;
}

/** What a call came to, as its answer or a later read tells it. */
export function resultIn(operation: AnyOperation, answer: unknown): Result | undefined {
  const { cost, added, checks = 0 } = reportedIn(operation, answer) ?? {};
  const [credits, people] = [knownAmount(cost?.credits), knownAmount(added)];
  const usd = knownAmount(cost?.usd, checks);
  if (credits === undefined && usd === undefined) return undefined;
  return { credits: credits ?? null, people: people ?? null, ...(usd !== undefined && { usd }) };
}

/** Held against what was agreed to and asked for. Fewer people found is none: they were not paid for. */
function differences(
  { billed = [] }: Pick<AnyOperation, 'billed'>,
  agreed: Agreed,
  reported: Reported,
): Warning[] {
  const isTopUp = billed.includes('top-up');
  const held = isTopUp ? { ...agreed, credits: null, usdPerCredit: 0 } : agreed;
  const asked =
    numberIn(reported.count?.asked) ?? (reported.count?.of === 'people' ? agreed.people : undefined);
  return [
    ...(isTopUp ? fewerCredits(agreed, reported.cost) : []),
    ...costsOver(held, reported.cost, 'cost_more'),
    ...costsOver(held, reported.mayCost, 'may_cost_more'),
    ...checksOver(agreed, reported),
    ...pricedOver(agreed, reported, asked),
    ...countsOver(reported, asked),
    ...namedOtherwise(reported),
  ];
}

function fewerCredits({ credits: ordered }: Agreed, cost: Cost = {}): Warning[] {
  const credits = numberIn(cost.credits);
  if (credits === undefined || typeof ordered !== 'number' || credits >= ordered) return [];
  const message = `The service granted ${counted(credits, 'credit')}, fewer than the ${grouped(ordered)} that were bought.`;
  return [{ code: 'fewer_credits', message }];
}

const verbs = {
  cost_more: { credits: 'spent', usd: 'charged' },
  may_cost_more: { credits: 'may spend', usd: 'may charge' },
} as const;

function costsOver(agreed: Agreed, cost: Cost = {}, code: keyof typeof verbs): Warning[] {
  const [credits, usd] = [numberIn(cost.credits), numberIn(cost.usd)];
  const worth = (credits ?? 0) * (agreed.usdPerCredit ?? 0);
  const total = usd === undefined && worth === 0 ? undefined : inMillionths((usd ?? 0) + worth);
  const maxUsd = isOver(total, agreed.maxUsd) ? [`--max-usd ${dollars(agreed.maxUsd)}`] : [];
  const over = (unit: 'credits' | 'usd', amount: string, than: readonly string[]): Warning[] =>
    than.length === 0
      ? []
      : [{ code, message: `The service ${verbs[code][unit]} ${amount}, more than ${than.join(' and ')}.` }];
  // No figure of ours is held against it: what it really came to is not known.
  const below = [credits, usd].some((figure) => figure !== undefined && figure < 0);
  const said = usd === undefined ? counted(credits ?? 0, 'credit') : dollars(usd);
  const message = `The service says that it ${verbs[code][usd === undefined ? 'credits' : 'usd']} ${said}, which cannot be read as an amount.`;
  return [
    ...(below ? [{ code, message }] : []),
    ...over('credits', counted(credits ?? 0, 'credit'), [
      ...(isOver(credits, agreed.credits) ? [`the ${grouped(agreed.credits)} that were agreed to`] : []),
      ...(isOver(credits, agreed.maxCredits) ? [`--max-credits ${grouped(agreed.maxCredits)}`] : []),
      ...(usd === undefined ? maxUsd : []),
    ]),
    ...over('usd', dollars(usd ?? 0), [
      ...(isOver(usd, agreed.usd) ? [`the price of ${dollars(agreed.usd)}`] : []),
      ...(usd === undefined ? [] : maxUsd),
    ]),
  ];
}

function checksOver({ checks: agreed }: Agreed, reported: Reported): Warning[] {
  const checks = numberIn(reported.checks);
  if (checks === undefined || !isOver(checks, agreed)) return [];
  const message = `The service made ${counted(checks, 'check')}, more than the ${grouped(agreed)} that were agreed to.`;
  return [{ code: 'cost_more', message }];
}

/** Each person cost more than was agreed to for one, although all together stayed below. */
function pricedOver(
  { credits }: Agreed,
  { cost = {}, added: reported }: Reported,
  asked: number | undefined,
): Warning[] {
  const [spent, added] = [numberIn(cost.credits), numberIn(reported)];
  if (typeof credits !== 'number' || !asked || spent === undefined || added === undefined) return [];
  if (isOver(spent, credits) || !isOver(spent, (added * credits) / asked)) return [];
  const each = counted(credits / asked, 'credit');
  const people = counted(added, 'person', 'people');
  const message = `The service spent ${counted(spent, 'credit')} for ${people}, more than ${each} each.`;
  return [{ code: 'cost_more', message }];
}

const words = { people: ['person', 'people'], addresses: ['address', 'addresses'] } as const;

function countsOver({ count, added: reported }: Reported, asked: number | undefined): Warning[] {
  const { of = 'people', reported: wanted } = count ?? {};
  const [number, added] = [numberIn(wanted), numberIn(reported)];
  const over = (figure: number, verb: string): Warning => {
    const [one, many] = words[of];
    const message = `The service ${verb} ${counted(figure, one, many)}, and ${grouped(asked ?? 0)} ${plural(asked ?? 0, 'was', 'were')} asked for.`;
    return { code: 'more_than_asked', message };
  };
  return [
    ...(number !== undefined && isOver(number, asked) ? [over(number, 'takes it for')] : []),
    ...(added !== undefined && isOver(added, asked) ? [over(added, 'added')] : []),
  ];
}

const shownNames = 5;

function namedOtherwise({ names }: Reported): Warning[] {
  const [asked, reported] = [names?.asked ?? [], names?.reported ?? []].map(
    (list) => new Map(list.map((name) => [String(name).toLowerCase(), String(name)])),
  ) as [Map<string, string>, Map<string, string>];
  const only = (mine: Map<string, string>, other: Map<string, string>) =>
    [...mine].flatMap(([key, name]) => (other.has(key) ? [] : [name]));
  const [more, missing] = [only(reported, asked), reported.size === 0 ? [] : only(asked, reported)];
  return [
    ...(more.length > 0 ? [`The service names what was not asked for: ${firstOf(more, shownNames)}.`] : []),
    ...(missing.length > 0
      ? [`The service does not name what was asked for: ${firstOf(missing, shownNames)}.`]
      : []),
  ].map((message) => ({ code: 'not_as_asked', message }));
}

const numberIn = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isFinite(said) ? said : undefined;

/** Both are known. To a millionth: what binary adds is no difference. */
const isOver = (figure: number | undefined, most: number | null | undefined): most is number =>
  figure !== undefined && typeof most === 'number' && inMillionths(figure) > inMillionths(most);
