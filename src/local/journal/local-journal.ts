import { randomBytes } from 'node:crypto';
import type { Failure } from '../../base/errors.ts';
import type { Draw } from '../../client/guard/budgets.ts';
import type {
  Change,
  Claim,
  ClaimOptions,
  Draft,
  Intent,
  Journal,
  LocalChange,
  Owner,
  Redacted,
  Rival,
  Selection,
  Step,
  Taken,
} from '../../client/guard/journal.ts';
import type { Database } from '../database.ts';
import { localApprovals } from './approvals.ts';
import { draw, localBudgets } from './budgets.ts';
import { localMoves, refuseMoved } from './moves.ts';
import { keepNewest, type NewestCallMark, newestIn, replacedSince } from './newest-call.ts';
import { localReplyMarks } from './reply-marks.ts';
import {
  abandoned,
  assignments,
  type Cell,
  doneRivals,
  draftColumns,
  draftValues,
  forgettable,
  intentOf,
  isLeftOver,
  isLive,
  localDraft,
  mayHaveHappened,
  openRivals,
  type Row,
  sealWith,
  settledDamaged,
  takenOver,
  textColumns,
  textValues,
} from './row.ts';
import { tables } from './tables.ts';

export interface LocalJournalOptions {
  /** This process. */
  readonly self: Owner;
  /** Does that process still run? Where that is unknown, it does. */
  alive(owner: Owner): boolean;
  /** Raised before an intent is written down, lowered when none is open any more; within the transaction that does it. */
  readonly flag: { raise(): void; lower(): void };
  /** Raised while the journal is moved to another one. */
  readonly moving?: { raise(): void; lower(): void };
  /** Outside of the database; an older copy of that is behind it. */
  readonly newest?: NewestCallMark;
  readonly turns: Journal['turns'];
}

/** What went open to another journal may have to come back. */
const wentEnded = 'id NOT IN (SELECT id FROM moved_open)';

/** Few at any time, however much has ended: without this index SQLite would read it all. */
const unacknowledged = 'intent INDEXED BY intent_open WHERE told_at IS NULL';

/**
 * The spend journal over a database that was opened `durable`: what it says it has written survives a power cut. Every
 * method has done its work when it returns; only its result comes as a promise.
 */
export class LocalJournal implements Journal {
  readonly replies: Journal['replies'];
  readonly approvals: Journal['approvals'];
  readonly budgets: Journal['budgets'];
  readonly moves: Journal['moves'];
  readonly turns: Journal['turns'];
  readonly #db: Database;
  readonly #options: LocalJournalOptions;

  constructor(db: Database, options: LocalJournalOptions) {
    // Of a build that did not know all states; what waits in it does so for minutes.
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'approval' AND sql NOT LIKE '%replaced%'").get())
      db.exec('DROP TABLE IF EXISTS approval');
    // Of one that did not write down which journal took it.
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'moved_to' AND sql NOT LIKE '%journal%'").get())
      db.exec(`ALTER TABLE moved_to ADD COLUMN journal TEXT NOT NULL DEFAULT '';
        ALTER TABLE moved_to ADD COLUMN at INTEGER NOT NULL DEFAULT 0`);
    // What is taken out or replaced must not stay readable in the file.
    db.exec(`PRAGMA secure_delete = ON; ${tables}`);
    this.#db = db;
    this.replies = localReplyMarks(db);
    this.approvals = localApprovals(db);
    this.budgets = localBudgets(db);
    this.#options = options;
    this.turns = options.turns;
    this.moves = localMoves(db, {
      identity: async () => sealWith(secretOf(db), 'journal'),
      secret: () => secretOf(db),
      held: () => this.#open().flatMap((intent) => (this.#isFree(intent) ? [] : [intent.id])),
      moving: options.moving,
      flagOpen: () => {
        options.flag.raise();
        this.#lowerUnlessOpen();
      },
    });
  }

  async claim(draft: Draft, options: ClaimOptions): Promise<Claim> {
    const within = options.rehearses ? this.#db.snapshot : this.#db.transaction;
    const claim = within((): Claim => {
      const { account, operation, dedupeKey } = draft;
      this.#refuseReplaced();
      refuseMoved(this.#db, account);
      const blocking = this.#one(
        'SELECT * FROM intent WHERE account = ? AND operation = ? AND blocks = 1 AND told_at IS NULL LIMIT 1',
        account,
        operation,
      );
      if (blocking) return { kind: 'blocked', intent: blocking };
      const damaged = this.#many(
        `SELECT * FROM ${unacknowledged} AND account = ? AND operation = ?`,
        account,
        operation,
      ).find((intent) => intent.damaged.length > 0);
      if (damaged) return { kind: 'damaged', intent: damaged };
      const open = this.#one('SELECT * FROM intent WHERE slot = ? AND told_at IS NULL', dedupeKey);
      if (open === undefined) {
        const other = this.#inTheWay(draft, options);
        if (options.looks || options.rehearses) return other ?? { kind: 'free' };
        if (options.draw) return other ?? this.#openOn(options.draw, draft, options.now);
        return other ?? { kind: 'ours', intent: this.#openNew(draft, options.now), earlier: false };
      }
      if (open.fingerprint !== draft.fingerprint) return { kind: 'other-call', intent: open };
      const kept = isLeftOver(draft, open) ? this.#inTheWay(draft, options) : undefined;
      if (kept) return kept;
      const taken = options.rehearses ? this.#asTaken(open) : this.#takeOver(open, options.now);
      return taken.kind === 'busy'
        ? { kind: 'busy', intent: open }
        : { ...taken, kind: 'ours', earlier: true };
    });
    if (claim.kind === 'ours' && !claim.earlier) keepNewest(this.#db, this.#options.newest);
    return claim;
  }

  async take(id: number, now: number, force: boolean): Promise<Taken | undefined> {
    return this.#db.transaction(() => {
      this.#refuseReplaced();
      const open = this.#one('SELECT * FROM intent WHERE id = ? AND told_at IS NULL', id);
      if (open) refuseMoved(this.#db, open.account);
      return open && this.#takeOver(open, now, force);
    });
  }

  async record(intent: Intent, change: Change, step: Step): Promise<Intent> {
    return this.#db.transaction(() => this.#record(intent, change, step));
  }

  async rivals(intent: Intent): Promise<Rival[]> {
    const values: Cell[] = [];
    const at = placeIn(values);
    const those = `${doneRivals(intent, at)} OR ${openRivals(intent, at)}`;
    return this.#many(`SELECT * FROM intent WHERE ${those} ORDER BY id`, ...values).map((rival) => ({
      ...rival,
      isAwaited: !this.#isFree(rival) && this.#lastStep(rival.id) === 'sent',
    }));
  }

  async conclude(
    intent: Intent,
    change: Change,
    step: Step,
    rivalsDone: number,
  ): Promise<Intent | undefined> {
    return this.#db.transaction(() => {
      const values: Cell[] = [];
      const done = `SELECT count(*) AS n FROM intent WHERE ${doneRivals(intent, placeIn(values))}`;
      const { n } = this.#db.prepare(done).get<{ n: number }>(...values) ?? {};
      return n === rivalsDone ? this.#record(intent, change, step) : undefined;
    });
  }

  isOurs({ id, generation }: Intent): boolean {
    const ours = 'SELECT 1 FROM intent WHERE id = ? AND generation = ? AND told_at IS NULL';
    return this.#db.prepare(ours).get(id, generation) !== undefined;
  }

  async settleDamaged(intent: Intent, state: 'done' | 'not-done', step: Step): Promise<Intent> {
    return this.#db.transaction(() => {
      const { id } = intent;
      const values = settledDamaged(intent, state, step);
      const set = Object.keys(values).map((column) => `${column} = ?`);
      this.#db
        .prepare(`UPDATE intent SET ${set.join(', ')}, owner_pid = NULL, owner_started = NULL WHERE id = ?`)
        .run(...Object.values(values), id);
      this.#addStep(id, step);
      this.#lowerUnlessOpen();
      return this.#present(id);
    });
  }

  async acknowledge(intents: readonly Intent[], now: number): Promise<void> {
    this.#db.transaction(() => {
      for (const { id, generation } of intents)
        this.#db
          .prepare(
            `UPDATE intent SET told_at = ?, owner_pid = NULL, owner_started = NULL
             WHERE id = ? AND generation = ? AND told_at IS NULL`,
          )
          .run(now, id, generation);
      this.#lowerUnlessOpen();
    });
  }

  async note(change: LocalChange, now: number): Promise<void> {
    this.#db.transaction(() => this.#note(change, now));
    keepNewest(this.#db, this.#options.newest);
  }

  #note(change: LocalChange, now: number, number: Readonly<Record<string, number>> = {}): void {
    const quote = JSON.stringify({ facts: change.agreed });
    const rest = { ...number, state: 'done', started_at: now, finished_at: now, told_at: now, quote };
    const id = this.#insert(localDraft(change), rest);
    this.#addStep(id, { at: now, what: 'approved by a person at a terminal' });
  }

  replaced(): Failure | undefined {
    return replacedSince(this.#db, this.#options.newest?.read());
  }

  #refuseReplaced(): void {
    const replaced = this.replaced();
    if (replaced) throw replaced;
  }

  /** Its number comes after all that this machine has seen: none is given twice. */
  async accept(change: LocalChange, now: number): Promise<void> {
    const { newest: mark } = this.#options;
    this.#db.transaction(() => {
      this.#note(change, now, { id: Math.max(newestIn(this.#db).id, mark?.read()?.id ?? 0) + 1 });
    });
    mark?.write(newestIn(this.#db));
  }

  async release({ id, generation }: Intent): Promise<void> {
    this.#db
      .prepare('UPDATE intent SET owner_pid = NULL, owner_started = NULL WHERE id = ? AND generation = ?')
      .run(id, generation);
  }

  async get(id: number): Promise<Intent | undefined> {
    this.#endAbandoned();
    return this.#get(id);
  }

  async list(which: Selection = {}): Promise<{ items: Intent[]; total: number }> {
    this.#endAbandoned();
    const { open = false, attempted = false, live = false, account, since = 0, limit } = which;
    const those = [
      open ? unacknowledged : 'intent WHERE TRUE',
      ...(attempted ? [mayHaveHappened] : []),
      ...(live ? [isLive] : []),
      'started_at >= ?',
      ...(account === undefined ? [] : ['account = ?']),
    ].join(' AND ');
    const values = account === undefined ? [since] : [since, account];
    const counted = this.#db
      .prepare(`SELECT count(*) AS total FROM ${those}`)
      .get<{ total: number }>(...values);
    // A limit below 0 is none.
    const items = this.#many(`SELECT * FROM ${those} ORDER BY id DESC LIMIT ?`, ...values, limit ?? -1);
    return { items, total: counted?.total ?? 0 };
  }

  async newestDone(account: string, operation: string, limit = 20): Promise<Intent[]> {
    return this.#many(
      "SELECT * FROM intent WHERE account = ? AND operation = ? AND state = 'done' ORDER BY id DESC LIMIT ?",
      account,
      operation,
      limit,
    );
  }

  async open(): Promise<Intent[]> {
    this.#endAbandoned();
    return this.#open();
  }

  async waiting(): Promise<Intent[]> {
    this.#endAbandoned();
    return this.#open().filter(this.#isFree);
  }

  async steps(id: number): Promise<Step[]> {
    return this.#db.prepare('SELECT at, what FROM step WHERE intent_id = ? ORDER BY rowid').all<Step>(id);
  }

  async naming(texts: readonly string[]): Promise<Intent[]> {
    const holds = (columns: readonly string[]) =>
      columns.flatMap((column) => texts.map(() => `instr(lower(${column}), lower(?)) > 0`)).join(' OR ');
    return this.#many(
      `SELECT * FROM intent WHERE ${holds(textColumns) || 'FALSE'}
         OR id IN (SELECT intent_id FROM step WHERE ${holds(['what']) || 'FALSE'}) ORDER BY id`,
      ...[...textColumns, 'what'].flatMap(() => texts),
    );
  }

  async redact(redacted: readonly Redacted[]): Promise<number[]> {
    const set = textColumns.map((column) => `${column} = ?`).join(', ');
    const changed = this.#db.transaction(() =>
      redacted.filter((texts) => {
        const { id, steps } = texts;
        const { changes } = this.#db
          .prepare(`UPDATE intent SET ${set} WHERE id = ? AND told_at IS NOT NULL`)
          .run(...textValues(texts), id);
        if (changes === 0) return false;
        this.#db.prepare('DELETE FROM step WHERE intent_id = ?').run(id);
        for (const step of steps) this.#addStep(id, step);
        return true;
      }),
    );
    this.#db.rewrite();
    return changed.map(({ id }) => id);
  }

  async forget(id: number): Promise<boolean> {
    return (
      this.#db.prepare(`DELETE FROM intent WHERE id = ? AND told_at IS NOT NULL AND ${wentEnded}`).run(id)
        .changes > 0
    );
  }

  async forgetBefore(
    time: number,
    { duplicateSince }: Parameters<Journal['forgetBefore']>[1],
  ): ReturnType<Journal['forgetBefore']> {
    const those = `${wentEnded} AND ${forgettable} < ?`;
    const isRecent = "(state = 'done' AND coalesce(finished_at, 0) >= ?)";
    return this.#db.transaction(() => {
      const { changes: forgotten } = this.#db
        .prepare(`DELETE FROM intent WHERE ${those} AND NOT ${isRecent}`)
        .run(time, duplicateSince);
      const left = this.#db
        .prepare(`SELECT count(*) AS kept FROM intent WHERE ${those}`)
        .get<{ kept: number }>(time);
      return { forgotten, kept: left?.kept ?? 0 };
    });
  }

  async forgetAccounts(prefix: string): Promise<void> {
    this.#db.transaction(() => {
      this.#db.prepare('DELETE FROM intent WHERE substr(account, 1, ?) = ?').run(prefix.length, prefix);
      this.#lowerUnlessOpen();
    });
    await this.replies.forget(prefix);
    await this.approvals.forget(prefix);
    await this.budgets.forget(prefix);
  }

  async now(own: number): Promise<number> {
    return own;
  }

  async seals(text: string): Promise<string[]> {
    const former = this.#db.prepare('SELECT value FROM former_secret').all<{ value: string }>();
    return [secretOf(this.#db), ...former.map(({ value }) => value)].map((secret) => sealWith(secret, text));
  }

  async hasLike(fingerprint: string): Promise<boolean> {
    return this.#one('SELECT * FROM intent WHERE likeness = ? LIMIT 1', fingerprint) !== undefined;
  }

  #record(intent: Intent, change: Change, step: Step): Intent {
    const { columns, values } = assignments(change);
    const set = ['generation = generation', ...columns.map((column) => `${column} = ?`)].join(', ');
    const { changes } = this.#db
      .prepare(`UPDATE intent SET ${set} WHERE id = ? AND generation = ? AND told_at IS NULL`)
      .run(...values, intent.id, intent.generation);
    if (changes === 0) throw takenOver(intent);
    this.#addStep(intent.id, step);
    return this.#present(intent.id);
  }

  #lastStep(id: number): string | undefined {
    return this.#db
      .prepare('SELECT what FROM step WHERE intent_id = ? ORDER BY rowid DESC LIMIT 1')
      .get<Step>(id)?.what;
  }

  #openOn(drawn: Draw, draft: Draft, now: number): Claim {
    let intent: Intent | undefined;
    const isDrawn = draw(this.#db, drawn, () => {
      intent = this.#openNew(draft, now);
      return intent.id;
    });
    return isDrawn && intent ? { kind: 'ours', intent, earlier: false } : { kind: 'over-budget' };
  }

  #openNew(draft: Draft, now: number): Intent {
    const { self, flag } = this.#options;
    flag.raise();
    const owner = { owner_pid: self.pid, owner_started: self.started };
    const id = this.#insert(draft, { state: 'prepared', started_at: now, ...owner });
    this.#addStep(id, { at: now, what: 'recorded' });
    return this.#present(id);
  }

  #insert(draft: Draft, rest: Readonly<Record<string, Cell>>): number {
    const columns = [...draftColumns, 'generation', ...Object.keys(rest)];
    const values = [...draftValues(draft), 1, ...Object.values(rest)];
    return this.#db
      .prepare(`INSERT INTO intent (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...values).lastInsertRowid;
  }

  #asTaken(intent: Intent): Taken {
    return { kind: this.#isFree(intent) ? 'ours' : 'busy', intent };
  }

  #takeOver(intent: Intent, now: number, force = false): Taken {
    const { self, alive } = this.#options;
    if (!force && intent.owner !== undefined && alive(intent.owner)) return { kind: 'busy', intent };
    this.#db
      .prepare('UPDATE intent SET generation = generation + 1, owner_pid = ?, owner_started = ? WHERE id = ?')
      .run(self.pid, self.started, intent.id);
    this.#addStep(intent.id, { at: now, what: `taken over by process ${self.pid}` });
    return { kind: 'ours', intent: this.#present(intent.id) };
  }

  /** What blocks a new intent, or replaces it. */
  #inTheWay(draft: Draft, { duplicateSince }: ClaimOptions): Claim | undefined {
    if (draft.token !== undefined) {
      const kept = this.#one(
        "SELECT * FROM intent WHERE slot = ? AND state = 'done' AND told_at IS NOT NULL ORDER BY finished_at, id LIMIT 1",
        draft.dedupeKey,
      );
      if (kept) return { kind: kept.fingerprint === draft.fingerprint ? 'kept' : 'other-call', intent: kept };
    }
    if (duplicateSince === undefined) return undefined;
    const duplicate = this.#one(
      "SELECT * FROM intent WHERE likeness = ? AND state = 'done' AND finished_at >= ? ORDER BY id DESC LIMIT 1",
      draft.fingerprint,
      duplicateSince,
    );
    return duplicate && { kind: 'duplicate', intent: duplicate };
  }

  /** No process works on it. */
  readonly #isFree = ({ owner }: Intent): boolean => owner === undefined || !this.#options.alive(owner);

  /** Ends what a process that is gone had written down, where nothing was agreed to and nothing has left. */
  #endAbandoned(): void {
    const isAbandoned = (intent: Intent) =>
      intent.state === 'prepared' && intent.quote === undefined && this.#isFree(intent);
    if (!this.#open().some(isAbandoned)) return;
    this.#db.transaction(() => {
      for (const { id, startedAt } of this.#open().filter(isAbandoned)) {
        this.#db
          .prepare(
            `UPDATE intent SET state = 'not-done', finished_at = ?, told_at = ?, remark = ?,
               generation = generation + 1, owner_pid = NULL, owner_started = NULL WHERE id = ?`,
          )
          .run(startedAt, startedAt, abandoned, id);
        this.#addStep(id, { at: startedAt, what: `not done: ${abandoned}` });
      }
      this.#lowerUnlessOpen();
    });
  }

  #addStep(id: number, { at, what }: Step): void {
    this.#db.prepare('INSERT INTO step (intent_id, at, what) VALUES (?, ?, ?)').run(id, at, what);
  }

  #lowerUnlessOpen(): void {
    if (!this.#one(`SELECT * FROM ${unacknowledged} LIMIT 1`)) this.#options.flag.lower();
  }

  #present(id: number): Intent {
    const intent = this.#get(id);
    if (intent === undefined) throw new Error('an intent vanished within its transaction');
    return intent;
  }

  #get(id: number): Intent | undefined {
    return this.#one('SELECT * FROM intent WHERE id = ?', id);
  }

  #open(): Intent[] {
    return this.#many(`SELECT * FROM ${unacknowledged} ORDER BY id`);
  }

  #one(sql: string, ...values: Cell[]): Intent | undefined {
    const row = this.#db.prepare(sql).get<Row>(...values);
    return row && intentOf(row);
  }

  #many(sql: string, ...values: Cell[]): Intent[] {
    return this.#db
      .prepare(sql)
      .all<Row>(...values)
      .map(intentOf);
  }
}

/** Adds values to a statement, each in its place. */
const placeIn =
  (values: Cell[]) =>
  (value: Cell): string => {
    values.push(value);
    return '?';
  };

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
