import { randomUUID } from 'node:crypto';
import { Failure, inAWhile } from '../base/errors.ts';
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
  SharedCondition,
  Step,
  Taken,
} from '../client/guard/journal.ts';
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
  movedColumns,
  openRivals,
  type Row,
  sealWith,
  settledDamaged,
  takenOver,
  textColumns,
  textValues,
} from '../local/journal/row.ts';
import { sharedApprovals } from './approvals.ts';
import { draw, sharedBudgets } from './budgets.ts';
import { Leases } from './leases.ts';
import { sharedMoves } from './moves.ts';
import { sharedReplyMarks } from './reply-marks.ts';
import { databaseMs, placeholders, type Query, refuseReplaced, type Store, Undone } from './store.ts';
import { migrations } from './tables.ts';
import { sharedTurns } from './turns.ts';

export interface SharedJournalOptions {
  /** This process, its machine and its user. */
  readonly self: Owner & { readonly host: string; readonly user: string };
  /** Raised before an intent is written down, lowered when none is open any more. */
  readonly flag: { raise(): void; lower(): void };
  readonly leaseMs?: number;
  /** The clock of this machine, in milliseconds. */
  now(): number;
}

const columns = ['id', ...movedColumns, 'owner_pid', 'owner_started', 'host', 'made_by'].join(', ');

const isAbandoned = `told_at IS NULL AND state = 'prepared' AND quote IS NULL`;

/** Whoever holds the lease of its slot has heard nothing since it was sent. */
const isAwaited = `told_at IS NULL
  AND EXISTS (SELECT 1 FROM slot WHERE slot.slot = intent.slot AND lease_until > clock_timestamp())
  AND (SELECT what FROM step WHERE intent_id = intent.id ORDER BY step.id DESC LIMIT 1) = 'sent'`;

const takenOverBy = 'taken over by process ';

const takenBy = ({ pid, host }: SharedJournalOptions['self']) => `${takenOverBy}${pid} on ${host}`;

/**
 * The spend journal of several machines, in PostgreSQL. It does what the local one does; whether a process works on an
 * intent is said by a lease on the slot of its dedupe key, and by the database's clock.
 */
export class SharedJournal implements Journal {
  readonly replies: Journal['replies'];
  readonly approvals: Journal['approvals'];
  readonly budgets: Journal['budgets'];
  readonly moves: Journal['moves'];
  readonly turns: Journal['turns'];
  readonly #store: Store;
  readonly #leases: Leases;
  readonly #options: SharedJournalOptions;

  constructor(store: Store, options: SharedJournalOptions) {
    this.#store = store;
    this.#leases = new Leases(store, options.now, options.leaseMs);
    this.#options = options;
    this.replies = sharedReplyMarks(store);
    this.approvals = sharedApprovals(store, options.self.host);
    this.budgets = sharedBudgets(store);
    this.turns = sharedTurns(store, this.#leases, options.self);
    this.moves = sharedMoves(store, {
      self: options.self,
      flag: options.flag,
      identity: async () => (await this.seals('journal'))[0] as string,
    });
  }

  async close(): Promise<void> {
    this.#leases.stop();
    await this.#store.close();
  }

  async claim(draft: Draft, options: ClaimOptions): Promise<Claim> {
    const key = randomUUID();
    if (options.rehearses) {
      const seen = await this.#store.read((query) => this.#claim(query, draft, options, key));
      return seen instanceof Undone ? seen.value : seen;
    }
    const since = this.#leases.moment();
    if (!options.looks) this.#options.flag.raise();
    const claim = await this.#store.change((query) => this.#claim(query, draft, options, key));
    if (claim.kind === 'ours') {
      this.#leases.hold(claim.intent.dedupeKey, since);
      this.#store.remember(claim.intent);
    } else if (!options.looks) await this.#dropped([]);
    return claim;
  }

  async #claim(
    query: Query,
    draft: Draft,
    options: ClaimOptions,
    key: string,
  ): Promise<Claim | Undone<Claim>> {
    const { account, operation, dedupeKey } = draft;
    refuseReplaced(this.#store);
    const generation = options.rehearses
      ? await this.#leases.next(query, dedupeKey)
      : await this.#leases.claim(query, dedupeKey, key);
    const all = await many(query, 'told_at IS NULL AND (slot = $1 OR account = $2 AND operation = $3)', [
      dedupeKey,
      account,
      operation,
    ]);
    const unacknowledged = all.filter((one) => one.account === account && one.operation === operation);
    const blocking = unacknowledged.find(({ blocks }) => blocks);
    if (blocking) return new Undone<Claim>({ kind: 'blocked', intent: blocking });
    const damaged = unacknowledged.find((intent) => intent.damaged.length > 0);
    if (damaged) return new Undone<Claim>({ kind: 'damaged', intent: damaged });
    const open = all.find((one) => one.dedupeKey === dedupeKey);
    if (open === undefined) {
      if (generation === undefined) throw stillHeld();
      return this.#openNew(query, draft, { ...options, generation, key });
    }
    if (open.fingerprint !== draft.fingerprint)
      return new Undone<Claim>({ kind: 'other-call', intent: open });
    const kept = isLeftOver(draft, open) ? await inTheWay(query, draft, options) : undefined;
    if (kept) return new Undone<Claim>(kept);
    if (generation === undefined)
      return new Undone<Claim>({ kind: 'busy', intent: await atWork(query, open) });
    const intent = options.rehearses
      ? open
      : await this.#takeOver(query, open, generation, { at: options.now, key });
    return { kind: 'ours', intent, earlier: true };
  }

  /** The slot is ours and holds nothing open. */
  async #openNew(
    query: Query,
    draft: Draft,
    options: ClaimOptions & { readonly generation: number; readonly key: string },
  ): Promise<Claim | Undone<Claim>> {
    const { looks, rehearses, draw: drawn, now, generation, key } = options;
    const other = await inTheWay(query, draft, options);
    if (other) return new Undone<Claim>(other);
    if (looks || rehearses) return new Undone<Claim>({ kind: 'free' });
    const { self } = this.#options;
    const owner = { owner_pid: self.pid, owner_started: self.started };
    const rest = { state: 'prepared', generation, started_at: now, ...owner };
    const intent = await insert(query, draft, self, rest, { at: now, what: 'recorded' }, key);
    if (drawn && !(await draw(query, drawn, intent.id))) return new Undone<Claim>({ kind: 'over-budget' });
    return { kind: 'ours', intent, earlier: false };
  }

  async take(id: number, now: number, force: boolean): Promise<Taken | undefined> {
    const key = randomUUID();
    const since = this.#leases.moment();
    const taken = await this.#store.change(async (query) => {
      refuseReplaced(this.#store);
      const open = await one(query, 'id = $1 AND told_at IS NULL', [id]);
      if (open === undefined) return new Undone<Taken | undefined>(undefined);
      const generation = await this.#leases.claim(query, open.dedupeKey, key, force);
      if (generation === undefined)
        return new Undone<Taken | undefined>({ kind: 'busy', intent: await atWork(query, open) });
      const intent = await this.#takeOver(query, open, generation, { at: now, key });
      return { kind: 'ours', intent } as const;
    });
    if (taken?.kind === 'ours') this.#leases.hold(taken.intent.dedupeKey, since);
    return taken;
  }

  async #takeOver(
    query: Query,
    { id }: Intent,
    generation: number,
    { at, key }: { at: number; key: string },
  ): Promise<Intent> {
    const { self } = this.#options;
    await query('UPDATE intent SET generation = $2, owner_pid = $3, owner_started = $4 WHERE id = $1', [
      id,
      generation,
      self.pid,
      self.started,
    ]);
    await addStep(query, id, { at, what: takenBy(self) }, key);
    return present(query, id);
  }

  async record(intent: Intent, change: Change, step: Step): Promise<Intent> {
    const since = this.#leases.moment();
    const { sql, values } = this.#recording(intent, change, step);
    const { rows } = await this.#store.changeBy<Row>(sql, values, { once: change.state === 'sent' });
    const [row] = rows;
    if (row === undefined) throw takenOver(intent);
    this.#leases.hold(intent.dedupeKey, since);
    return intentOf(row);
  }

  async rivals(intent: Intent): Promise<Rival[]> {
    const { values, at } = placeholders();
    const { rows } = await this.#store.read((query) =>
      query<Row & { awaited: boolean }>(
        `SELECT ${columns}, ${isAwaited} AS awaited FROM intent
         WHERE ${doneRivals(intent, at)} OR ${openRivals(intent, at)} ORDER BY id`,
        values,
      ),
    );
    return rows.map(({ awaited, ...row }) => ({ ...intentOf(row), isAwaited: awaited }));
  }

  async conclude(
    intent: Intent,
    change: Change,
    step: Step,
    rivalsDone: number,
  ): Promise<Intent | undefined> {
    const since = this.#leases.moment();
    const { sql, values } = this.#recording(intent, change, step);
    const rivals = placeholders();
    const done = `SELECT count(*) AS count FROM intent WHERE ${doneRivals(intent, rivals.at)}`;
    const ended = await this.#store.change(async (query) => {
      const { rows } = await query<{ count: number }>(done, rivals.values);
      if (rows[0]?.count !== rivalsDone) return new Undone<Row[] | undefined>(undefined);
      return (await query<Row>(sql, values)).rows;
    });
    if (ended === undefined) return undefined;
    const [row] = ended;
    if (row === undefined) throw takenOver(intent);
    this.#leases.hold(intent.dedupeKey, since);
    return intentOf(row);
  }

  isOurs({ dedupeKey }: Intent): boolean {
    return this.#leases.isHeld(dedupeKey);
  }

  /** Extends the lease, and changes the intent only where it is still held. */
  #recording({ id, generation, dedupeKey }: Intent, change: Change, step: Step) {
    const { columns: names, values: changed } = assignments(change);
    const { values, at } = placeholders();
    const set = [
      'generation = generation',
      ...(change.state === 'done' ? ['done_at = clock_timestamp()'] : []),
      ...names.map((name, index) => `${name} = ${at(changed[index] ?? null)}`),
    ].join(', ');
    const sql = `WITH held AS (${this.#leases.extension(dedupeKey, generation, { at })}),
      changed AS (
        UPDATE intent SET ${set} WHERE id = ${at(id)} AND generation = ${at(generation)} AND told_at IS NULL
          AND EXISTS (SELECT 1 FROM held) RETURNING ${columns}),
      noted AS (${stepOf('changed', step, randomUUID(), at)})
      SELECT * FROM changed`;
    return { sql, values };
  }

  async settleDamaged(intent: Intent, state: 'done' | 'not-done', step: Step): Promise<Intent> {
    const { id, dedupeKey, generation } = intent;
    const key = randomUUID();
    const values = settledDamaged(intent, state, step);
    const set = Object.keys(values).map((name, index) => `${name} = $${index + 2}`);
    const settled = await this.#store.change(async (query) => {
      await query(
        `UPDATE intent SET ${set.join(', ')}, owner_pid = NULL, owner_started = NULL,
           done_at = ${state === 'done' ? 'coalesce(done_at, clock_timestamp())' : 'NULL'} WHERE id = $1`,
        [id, ...Object.values(values)],
      );
      await this.#leases.free(query, dedupeKey, generation);
      await addStep(query, id, step, key);
      return present(query, id);
    });
    await this.#dropped([intent]);
    return settled;
  }

  async acknowledge(intents: readonly Intent[], now: number): Promise<void> {
    if (intents.length === 0) return;
    const { values, at } = placeholders();
    const given = intents.map(({ id, generation }) => `(${at(id)}::bigint, ${at(generation)}::bigint)`);
    const { count } = await this.#store.changeBy(
      `WITH ended AS (
         UPDATE intent SET told_at = ${at(now)}, owner_pid = NULL, owner_started = NULL
         FROM (VALUES ${given.join(', ')}) AS given (id, generation)
         WHERE intent.id = given.id AND intent.generation = given.generation AND told_at IS NULL
         RETURNING intent.id, intent.slot, intent.generation),
       freed AS (
         UPDATE slot SET holder = NULL, claim = NULL, lease_until = '-infinity'
         FROM ended WHERE slot.slot = ended.slot AND slot.generation = ended.generation)
       SELECT 1 FROM intent WHERE told_at IS NULL AND host = ${at(this.#options.self.host)}
         AND id NOT IN (SELECT id FROM ended) LIMIT 1`,
      values,
    );
    for (const { dedupeKey } of intents) this.#leases.drop(dedupeKey);
    if (count === 0) this.#options.flag.lower();
  }

  async note(change: LocalChange, now: number, fingerprint?: string): Promise<void> {
    const { self } = this.#options;
    const draft = localDraft(change);
    const quote = JSON.stringify({ facts: change.agreed });
    const rest = { state: 'done', generation: 1, started_at: now, finished_at: now, told_at: now, quote };
    await this.#store.change(
      async (query) => {
        const step = { at: now, what: 'approved by a person at a terminal' };
        await insert(
          query,
          { ...draft, fingerprint: fingerprint ?? draft.fingerprint },
          self,
          rest,
          step,
          randomUUID(),
        );
      },
      { once: true },
    );
  }

  async release(intent: Intent): Promise<void> {
    const { id, generation, dedupeKey } = intent;
    this.#leases.drop(dedupeKey);
    await this.#store.change(async (query) => {
      await query(
        'UPDATE intent SET owner_pid = NULL, owner_started = NULL WHERE id = $1 AND generation = $2',
        [id, generation],
      );
      await this.#leases.free(query, dedupeKey, generation);
    });
  }

  async get(id: number): Promise<Intent | undefined> {
    await this.#endAbandoned();
    return this.#store.read((query) => one(query, 'id = $1', [id]));
  }

  async list(which: Selection = {}): Promise<{ items: Intent[]; total: number }> {
    await this.#endAbandoned();
    const { open = false, attempted = false, live = false, account, since = 0, limit } = which;
    const { values, at } = placeholders();
    const those = [
      `started_at >= ${at(since)}`,
      ...(account === undefined ? [] : [`account = ${at(account)}`]),
      ...(open ? ['told_at IS NULL'] : []),
      ...(attempted ? [mayHaveHappened] : []),
      ...(live ? [isLive] : []),
    ].join(' AND ');
    return this.#store.read(async (query) => {
      const count = `SELECT count(*) AS total FROM intent WHERE ${those}`;
      const { rows } = await query<{ total: number }>(count, [...values]);
      const items = await many(query, `${those} ORDER BY id DESC LIMIT ${at(limit ?? null)}`, values);
      return { items, total: rows[0]?.total ?? 0 };
    });
  }

  newestDone(account: string, operation: string, limit = 20): Promise<Intent[]> {
    return this.#store.read((query) =>
      many(query, "account = $1 AND operation = $2 AND state = 'done' ORDER BY id DESC LIMIT $3", [
        account,
        operation,
        limit,
      ]),
    );
  }

  async open(): Promise<Intent[]> {
    await this.#endAbandoned();
    return this.#store.read((query) => many(query, 'told_at IS NULL ORDER BY id', []));
  }

  async waiting(): Promise<Intent[]> {
    await this.#endAbandoned();
    // Where a claim was not heard of, the flag is still up.
    await this.#dropped([]);
    const free = 'slot IN (SELECT slot FROM slot WHERE lease_until < clock_timestamp())';
    return this.#store.read((query) => many(query, `told_at IS NULL AND ${free} ORDER BY id`, []));
  }

  async steps(id: number): Promise<Step[]> {
    const { rows } = await this.#store.read((query) =>
      query<Step>('SELECT at, what FROM step WHERE intent_id = $1 ORDER BY id', [id]),
    );
    return rows;
  }

  naming(texts: readonly string[]): Promise<Intent[]> {
    const holds = (names: readonly string[]) =>
      names
        .flatMap((name) => texts.map((_, at) => `position(lower($${at + 1}) in lower(${name})) > 0`))
        .join(' OR ') || 'FALSE';
    const where = `${holds(textColumns)} OR id IN (SELECT intent_id FROM step WHERE ${holds(['what'])})`;
    return this.#store.read((query) => many(query, `${where} ORDER BY id`, texts));
  }

  async redact(redacted: readonly Redacted[]): Promise<number[]> {
    const set = textColumns.map((name, at) => `${name} = $${at + 2}`).join(', ');
    const changed = await this.#store.change(async (query) => {
      const ids: number[] = [];
      for (const texts of redacted) {
        const { id, steps } = texts;
        const { count } = await query(`UPDATE intent SET ${set} WHERE id = $1 AND told_at IS NOT NULL`, [
          id,
          ...textValues(texts),
        ]);
        if (count === 0) continue;
        await query('DELETE FROM step WHERE intent_id = $1', [id]);
        for (const step of steps) await addStep(query, id, step, randomUUID());
        ids.push(id);
      }
      return ids;
    });
    // What the rows held before goes from the tables as well; backups of the database are its owner's.
    if (changed.length > 0) await this.#store.read((query) => query('VACUUM intent, step'));
    return changed;
  }

  async forget(id: number): Promise<boolean> {
    const taken = await this.#store.change((query) =>
      takeOut(query, 'id = $1 AND told_at IS NOT NULL', [id]),
    );
    return taken > 0;
  }

  forgetBefore(
    time: number,
    { now, duplicateSince }: Parameters<Journal['forgetBefore']>[1],
  ): ReturnType<Journal['forgetBefore']> {
    const those = `${forgettable} < $1`;
    return this.#store.change(async (query) => {
      const forgotten = await takeOut(query, `${those} AND (${doneWithin('$2')}) IS NOT TRUE`, [
        time,
        now - duplicateSince,
      ]);
      const count = `SELECT count(*) AS kept FROM intent WHERE ${those}`;
      const { rows } = await query<{ kept: number }>(count, [time]);
      return { forgotten, kept: rows[0]?.kept ?? 0 };
    });
  }

  async forgetAccounts(prefix: string): Promise<void> {
    await this.#store.change((query) => takeOut(query, 'starts_with(account, $1)', [prefix]));
    await this.replies.forget(prefix);
    await this.approvals.forget(prefix);
    await this.budgets.forget(prefix);
    await this.#dropped([]);
  }

  get host(): string {
    return this.#options.self.host;
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
    await this.note(change, now, everywhere ? this.#store.acceptance : undefined);
    this.#store.accept();
  }

  condition(now: () => number): Promise<SharedCondition> {
    return this.#store.read(async (query) => {
      const before = now();
      const { rows } = await query<{ now: number; role: string }>(
        `SELECT ${databaseMs} AS now, quote_ident(current_user) AS role`,
      );
      const { now: there = 0, role = '' } = rows[0] ?? {};
      const aheadMs = there - Math.round((before + now()) / 2);
      const tables = await query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'outreach' AND NOT (
           has_table_privilege('outreach.' || tablename, 'SELECT') AND has_table_privilege('outreach.' || tablename, 'INSERT')
           AND has_table_privilege('outreach.' || tablename, 'UPDATE')
           AND has_table_privilege('outreach.' || tablename, 'DELETE')) ORDER BY 1`,
      );
      const refused = tables.rows.map(({ name }) => name);
      const { where, replaced, readOnly } = this.#store;
      const version = migrations.length;
      return { where, version, aheadMs, refused, role, readOnly, ...(replaced && { replaced }) };
    });
  }

  async now(): Promise<number> {
    const { rows } = await this.#store.read((query) => query<{ now: number }>(`SELECT ${databaseMs} AS now`));
    const [read] = rows;
    if (read === undefined) throw new Error('a database did not say what time it is');
    return read.now;
  }

  async seals(text: string): Promise<string[]> {
    const { rows } = await this.#store.read((query) =>
      query<{ value: string }>('SELECT unnest(array_prepend(value, former)) AS value FROM secret'),
    );
    if (rows.length === 0) throw new Failure('journal_emptied', 'The shared journal has lost its secret');
    return rows.map(({ value }) => sealWith(value, text));
  }

  async hasLike(fingerprint: string): Promise<boolean> {
    const { count } = await this.#store.read((query) =>
      query('SELECT 1 FROM intent WHERE likeness = $1 LIMIT 1', [fingerprint]),
    );
    return count > 0;
  }

  /** Ends what a process that is gone had written down, where nothing was agreed to and nothing has left. */
  async #endAbandoned(): Promise<void> {
    if (this.#store.readOnly !== undefined) return;
    const slots = `SELECT slot FROM intent WHERE ${isAbandoned}`;
    const { count } = await this.#store.read((query) =>
      query(`SELECT 1 FROM slot WHERE slot IN (${slots}) AND lease_until < clock_timestamp() LIMIT 1`),
    );
    if (count === 0) return;
    await this.#store.change(async (query) => {
      const { rows } = await query<{ id: number; started_at: number }>(
        `WITH gone AS (
           UPDATE slot SET generation = generation + 1, holder = NULL, claim = NULL, lease_until = '-infinity'
           WHERE slot IN (${slots}) AND lease_until < clock_timestamp() RETURNING slot, generation)
         UPDATE intent SET state = 'not-done', finished_at = started_at, told_at = started_at, remark = $1,
           generation = gone.generation, owner_pid = NULL, owner_started = NULL
         FROM gone WHERE intent.slot = gone.slot AND ${isAbandoned} RETURNING id, started_at`,
        [abandoned],
      );
      for (const { id, started_at: at } of rows)
        await addStep(query, id, { at, what: `not done: ${abandoned}` }, randomUUID());
    });
    await this.#dropped([]);
  }

  /** These are not held any more. */
  async #dropped(intents: readonly Intent[]): Promise<void> {
    for (const { dedupeKey } of intents) this.#leases.drop(dedupeKey);
    try {
      const { count } = await this.#store.read((query) =>
        query('SELECT 1 FROM intent WHERE told_at IS NULL AND host = $1 LIMIT 1', [this.#options.self.host]),
      );
      if (count === 0) this.#options.flag.lower();
    } catch (error) {
      // What came before is committed. A flag that stays up costs the next command a look.
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** With the machine of the process that holds it: the one that wrote it down, or the last one that took it over. */
async function atWork(query: Query, open: Intent): Promise<Intent> {
  const { rows } = await query<Step>(
    'SELECT what FROM step WHERE intent_id = $1 AND starts_with(what, $2) ORDER BY id DESC LIMIT 1',
    [open.id, takenOverBy],
  );
  const host = rows[0]?.what.replace(/^.* on /, '') ?? open.madeBy?.host;
  return { ...open, owner: open.owner && { ...open.owner, ...(host !== undefined && { host }) } };
}

/** Other machines have seen the highest number: it must not look as if the journal had lost it. */
async function takeOut(query: Query, which: string, values: readonly Cell[]): Promise<number> {
  await query('UPDATE secret SET forgotten = greatest(forgotten, (SELECT max(id) FROM intent))');
  return (await query(`DELETE FROM intent WHERE ${which}`, values)).count;
}

/** By the database's clock. */
const doneWithin = (ms: string): string =>
  `state = 'done' AND done_at >= clock_timestamp() - ${ms} * interval '1 millisecond'`;

/** What blocks a new intent, or replaces it. */
async function inTheWay(
  query: Query,
  { token, dedupeKey, fingerprint }: Draft,
  { now, duplicateSince }: ClaimOptions,
): Promise<Claim | undefined> {
  if (token !== undefined) {
    // Two machines may have used it before they shared a journal.
    const first = "slot = $1 AND state = 'done' AND told_at IS NOT NULL ORDER BY finished_at, id LIMIT 1";
    const kept = await one(query, first, [dedupeKey]);
    if (kept) return { kind: kept.fingerprint === fingerprint ? 'kept' : 'other-call', intent: kept };
  }
  if (duplicateSince === undefined) return undefined;
  const duplicate = await one(query, `likeness = $1 AND ${doneWithin('$2')} ORDER BY id DESC LIMIT 1`, [
    fingerprint,
    now - duplicateSince,
  ]);
  return duplicate && { kind: 'duplicate', intent: duplicate };
}

/**
 * The statement that adds a step to the intents that another part of it gives. A step that was written already, by a
 * commit of which nothing was heard, stays as it is.
 */
const stepOf = (
  intents: string,
  { at: time, what }: Step,
  key: string,
  at: (value: Cell) => string,
): string =>
  `INSERT INTO step (key, intent_id, at, what)
   SELECT ${at(key)}::uuid, id, ${at(time)}::bigint, ${at(what)} FROM ${intents} ON CONFLICT (key) DO NOTHING`;

async function addStep(query: Query, id: number, step: Step, key: string): Promise<void> {
  const { values, at } = placeholders();
  await query(stepOf(`(SELECT ${at(id)}::bigint AS id) AS given`, step, key, at), values);
}

/** Writes an intent down, and its first step. */
async function insert(
  query: Query,
  draft: Draft,
  { host, user }: SharedJournalOptions['self'],
  rest: Readonly<Record<string, Cell>>,
  step: Step,
  key: string,
): Promise<Intent> {
  const { values, at } = placeholders();
  const names = [...draftColumns, 'host', 'made_by', ...Object.keys(rest)];
  const cells = [...draftValues(draft), host, user, ...Object.values(rest)].map(at);
  const { rows } = await query<Row>(
    `WITH made AS (INSERT INTO intent (${names.join(', ')}) VALUES (${cells.join(', ')}) RETURNING ${columns}),
       noted AS (${stepOf('made', step, key, at)})
     SELECT * FROM made`,
    values,
  );
  if (rows[0] === undefined) throw new Error('a row was not written');
  return intentOf(rows[0]);
}

async function present(query: Query, id: number): Promise<Intent> {
  const intent = await one(query, 'id = $1', [id]);
  if (intent === undefined) throw new Error('an intent vanished within its transaction');
  return intent;
}

const one = async (query: Query, where: string, values: readonly Cell[]): Promise<Intent | undefined> =>
  (await many(query, where, values))[0];

const many = async (query: Query, where: string, values: readonly Cell[]): Promise<Intent[]> =>
  (await query<Row>(`SELECT ${columns} FROM intent WHERE ${where}`, values)).rows.map(intentOf);

/** Its entry was taken out under it. */
const stillHeld = (): Failure =>
  new Failure('in_progress', 'Another process holds this call for a few seconds more', {
    hint: 'Run the same line again then.',
    ...inAWhile,
  });
