import { exactText } from '../../base/exact-json.ts';
import type { Database } from '../../local/database.ts';

export interface DueEvent {
  readonly id: number;
  readonly dueAt: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** The next events due until a moment, in order of due time, then of insertion. */
export const dueEvents = (db: Database, until: number, most: number): DueEvent[] =>
  db
    .prepare(
      'SELECT id, due_at AS dueAt, kind, payload FROM event WHERE due_at <= ? ORDER BY due_at, id LIMIT ?',
    )
    .all<DueEvent & { payload: string }>(until, most)
    .map((row) => ({ ...row, payload: JSON.parse(row.payload) }));

/**
 * What is due next while some events are worked on in one transaction. What they schedule is kept here and written when
 * the transaction ends: most events, such as a mailbox that looks again in five minutes, is worked on before that and never
 * reaches the table. The numbers are those the table would have given, so that it cannot be seen where a world was cut.
 */
export class EventQueue {
  readonly #db: Database;
  /** In order of due time, then of insertion; worked on from the front. */
  readonly #waiting: DueEvent[];
  readonly #stored = new Set<number>();
  readonly #done: number[] = [];
  #last: number;

  /** Reads as many events as will be worked on at most; beyond that it knows nothing. */
  constructor(db: Database, until: number, most: number) {
    this.#db = db;
    this.#waiting = dueEvents(db, until, most);
    for (const { id } of this.#waiting) this.#stored.add(id);
    this.#last =
      db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").get<{ seq: number }>()?.seq ?? 0;
  }

  /** The next event, which counts as worked on. */
  next(until: number): DueEvent | undefined {
    const [event] = this.#waiting;
    if (!event || event.dueAt > until) return undefined;
    this.#waiting.shift();
    if (this.#stored.has(event.id)) this.#done.push(event.id);
    return event;
  }

  add(dueAt: number, kind: string, payload: unknown): void {
    this.#last += 1;
    let at = this.#waiting.length;
    while (at > 0 && (this.#waiting[at - 1]?.dueAt ?? 0) > dueAt) at -= 1;
    this.#waiting.splice(at, 0, { id: this.#last, dueAt, kind, payload });
  }

  /** Writes what is left. */
  close(): void {
    this.#db
      .prepare('DELETE FROM event WHERE id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(this.#done));
    const insert = this.#db.prepare('INSERT INTO event (id, due_at, kind, payload) VALUES (?, ?, ?, ?)');
    for (const { id, dueAt, kind, payload } of this.#waiting)
      if (!this.#stored.has(id)) insert.run(id, dueAt, kind, exactText(payload));
    this.#db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'event'").run(this.#last);
  }
}

/** How many events of each kind were worked on. */
export type Happened = Record<string, number>;

export interface SettleOptions {
  /** Lets the exception of an event out, instead of putting the event aside. */
  readonly strict: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process that writes; then it throws `database_locked`. */
  readonly waitMs?: number | undefined;
}
