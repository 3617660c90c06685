import { isRecord } from '../../base/is-record.ts';
import { type Paging, requestedSize } from '../../contract/operation.ts';
import { onePage } from '../answer/one-page.ts';
import type { Globals } from '../declare/globals.ts';
import { exactJson } from '../output/text/json.ts';
import { jsonSafe } from '../output/text/safe-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a tool was called: what it was given, and what it takes. */
export interface Asked {
  readonly given: Fields;
  readonly args: readonly string[];
  readonly list?: ListOfTool | undefined;
  /** The command that `outreach_read` or `outreach_call` was given: what goes on is a call of the same tool. */
  readonly command?: unknown;
}

/** What a command without pages means by `all` is another thing, such as every campaign. */
export const wantsAll = ({ given, list }: Pick<Asked, 'given' | 'list'>): boolean =>
  given.all === true && list !== undefined;

/** How the list of a tool is paged by the service, if it is, and what it is filtered by here. */
export interface ListOfTool {
  readonly paging?: Pick<Paging, 'kind' | 'default' | 'max'> | undefined;
  /** Its command gives all of it: the page is taken from that. */
  readonly isPagedHere?: boolean;
  /** Of its field in the document; `items` unless given. */
  readonly name?: string;
  /** The service has no pages of it. */
  readonly isOnePiece: boolean;
  readonly filters: readonly string[];
}

/** A list within a document, by the fields and positions that lead to it. */
interface List {
  readonly path: readonly (string | number)[];
  readonly items: readonly unknown[];
  readonly size: number;
}

/** What was left out of a list; `next` are all arguments of the call that goes on behind it, where the tool has pages. */
interface Cut {
  readonly list?: string;
  readonly shown: number;
  readonly total: number;
  readonly next: Fields | null;
}

/** Left free for what is said of the cuts, besides the arguments of the next call. */
const roomForCuts = 600;
/** A call with longer ones is not repeated in its answer. */
const longestNext = 4000;
const mostCuts = 4;
/** Unless all are asked for. */
const mostRecords = 200;

/** As it is written in an answer. */
export const writtenJson = (value: unknown): string => jsonSafe(exactJson(value));
const sizeOf = (value: unknown): number => Buffer.byteLength(writtenJson(value));

/**
 * The document in at most so many bytes, and its list in at most 200 records: long lists are cut between records,
 * `truncated` says how to go on, and where that is not enough its longest texts are, and then its largest fields.
 */
export function fitAnswer(whole: Fields, most: number, asked: Asked): Fields {
  const document = asked.list?.isPagedHere ? pageOf(whole, asked.list, asked.given as Place) : whole;
  const { name: main = 'items' } = asked.list ?? {};
  const records = wantsAll(asked) ? Number.POSITIVE_INFINITY : mostRecords;
  const tooMany = ({ [main]: items }: Fields) =>
    Array.isArray(items) && recordsIn(items, main).length > records;
  const size = sizeOf(document);
  if (size <= most && !tooMany(document)) return document;
  const given = sizeOf(asked.given);
  const room = roomForCuts + (given > longestNext ? 0 : given);
  let fitted = document;
  let isCut = false;
  const cuts: Cut[] = [];
  for (
    let left = size;
    (left > most - room || tooMany(fitted)) && cuts.length < mostCuts;
    left = sizeOf(fitted)
  ) {
    const list = tooMany(fitted) ? listAt([main], fitted[main]) : listToCut(fitted, left);
    if (list === undefined) break;
    const { path, items, size } = list;
    const name = path.at(-1);
    const total = recordsIn(items, name).length;
    const fits = (shown: number) => left - size + sizeOf(part(items, name, 0, shown)) <= most - room;
    // At least one: a record that does not fit by itself has its texts cut.
    const fitting = largest(1, Math.min(records, total) + 1, fits);
    const isMain = path.length === 1 && name === main;
    isCut ||= isMain;
    const cut = isMain
      ? mainCut(document, fitting, recordsIn(whole[main], main).length, asked)
      : { list: path.join('.'), shown: fitting, total, next: null };
    fitted = replaced(fitted, path, part(items, name, 0, cut.shown)) as Fields;
    cuts.push(cut);
  }
  const texts = withShortTexts(fitted, most - room);
  const short = texts ?? withFewFields(fitted, most - room);
  if (texts === undefined) {
    const names = Object.keys(fitted);
    const shown = names.filter((name) => fitted[name] === short[name]).length;
    cuts.push({ list: 'fields', shown, total: names.length, next: null });
  }
  const [cut, ...more] = cuts;
  if (cut === undefined) return short;
  const hasMore = 'hasMore' in short && isCut ? { hasMore: true } : {};
  return { ...short, ...hasMore, truncated: { ...cut, ...(more.length > 0 && { more }) } };
}

/** The largest number that fits, of those from one that counts as fitting up to one that does not. */
function largest(from: number, below: number, fits: (number: number) => boolean): number {
  let [fitting, tooLarge] = [from, below];
  while (tooLarge - fitting > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}

type Name = List['path'][number] | undefined;

/** In a tree an item has a list by the same name, and the records are its leaves: a group may be too large by itself. */
const branchOf = (item: unknown, name: Name): readonly unknown[] | undefined => {
  const branch = name === undefined || name === 'items' || !isRecord(item) ? undefined : item[name];
  return Array.isArray(branch) ? branch : undefined;
};

const recordsIn = (items: unknown, name: Name): unknown[] =>
  (items as readonly unknown[]).flatMap((item) => {
    const branch = branchOf(item, name);
    return branch === undefined ? [item] : recordsIn(branch, name);
  });

/** The records from one place up to another, in the items that hold them. */
function part(items: readonly unknown[], name: Name, from: number, to: number): unknown[] {
  let at = 0;
  const within = (list: readonly unknown[]): unknown[] =>
    list.flatMap((item) => {
      const branch = branchOf(item, name);
      if (branch === undefined) return at++ >= from && at <= to ? [item] : [];
      const kept = within(branch);
      return kept.length > 0 ? [{ ...(item as Fields), [name as string]: kept }] : [];
    });
  return within(items);
}

type Place = Partial<Pick<Globals, 'page' | 'limit'>>;

/** The page that was asked for; the count of all stays. Throws `usage` for one that is not there. */
function pageOf(document: Fields, { name = 'items' }: ListOfTool, { page, limit }: Place): Fields {
  const items = document[name];
  if (!Array.isArray(items) || (page === undefined && limit === undefined)) return document;
  const { items: _, total, ...shown } = onePage(recordsIn(items, name), { page, limit });
  const from = (shown.page - 1) * shown.limit;
  const hasMore = shown.hasMore || document.hasMore === true;
  return { total, ...document, ...shown, hasMore, [name]: part(items, name, from, from + shown.limit) };
}

/** The longest one: what else there is would have to be cut all the same. Undefined where lists are the smaller part. */
function listToCut(document: Fields, size: number): List | undefined {
  let longest: List | undefined;
  const look = (value: unknown, path: List['path']): void => {
    if (Array.isArray(value)) {
      const list = recordsIn(value, path.at(-1)).length > 1 ? listAt(path, value) : undefined;
      if (list !== undefined && list.size > (longest?.size ?? 0)) longest = list;
      // One within it is no longer than it.
      if (value.length <= 1) for (const [at, one] of value.entries()) look(one, [...path, at]);
    } else if (isRecord(value)) for (const [name, one] of Object.entries(value)) look(one, [...path, name]);
  };
  look(document, []);
  return longest !== undefined && longest.size > size / 2 ? longest : undefined;
}

const listAt = (path: List['path'], items: unknown): List => ({
  path,
  items: items as readonly unknown[],
  size: sizeOf(items),
});

/** As the list counts: by pages of the service, which have a largest size, or where it is filtered or read whole by its own. */
function pageSizeFor(limit: number, { list, given }: Asked): number {
  const { paging, filters = [] } = list ?? {};
  if (paging === undefined || filters.some((name) => given[name] !== undefined)) return limit;
  return requestedSize(paging, limit);
}

/**
 * As many as fit, or a few less: so many that a page begins right behind them, counted from the first record of all, and
 * holds about as many again.
 */
function mainCut(document: Fields, fitting: number, there: number, asked: Asked): Cut {
  const total = typeof document.total === 'number' ? document.total : there;
  const { args, list } = asked;
  const { name = 'items' } = list ?? {};
  const of = name === 'items' ? {} : { list: name };
  const isPaged = args.includes('page') && args.includes('limit') && !list?.isOnePiece;
  const { page = 1, limit: size = document.limit } = asked.given;
  const isPage = !wantsAll(asked) && typeof page === 'number' && typeof size === 'number';
  const before = isPage ? (page - 1) * pageSizeFor(size, asked) : 0;
  const wanted = Math.min(fitting, mostRecords);
  const allowed: number[] = [];
  for (let size = isPaged ? mostRecords : 0; size > 0; size--)
    if (pageSizeFor(size, asked) === size) allowed.push(size);
  let best: { shown: number; limit: number } | undefined;
  const worth = ({ shown, limit } = best ?? { shown: 0, limit: 0 }) => shown + Math.min(limit, wanted);
  for (let shown = fitting; shown > 0 && shown + wanted > worth(); shown--) {
    const limit = allowed.find((size) => (before + shown) % size === 0);
    if (limit !== undefined && worth({ shown, limit }) > worth()) best = { shown, limit };
  }
  if (best === undefined) return { ...of, shown: fitting, total, next: null };
  const { shown, limit } = best;
  return { ...of, shown, total, next: nextCall(asked, { page: (before + shown) / limit + 1, limit }) };
}

/** The same call at another place, as the tool that was called takes it. */
function nextCall({ given, command }: Asked, place: Fields): Fields | null {
  if (sizeOf(given) > longestNext) return null;
  const { all: _, ...kept } = given;
  const next = { ...kept, ...place };
  return command === undefined ? next : { command, arguments: next };
}

function replaced(value: unknown, [first, ...rest]: List['path'], by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === first ? replaced(one, rest, by) : one));
  const fields = value as Fields;
  return { ...fields, [first]: replaced(fields[first], rest, by) };
}

/** Without what is too large for the rest to fit; a list stays one. */
function withFewFields(document: Fields, most: number): Fields {
  let size = 2;
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) => {
      const own = sizeOf({ [name]: value });
      const fits = size + own <= most;
      if (fits) size += own;
      if (fits) return [[name, value]];
      return Array.isArray(value) ? [[name, []]] : [];
    }),
  );
}

/** With every text as long as it can be for all to fit; undefined where there is too much besides. */
function withShortTexts(document: Fields, most: number): Fields | undefined {
  if (sizeOf(document) <= most) return document;
  const longest = largest(-1, most, (length) => sizeOf(shortTexts(document, length)) <= most);
  return longest < 0 ? undefined : shortTexts(document, longest);
}

/** What a text loses is counted behind it, which takes so much room itself. */
const countLength = 30;

function shortTexts<T>(value: T, longest: number): T {
  if (typeof value === 'string') {
    if (value.length <= longest + countLength) return value;
    const kept = value.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
    return `${kept}… (${value.length - kept.length} characters more)` as T;
  }
  if (Array.isArray(value)) return value.map((one) => shortTexts(one, longest)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shortTexts(one, longest)]),
  ) as T;
}
