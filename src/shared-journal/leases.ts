import { randomUUID } from 'node:crypto';
import type { TakeOptions } from '../local/journal/spend-journal.ts';
import { ask, type JournalStore, type Place, type Work } from '../local/journal/work.ts';

/** How long a process that says nothing keeps what it holds; on the clock of the database alone. */
const usualLeaseMs = 30_000;

/** By two clocks: one does not go on while the machine sleeps, the other can be set. */
interface Moment {
  readonly uptime: number;
  readonly wall: number;
}

/** Renewed as long as something is held; a process gone, or stopped for longer than a lease, loses what another wants. */
export class Leases {
  readonly #store: JournalStore;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #holder = randomUUID();
  /** When its lease began at the earliest, for each slot. */
  readonly #held = new Map<string, Moment>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: JournalStore, now: () => number, leaseMs = usualLeaseMs) {
    this.#store = store;
    this.#now = now;
    this.#leaseMs = leaseMs;
  }

  moment(): Moment {
    return { uptime: performance.now(), wall: this.#now() };
  }

  /** Its generation, or undefined where a living process has it. The same `claim` may be repeated; `looks` only asks. */
  *claim(
    slot: string,
    claim: string,
    { force = false, looks = false }: TakeOptions = {},
  ): Work<number | undefined> {
    if (looks) return yield* this.#next(slot);
    const { rows } = yield* ask<{ generation: number }>(
      `INSERT INTO slot AS held (slot, generation, holder, claim, lease_until)
       VALUES ($1, 1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
       ON CONFLICT (slot) DO UPDATE SET generation = held.generation + 1, holder = excluded.holder,
         claim = excluded.claim, lease_until = clock_timestamp() + $4 * interval '1 millisecond'
       WHERE held.lease_until < clock_timestamp() OR held.claim = excluded.claim OR $5
       RETURNING generation`,
      [slot, this.#holder, claim, this.#leaseMs, String(force)],
    );
    return rows[0]?.generation;
  }

  *#next(slot: string): Work<number | undefined> {
    const { rows } = yield* ask<{ generation: number; free: boolean }>(
      'SELECT generation + 1 AS generation, lease_until < clock_timestamp() AS free FROM slot WHERE slot = $1',
      [slot],
    );
    const [held = { generation: 1, free: true }] = rows;
    return held.free ? held.generation : undefined;
  }

  /** After a claim or an extension is committed. `since` is the moment before it was asked for. */
  hold(slot: string, since: Moment): void {
    this.#held.set(slot, since);
    this.#timer ??= setInterval(() => void this.#renew(), this.#leaseMs / 3).unref();
  }

  /** Has its lease half of its time left, at least? Then no other process has it, and what leaves now leaves in time. */
  isHeld(slot: string): boolean {
    const since = this.#held.get(slot);
    if (since === undefined) return false;
    const { uptime, wall } = this.moment();
    return Math.max(uptime - since.uptime, wall - since.wall) < this.#leaseMs / 2;
  }

  /** A row where no other process took the slot: an expired lease that no one wanted is as good as it was. */
  extension(slot: string, generation: number, at: Place): string {
    return `UPDATE slot SET lease_until = clock_timestamp() + ${at(this.#leaseMs)} * interval '1 millisecond'
      WHERE slot = ${at(slot)} AND generation = ${at(generation)} AND holder = ${at(this.#holder)} RETURNING slot`;
  }

  /** Any process may have it. */
  *free(slot: string, generation: number): Work<void> {
    yield* ask(
      `UPDATE slot SET holder = NULL, claim = NULL, lease_until = '-infinity' WHERE slot = $1 AND generation = $2`,
      [slot, generation],
    );
  }

  drop(slot: string): void {
    this.#held.delete(slot);
    if (this.#held.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const since = this.moment();
    try {
      const { rows } = await this.#store.change(() =>
        ask<{ slot: string }>(
          `UPDATE slot SET lease_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE holder = $1 RETURNING slot`,
          [this.#holder, this.#leaseMs],
        ),
      );
      for (const { slot } of rows) if (this.#held.has(slot)) this.#held.set(slot, since);
    } catch {
      // The next change of what is held says that it is lost, or that the database is out of reach.
    }
  }
}
