import type { Clock } from '../../base/clock.ts';
import { exactText } from '../../base/exact-json.ts';
import { fraction } from '../../domain/seeded-random.ts';
import type { Database } from '../../local/database.ts';
import { EventQueue } from './event-queue.ts';
import { Memory } from './memory.ts';
import { insert, upsert } from './rows.ts';

/** What a call or an event cost, for the ledger. */
interface Cost {
  credits?: number;
  usd?: number;
}

/** The call that is being worked on, as the ledger keeps it. */
export interface CurrentCall {
  readonly workspaceId: number;
  readonly operation: string;
  readonly effect: string;
  readonly request: unknown;
}

interface Batch {
  readonly eventQueue: EventQueue;
  nextId: number | undefined;
}

/**
 * The sandbox's state over its database. `offset` is how far simulated time is ahead of the wall clock. Nothing runs on
 * timers: what takes time is an event, and due events happen in order whenever a request comes or the clock moves.
 */
export class State {
  #still: number | undefined;
  #call: CurrentCall | undefined;
  /** The current call's row of the ledger; null where it is to have none. */
  #row: number | null | undefined;
  #seed: string | undefined;
  #batch: Batch | undefined;
  readonly #memory = new Memory();

  constructor(
    readonly db: Database,
    readonly clock: Clock,
  ) {}

  /** What everything random follows from; the same seed, the same world. */
  get seed(): string {
    this.#seed ??= this.read('seed') ?? '';
    return this.#seed;
  }

  /** Simulated time, milliseconds since the epoch. Still while one request or one event is worked on. */
  now(): number {
    return this.#still ?? this.clock.now() + this.offset();
  }

  offset(): number {
    return Number(this.read('offset') ?? 0);
  }

  /** 0 <= n < 1, the same for the same seed and words: nothing random has a state. */
  chance(...words: (string | number)[]): number {
    return fraction(this.seed, ...words);
  }

  /** Something that happens at a simulated time; processed in order of due time, then of insertion. */
  schedule(at: number, kind: string, payload: unknown): void {
    const dueAt = Math.round(at);
    if (this.#batch) this.#batch.eventQueue.add(dueAt, kind, payload ?? null);
    else insert(this, 'event', { dueAt, kind, payload: exactText(payload ?? null) });
  }

  /** Reserves `count` ids for emails, replies or drafts and gives the first: a conversation lists the three side by side. */
  drawIds(count = 1): number {
    const batch = this.#batch;
    if (!batch) return this.#reserve(count);
    batch.nextId ??= this.#reserve(0);
    batch.nextId += count;
    return batch.nextId - count;
  }

  #reserve(count: number): number {
    const row = this.db
      .prepare('UPDATE message_id SET next = next + ? RETURNING next - ? AS first')
      .get<{ first: number }>(count, count);
    if (!row) throw new Error('the counter of messages is missing');
    return row.first;
  }

  /**
   * Something that sending and answers leave as it is, such as settings and sequences, or that they change in what
   * `read` gave: read once for events until something else happens; every time in a request.
   */
  steady<T>(name: string, read: () => T): T {
    return this.#batch ? this.#memory.steady(name, read) : read();
  }

  /**
   * A write that the next event would only repeat, such as that of a counter: the last one under a name, when the
   * events of a transaction are done or before anything is read as steady; at once in a request.
   */
  later(name: string, write: () => void): void {
    if (this.#batch) this.#memory.later(name, write);
    else write();
  }

  /** What was steady may have changed. */
  unsettle(): void {
    if (this.#batch) this.#memory.renew();
  }

  /** A transaction was taken back: what it left in memory did not happen. */
  forget(): void {
    this.#memory.drop();
  }

  /**
   * Works on events together, at most `most` of those due until then: what each would read and write of events, ids and
   * settings is read once and written once. To be called in a transaction; where it throws, that must be taken back.
   */
  together<T>(until: number, most: number, work: (eventQueue: EventQueue) => T): T {
    const batch: Batch = { eventQueue: new EventQueue(this.db, until, most), nextId: undefined };
    this.#batch = batch;
    this.#seed = undefined;
    this.#memory.open(this.db);
    try {
      const result = work(batch.eventQueue);
      batch.eventQueue.close();
      if (batch.nextId !== undefined) this.db.prepare('UPDATE message_id SET next = ?').run(batch.nextId);
      this.#memory.close(this.db);
      return result;
    } finally {
      this.#batch = undefined;
    }
  }

  /**
   * Records that the current call did what cannot be taken back; gives the ledger row's id, for {@link State.charge}.
   * The dispatcher does it at no cost for a call with an effect whose handler did not. A call has one row, however often
   * it is said.
   */
  effect(cost: Cost = {}): number {
    const call = this.#call;
    if (!call) throw new Error('an effect outside of a call');
    if (typeof this.#row === 'number') this.charge(this.#row, cost);
    else this.#row = this.#record(call, cost);
    return this.#row;
  }

  /** Records what was asked for long ago and comes about by itself, such as a weekly top-up. */
  happens(asked: CurrentCall): number {
    return this.#record(asked, {});
  }

  /**
   * The ledger row to name for emails that leave because of the current call; undefined where there is no call. Adding
   * leads to a running campaign sends emails, although no such call is named so.
   */
  cause(): number | undefined {
    return this.#call && this.effect();
  }

  #record({ workspaceId, operation, effect, request }: CurrentCall, cost: Cost): number {
    return insert(this, 'ledger', {
      workspaceId,
      operation,
      effect: effect === 'none' ? 'sends' : effect,
      credits: cost.credits ?? 0,
      usd: cost.usd ?? 0,
      at: this.now(),
      request: exactText(request),
    });
  }

  /** Says that the current call did nothing new: it gave what an earlier one with the same key had done. */
  unaffected(): void {
    this.#row = null;
  }

  /** Adds what came later, such as an import's credits, to a row of the ledger. */
  charge(ledgerId: number, cost: Cost): void {
    this.db
      .prepare('UPDATE ledger SET credits = credits + ?, usd = usd + ? WHERE id = ?')
      .run(cost.credits ?? 0, cost.usd ?? 0, ledgerId);
  }

  /** Works on one call, at one moment; an effect the handler did not record is recorded at no cost. */
  during<T>(call: CurrentCall, work: () => T): T {
    this.#call = call;
    this.#row = undefined;
    try {
      return this.at(this.now(), () => {
        const result = work();
        if (call.effect !== 'none' && this.#row === undefined) this.effect();
        return result;
      });
    } finally {
      this.#call = undefined;
    }
  }

  /** Works at a given simulated moment. */
  at<T>(moment: number, work: () => T): T {
    const before = this.#still;
    // Another process may have put another world in the place of this one.
    if (before === undefined && !this.#batch) this.#seed = undefined;
    this.#still = moment;
    try {
      return work();
    } finally {
      this.#still = before;
    }
  }

  /** A value of `meta`. */
  read(name: string): string | undefined {
    return this.db.prepare('SELECT value FROM meta WHERE name = ?').get<{ value: string }>(name)?.value;
  }

  write(name: string, value: string | number): void {
    upsert(this, 'meta', { name }, { value: String(value) });
  }
}

/** What handlers and the world work on. */
export type Sandbox = Omit<State, 'clock' | 'offset' | 'write' | 'at' | 'during' | 'together' | 'forget'>;
