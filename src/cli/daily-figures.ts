import type { Api } from '../client/api.ts';
import { credits } from '../contract/areas/credits.ts';
import { dfy } from '../contract/areas/dfy.ts';
import { finder } from '../contract/areas/finder.ts';
import { creditsIn } from '../contract/credit-fields.ts';
import { Failure } from '../contract/errors.ts';
import type { AnyOperation, ItemOf } from '../contract/operation.ts';

/** What an account has used since midnight UTC, by its own figures. */
export interface DailyFigures {
  /** Debits, and what the imports that are not over may still cost at most. */
  readonly spent: number;
  /** Credits that came in: the transactions do not say of every entry whether it was bought. */
  readonly bought: number;
  /** Orders, and top-ups as far as their dollars are told. */
  readonly usd: number;
}

const dayMs = 86_400_000;
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** An older order or transaction may be listed before a newer one by as much: they were made at the same moment. */
const slackMs = 60_000;

/**
 * Reads only what is asked for. The day is the service's: where its newest entry is ahead of the clock here, that entry
 * says which day it is. Throws `Failure` where anything of today cannot be read or counted.
 */
export async function creditsOfToday(api: Api, now: number): Promise<Omit<DailyFigures, 'usd'>> {
  const [entries, imports] = [await recent(api, credits.transactions, now), await openImports(api)];
  const amounts = inOneDay(now, entries).map(amountOf);
  const sumOf = (list: readonly number[]) => list.reduce((sum, amount) => sum + amount, 0);
  return {
    spent: sumOf(amounts.filter((amount) => amount < 0).map(Math.abs)) + imports,
    bought: sumOf(amounts.filter((amount) => amount > 0)),
  };
}

export async function dollarsOfToday(api: Api, now: number): Promise<number> {
  const orders = await recent(api, dfy.orders, now);
  const entries = await recent(api, credits.transactions, now);
  const since = startOfDay(newestOf(now, [...orders, ...entries]));
  const isToday = ({ at }: { at: number }) => at >= since;
  const ordered = orders.filter(isToday).map(({ item }) => costOf(item as Order));
  const told = entries.filter(isToday).map(({ item }) => (item as { amountUsd?: unknown }).amountUsd);
  return [...ordered, ...told.filter((usd) => typeof usd === 'number')].reduce((sum, usd) => sum + usd, 0);
}

type Order = ItemOf<typeof dfy.orders>;
type Entry = ItemOf<typeof credits.transactions>;

interface Dated {
  readonly at: number;
  readonly item: Order | Entry;
}

const newestOf = (now: number, found: readonly Dated[]): number =>
  Math.max(now, ...found.map(({ at }) => at));

function inOneDay(now: number, found: readonly Dated[]): Dated[] {
  const since = startOfDay(newestOf(now, found));
  return found.filter(({ at }) => at >= since);
}

/** The items of the newest day of a list, newest first; not read beyond the first older one. */
async function recent(
  api: Api,
  list: typeof credits.transactions | typeof dfy.orders,
  now: number,
): Promise<Dated[]> {
  const found: Dated[] = [];
  let newest = now;
  for await (const { items } of api.pages<AnyOperation>(list, {}))
    for (const item of items as (Order | Entry)[]) {
      const at = Date.parse(item.createdAt ?? '');
      if (Number.isNaN(at)) throw uncountable(`${list.id} does not tell when each entry was made`);
      const before = found.at(-1)?.at ?? Number.POSITIVE_INFINITY;
      if (at > before + slackMs) throw uncountable(`${list.id} does not come newest first`);
      newest = Math.max(newest, at);
      if (at < startOfDay(newest)) return found;
      found.push({ at, item });
    }
  return found;
}

function amountOf({ item }: Dated): number {
  const amount = creditsIn(item);
  if (amount === undefined) throw uncountable('a transaction of today does not tell its amount');
  return amount;
}

const notPaid: readonly string[] = ['failed', 'canceled'];

function costOf({ id, status, cost_breakdown: costs }: Order): number {
  if (notPaid.includes(status ?? '')) return 0;
  const { totalUsd, total } = (typeof costs === 'object' && costs !== null ? costs : {}) as Partial<
    Record<'totalUsd' | 'total', unknown>
  >;
  const cost = [costs, totalUsd, total].find((amount) => typeof amount === 'number');
  if (typeof cost !== 'number') throw uncountable(`order ${id} of today does not tell its total`);
  return cost;
}

/** Imports that are not over: what they will spend stands in no transaction yet. */
async function openImports(api: Api): Promise<number> {
  const { imports } = await api(finder.imports, { query: { limit: 50 } });
  const open = imports.filter(({ finishedAt }) => finishedAt === null || finishedAt === undefined);
  return open.reduce((sum, { importId, requested, creditsPerProspect }) => {
    if (typeof requested !== 'number' || typeof creditsPerProspect !== 'number')
      throw uncountable(`import ${importId} is not over and does not tell what it may cost`);
    return sum + requested * creditsPerProspect;
  }, 0);
}

const uncountable = (why: string): Failure => new Failure('service', why, { code: 'uncountable' });
