import { Failure } from '../../base/errors.ts';
import type { AnyInput, AnyOperation, ItemOf, Paging } from '../../contract/operation.ts';
import type { Call, Page, PagesOptions } from '../api/api.ts';
import { canonical } from '../api/approval.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What one page said of itself; null where the service does not say. */
interface AnsweredPage {
  readonly items: readonly unknown[];
  readonly total: number | null;
  readonly limit: number;
  /** Undefined where it does not follow from the answer. */
  readonly hasMore: boolean | undefined;
}

interface Plan {
  readonly operation: AnyOperation;
  readonly paging: Paging;
  readonly input: AnyInput;
  readonly size: number;
}

/** One page, by one request, in the shape all seven paging kinds share. */
export async function firstPage<O extends AnyOperation>(
  call: Call,
  operation: O,
  input: AnyInput,
  options: PagesOptions,
): Promise<Page<ItemOf<O>>> {
  const { paging } = planOf(operation, input, 1);
  const wanted = options.limit ?? givenSize(paging, input) ?? paging.default;
  const size = options.pageSize ?? sizeFor(paging, wanted);
  const page = options.page ?? givenPage(paging, input, size);
  const answered = await fetchPage(call, planOf(operation, input, size), page);
  const items = answered.items.slice(0, options.limit) as ItemOf<O>[];
  return {
    items,
    total: answered.total,
    page,
    limit: answered.limit,
    hasMore: goesOn(paging, answered, page),
  };
}

/**
 * Pages as they come, without the items that slid onto a later page while we read. Where the total shrank, items slid up
 * onto pages that were read already, and those are read once more. Ends where there is no more, on an empty page, on a page
 * that repeats the one before, and after two pages that brought nothing new. The last page has more behind it where fewer
 * items came than the smallest total that the service gave.
 */
export async function* pagesOf<O extends AnyOperation>(
  call: Call,
  operation: O,
  input: AnyInput,
  options: PagesOptions,
): AsyncGenerator<Page<ItemOf<O>>> {
  const { paging } = planOf(operation, input, 1);
  const wanted = options.limit ?? Number.POSITIVE_INFINITY;
  const size = options.pageSize ?? givenSize(paging, input) ?? sizeFor(paging, wanted);
  const plan = planOf(operation, input, size);
  const seen = new Recent();
  let known: number | null = null;
  let came = 0;
  let least = Number.POSITIVE_INFINITY;
  const start = options.page ?? givenPage(paging, input, size);
  let [page, left, stale, previous, furthest] = [start, wanted, 0, '', 0];
  while (left > 0) {
    const answered = await fetchPage(call, plan, page);
    const shrunk = known === null || answered.total === null ? 0 : known - answered.total;
    known = answered.total ?? known;
    least = Math.min(least, known ?? least);
    if (shrunk > 0 && page > start && paging.kind !== 'body') {
      // As many pages as hold what slid up, which this page then follows again.
      page = Math.max(start, page - Math.ceil(shrunk / size));
      [stale, previous] = [0, `before ${page}`];
      continue;
    }
    const keys = answered.items.map(keyOf);
    // With another total it is the same page pushed down by new items, not a service that repeats itself.
    const fingerprint = [answered.total, ...keys].join('\n');
    const fresh = answered.items.filter((_, at) => seen.isNew(keys[at]));
    // Pages that are read once more may well bring nothing.
    stale = fresh.length === 0 && page > furthest ? stale + 1 : 0;
    furthest = Math.max(furthest, page);
    const repeated = fingerprint === previous || stale > 1;
    came += answered.items.length;
    const lacks = start === 1 && hasTotal(paging) && came < least && Number.isFinite(least);
    const goes = goesOn(paging, answered, page) || lacks;
    const more = answered.items.length > 0 && !repeated && goes && hasPages(paging);
    const items = fresh.slice(0, left) as ItemOf<O>[];
    const hasMore = fresh.length > items.length || (goes && !repeated);
    // The first page is given even where it is empty: it tells the total.
    if (items.length > 0 || previous === '')
      yield { items, total: answered.total, page, limit: answered.limit, hasMore };
    if (!more) return;
    left -= items.length;
    previous = fingerprint;
    page++;
    // A sandbox in this process answers without a pause in which Ctrl-C could come.
    await new Promise(setImmediate);
  }
}

/**
 * The keys of the last items, so many that what slides from page to page is known, and no more, so that a list of any
 * length takes the same memory: two generations, of which the older one goes when the younger is full.
 */
class Recent {
  #young = new Set<unknown>();
  #old = new Set<unknown>();

  isNew(key: unknown): boolean {
    if (this.#young.has(key) || this.#old.has(key)) return false;
    if (this.#young.size >= 50_000) [this.#old, this.#young] = [this.#young, new Set()];
    this.#young.add(key);
    return true;
  }
}

function planOf(operation: AnyOperation, input: AnyInput, size: number): Plan {
  if (operation.paging === undefined) throw new Error(`${operation.id} has no pages`);
  return { operation, paging: operation.paging, input, size };
}

/** As few items per request as are needed, and never more than the service allows. */
function sizeFor(paging: Paging, wanted: number): number {
  if (paging.kind !== 'body') return Math.min(paging.max, Math.max(wanted, 1));
  // In the body only the two sizes themselves are allowed, nothing between.
  return wanted <= paging.default ? paging.default : paging.max;
}

const names = (paging: Paging): { page: string; size: string } => ({
  page: paging.kind === 'offset' ? 'offset' : 'page',
  size: paging.kind === 'page-size' ? 'size' : paging.kind === 'body' ? 'pageSize' : 'limit',
});

const given = (paging: Paging, input: AnyInput): Fields =>
  (paging.kind === 'body' ? (input.body as Fields | undefined) : input.query) ?? {};

function givenSize(paging: Paging, input: AnyInput): number | undefined {
  return numberOf(given(paging, input)[names(paging).size]);
}

function givenPage(paging: Paging, input: AnyInput, size: number): number {
  const number = numberOf(given(paging, input)[names(paging).page]);
  if (number === undefined) return 1;
  return paging.kind === 'offset' ? Math.floor(number / size) + 1 : number;
}

async function fetchPage(call: Call, plan: Plan, page: number): Promise<AnsweredPage> {
  const { operation, paging, size } = plan;
  const answer = (await call(operation, inputFor(plan, page)).catch(
    page === 1 ? undefined : notTheFirst,
  )) as Fields;
  const list = answer[paging.items];
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const limit = numberOf(answer[paging.kind === 'body' ? 'pageSize' : 'limit']) ?? size;
  const answered = { items, limit, ...countsOf(paging, answer) };
  // A count that equals a full page may be the count of this page.
  const ambiguous = paging.kind === 'limit-count' && answered.total === items.length && items.length >= limit;
  return ambiguous ? { ...answered, total: null } : answered;
}

/** What came before is on its way already: another shape after it is not an answer that could be shown instead. */
function notTheFirst(error: unknown): never {
  if (!(error instanceof Failure) || !error.is('other_shape')) throw error;
  throw error.with({ code: 'unreadable_answer', cause: undefined });
}

function inputFor({ paging, input, size }: Plan, page: number): AnyInput {
  const name = names(paging);
  const position =
    paging.kind === 'offset'
      ? { [name.page]: (page - 1) * size }
      : paging.kind === 'limit-count' || paging.kind === 'limit-only'
        ? {}
        : { [name.page]: page };
  const fields = { ...given(paging, input), ...position, [name.size]: size };
  return paging.kind === 'body' ? { ...input, body: fields } : { ...input, query: fields };
}

function countsOf(paging: Paging, answer: Fields): Pick<AnsweredPage, 'total' | 'hasMore'> {
  const flag = typeof answer.hasMore === 'boolean' ? answer.hasMore : undefined;
  const total = (name: string) => numberOf(answer[name]) ?? null;
  if (paging.kind === 'offset') return { total: total('totalCount'), hasMore: flag };
  if (paging.kind === 'limit-count') return { total: total('count'), hasMore: flag };
  if (paging.kind === 'limit-only') return { total: null, hasMore: flag };
  if (paging.kind !== 'page-size') return { total: total('total'), hasMore: flag };
  const next = 'next' in answer ? answer.next !== null && answer.next !== '' : undefined;
  return { total: total('count'), hasMore: flag ?? next };
}

/** Whether there are more items behind this page, asked for or not. */
function goesOn(paging: Paging, answered: AnsweredPage, page: number): boolean {
  if (answered.items.length === 0 && page > 1) return false;
  const before = hasPages(paging) ? (page - 1) * answered.limit : 0;
  // Fewer than it counts itself, whatever else it says.
  if (hasTotal(paging) && before + answered.items.length < (answered.total ?? 0)) return true;
  if (answered.hasMore === false) return false;
  if (paging.kind === 'body' && page >= paging.maxPage) return false;
  if (!hasTotal(paging) && answered.hasMore !== undefined) return answered.hasMore;
  // A total that a full page with more behind it contradicts costs one call to find out.
  const contradicted = answered.hasMore === true && answered.items.length >= answered.limit;
  if (answered.total !== null) return before + answered.items.length < answered.total || contradicted;
  return answered.hasMore ?? answered.items.length >= answered.limit;
}

/** Whether another request could bring more: lists with a limit alone have no second page. */
const hasPages = ({ kind }: Paging): boolean => kind !== 'limit-count' && kind !== 'limit-only';

/** That of a search may be a lower bound, or not known yet. */
const hasTotal = ({ kind }: Paging): boolean => kind !== 'body';

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function keyOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return canonical(item);
  const { id, importId, ref } = item as Fields;
  return id ?? importId ?? ref ?? canonical(item);
}
