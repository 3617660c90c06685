import { randomUUID } from 'node:crypto';
import { Failure, inAWhile } from '../../base/errors.ts';
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
import { storedApprovals } from './approvals.ts';
import { enoughIn, storedBudgets } from './budgets.ts';
import { storedReplyMarks } from './reply-marks.ts';
import {
  abandoned,
  declined,
  doneRivals,
  draftRow,
  forgettable,
  intentColumns,
  intentOf,
  isLeftOver,
  isLive,
  localDraft,
  mayCost,
  openRivals,
  type Row,
  saidNotDone,
  takenOver,
  textColumns,
  textValues,
} from './row.ts';
import { ask, type Cell, type Dialect, type JournalStore, placeholders, type Work } from './work.ts';

export interface SpendJournalOptions {
  /** This process; its machine and its user, where several machines share the journal. */
  readonly self: Owner & { readonly user?: string };
  /** Raised before an intent is written down, lowered when none is open any more. */
  readonly flag: { raise(): void; lower(): void };
}

/** The rules for both databases; a subclass knows which process works on a call, and whether it is gone. */
export abstract class SpendJournal implements Journal {
  readonly replies: Journal['replies'];
  readonly approvals: Journal['approvals'];
  readonly budgets: Journal['budgets'];
  abstract readonly turns: Journal['turns'];

  protected readonly self: SpendJournalOptions['self'];
  protected readonly flag: SpendJournalOptions['flag'];
  /** Of every intent that is read. */
  protected readonly columns: string;
  /** Where several machines share the journal: on which one a call was written down, and by whom. */
  readonly #origin: Readonly<Record<string, Cell>>;

  protected constructor(
    protected readonly store: JournalStore,
    protected readonly dialect: Dialect,
    { self, flag }: SpendJournalOptions,
  ) {
    this.self = self;
    this.flag = flag;
    this.#origin = self.host === undefined ? {} : { host: self.host, made_by: self.user ?? '' };
    const names = ['id', ...intentColumns, 'owner_pid', 'owner_started', ...Object.keys(this.#origin)];
    this.columns = names.join(', ');
    this.replies = storedReplyMarks(store, dialect);
    this.approvals = storedApprovals(store, dialect, self.host);
    this.budgets = storedBudgets(store, dialect);
  }

  abstract isOurs(intent: Intent): boolean;
  abstract now(own: number): Promise<number>;
  abstract seals(text: string): Promise<readonly string[]>;

  /** Throws where the journal was replaced, or calls of this account go to another one. */
  protected abstract refuse(account?: string): void;
  /** Its generation; undefined where a living process has it. The same `key` may take it again; `looks` takes nothing. */
  protected abstract takeSlot(slot: string, key: string, how?: TakeOptions): Work<number | undefined>;
  /** Of these open intents, the numbers of those that a living process works on. */
  protected abstract held(open: readonly Intent[]): Work<ReadonlySet<number>>;
  /** With what is known of the process that works on it. */
  protected abstract atWork(open: Intent): Work<Intent>;
  /** No process works on these any more: within the change that says so, and after it. */
  protected abstract free(intents: readonly Held[]): Work<void>;
  protected abstract freed(intents: readonly Held[]): Promise<void>;
  /** To be called before a change; what it gives is called with the intent that is ours after it. */
  protected abstract holding(): (intent: Held) => void;
  /** It is the newest call that this machine knows. */
  protected abstract remember(intent: Intent): void;
  /** Changes an open intent of this generation, and adds the step; undefined where another process has it by now. */
  protected abstract write(intent: Intent, change: Change, step: Step): Work<Row | undefined>;
  /** Before intents are taken out. */
  protected abstract forgetting(): Work<void>;
  /** What rows held before cannot be read in the files of the database any more. */
  protected abstract rewrite(changed: readonly number[]): Promise<void>;

  async claim(draft: Draft, options: ClaimOptions): Promise<Claim> {
    const key = randomUUID();
    const claim = () => this.#claim(draft, options, key);
    if (options.rehearses) return this.store.read(claim);
    const hold = this.holding();
    const claimed = await this.store.change(claim, { undoes: ({ kind }) => kind !== 'ours' });
    if (claimed.kind === 'ours') {
      hold(claimed.intent);
      this.remember(claimed.intent);
    }
    return claimed;
  }

  *#claim(draft: Draft, options: ClaimOptions, key: string): Work<Claim> {
    const { account, operation, dedupeKey } = draft;
    this.refuse(account);
    const generation = yield* this.takeSlot(dedupeKey, key, { looks: options.rehearses });
    const all = yield* this.#many(`${this.dialect.open} AND (slot = $1 OR account = $2 AND operation = $3)`, [
      dedupeKey,
      account,
      operation,
    ]);
    const those = all.filter((one) => one.account === account && one.operation === operation);
    const blocking = those.find(({ blocks }) => blocks);
    if (blocking) return { kind: 'blocked', intent: blocking };
    const damaged = those.find((intent) => intent.damaged.length > 0);
    if (damaged) return { kind: 'damaged', intent: damaged };
    const open = all.find((one) => one.dedupeKey === dedupeKey);
    if (open === undefined) {
      if (generation === undefined) throw stillHeld();
      // Under a token the same call has another key.
      const isAlone = draft.token === undefined || options.duplicateSince === undefined;
      const equal = isAlone ? undefined : those.find(({ fingerprint }) => fingerprint === draft.fingerprint);
      if (equal && (yield* this.held([equal])).has(equal.id))
        return { kind: 'busy', intent: yield* this.atWork(equal) };
      return yield* this.#openNew(draft, { ...options, generation, key });
    }
    if (open.fingerprint !== draft.fingerprint) return { kind: 'other-call', intent: open };
    const kept = isLeftOver(draft, open) ? yield* this.#inTheWay(draft, options) : undefined;
    if (kept) return kept;
    if (generation === undefined) return { kind: 'busy', intent: yield* this.atWork(open) };
    const intent = options.rehearses
      ? open
      : yield* this.#takeOver(open, generation, { at: options.now, key });
    return { kind: 'ours', intent, earlier: true };
  }

  /** The slot is ours and holds nothing open. */
  *#openNew(
    draft: Draft,
    options: ClaimOptions & { readonly generation: number; readonly key: string },
  ): Work<Claim> {
    const { looks, rehearses, draw, now, generation, key } = options;
    const other = yield* this.#inTheWay(draft, options);
    if (other) return other;
    if (looks || rehearses) return { kind: 'free' };
    const budget = draw && (yield* enoughIn(draw));
    if (draw && budget === undefined) return { kind: 'over-budget' };
    this.flag.raise();
    const { pid, started } = this.self;
    const rest = { state: 'prepared', generation, started_at: now, owner_pid: pid, owner_started: started };
    const intent = yield* this.#insert(draft, rest, { at: now, what: 'recorded' }, key);
    if (draw && budget !== undefined)
      yield* ask('INSERT INTO draw (budget, intent, credits, usd) VALUES ($1, $2, $3, $4)', [
        budget,
        intent.id,
        draw.credits,
        draw.usd,
      ]);
    return { kind: 'ours', intent, earlier: false };
  }

  /** What blocks a new intent, or replaces it. */
  *#inTheWay(draft: Draft, { now, duplicateSince }: ClaimOptions): Work<Claim | undefined> {
    if (draft.token !== undefined) {
      // Two machines may have used it before they shared a journal.
      const first = "slot = $1 AND state = 'done' AND told_at IS NOT NULL ORDER BY finished_at, id LIMIT 1";
      const [kept] = yield* this.#many(`intent WHERE ${first}`, [draft.dedupeKey]);
      if (kept) return { kind: kept.fingerprint === draft.fingerprint ? 'kept' : 'other-call', intent: kept };
    }
    if (duplicateSince === undefined) return undefined;
    const { values, at } = placeholders();
    const equal = `likeness = ${at(draft.fingerprint)} AND ${this.dialect.doneSince(duplicateSince, now, at)}`;
    const [duplicate] = yield* this.#many(`intent WHERE ${equal} ORDER BY id DESC LIMIT 1`, values);
    return duplicate && { kind: 'duplicate', intent: duplicate };
  }

  async take(id: number, now: number, force: boolean): Promise<Taken | undefined> {
    const key = randomUUID();
    const hold = this.holding();
    const take = () => this.#take(id, { at: now, key, force });
    const taken = await this.store.change(take, { undoes: (found) => found?.kind === 'busy' });
    if (taken?.kind === 'ours') hold(taken.intent);
    return taken;
  }

  *#take(id: number, { force, ...taking }: Taking & { readonly force: boolean }): Work<Taken | undefined> {
    const those = 'id = $1 AND (told_at IS NULL OR remark = $2)';
    const [found] = yield* this.#many(`intent WHERE ${those}`, [id, saidNotDone]);
    this.refuse();
    if (found === undefined) return undefined;
    // The same call may have been made again since.
    const [open = found] =
      found.acknowledgedAt === undefined
        ? []
        : yield* this.#many(`${this.dialect.open} AND slot = $1`, [found.dedupeKey]);
    const generation = yield* this.takeSlot(open.dedupeKey, taking.key, { force, after: found.generation });
    if (generation === undefined || open.id !== id) return { kind: 'busy', intent: yield* this.atWork(open) };
    return { kind: 'ours', intent: yield* this.#takeOver(open, generation, taking) };
  }

  *#takeOver({ id }: Intent, generation: number, { at, key }: Taking): Work<Intent> {
    const { pid, started, host } = this.self;
    this.flag.raise();
    yield* ask(
      `UPDATE intent SET generation = $2, owner_pid = $3, owner_started = $4, told_at = NULL,
         state = CASE WHEN told_at IS NULL THEN state ELSE 'unknown' END WHERE id = $1`,
      [id, generation, pid, started],
    );
    const what = `${takenOverBy}${pid}${host === undefined ? '' : ` on ${host}`}`;
    yield* this.addStep(id, { at, what }, key);
    return yield* this.#present(id);
  }

  async record(intent: Intent, change: Change, step: Step): Promise<Intent> {
    const hold = this.holding();
    const options = { once: change.state === 'sent', alone: true };
    const row = await this.store.change(() => this.write(intent, change, step), options);
    if (row === undefined) throw takenOver(intent);
    hold(intent);
    return intentOf(row);
  }

  /** All at one moment: a rival that ends meanwhile is either open and awaited, or done. */
  rivals(intent: Intent): Promise<Rival[]> {
    return this.#change(function* () {
      const { values, at } = placeholders();
      const those = `${doneRivals(intent, at)} OR ${openRivals(intent, at)}`;
      const rivals = yield* this.#many(`intent WHERE ${those} ORDER BY id`, values);
      const held = yield* this.held(rivals.filter(({ acknowledgedAt }) => acknowledgedAt === undefined));
      const found: Rival[] = [];
      for (const rival of rivals) {
        const isAwaited = held.has(rival.id) && (yield* this.#steps(rival.id)).at(-1)?.what === 'sent';
        found.push({ ...rival, isAwaited });
      }
      return found;
    });
  }

  async conclude(
    intent: Intent,
    change: Change,
    step: Step,
    rivalsDone: number,
  ): Promise<Intent | undefined> {
    const hold = this.holding();
    const concluded = await this.#change<Intent | undefined>(function* () {
      const { values, at } = placeholders();
      const done = `SELECT count(*) AS n FROM intent WHERE ${doneRivals(intent, at)}`;
      const { rows } = yield* ask<{ n: number }>(done, values);
      if (rows[0]?.n !== rivalsDone) return undefined;
      const row = yield* this.write(intent, change, step);
      if (row === undefined) throw takenOver(intent);
      return intentOf(row);
    });
    if (concluded === undefined) return undefined;
    hold(intent);
    return concluded;
  }

  async acknowledge(intents: readonly Intent[], now: number): Promise<void> {
    await this.#change(function* () {
      for (const { id, generation } of intents)
        yield* ask(
          `UPDATE intent SET told_at = $1, owner_pid = NULL, owner_started = NULL
           WHERE id = $2 AND generation = $3 AND told_at IS NULL`,
          [now, id, generation],
        );
      yield* this.free(intents);
    });
    await this.freed(intents);
  }

  note(change: LocalChange, now: number): Promise<void> {
    return this.noteAs(change, now, () => ({}));
  }

  /** With these columns of its own. */
  protected async noteAs(
    change: LocalChange,
    now: number,
    own: () => Readonly<Record<string, Cell>>,
  ): Promise<void> {
    const quote = JSON.stringify({ facts: change.agreed });
    const ended = { state: 'done', generation: 1, started_at: now, finished_at: now, told_at: now, quote };
    const step = { at: now, what: change.call?.by ?? 'approved by a person at a terminal' };
    const key = randomUUID();
    const insert = () => this.#insert(localDraft(change), { ...ended, ...own() }, step, key);
    await this.store.change(insert, { once: true });
  }

  async release({ id, dedupeKey, generation }: Intent): Promise<void> {
    await this.#change(function* () {
      yield* ask(
        'UPDATE intent SET owner_pid = NULL, owner_started = NULL WHERE id = $1 AND generation = $2',
        [id, generation],
      );
      yield* this.free([{ dedupeKey, generation }]);
    });
  }

  async get(id: number): Promise<Intent | undefined> {
    await this.#endAbandoned();
    const [intent] = await this.store.read(() => this.#many('intent WHERE id = $1', [id]));
    return intent;
  }

  async list(which: Selection = {}): Promise<{ items: Intent[]; total: number }> {
    await this.#endAbandoned();
    return this.#read(function* () {
      const { open = false, attempted = false, live = false, costly = false, account, since, limit } = which;
      const { values, at } = placeholders();
      const [from, ...terms] = [
        open ? this.dialect.open : 'intent',
        ...(live ? [isLive] : []),
        ...(costly ? [mayCost] : []),
        ...(since === undefined ? [] : [`started_at >= ${at(since)}`]),
        ...(account === undefined ? [] : [`account = ${at(account)}`]),
      ];
      const among = (more: readonly string[]) =>
        [from, [...terms, ...more].join(' AND ')].filter(Boolean).join(open ? ' AND ' : ' WHERE ');
      const count = (more: readonly string[]) => `(SELECT count(*) FROM ${among(more)})`;
      // Two counts: one of all but the declined would read every row.
      const total = attempted ? `${count([])} - ${count([declined])}` : count([]);
      const [counted] = (yield* ask<{ total: number }>(`SELECT ${total} AS total`, [...values])).rows;
      if (limit === 0) return { items: [], total: counted?.total ?? 0 };
      const most = at(limit ?? Number.MAX_SAFE_INTEGER);
      const those = among(attempted ? [`NOT (${declined})`] : []);
      // Of a time, those that its index finds are sorted: in the order of the ids every row would be read.
      const order = since === undefined ? 'id' : 'id + 0';
      const items = yield* this.#many(`${those} ORDER BY ${order} DESC LIMIT ${most}`, values);
      return { items, total: counted?.total ?? 0 };
    });
  }

  newestDone(account: string, operation: string, limit = 20): Promise<Intent[]> {
    const those = "account = $1 AND operation = $2 AND state = 'done' ORDER BY id DESC LIMIT $3";
    return this.store.read(() => this.#many(`intent WHERE ${those}`, [account, operation, limit]));
  }

  async open(): Promise<Intent[]> {
    await this.#endAbandoned();
    return this.store.read(() => this.#open());
  }

  async waiting(): Promise<Intent[]> {
    await this.#endAbandoned();
    await this.freed([]);
    return this.#read(function* () {
      const open = yield* this.#open();
      const held = yield* this.held(open);
      return open.filter(({ id }) => !held.has(id));
    });
  }

  steps(id: number): Promise<Step[]> {
    return this.store.read(() => this.#steps(id));
  }

  naming(texts: readonly string[]): Promise<Intent[]> {
    const holds = (names: readonly string[]) =>
      names.flatMap((name) => texts.map((_, at) => this.dialect.holds(name, `$${at + 1}`))).join(' OR ') ||
      'FALSE';
    const those = `${holds(textColumns)} OR id IN (SELECT intent_id FROM step WHERE ${holds(['what'])})`;
    return this.store.read(() => this.#many(`intent WHERE ${those} ORDER BY id`, texts));
  }

  async redact(redacted: readonly Redacted[]): Promise<number[]> {
    const changed = await this.#change(function* () {
      const set = textColumns.map((name, at) => `${name} = $${at + 2}`).join(', ');
      const done: number[] = [];
      for (const texts of redacted) {
        const { id, steps } = texts;
        const sql = `UPDATE intent SET ${set} WHERE id = $1 AND told_at IS NOT NULL`;
        const { count } = yield* ask(sql, [id, ...textValues(texts)]);
        if (count === 0) continue;
        yield* ask('DELETE FROM step WHERE intent_id = $1', [id]);
        for (const step of steps) yield* this.addStep(id, step, randomUUID());
        done.push(id);
      }
      return done;
    });
    await this.rewrite(changed);
    return changed;
  }

  async forget(id: number): Promise<boolean> {
    const those = 'id = $1 AND told_at IS NOT NULL';
    return (await this.store.change(() => this.#takeOut(those, [id]))) > 0;
  }

  forgetBefore(
    time: number,
    { now, duplicateSince }: Parameters<Journal['forgetBefore']>[1],
  ): ReturnType<Journal['forgetBefore']> {
    return this.#change(function* () {
      const { values, at } = placeholders();
      const those = `${forgettable} < ${at(time)}`;
      const isRecent = `(${this.dialect.doneSince(duplicateSince, now, at)})`;
      const forgotten = yield* this.#takeOut(`${those} AND ${isRecent} IS NOT TRUE`, values);
      const { rows } = yield* ask<{ kept: number }>(`SELECT count(*) AS kept FROM intent WHERE ${those}`, [
        time,
      ]);
      return { forgotten, kept: rows[0]?.kept ?? 0 };
    });
  }

  async forgetAccounts(prefix: string): Promise<void> {
    await this.#change(function* () {
      yield* this.#takeOut(this.dialect.startsWith('account', '$1'), [prefix]);
      yield* this.free([]);
    });
    await this.replies.forget(prefix);
    await this.approvals.forget(prefix);
    await this.budgets.forget(prefix);
    await this.freed([]);
  }

  async hasLike(fingerprint: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM intent WHERE likeness = $1 LIMIT 1';
    return (await this.store.read(() => ask(sql, [fingerprint]))).count > 0;
  }

  /** Ends what a process that is gone had written down, where nothing was agreed to and nothing has left. */
  async #endAbandoned(): Promise<void> {
    if (this.store.readOnly !== undefined) return;
    if ((await this.store.read(() => this.#abandoned())).length === 0) return;
    await this.#change(function* () {
      for (const intent of yield* this.#abandoned()) {
        const { id, dedupeKey, startedAt: at } = intent;
        const generation = yield* this.takeSlot(dedupeKey, randomUUID());
        if (generation === undefined) continue;
        yield* ask(
          `UPDATE intent SET state = 'not-done', finished_at = $2, told_at = $2, remark = $3, generation = $4,
             owner_pid = NULL, owner_started = NULL WHERE id = $1`,
          [id, at, abandoned, generation],
        );
        yield* this.addStep(id, { at, what: `not done: ${abandoned}` }, randomUUID());
        yield* this.free([{ dedupeKey, generation }]);
      }
    });
    await this.freed([]);
  }

  *#abandoned(): Work<Intent[]> {
    const open = yield* this.#many(`${this.dialect.open} AND state = 'prepared' AND quote IS NULL`);
    // One that is damaged waits for a person.
    const prepared = open.filter(({ state }) => state === 'prepared');
    const held = yield* this.held(prepared);
    return prepared.filter(({ id }) => !held.has(id));
  }

  /** The work may be run more than once: each time it begins anew. */
  #change<T>(work: (this: SpendJournal) => Work<T>): Promise<T> {
    return this.store.change(() => work.call(this));
  }

  #read<T>(work: (this: SpendJournal) => Work<T>): Promise<T> {
    return this.store.read(() => work.call(this));
  }

  *#insert(draft: Draft, rest: Readonly<Record<string, Cell>>, step: Step, key: string): Work<Intent> {
    const { values, at } = placeholders();
    const row = { ...draftRow(draft), ...this.#origin, ...rest };
    const { rows } = yield* ask<Row>(
      `INSERT INTO intent (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(at).join(', ')})
       RETURNING ${this.columns}`,
      values,
    );
    if (rows[0] === undefined) throw new Error('a row was not written');
    const intent = intentOf(rows[0]);
    yield* this.addStep(intent.id, step, key);
    return intent;
  }

  protected *addStep(id: number, { at, what }: Step, key: string): Work<void> {
    // A step that was written already, by a commit of which nothing was heard, stays as it is.
    yield* this.dialect.isKeyed
      ? ask(
          'INSERT INTO step (intent_id, at, what, key) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING',
          [id, at, what, key],
        )
      : ask('INSERT INTO step (intent_id, at, what) VALUES ($1, $2, $3)', [id, at, what]);
  }

  *#takeOut(which: string, values: readonly Cell[]): Work<number> {
    yield* this.forgetting();
    return (yield* ask(`DELETE FROM intent WHERE ${which}`, values)).count;
  }

  *#steps(id: number): Work<Step[]> {
    const sql = `SELECT at, what FROM step WHERE intent_id = $1 ORDER BY ${this.dialect.order.step}`;
    return (yield* ask<Step>(sql, [id])).rows;
  }

  #open(): Work<Intent[]> {
    return this.#many(`${this.dialect.open} ORDER BY id`);
  }

  *#present(id: number): Work<Intent> {
    const [intent] = yield* this.#many('intent WHERE id = $1', [id]);
    if (intent === undefined) throw new Error('an intent vanished within its transaction');
    return intent;
  }

  *#many(from: string, values: readonly Cell[] = []): Work<Intent[]> {
    return (yield* ask<Row>(`SELECT ${this.columns} FROM ${from}`, values)).rows.map(intentOf);
  }
}

/** How a step says who took a call over. */
export const takenOverBy = 'taken over by process ';

interface Taking {
  readonly at: number;
  readonly key: string;
}

export interface TakeOptions {
  /** Also from a process that seems to live. */
  readonly force?: boolean;
  /** The generation of one that has ended and is opened again. */
  readonly after?: number;
  readonly looks?: boolean | undefined;
}

export type Held = Pick<Intent, 'dedupeKey' | 'generation'>;

const stillHeld = (): Failure =>
  new Failure('in_progress', 'Another process holds this request for a few seconds more', {
    hint: 'Run the same command again then.',
    ...inAWhile,
  });
