import { counted } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { parseJson } from '../../base/lossless-json.ts';
import type { Api } from '../../client/api/api.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { isShown } from '../../client/guard/reconcile.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { startOfDay } from '../../domain/window.ts';
import type { Quote } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { personHint } from '../messages/hints/hint-of.ts';
import { accountOf } from '../profile/account.ts';
import { type Amounts, amountsOf, operationOf } from './amounts.ts';
import { type Priced, statedBy } from './ceilings.ts';
import { billOfToday, creditsOfToday } from './daily-figures.ts';
import { costOf, type LookUp, type Price, priceOf, unitsOf } from './price.ts';

/** What answers have shown of the time where calls go. */
export interface ClockOfTarget {
  ask(target: Pick<Settings, 'target' | 'baseUrl' | 'inProcess'>): Promise<number>;
  newestDate(baseUrl: string): number | undefined;
}

interface DailyParts {
  readonly world: World;
  readonly targetClock: ClockOfTarget;
  readonly settings: Pick<
    Settings,
    'profile' | 'guardsOf' | 'target' | 'maxCreditsPerDay' | 'maxUsdPerDay' | 'baseUrl' | 'key' | 'inProcess'
  >;
  /** For reads. */
  readonly api: Api;
  readonly rates: LookUp;
}

interface ServiceDay {
  /** By the clock that the journal goes by. */
  readonly here: number;
  /** A moment of the day that ceilings count. Asked again after each answer, which may show a later one. */
  today(): number;
}

/**
 * The day is that of the newest `Date` of the service, and a sandbox has its own. Where the clock here is on an earlier one,
 * one of the two is wrong, and the earlier day counts: neither a `Date` nor a clock that is ahead frees a ceiling.
 */
async function serviceDay({ world, settings, targetClock }: DailyParts): Promise<ServiceDay> {
  const here = await (await world.journal.open()).now(world.clock.now());
  if (settings.target === 'live')
    return { here, today: () => Math.min(targetClock.newestDate(settings.baseUrl) ?? here, here) };
  const simulated = await targetClock.ask(settings);
  return { here, today: () => simulated };
}

/** What of the day is used and what a call would add to it, in one unit. */
interface Use {
  readonly unit: 'credits' | 'usd';
  readonly ceiling: number;
  readonly adds: number;
  /** Reads it. */
  used(): Promise<number>;
  /** What calls that are under way here would add. */
  underWay(): Promise<number>;
  readonly word: string;
  format(amount: number): string;
}

/**
 * Refuses a call that would take the account over a ceiling per day of its profile, or of which that cannot be said:
 * a ceiling is there to be sure. Gives lines on the day for the question. `own` is the intent of this very call.
 */
export async function keepWithinDay(
  parts: DailyParts,
  operation: AnyOperation,
  priced: Priced,
  own: number | undefined,
): Promise<string[]> {
  const facts: string[] = [];
  const { credits, usd } = priced.price;
  for (const use of await usesOf(parts, { credits, usd, buys: isTopUp(operation) }, own)) {
    if (use.adds === 0) continue;
    if (Number.isNaN(use.adds))
      throw new Failure(
        'price_unknown',
        `${allows(parts, use)}: what this costs is not known beforehand; nothing was sent`,
        { hint: [...statedBy(priced), dayHint].join(' '), extra: { ceiling: use.ceiling } },
      );
    // First: what the account does not show by now, it may show in the next moment.
    const underWay = await use.underWay();
    const before = await figureOf(parts, use);
    if (Number.isNaN(underWay)) throw refused(parts, use, openCostUnknown, {});
    const used = inMillionths(before + underWay);
    if (!(inMillionths(used + use.adds) <= use.ceiling))
      throw refused(
        parts,
        use,
        `today ${use.format(used)} ${use.word}, and this may add ${use.format(use.adds)}`,
        { usedToday: used, adds: use.adds },
      );
    facts.push(`Today: ${use.format(used)} of ${use.format(use.ceiling)} ${use.word}`);
  }
  return facts;
}

const openCostUnknown = 'what a request that is not over may cost is not known (outreach journal list)';

/** What the account has used of the day, as a ceiling counts it for what spends. Throws where that cannot be read. */
export async function usedToday(parts: DailyParts): Promise<Partial<Record<Use['unit'], number>>> {
  const found: Partial<Record<Use['unit'], number>> = {};
  for (const { unit, used, underWay } of await usesOf(parts, { credits: 0, usd: 0, buys: false })) {
    const sum = (await underWay()) + (await used());
    if (Number.isNaN(sum)) throw new Failure('uncountable', openCostUnknown);
    found[unit] = inMillionths(sum);
  }
  return found;
}

async function usesOf(
  parts: DailyParts,
  { credits, usd, buys }: Pick<Price, 'credits' | 'usd'> & { readonly buys: boolean },
  own?: number,
): Promise<Use[]> {
  const { settings, api } = parts;
  const { maxCreditsPerDay, maxUsdPerDay } = settings;
  const day = await serviceDay(parts);
  let open: ReturnType<typeof underWay> | undefined;
  const others = () => (open ??= underWay(parts, day, own));
  // What the account shows may lag behind what it answered.
  const sumHere = async (unit: 'credits' | 'worthUsd', ofBought?: boolean) => {
    let sum = 0;
    for (const amounts of await doneHere(parts, day))
      if (ofBought === undefined || amounts.buysCredits === ofBought) sum += amounts[unit] ?? 0;
    return sum;
  };
  const uses: Use[] = [];
  if (maxCreditsPerDay !== undefined)
    uses.push({
      unit: 'credits',
      ceiling: maxCreditsPerDay,
      adds: credits,
      used: async () =>
        Math.max(
          (await creditsOfToday(api, day.today))[buys ? 'bought' : 'spent'],
          await sumHere('credits', buys),
        ),
      underWay: async () =>
        sumOf(
          (await others()).filter((other) => other.buys === buys),
          'credits',
        ),
      word: buys ? 'bought or on order' : spentOrReserved,
      format: (amount: number) => counted(amount, 'credit'),
    });
  if (maxUsdPerDay !== undefined)
    uses.push({
      unit: 'usd',
      ceiling: maxUsdPerDay,
      adds: usd,
      used: async () => Math.max(await dollarsOfToday(parts, day), await sumHere('worthUsd')),
      underWay: async () => sumOf(await others(), 'usd'),
      word: spentOrReserved,
      format: dollars,
    });
  return uses;
}

/** Open requests and unfinished imports count with the most that they may cost. */
const spentOrReserved = 'spent or reserved';

const isTopUp = ({ billed = [] }: Pick<AnyOperation, 'billed'>): boolean => billed.includes('top-up');

/** Counted as a single call is: dollars, and what credits and checks are worth. */
async function dollarsOfToday({ api, rates }: DailyParts, { today }: ServiceDay): Promise<number> {
  const { usd, credits, checks } = await billOfToday(api, today);
  const { credit, check } = await rates(undefined, { credit: credits > 0, check: checks > 0 });
  const sum = usd + costOf(credits, credit?.usd) + costOf(checks, check?.usd);
  if (!Number.isNaN(sum)) return sum;
  throw new Failure('uncountable', 'what a credit or a check costs is not known');
}

async function figureOf(parts: DailyParts, use: Use): Promise<number> {
  try {
    return await use.used();
  } catch (error) {
    if (!(error instanceof Failure) || parts.world.signal.aborted || error.is('command_timeout')) throw error;
    throw refused(parts, use, `what is used today cannot be read: ${error.message}`, {}, error);
  }
}

const dayHint = `A day ends once midnight UTC has passed in the service and on this machine. ${personHint}`;

const allows = ({ settings: { guardsOf } }: DailyParts, { unit, ceiling, format }: Use): string => {
  const names = guardsOf?.[unit === 'usd' ? 'maxUsdPerDay' : 'maxCreditsPerDay'] ?? [];
  return `the profile '${names.join("', '")}' allows ${format(ceiling)} a day`;
};

function refused(
  parts: DailyParts,
  use: Use,
  why: string,
  extra: Failure['extra'],
  cause?: Failure,
): Failure {
  return new Failure('daily_ceiling_exceeded', `${allows(parts, use)}: ${why}; nothing was sent`, {
    hint: dayHint,
    extra: { ...extra, ceiling: use.ceiling },
    ...(cause && { cause, retryable: cause.retryable }),
  });
}

/** Undefined where there is no journal yet: a dry run makes none. */
const bookHere = async (journal: DailyParts['world']['journal']): Promise<Journal | undefined> =>
  (await journal.isAt(await journal.where())) ? journal.open() : undefined;

/** What calls of the journal that are done have cost today, as far as that is known for certain. */
async function doneHere(
  { world: { journal }, settings }: DailyParts,
  { here, today }: ServiceDay,
): Promise<readonly Amounts[]> {
  const account = accountOf(settings);
  const book = await bookHere(journal);
  if (book === undefined) return [];
  const since = startOfDay(Math.min(here, today()));
  const { items } = await book.list({ attempted: true, costly: true, since, account });
  const found: Amounts[] = [];
  for (const intent of items) {
    const { state, startedAt, operation } = intent;
    // An order may come to nothing afterwards: only the account knows.
    if (state !== 'done' || startedAt < since || operation === dfy.createOrder.id) continue;
    const amounts = amountsOf(intent, {});
    // What an import came to, only the account knows. A verification job counts at its most: its list may lag behind.
    if (!amounts.atMost || amounts.credits === 0) found.push(amounts);
  }
  return found;
}

/** Calls of this machine that were agreed to and of which the account does not show anything yet. */
async function underWay(
  { world: { journal }, settings, rates, api }: DailyParts,
  { here, today }: ServiceDay,
  own: number | undefined,
): Promise<(Price & { buys: boolean })[]> {
  const account = accountOf(settings);
  const book = await bookHere(journal);
  if (book === undefined) return [];
  const now = Math.min(here, today());
  const open = (await book.open()).filter(({ id, account: whose, startedAt, state, quote, damaged }) => {
    const isRecent = startedAt > now - 86_400_000;
    const mayHappen = state === 'prepared' || state === 'sent' || state === 'unknown';
    const mayCost = quote !== undefined || damaged.length > 0;
    return id !== own && whose === account && isRecent && mayHappen && mayCost;
  });
  const inDollars = settings.maxUsdPerDay !== undefined;
  const read = async (operation: AnyOperation, input: AnyInput) => (await api.answer(operation, input)).body;
  const prices: (Price & { buys: boolean })[] = [];
  // What cannot be looked up may count twice: that is the safe side.
  const unread = (error: unknown) => {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return false;
  };
  for (const intent of open) {
    if (await isShown(intent, { journal: book, read }).catch(unread)) continue;
    const operation = operationOf(intent) ?? nothingKnown;
    const quote = intent.quote === undefined ? unreadable : ((await parseJson(intent.quote)) as Quote);
    const units = unitsOf(operation);
    const wanted = { credit: inDollars && units.credit, check: inDollars && units.check };
    const price = priceOf(operation, quote, await rates(quote.unitUsd, wanted));
    prices.push({ ...price, buys: isTopUp(operation) });
  }
  return prices;
}

/** A damaged entry does not say what it costs. */
const unreadable: Quote = { spend: {}, priceUnknown: true, facts: [] };

/** A raw call or a tool that the contract does not have: its quote says that nothing is known. */
const nothingKnown: Pick<AnyOperation, 'billed' | 'mails'> = { mails: 'never' };

/** What is not known of one is not known of all. */
const sumOf = (prices: readonly Price[], unit: keyof Price): number =>
  prices.reduce((sum, price) => sum + price[unit], 0);

/** `own` is the intent of the call in the spend journal. */
export type WithinDay = (operation: AnyOperation, priced: Priced, own?: number) => Promise<string[]>;
