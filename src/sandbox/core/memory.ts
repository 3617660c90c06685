import type { Database } from '../../local/database.ts';

/**
 * What events read and write again and again, kept from one transaction to the next for as long as nothing but they
 * writes to the database: neither another process nor a request to this one.
 */
export class Memory {
  readonly #steady = new Map<string, unknown>();
  readonly #later = new Map<string, () => void>();
  #lastWrite = '';

  /** To be called when a transaction has begun. */
  open(db: Database): void {
    if (lastWrite(db) !== this.#lastWrite) this.drop();
  }

  /** Writes what waits; to be called before the transaction ends. */
  close(db: Database): void {
    this.#write();
    this.#lastWrite = lastWrite(db);
  }

  /** What waits is written before anything is read, so that what is read is true. */
  steady<T>(name: string, read: () => T): T {
    const known = this.#steady.get(name);
    if (known !== undefined || this.#steady.has(name)) return known as T;
    this.#write();
    const made = read();
    this.#steady.set(name, made);
    return made;
  }

  later(name: string, write: () => void): void {
    this.#later.set(name, write);
  }

  /** Writes what waits, and reads everything anew from then on. */
  renew(): void {
    this.#write();
    this.#steady.clear();
  }

  /** Forgets everything: what was to be written is taken back with its transaction. */
  drop(): void {
    this.#later.clear();
    this.#steady.clear();
  }

  #write(): void {
    for (const write of this.#later.values()) write();
    this.#later.clear();
  }
}

/** Changes with every commit of another connection, and with every row that this one writes. */
function lastWrite(db: Database): string {
  const row = db
    .prepare('SELECT data_version AS others, total_changes() AS own FROM pragma_data_version')
    .get<{ others: number; own: number }>();
  return `${row?.others} ${row?.own}`;
}
