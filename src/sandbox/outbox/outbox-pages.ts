import type { Database } from '../../local/database.ts';
import {
  type OutboxFilter,
  type OutboxItem,
  type OutboxRow,
  outboxItem,
  outboxRows,
  outboxTotal,
} from './outbox-row.ts';

interface PagesWanted {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** Everything, in pieces. */
  readonly all?: boolean | undefined;
}

const usual = 20;
const piece = 500;

interface OutboxPage {
  items: OutboxItem[];
  total: number | null;
  page: number;
  limit: number;
  hasMore: boolean;
}

/** The outbox as a list asks for it; all of it comes in pieces, so that its length costs no memory. */
export async function* outboxPages(
  db: Database,
  filter: OutboxFilter,
  { page = 1, limit = usual, all = false }: PagesWanted,
): AsyncIterable<OutboxPage> {
  const total = outboxTotal(db, filter);
  if (!all) {
    const items = outboxRows(db, filter, undefined, limit, (page - 1) * limit).map(outboxItem);
    yield { items, total, page, limit, hasMore: page * limit < total };
    return;
  }
  let at = 0;
  for (const rows of inPieces(db, filter)) {
    at += rows.length;
    yield { items: rows.map(outboxItem), total, page: 1, limit: piece, hasMore: at < total };
  }
  if (at === 0) yield { items: [], total, page: 1, limit: piece, hasMore: false };
}

/** What holds a text in subject, body or a recipient's address, case folded; how many there are is known at the end. */
export async function* searchPages(
  db: Database,
  filter: OutboxFilter,
  text: string,
  { page = 1, limit = usual, all = false }: PagesWanted,
): AsyncIterable<OutboxPage> {
  const found = matching(db, filter, text);
  if (all) {
    for (const items of found) yield { items, total: null, page: 1, limit: piece, hasMore: true };
    yield { items: [], total: null, page: 1, limit: piece, hasMore: false };
    return;
  }
  const [from, to] = [(page - 1) * limit, page * limit];
  const items: OutboxItem[] = [];
  let at = 0;
  for (const some of found) {
    items.push(...some.slice(Math.max(0, from - at), Math.max(0, to - at)));
    at += some.length;
    if (at > to) break;
  }
  yield { items, total: at > to ? null : at, page, limit, hasMore: at > to };
}

function* matching(db: Database, filter: OutboxFilter, text: string): Iterable<OutboxItem[]> {
  const wanted = text.toLowerCase();
  const holds = (value: string): boolean => value.toLowerCase().includes(wanted);
  for (const rows of inPieces(db, filter)) {
    const items = rows
      .filter(({ subject, body, recipient, cc }) => [subject, body, recipient, ...(cc ?? [])].some(holds))
      .map(outboxItem);
    if (items.length > 0) yield items;
  }
}

/** Newest first. */
export function* inPieces(db: Database, filter: OutboxFilter): Iterable<OutboxRow[]> {
  let last: OutboxRow | undefined;
  while (true) {
    const rows = outboxRows(db, filter, last, piece);
    if (rows.length > 0) yield rows;
    if (rows.length < piece) return;
    last = rows.at(-1);
  }
}
