import { Failure } from '../../base/errors.ts';
import {
  type AnyInput,
  type AnyOperation,
  type ItemOf,
  isOnePiece,
  type Paging,
  requestedSize,
} from '../../contract/operation.ts';
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
  const size = options.pageSize ?? requestedSize(paging, wanted);
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

/** What {@link pagesOf} takes beside what its callers ask for. */
interface Reading extends PagesOptions {
  readonly changed?: ((first: number, last: number) => void) | undefined;
}

/**
 * Pages as they come, without the items that slid onto a later page while we read. Where the total shrank, items slid up
 * onto pages that were read already, and those are read once more; `Course` bounds that. Ends where there is no more, on a
 * page that repeats the one before, and where nothing new comes. The last page has more behind it where the end was not
 * reached: fewer items came than the smallest total that the service gave, or the service says that there are more.
 */
export async function* pagesOf<O extends AnyOperation>(
  call: Call,
  operation: O,
  input: AnyInput,
  options: Reading,
): AsyncGenerator<Page<ItemOf<O>>> {
  const { paging } = planOf(operation, input, 1);
  const size =
    options.pageSize ?? givenSize(paging, input) ?? requestedSize(paging, options.limit ?? Infinity);
  const plan = planOf(operation, input, size);
  const start = options.page ?? givenPage(paging, input, size);
  const course = new Course(paging, start, size);
  const seen = new Recent();
  let [page, left] = [start, options.limit ?? Number.POSITIVE_INFINITY];
  /** What the last page that was given said of more. */
  let told: boolean | undefined;
  while (left > 0) {
    const answered = await fetchPage(call, plan, page);
    const back = course.back(page, answered);
    const keys = answered.items.map(keyOf);
    const fresh =
      back !== undefined && !options.asItComes ? [] : answered.items.filter((_, at) => seen.isNew(keys[at]));
    course.count(page, fresh.length);
    const goes = back !== undefined || course.goesOn(page, answered, { keys, isFresh: fresh.length > 0 });
    const items = fresh.slice(0, left) as ItemOf<O>[];
    const hasMore = fresh.length > items.length || goes || course.lacks(page, answered);
    // The first page is given even where it is empty: it tells the total. So is the end, where the page before told of more.
    if (items.length > 0 || told === undefined || (!goes && told !== hasMore)) {
      yield { items, total: answered.total, page, limit: answered.limit, hasMore };
      told = hasMore;
    }
    if (!goes) break;
    left -= items.length;
    page = back ?? page + 1;
    // A sandbox in this process answers without a pause in which Ctrl-C could come.
    await new Promise(setImmediate);
  }
  course.tell(options.changed);
}

/** Pages more than the total tells of that may be read. */
const slack = 5;
/** Of so many items, and up to as many more, it is known that they were given. */
const remembered = 50_000;

/** Rereads while fewer than twice the pages of the first total and five were read; then on to the end, in order. */
class Course {
  readonly #paging: Paging;
  readonly #start: number;
  readonly #size: number;
  readonly #totals = { first: null as number | null, last: null as number | null, least: Infinity, most: 0 };
  /** How many came; what came twice is there once: where others take its place, they did not come. */
  #came: number;
  #largest = 0;
  #reads = 0;
  /** The last page to read, once nothing is read again. */
  #until = Infinity;
  #furthest = 0;
  /** The last page that brought something new. */
  #reached = 0;
  #stale = 0;
  #previous = '';
  #hasGap = false;

  constructor(paging: Paging, start: number, size: number) {
    [this.#paging, this.#start, this.#size] = [paging, start, size];
    this.#came = (start - 1) * size;
  }

  /** Takes a page in. The page to read next, where items slid up onto what was read: as many pages as hold them. */
  back(page: number, { items, total: told }: AnsweredPage): number | undefined {
    const total = countIn(told);
    const { last } = this.#totals;
    const shrunk = last === null || total === null ? 0 : last - total;
    this.#note(total);
    this.#reads += 1;
    this.#largest = Math.max(this.#largest, items.length);
    if (this.#reads >= 2 * this.#pagesOf(this.#totals.first) + slack)
      this.#until = Math.min(this.#until, Math.max(page, this.#pagesOf(this.#totals.most)));
    // A total that is out of all proportion does not allow more than what came does.
    const most = 2 * Math.min(this.#pagesOf(this.#totals.first), this.#reached + 1) + slack;
    const mayGoBack = hasTotal(this.#paging) && this.#reads < most;
    if (shrunk > 0 && page > this.#start && mayGoBack) {
      const wanted = page - Math.ceil(Math.min(shrunk, remembered) / this.#size);
      this.#hasGap ||= shrunk > remembered && wanted > this.#start;
      [this.#stale, this.#previous] = [0, ''];
      this.#furthest = Math.max(this.#furthest, page);
      return Math.max(this.#start, wanted);
    }
    return undefined;
  }

  /** How many items of a page came for the first time. */
  count(page: number, fresh: number): void {
    this.#came += fresh;
    if (fresh > 0) this.#reached = Math.max(this.#reached, page);
  }

  goesOn(
    page: number,
    answered: AnsweredPage,
    { keys, isFresh }: { keys: readonly unknown[]; isFresh: boolean },
  ): boolean {
    const { items, total } = answered;
    // With another total it is the same page pushed down by new items, not a service that repeats itself.
    const fingerprint = [total, ...keys].join('\n');
    const isRepeated = items.length > 0 && fingerprint === this.#previous;
    // Pages that are read once more may well bring nothing.
    this.#stale = !isFresh && page > this.#furthest ? this.#stale + 1 : 0;
    this.#furthest = Math.max(this.#furthest, page);
    this.#previous = fingerprint;
    const mostStale = this.#totals.last === null ? 0 : 1;
    if (!hasPages(this.#paging) || isRepeated || this.#stale > mostStale || page >= this.#until) return false;
    if (items.length === 0) return page < this.#pagesOf(countIn(total));
    // A total that fell says less than a full page does.
    const isFull = hasTotal(this.#paging) && items.length >= answered.limit;
    if (isFull && page < this.#pagesOf(this.#totals.most)) return true;
    return goesOn(this.#paging, answered, page) || this.#isShort();
  }

  /** Whether this page, as the last one, leaves something out. */
  lacks(page: number, answered: AnsweredPage): boolean {
    if (this.#hasGap || this.#isShort()) return true;
    return answered.items.length === 0 ? answered.hasMore === true : goesOn(this.#paging, answered, page);
  }

  tell(changed: Reading['changed']): void {
    const { first, last, least, most } = this.#totals;
    if (first !== null && last !== null && least !== most && hasTotal(this.#paging))
      changed?.(first, last === first ? (least === first ? most : least) : last);
  }

  /** Whether fewer items came than the smallest total. */
  #isShort(): boolean {
    return hasTotal(this.#paging) && this.#totals.last !== null && this.#came < this.#totals.least;
  }

  #note(total: number | null): void {
    if (total === null) return;
    const { first, least, most } = this.#totals;
    Object.assign(this.#totals, {
      first: first ?? total,
      last: total,
      least: Math.min(least, total),
      most: Math.max(most, total),
    });
  }

  /** By the largest page that came: some services give fewer items than they are asked for. */
  #pagesOf(total: number | null): number {
    return total === null ? Number.POSITIVE_INFINITY : Math.ceil(total / (this.#largest || this.#size));
  }
}

/** The last keys, in two generations of which the older goes when the younger is full: any list takes the same memory. */
class Recent {
  #young = new Set<unknown>();
  #old = new Set<unknown>();

  isNew(key: unknown): boolean {
    if (this.#young.has(key) || this.#old.has(key)) return false;
    if (this.#young.size >= remembered) [this.#old, this.#young] = [this.#young, new Set()];
    this.#young.add(key);
    return true;
  }
}

function planOf(operation: AnyOperation, input: AnyInput, size: number): Plan {
  if (operation.paging === undefined) throw new Error(`${operation.id} has no pages`);
  return { operation, paging: operation.paging, input, size };
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
  const told = { items, limit, ...countsOf(paging, answer) };
  // Behind the end some services count the items of the page.
  const answered = page > 1 && items.length === 0 && told.total === 0 ? { ...told, total: null } : told;
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
      : isOnePiece(paging)
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

const hasPages = (paging: Paging): boolean => !isOnePiece(paging);

/** That of a search may be a lower bound, or not known yet. */
const hasTotal = ({ kind }: Paging): boolean => kind !== 'body';

/** A count that cannot be one says nothing. */
const countIn = (total: number | null): number | null =>
  total !== null && Number.isFinite(total) && total >= 0 ? total : null;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function keyOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return canonical(item);
  const { id, importId, ref } = item as Fields;
  return id ?? importId ?? ref ?? canonical(item);
}
