import { createHmac, randomBytes } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import type { Claim, ClaimOptions, Draft, Intent, Journal, Owner, Step } from '../../client/guard/journal.ts';
import type { Database } from '../database.ts';
import { assignments, draftValues, intentOf, localDraft, type Row } from './row.ts';
import { tables } from './tables.ts';

export interface JournalOptions {
  /** This process. */
  readonly self: Owner;
  /** Does that process still run? Where that is unknown, it does. */
  alive(owner: Owner): boolean;
  /** Raised before an intent is written down, lowered when none is open any more; within the transaction that does it. */
  readonly flag: { raise(): void; lower(): void };
}

/** Few at any time, however much has ended: without this index SQLite would read it all. */
const unacknowledged = 'intent INDEXED BY intent_open WHERE told_at IS NULL';

/** The spend journal over a database that was opened `durable`: what it says it has written survives a power cut. */
export function createJournal(db: Database, { self, alive, flag }: JournalOptions): Journal {
  db.exec(tables);
  const get = (id: number): Intent | undefined => {
    const row = db.prepare('SELECT * FROM intent WHERE id = ?').get<Row>(id);
    return row && intentOf(row);
  };
  const one = (sql: string, ...values: (string | number)[]): Intent | undefined => {
    const row = db.prepare(sql).get<Row>(...values);
    return row && intentOf(row);
  };
  const many = (sql: string, ...values: (string | number)[]): Intent[] =>
    db
      .prepare(sql)
      .all<Row>(...values)
      .map(intentOf);
  const open = () => many(`SELECT * FROM ${unacknowledged} ORDER BY id`);
  const note = (id: number, { at, what }: Step) =>
    db.prepare('INSERT INTO step (intent_id, at, what) VALUES (?, ?, ?)').run(id, at, what);

  const lowerUnlessOpen = () => {
    if (!one(`SELECT * FROM ${unacknowledged} LIMIT 1`)) flag.lower();
  };

  const insert = (draft: Draft, now: number): Intent => {
    flag.raise();
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO intent (account, profile, target, operation, effect, slot, likeness, token, request,
           idempotency_key, summary, state, generation, owner_pid, owner_started, started_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'prepared', 1, ?, ?, ?)`,
      )
      .run(...draftValues(draft), self.pid, self.started, now);
    note(lastInsertRowid, { at: now, what: 'written down' });
    return present(get(lastInsertRowid));
  };

  const takeOver = (
    intent: Intent,
    now: number,
    force = false,
  ): { kind: 'ours' | 'busy'; intent: Intent } => {
    if (!force && intent.owner !== undefined && alive(intent.owner)) return { kind: 'busy', intent };
    db.prepare(
      'UPDATE intent SET generation = generation + 1, owner_pid = ?, owner_started = ? WHERE id = ?',
    ).run(self.pid, self.started, intent.id);
    note(intent.id, { at: now, what: `taken over by process ${self.pid}` });
    return { kind: 'ours', intent: present(get(intent.id)) };
  };

  /** What blocks a new intent, or replaces it. */
  const inTheWay = (draft: Draft, { duplicateSince }: ClaimOptions): Claim | undefined => {
    if (draft.token !== undefined) {
      const kept = one(
        "SELECT * FROM intent WHERE slot = ? AND state = 'done' ORDER BY id DESC LIMIT 1",
        draft.dedupeKey,
      );
      if (kept) return { kind: kept.fingerprint === draft.fingerprint ? 'kept' : 'other-call', intent: kept };
    }
    if (duplicateSince === undefined) return undefined;
    const duplicate = one(
      "SELECT * FROM intent WHERE likeness = ? AND state = 'done' AND finished_at >= ? ORDER BY id DESC LIMIT 1",
      draft.fingerprint,
      duplicateSince,
    );
    return duplicate && { kind: 'duplicate', intent: duplicate };
  };

  return {
    newestDone: (account, operation) =>
      many(
        "SELECT * FROM intent WHERE account = ? AND operation = ? AND state = 'done' ORDER BY id DESC LIMIT 20",
        account,
        operation,
      ),
    claim: (draft, options) =>
      db.transaction((): Claim => {
        const { account, operation, dedupeKey } = draft;
        const blocking = one(
          'SELECT * FROM intent WHERE account = ? AND operation = ? AND blocks = 1 AND told_at IS NULL LIMIT 1',
          account,
          operation,
        );
        if (blocking) return { kind: 'blocked', intent: blocking };
        const open = one('SELECT * FROM intent WHERE slot = ? AND told_at IS NULL', dedupeKey);
        if (open === undefined) {
          const other = inTheWay(draft, options);
          return other ?? { kind: 'ours', intent: insert(draft, options.now), earlier: false };
        }
        if (open.fingerprint !== draft.fingerprint) return { kind: 'other-call', intent: open };
        const taken = takeOver(open, options.now);
        return taken.kind === 'busy'
          ? { kind: 'busy', intent: open }
          : { ...taken, kind: 'ours', earlier: true };
      }),
    take: (id, now, force) =>
      db.transaction(() => {
        const open = one('SELECT * FROM intent WHERE id = ? AND told_at IS NULL', id);
        return open && takeOver(open, now, force);
      }),
    record: (intent, change, step) =>
      db.transaction(() => {
        const { columns, values } = assignments(change);
        const set = ['generation = generation', ...columns.map((column) => `${column} = ?`)].join(', ');
        const { changes } = db
          .prepare(`UPDATE intent SET ${set} WHERE id = ? AND generation = ? AND told_at IS NULL`)
          .run(...values, intent.id, intent.generation);
        if (changes === 0) throw takenOver(intent);
        note(intent.id, step);
        return present(get(intent.id));
      }),
    acknowledge: (intents, now) =>
      db.transaction(() => {
        for (const { id, generation } of intents)
          db.prepare(
            `UPDATE intent SET told_at = ?, owner_pid = NULL, owner_started = NULL
             WHERE id = ? AND generation = ? AND told_at IS NULL`,
          ).run(now, id, generation);
        lowerUnlessOpen();
      }),
    note: (change, now) =>
      db.transaction(() => {
        const { lastInsertRowid } = db
          .prepare(
            `INSERT INTO intent (account, profile, target, operation, effect, slot, likeness, token, request,
               idempotency_key, summary, state, generation, started_at, finished_at, told_at, quote)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'done', 1, ?, ?, ?, ?)`,
          )
          .run(...draftValues(localDraft(change)), now, now, now, JSON.stringify({ facts: change.agreed }));
        note(lastInsertRowid, { at: now, what: 'agreed to by a person at a terminal' });
      }),
    release: ({ id, generation }) => {
      db.prepare(
        'UPDATE intent SET owner_pid = NULL, owner_started = NULL WHERE id = ? AND generation = ?',
      ).run(id, generation);
    },
    get,
    // A limit below 0 is none.
    list: ({ open = false, limit = -1 } = {}) => {
      const those = open ? unacknowledged : 'intent';
      const counted = db.prepare(`SELECT count(*) AS total FROM ${those}`).get<{ total: number }>();
      const items = many(`SELECT * FROM ${those} ORDER BY id DESC LIMIT ?`, limit);
      return { items, total: counted?.total ?? 0 };
    },
    open,
    waiting: () => open().filter(({ owner }) => owner === undefined || !alive(owner)),
    steps: (id) => db.prepare('SELECT at, what FROM step WHERE intent_id = ? ORDER BY rowid').all<Step>(id),
    forget: (id) => db.prepare('DELETE FROM intent WHERE id = ? AND told_at IS NOT NULL').run(id).changes > 0,
    forgetBefore: (time) =>
      db
        .prepare('DELETE FROM intent WHERE told_at IS NOT NULL AND coalesce(finished_at, told_at) < ?')
        .run(time).changes,
    forgetAccounts: (prefix) =>
      db.transaction(() => {
        db.prepare('DELETE FROM intent WHERE substr(account, 1, ?) = ?').run(prefix.length, prefix);
        lowerUnlessOpen();
      }),
    seal: (text) => createHmac('sha256', secretOf(db)).update(text).digest('hex'),
  };
}

/** Made once per machine, so that a digest of a password says nothing without it. */
function secretOf(db: Database): string {
  const found = db.prepare('SELECT value FROM secret LIMIT 1').get<{ value: string }>();
  if (found) return found.value;
  const value = randomBytes(32).toString('hex');
  return db.transaction(() => {
    const other = db.prepare('SELECT value FROM secret LIMIT 1').get<{ value: string }>();
    if (other) return other.value;
    db.prepare('INSERT INTO secret (value) VALUES (?)').run(value);
    return value;
  });
}

const takenOver = ({ id }: Intent): Failure =>
  new Failure('taken_over', `Another process has taken over what the journal calls ${id}`, {
    subject: { is: 'journal-entry', intent: id },
  });

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an intent vanished within its transaction');
  return value;
}
