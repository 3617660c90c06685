import { hostname } from 'node:os';
import type { Journal } from '../../src/client/guard/journal.ts';
import { journalAddress } from '../../src/local/journal/journal-address.ts';
import { SharedJournal } from '../../src/shared-journal/shared-journal.ts';
import { Store } from '../../src/shared-journal/store.ts';
import { type JournalPlace, mortalJournal } from './disk.ts';
import type { Fate } from './fate.ts';

/** No process renews a lease within a test; a death ends it. */
const leaseMs = 3_600_000;
const flag = { raise: () => undefined, lower: () => undefined };

/**
 * The journal of a stage in PostgreSQL. It goes forward only: what is kept is what is there, so a case is played from its
 * beginning to its end. All processes share a connection.
 */
export class SharedPlace implements JournalPlace {
  #pending: Promise<unknown> = Promise.resolve();

  private constructor(private readonly store: Store) {}

  static async open(address: string): Promise<SharedPlace> {
    const known = journalAddress(address);
    if (known === undefined) throw new Error('an address is missing');
    const store = new Store(known, { env: {} });
    await store.open();
    return new SharedPlace(store);
  }

  journalOf(pid: number, fate: Fate): Journal {
    const self = { pid, started: 'crash', host: hostname(), user: 'crash' };
    const journal = new SharedJournal(this.store, { self, flag, leaseMs });
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
    this.#do('DELETE FROM draw');
    this.#do('DELETE FROM intent');
    this.#do('DELETE FROM slot');
  }

  /** A process that died says nothing any more: its leases run out. */
  keep(): () => void {
    return () => this.#do("UPDATE slot SET lease_until = '-infinity'");
  }

  close(): void {
    this.#pending = this.#pending.then(() => this.store.close());
  }

  #do(sql: string): void {
    this.#pending = this.#pending.then(() => this.store.change((query) => query(sql)));
  }
}
