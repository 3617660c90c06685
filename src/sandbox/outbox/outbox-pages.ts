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

/**
 * The outbox as a list asks for it, in pieces, so that its length costs no memory. With a text what holds it in subject,
 * body or a recipient's address, case folded; how many those are is known at the end.
 */
export async function* outboxPages(
  db: Database,
  filter: OutboxFilter,
  { page = 1, limit = usual, all = false }: PagesWanted,
  text?: string,
): AsyncIterable<OutboxPage> {
  const total = text === undefined ? outboxTotal(db, filter) : null;
  const found = matching(db, filter, text);
  if (all) {
    for (const items of found) yield { items, total, page: 1, limit: piece, hasMore: true };
    yield { items: [], total, page: 1, limit: piece, hasMore: false };
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
  yield { items, total: total ?? (at > to ? null : at), page, limit, hasMore: at > to };
}

function* matching(db: Database, filter: OutboxFilter, text = ''): Iterable<OutboxItem[]> {
  const wanted = text.toLowerCase();
  const holds = (value: string): boolean => value.toLowerCase().includes(wanted);
  for (const rows of inPieces(db, filter)) {
    const found = rows.filter(({ subject, body, recipient, cc }) =>
      [subject, body, recipient, ...(cc ?? [])].some(holds),
    );
    if (found.length > 0) yield found.map(outboxItem);
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
