import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { credits } from '../../contract/areas/credits.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { finder } from '../../contract/areas/finder.ts';
import { verification } from '../../contract/areas/verification.ts';
import { creditsIn, isGiven } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import type { AnyOperation, ItemOf } from '../../contract/operation.ts';
import { totalIn } from '../../contract/order-figures.ts';
import { knownAmount, knownPrice, knownSum } from '../../contract/prices.ts';
import { startOfDay } from '../../domain/window.ts';

/** The same for a ceiling in dollars: the parts of the sum, each still in its own unit. */
interface BillOfToday {
  /** Orders, verification jobs and top-ups, as far as they tell their dollars. */
  readonly usd: number;
  /** Spent, or bought without a word on their dollars. */
  readonly credits: number;
  /** Checks of addresses whose price is unknown. */
  readonly checks: number;
}

/** An older order or transaction may be listed before a newer one by as much: they were made at the same moment. */
const slackMs = 60_000;

/** Reads what is asked for; `today` is asked after each answer. Throws where anything of today cannot be counted. */
export async function creditsOfToday(api: Api, today: () => number) {
  const [entries, imports] = [
    await recent(api, credits.transactions, today),
    openCost(await newestImports(api)),
  ];
  const since = startOfDay(today());
  let [spent, bought] = [0, 0];
  for (const entry of entries) {
    if (entry.at < since) continue;
    const amount = amountOf(entry);
    if (amount < 0) spent -= amount;
    else if (!isGiven(entry.item)) bought += amount;
  }
  return {
    /** Debits, and what the imports that are not over may still cost at most. */
    spent: spent + imports,
    /** What came in and is not called a gift: the transactions do not say of every entry whether it was bought. */
    bought,
  };
}

export async function billOfToday(api: Api, today: () => number): Promise<BillOfToday> {
  const orders = await recent(api, dfy.orders, today);
  const entries = await recent(api, credits.transactions, today);
  const jobs = await recent(api, verification.jobs, today);
  const imports = await newestImports(api);
  const since = startOfDay(today());
  const bills: Partial<BillOfToday>[] = [];
  for (const { at, item } of orders) if (at >= since) bills.push({ usd: costOf(item as Order) });
  for (const entry of entries) if (entry.at >= since) bills.push(entryBill(entry));
  for (const { at, item } of jobs) if (at >= since) bills.push(jobBill(item as Job));
  for (const one of imports) if (!(Date.parse(one.createdAt ?? '') < since)) bills.push(importBill(one));
  bills.push({ credits: openCost(imports) });
  const sums = { usd: 0, credits: 0, checks: 0 };
  for (const { usd = 0, credits = 0, checks = 0 } of bills) {
    sums.usd += usd;
    sums.credits += credits;
    sums.checks += checks;
  }
  return sums;
}

/** What came in counts as bought, unless the service says that it was given. */
function entryBill(entry: Dated): Partial<BillOfToday> {
  const { amountUsd } = entry.item as { amountUsd?: unknown };
  const paid =
    typeof amountUsd === 'number' ? knownAmount(Math.abs(amountUsd), creditsIn(entry.item)) : undefined;
  if (paid !== undefined) return { usd: paid };
  const amount = amountOf(entry);
  return amount > 0 && isGiven(entry.item) ? {} : { credits: Math.abs(amount) };
}

/** One that is not over may still check every address twice. */
function jobBill({ id, finishedAt, costUsd, checks, total }: Job): Partial<BillOfToday> {
  const isOver = typeof finishedAt === 'string';
  const [cost, made, addresses] = [knownAmount(costUsd, checks), countIn(checks), countIn(total)];
  if (isOver && cost !== undefined) return { usd: cost };
  if (isOver && made !== undefined) return { checks: made };
  if (addresses !== undefined) return { checks: addresses * limits.checksPerAddress };
  throw uncountable(`verification job ${id} of today does not say how many addresses it has`);
}

/** Its credits are in the transactions, or counted as open; the checks are billed apart. */
function importBill({ importId, verifyEmails, finishedAt, ...counts }: Import): Partial<BillOfToday> {
  if (verifyEmails === false) return {};
  const { valid, invalid, catchAll, unknown } = counts.verification ?? {};
  const found = [valid, invalid, catchAll, unknown].filter((count) => typeof count === 'number');
  const isOver = typeof finishedAt === 'string' && found.length > 0;
  const addresses = isOver ? knownSum(found.map(countIn)) : countIn(counts.requested);
  if (addresses === undefined)
    throw uncountable(`import ${importId} of today does not say how many people it checks`);
  return { checks: addresses * limits.checksPerAddress };
}

type Order = ItemOf<typeof dfy.orders>;
type Entry = ItemOf<typeof credits.transactions>;
type Job = ItemOf<typeof verification.jobs>;
type Import = ItemOf<typeof finder.imports>;

interface Dated {
  readonly at: number;
  readonly item: Order | Entry | Job;
}

/** The items of today, newest first; not read beyond the first older one. */
async function recent(
  api: Api,
  list: typeof credits.transactions | typeof dfy.orders | typeof verification.jobs,
  today: () => number,
): Promise<Dated[]> {
  const found: Dated[] = [];
  for await (const { items } of api.pages<AnyOperation>(list, {}))
    for (const item of items as (Order | Entry | Job)[]) {
      const at = Date.parse(item.createdAt ?? '');
      if (Number.isNaN(at)) throw uncountable(`${list.id} does not say when each entry was made`);
      const before = found.at(-1)?.at ?? Number.POSITIVE_INFINITY;
      if (at > before + slackMs) throw uncountable(`${list.id} does not come newest first`);
      if (at < startOfDay(today())) return found;
      found.push({ at, item });
    }
  return found;
}

function amountOf({ item }: Dated): number {
  const amount = creditsIn(item);
  if (amount === undefined) throw uncountable('a transaction of today does not say its amount');
  return amount;
}

const notPaid: readonly string[] = ['failed', 'canceled'];

function costOf({ id, status, cost_breakdown: costs, domains }: Order): number {
  if (notPaid.includes(status ?? '')) return 0;
  // What the service bills for mailboxes is in no total.
  const cost = knownAmount(totalIn(costs), Array.isArray(domains) ? domains.length : undefined);
  if (cost === undefined) throw uncountable(`order ${id} of today does not say its total`);
  return cost;
}

const newestImports = async (api: Api): Promise<Import[]> =>
  (await api(finder.imports, { query: { limit: 50 } })).imports;

/** Imports that are not over: what they will spend is in no transaction yet. */
function openCost(imports: readonly Import[]): number {
  let sum = 0;
  for (const { importId, finishedAt, requested, creditsPerProspect } of imports) {
    if (finishedAt !== null && finishedAt !== undefined) continue;
    const [people, price] = [countIn(requested), knownPrice(creditsPerProspect)];
    if (people === undefined || price === undefined)
      throw uncountable(`import ${importId} is not over and does not say what it may cost`);
    sum += people * price;
  }
  return sum;
}

/** No number of people, addresses or checks is below zero. */
const countIn = (said: unknown): number | undefined => knownAmount(said);

const uncountable = (why: string): Failure => new Failure('uncountable', why);
