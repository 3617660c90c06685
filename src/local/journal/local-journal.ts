import { randomBytes } from 'node:crypto';
import type { Failure } from '../../base/errors.ts';
import type { Change, Intent, Journal, LocalChange, Owner, Step } from '../../client/guard/journal.ts';
import type { LeavingJournal } from '../../client/guard/journal-contents.ts';
import { whereItCan } from '../checks/database-version.ts';
import type { Database } from '../database.ts';
import { leavingJournal, refuseMoved } from './moves.ts';
import { keepNewest, type NewestCallMark, newestIn, replacedSince } from './newest-call.ts';
import { assignments, intentOf, type Row, sealWith } from './row.ts';
import { SpendJournal, type SpendJournalOptions, type TakeOptions } from './spend-journal.ts';
import { sqlite, sqliteStore } from './sqlite-store.ts';
import { indexes, tables } from './tables.ts';
import { ask, none, placeholders, type Work } from './work.ts';

interface LocalJournalOptions extends SpendJournalOptions {
  /** Does that process still run? Where that is unknown, it does. */
  alive(owner: Owner): boolean;
  /** Raised while the journal is moved to another one. */
  readonly moving?: { raise(): void; lower(): void };
  /** Outside of the database; an older copy of that is behind it. */
  readonly newest?: NewestCallMark;
  readonly turns: Journal['turns'];
}

/** Over a database opened `durable`: what was written survives a power cut. A process works on an intent while it runs. */
export class LocalJournal extends SpendJournal {
  readonly turns: Journal['turns'];
  readonly leaving: LeavingJournal;
  readonly #db: Database;
  readonly #options: LocalJournalOptions;

  constructor(db: Database, options: LocalJournalOptions) {
    // What is taken out or replaced must not stay readable in the file.
    db.exec(`PRAGMA secure_delete = ON; ${tables}`);
    whereItCan(() => db.exec(indexes));
    super(sqliteStore(db), sqlite, options);
    this.#db = db;
    this.#options = options;
    this.turns = options.turns;
    this.leaving = leavingJournal(db, {
      secret: () => secretOf(db),
      isHeld: this.#isHeld,
      moving: options.moving,
    });
  }

  isOurs({ id, generation }: Intent): boolean {
    const ours = 'SELECT 1 FROM intent WHERE id = ? AND generation = ? AND told_at IS NULL';
    return this.#db.prepare(ours).get(id, generation) !== undefined;
  }

  replaced(): Failure | undefined {
    return replacedSince(this.#db, this.#options.newest?.read());
  }

  override async note(change: LocalChange, now: number): Promise<void> {
    await super.note(change, now);
    this.remember();
  }

  /** Its number comes after all that this machine has seen: none is given twice. */
  async accept(change: LocalChange, now: number): Promise<void> {
    const { newest: mark } = this.#options;
    await this.noteAs(change, now, () => ({
      id: Math.max(newestIn(this.#db).id, mark?.read()?.id ?? 0) + 1,
    }));
    mark?.write(newestIn(this.#db));
  }

  async now(own: number): Promise<number> {
    return own;
  }

  async seals(text: string): Promise<string[]> {
    const former = this.#db.prepare('SELECT value FROM former_secret').all<{ value: string }>();
    return [secretOf(this.#db), ...former.map(({ value }) => value)].map((secret) => sealWith(secret, text));
  }

  protected refuse(account?: string): void {
    const replaced = this.replaced();
    if (replaced) throw replaced;
    if (account !== undefined) refuseMoved(this.#db, account);
  }

  protected *takeSlot(
    slot: string,
    _: string,
    { force = false, after = 0 }: TakeOptions = {},
  ): Work<number | undefined> {
    const { rows } = yield* ask<Row>(
      `SELECT ${this.columns} FROM intent WHERE slot = $1 AND told_at IS NULL`,
      [slot],
    );
    const [open] = rows.map(intentOf);
    if (open === undefined) return after + 1;
    return !force && this.#isHeld(open) ? undefined : open.generation + 1;
  }

  protected held(open: readonly Intent[]): Work<ReadonlySet<number>> {
    return none(new Set(open.filter(this.#isHeld).map(({ id }) => id)));
  }

  protected atWork(open: Intent): Work<Intent> {
    return none(open);
  }

  protected *free(): Work<void> {
    const { count } = yield* ask(`SELECT 1 FROM ${this.dialect.open} LIMIT 1`);
    if (count === 0) this.flag.lower();
  }

  protected async freed(): Promise<void> {}

  protected holding(): () => void {
    return () => {};
  }

  protected remember(): void {
    keepNewest(this.#db, this.#options.newest);
  }

  protected *write(intent: Intent, change: Change, step: Step): Work<Row | undefined> {
    const { id, generation } = intent;
    const { values, at } = placeholders();
    const set = assignments(intent, change).map(([column, value]) => `${column} = ${at(value)}`);
    const { rows } = yield* ask<Row>(
      `UPDATE intent SET ${['generation = generation', ...set].join(', ')}
       WHERE id = ${at(id)} AND generation = ${at(generation)} AND told_at IS NULL RETURNING ${this.columns}`,
      values,
    );
    if (rows[0]) yield* this.addStep(id, step, '');
    return rows[0];
  }

  protected forgetting(): Work<void> {
    return none(undefined);
  }

  protected async rewrite(): Promise<void> {
    this.#db.rewrite();
  }

  readonly #isHeld = ({ owner }: Pick<Intent, 'owner'>): boolean =>
    owner !== undefined && this.#options.alive(owner);
}

/** Made once per machine, so that a digest of a password says nothing without it. */
function secretOf(db: Database): string {
  const stored = () => db.prepare('SELECT value FROM secret LIMIT 1').get<{ value: string }>()?.value;
  const make = () => {
    const value = randomBytes(32).toString('hex');
    db.prepare('INSERT INTO secret (value) VALUES (?)').run(value);
    return value;
  };
  return stored() ?? db.transaction(() => stored() ?? make());
}
