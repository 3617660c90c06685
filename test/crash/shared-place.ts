import { hostname } from 'node:os';
import type { Journal } from '../../src/client/guard/journal.ts';
import { journalAddress } from '../../src/local/journal/journal-address.ts';
import { ask } from '../../src/local/journal/work.ts';
import { SharedJournal } from '../../src/shared-journal/shared-journal.ts';
import { Store } from '../../src/shared-journal/store.ts';
import { type JournalPlace, mortalJournal } from './disk.ts';
import type { Fate } from './fate.ts';

/** No process renews a lease within a test; a death ends it. */
const leaseMs = 3_600_000;
const flag = { raise: () => undefined, lower: () => undefined };

/**
 * The journal of a stage in PostgreSQL. It goes forward only: a case is played from its beginning to its end, and only its
 * beginning can be put back. All processes share a connection.
 */
export class SharedPlace implements JournalPlace {
  #pending: Promise<unknown> = Promise.resolve();
  /** Processes since the journal was emptied. */
  #processes = 0;

  private constructor(private readonly store: Store) {}

  /** Empties the journal at this address. */
  static async open(address: string): Promise<SharedPlace> {
    const known = journalAddress(address);
    if (known === undefined) throw new Error('an address is missing');
    const store = new Store(known, { env: {} });
    await store.open();
    const place = new SharedPlace(store);
    place.wipe();
    return place;
  }

  journalOf(pid: number, fate: Fate): Journal {
    this.#processes += 1;
    const self = { pid, started: 'crash', host: hostname(), user: 'crash' };
    const journal = new SharedJournal(this.store, { self, flag, leaseMs, now: Date.now });
    return mortalJournal(
      journal,
      fate,
      () => undefined,
      () => this.#pending,
    );
  }

  /** What has been committed stays. */
  losePower(): void {}

  wipe(): void {
    this.#processes = 0;
    // Rows that were deleted would slow down every later case.
    this.#do('TRUNCATE draw, step, intent, slot');
  }

  /** A process that died renews nothing any more: its leases run out. */
  keep(): () => void {
    const kept = this.#processes;
    return () => {
      if (kept === 0) this.wipe();
      else if (kept === this.#processes) this.#do("UPDATE slot SET lease_until = '-infinity'");
      else throw new Error('a journal in PostgreSQL cannot be put back to the middle of a case');
    };
  }

  copy(): never {
    throw new Error('a journal in PostgreSQL is put back by test/e2e/replaced-journal.test.ts');
  }

  close(): void {
    this.#pending = this.#pending.finally(() => this.store.close());
  }

  #do(sql: string): void {
    this.#pending = this.#pending.then(() => this.store.change(() => ask(sql)));
  }
}
