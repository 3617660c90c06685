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

/**
 * The outbox as a list asks for it, in pieces, so that its length costs no memory. With a text what holds it in subject,
 * body or a recipient's address, case folded; how many those are is known at the end.
 */
export async function* outboxPages(
  db: Database,
  filter: OutboxFilter,
  { page = 1, limit = usual, all = false }: PagesWanted,
  text?: string,
) {
  const total = text === undefined ? outboxTotal(db, filter) : null;
  const [from, to] = all ? [0, Number.POSITIVE_INFINITY] : [(page - 1) * limit, page * limit];
  const around = all ? { page: 1, limit: piece } : { page, limit };
  let at = 0;
  for (const found of matching(db, filter, text)) {
    const items = found.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += found.length;
    yield { items, total, ...around, hasMore: true };
    if (at > to) break;
  }
  yield { items: [], total: total ?? (at > to ? null : at), ...around, hasMore: at > to };
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
