import { randomUUID } from 'node:crypto';
import { Failure } from '../base/errors.ts';
import type { Change, Intent, Journal, LocalChange, SharedCondition, Step } from '../client/guard/journal.ts';
import type { TakingJournal } from '../client/guard/journal-contents.ts';
import { assignments, type Row, sealWith } from '../local/journal/row.ts';
import {
  type Held,
  SpendJournal,
  type SpendJournalOptions,
  type TakeOptions,
  takenOverBy,
} from '../local/journal/spend-journal.ts';
import { ask, type Dialect, placeholders, type Work } from '../local/journal/work.ts';
import { Leases } from './leases.ts';
import { takingJournal } from './moves.ts';
import { databaseMs, refuseReplaced, type Store } from './store.ts';
import { version } from './tables.ts';
import { sharedTurns } from './turns.ts';

export interface SharedJournalOptions extends SpendJournalOptions {
  readonly self: SpendJournalOptions['self'] & { readonly host: string; readonly user: string };
  readonly leaseMs?: number;
  now(): number;
}

/** What lasts does so by the database's clock. */
const postgres: Dialect = {
  open: 'intent WHERE told_at IS NULL',
  order: { approval: 'number', budget: 'number', step: 'id' },
  startsWith: (column, place) => `starts_with(${column}, ${place})`,
  holds: (text, place) => `position(lower(${place}) in lower(${text})) > 0`,
  doneSince: (since, now, at) =>
    `state = 'done' AND done_at >= clock_timestamp() - ${at(now - since)} * interval '1 millisecond'`,
  now: () => databaseMs,
  isKeyed: true,
};

/** A process works on an intent as long as it holds a lease, by the database's clock, on the slot of its dedupe key. */
export class SharedJournal extends SpendJournal {
  readonly turns: Journal['turns'];
  readonly taking: TakingJournal;
  readonly host: string;
  readonly #store: Store;
  readonly #leases: Leases;

  constructor(store: Store, options: SharedJournalOptions) {
    super(store, postgres, options);
    const { self, now, leaseMs } = options;
    this.host = self.host;
    this.#store = store;
    this.#leases = new Leases(store, now, leaseMs);
    this.turns = sharedTurns(store, this.#leases, self);
    this.taking = takingJournal(store, self, async () => (await this.seals('journal'))[0] as string);
  }

  async close(): Promise<void> {
    this.#leases.stop();
    await this.#store.close();
  }

  isOurs({ dedupeKey }: Intent): boolean {
    return this.#leases.isHeld(dedupeKey);
  }

  /** In one exchange. */
  override async acknowledge(intents: readonly Intent[], now: number): Promise<void> {
    if (intents.length === 0) return;
    const { values, at } = placeholders();
    const given = intents.map(({ id, generation }) => `(${at(id)}::bigint, ${at(generation)}::bigint)`);
    const sql = `WITH ended AS (
         UPDATE intent SET told_at = ${at(now)}, owner_pid = NULL, owner_started = NULL
         FROM (VALUES ${given.join(', ')}) AS given (id, generation)
         WHERE intent.id = given.id AND intent.generation = given.generation AND told_at IS NULL
         RETURNING intent.id, intent.slot, intent.generation),
       freed AS (
         UPDATE slot SET holder = NULL, claim = NULL, lease_until = '-infinity'
         FROM ended WHERE slot.slot = ended.slot AND slot.generation = ended.generation)
       SELECT 1 FROM intent WHERE told_at IS NULL AND host = ${at(this.host)}
         AND id NOT IN (SELECT id FROM ended) LIMIT 1`;
    const { count } = await this.#store.change(() => ask(sql, values), { alone: true });
    this.#drop(intents);
    if (count === 0) this.flag.lower();
  }

  override release(intent: Intent): Promise<void> {
    this.#drop([intent]);
    return super.release(intent);
  }

  get isNew(): boolean {
    return this.#store.isNew;
  }

  replaced(): Failure | undefined {
    return this.#store.replaced;
  }

  failedOver(): boolean {
    return this.#store.failedOver();
  }

  async accept(change: LocalChange, now: number, everywhere: boolean): Promise<void> {
    await this.#store.begin();
    const own = everywhere ? { likeness: this.#store.acceptance } : {};
    await this.noteAs(change, now, () => own);
    this.#store.accept();
  }

  condition(now: () => number): Promise<SharedCondition> {
    return this.#store.read(() => this.#condition(now));
  }

  *#condition(now: () => number): Work<SharedCondition> {
    const before = now();
    const { rows } = yield* ask<{ now: number; role: string }>(
      `SELECT ${databaseMs} AS now, quote_ident(current_user) AS role`,
    );
    const { now: there = 0, role = '' } = rows[0] ?? {};
    const aheadMs = there - Math.round((before + now()) / 2);
    const tables = yield* ask<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'outreach' AND NOT (
         has_table_privilege('outreach.' || tablename, 'SELECT') AND has_table_privilege('outreach.' || tablename, 'INSERT')
         AND has_table_privilege('outreach.' || tablename, 'UPDATE')
         AND has_table_privilege('outreach.' || tablename, 'DELETE')) ORDER BY 1`,
    );
    const refused = tables.rows.map(({ name }) => name);
    const { where, replaced, readOnly } = this.#store;
    return { where, version, aheadMs, refused, role, readOnly, ...(replaced && { replaced }) };
  }

  async now(): Promise<number> {
    const { rows } = await this.#store.read(() => ask<{ now: number }>(`SELECT ${databaseMs} AS now`));
    const [read] = rows;
    if (read === undefined) throw new Error('a database did not say what time it is');
    return read.now;
  }

  async seals(text: string): Promise<string[]> {
    const { rows } = await this.#store.read(() =>
      ask<{ value: string }>('SELECT unnest(array_prepend(value, former)) AS value FROM secret'),
    );
    if (rows.length === 0) throw new Failure('journal_emptied', 'The shared journal has lost its secret');
    return rows.map(({ value }) => sealWith(value, text));
  }

  protected refuse(): void {
    refuseReplaced(this.#store);
  }

  protected takeSlot(slot: string, key: string, how?: TakeOptions): Work<number | undefined> {
    return this.#leases.claim(slot, key, how);
  }

  protected *held(open: readonly Intent[]): Work<ReadonlySet<number>> {
    if (open.length === 0) return new Set();
    const { rows } = yield* ask<{ slot: string }>(
      `SELECT slot FROM slot WHERE lease_until > clock_timestamp()
         AND slot IN (SELECT json_array_elements_text($1::json))`,
      [JSON.stringify(open.map(({ dedupeKey }) => dedupeKey))],
    );
    const slots = new Set(rows.map(({ slot }) => slot));
    return new Set(open.flatMap(({ id, dedupeKey }) => (slots.has(dedupeKey) ? [id] : [])));
  }

  /** With the machine of the process that holds it: the one that wrote it down, or the last one that took it over. */
  protected *atWork(open: Intent): Work<Intent> {
    const { rows } = yield* ask<Step>(
      'SELECT what FROM step WHERE intent_id = $1 AND starts_with(what, $2) ORDER BY id DESC LIMIT 1',
      [open.id, takenOverBy],
    );
    const host = rows[0]?.what.replace(/^.* on /, '') ?? open.madeBy?.host;
    return { ...open, owner: open.owner && { ...open.owner, ...(host !== undefined && { host }) } };
  }

  protected *free(intents: readonly Held[]): Work<void> {
    for (const { dedupeKey, generation } of intents) yield* this.#leases.free(dedupeKey, generation);
  }

  protected async freed(intents: readonly Held[]): Promise<void> {
    this.#drop(intents);
    try {
      const { count } = await this.#store.read(() =>
        ask('SELECT 1 FROM intent WHERE told_at IS NULL AND host = $1 LIMIT 1', [this.host]),
      );
      if (count === 0) this.flag.lower();
    } catch (error) {
      // What came before is committed. A flag that stays up costs the next command a look.
      if (!(error instanceof Failure)) throw error;
    }
  }

  #drop(intents: readonly Held[]): void {
    for (const { dedupeKey } of intents) this.#leases.drop(dedupeKey);
  }

  protected holding(): (intent: Held) => void {
    const since = this.#leases.moment();
    return ({ dedupeKey }) => this.#leases.hold(dedupeKey, since);
  }

  protected remember(intent: Intent): void {
    this.#store.remember(intent);
  }

  /** One statement, which extends the lease: the intent changes only where it is still held. */
  protected *write(intent: Intent, change: Change, { at: time, what }: Step): Work<Row | undefined> {
    const { id, generation, dedupeKey } = intent;
    const { values, at } = placeholders();
    const set = [
      'generation = generation',
      ...(change.state === 'done' ? ['done_at = clock_timestamp()'] : []),
      ...assignments(intent, change).map(([column, value]) => `${column} = ${at(value)}`),
    ];
    const { rows } = yield* ask<Row>(
      `WITH held AS (${this.#leases.extension(dedupeKey, generation, at)}),
      changed AS (
        UPDATE intent SET ${set.join(', ')} WHERE id = ${at(id)} AND generation = ${at(generation)}
          AND told_at IS NULL AND EXISTS (SELECT 1 FROM held) RETURNING ${this.columns}),
      noted AS (
        INSERT INTO step (key, intent_id, at, what)
        SELECT ${at(randomUUID())}::uuid, id, ${at(time)}::bigint, ${at(what)} FROM changed)
      SELECT * FROM changed`,
      values,
    );
    return rows[0];
  }

  /** Other machines have seen the highest number: it must not look as if the journal had lost it. */
  protected *forgetting(): Work<void> {
    yield* ask('UPDATE secret SET forgotten = greatest(forgotten, (SELECT max(id) FROM intent))');
  }

  /** Backups of the database are its owner's. */
  protected async rewrite(changed: readonly number[]): Promise<void> {
    if (changed.length > 0) await this.#store.read(() => ask('VACUUM intent, step'));
  }
}
