import { Failure, inAWhile } from '../../base/errors.ts';
import type {
  ContentRow,
  IntentRow,
  JournalContents,
  JournalMark,
  JournalMoves,
  MovedEntry,
} from '../../client/guard/journal-contents.ts';
import type { Database } from '../database.ts';
import { inProcessAccounts } from '../profile.ts';
import { type Plan, planOf, stepsByIntent, type Taker } from './move-plan.ts';
import type { Cell } from './row.ts';

export interface LocalMovesParts {
  identity(): Promise<string>;
  /** What its digests are made with. */
  secret(): string;
  /** Calls that a living process works on; read within a transaction. */
  held(): number[];
  /** Lies in the state folder while a move is under way. */
  readonly moving?: { raise(): void; lower(): void } | undefined;
  /** Says of the state folder whether a call is open; within the transaction that changes it. */
  flagOpen(): void;
}

/** Of what this machine shares with no other: calls to a sandbox in this process stay. */
const isMoved = (column = 'account') =>
  `substr(${column}, 1, ${inProcessAccounts.length}) <> '${inProcessAccounts}'`;

const those = `SELECT id FROM intent WHERE ${isMoved()}`;

/** Moves of the journal of this machine. */
export function localMoves(db: Database, parts: LocalMovesParts): JournalMoves {
  const { identity, secret, held, moving, flagOpen } = parts;
  const leave = () => {
    db.exec('DELETE FROM moved_open; DELETE FROM moved_to');
    flagOpen();
    moving?.lower();
  };
  return {
    identity,
    mark: async () => markIn(db),
    async give({ to, now, leavesFor }) {
      const journal = await identity();
      return db.transaction(() => {
        refuseMarked(markIn(db), leavesFor);
        const [busy] = held();
        if (busy !== undefined) throw stillWorking(busy);
        if (leavesFor !== undefined && markIn(db) === undefined) {
          moving?.raise();
          db.prepare('INSERT INTO moved_to (address, whole, journal, at) VALUES (?, 0, ?, ?)').run(
            leavesFor,
            to,
            now,
          );
        }
        return contentsIn(db, { journal, now, secret: secret() });
      });
    },
    async take(contents) {
      const journal = await identity();
      return db.transaction(() => {
        const mark = markIn(db);
        db.exec('UPDATE intent SET told_at = NULL WHERE id IN (SELECT id FROM moved_open)');
        const plan = planIn(db, contents, journal);
        takeIn(db, contents, plan);
        for (const value of contents.secrets)
          if (value !== secret())
            db.prepare('INSERT OR IGNORE INTO former_secret (value) VALUES (?)').run(value);
        if (mark) {
          dropUsable(db);
          reopen(db, 'SELECT id FROM moved_open', { ...mark, now: contents.at });
        }
        leave();
        return plan;
      });
    },
    async wouldTake(contents) {
      return planIn(db, contents, await identity());
    },
    async end(now) {
      db.transaction(() => {
        db.exec(`INSERT INTO moved_open SELECT id FROM intent WHERE ${isOpen}`);
        db.prepare(
          `UPDATE intent SET told_at = ?, owner_pid = NULL, owner_started = NULL WHERE ${isOpen}`,
        ).run(now);
        dropUsable(db);
        db.exec('UPDATE moved_to SET whole = 1');
        flagOpen();
        moving?.lower();
      });
    },
    async lost(now) {
      return db.transaction(() => {
        const mark = markIn(db);
        if (mark === undefined) return 0;
        db.exec(`INSERT INTO moved_open SELECT id FROM intent WHERE ${isOpen}`);
        db.exec('UPDATE intent SET told_at = NULL WHERE id IN (SELECT id FROM moved_open)');
        const count = reopen(db, 'SELECT id FROM moved_open', { ...mark, now });
        leave();
        return count;
      });
    },
  };
}

interface ContentParts {
  readonly journal: string;
  readonly now: number;
  readonly secret: string;
}

function contentsIn(db: Database, { journal, now, secret }: ContentParts): JournalContents {
  const all = <T = ContentRow>(sql: string) => db.prepare(sql).all<T>();
  return {
    journal,
    at: now,
    intents: all<IntentRow>(`SELECT * FROM intent WHERE ${isMoved()} ORDER BY id`),
    steps: all(`SELECT * FROM step WHERE intent_id IN (${those}) ORDER BY rowid`),
    approvals: all(`SELECT * FROM approval WHERE ${isMoved()} ORDER BY rowid`),
    budgets: all(`SELECT * FROM budget WHERE ${isMoved()} ORDER BY rowid`),
    draws: all(`SELECT * FROM draw WHERE budget IN (SELECT id FROM budget WHERE ${isMoved()})`),
    replies: all(`SELECT * FROM reply_mark WHERE ${isMoved()}`),
    claims: all(`SELECT * FROM claimed_reply WHERE ${isMoved()}`).filter(({ until }) => Number(until) > now),
    protection: all<{ value: string }>('SELECT value FROM protection')[0]?.value ?? null,
    moved: all<MovedEntry>('SELECT * FROM moved_entry'),
    secrets: [secret, ...all<{ value: string }>('SELECT value FROM former_secret').map(({ value }) => value)],
  } as JournalContents;
}

const isOpen = `told_at IS NULL AND ${isMoved()}`;

/** What went open, and of which the other journal says no more: what has become of it, a person finds out. */
function reopen(db: Database, which: string, { address, now }: { address: string; now: number }): number {
  const what = `open when the journal was moved to ${address}: what became of it there is not known`;
  const those = `id IN (${which}) AND told_at IS NULL AND state <> 'done'`;
  db.prepare(`INSERT INTO step (intent_id, at, what) SELECT id, ?, ? FROM intent WHERE ${those}`).run(
    now,
    what,
  );
  return db
    .prepare(
      `UPDATE intent SET state = 'unknown', sent_at = coalesce(sent_at, started_at), remark = ?,
         generation = generation + 1, owner_pid = NULL, owner_started = NULL WHERE ${those}`,
    )
    .run(what).changes;
}

/** The mark of a journal whose calls go to another one. */
export function markIn(db: Database): JournalMark | undefined {
  const row = db
    .prepare(
      `SELECT *, (SELECT count(*) FROM moved_open) + (SELECT count(*) FROM intent WHERE ${isOpen}) AS open
       FROM moved_to`,
    )
    .get<Omit<JournalMark, 'isWhole'> & { whole: number }>();
  if (row === undefined) return undefined;
  const { whole, ...rest } = row;
  return { ...rest, isWhole: whole === 1 };
}

/** Throws where calls of that account go to another journal. Within the transaction that opens one. */
export function refuseMoved(db: Database, account: string): void {
  if (account.startsWith(inProcessAccounts)) return;
  const mark = markIn(db);
  if (mark) throw journalMoved(mark);
}

/** Why no guarded call may be made in a journal that was moved. */
export const journalMoved = ({ address, isWhole }: JournalMark): Failure =>
  new Failure(
    'journal_moved',
    isWhole
      ? 'The journal of this machine was moved to a shared one; nothing was sent'
      : 'A move of the journal was interrupted; nothing was sent',
    { subject: { is: 'moved-journal', address, first: isWhole ? 'name' : 'finish' } },
  );

/** What may be used once, or up to a limit, may be used in one of the journals only. */
function dropUsable(db: Database): void {
  db.exec(`DELETE FROM draw WHERE budget IN (SELECT id FROM budget WHERE ${isMoved()});
    DELETE FROM budget WHERE ${isMoved()}; DELETE FROM approval WHERE ${isMoved()}`);
}

const planIn = (db: Database, contents: JournalContents, journal: string): Plan =>
  planOf(contents, {
    journal,
    moved: db.prepare('SELECT * FROM moved_entry').all<MovedEntry>(),
    intents: db
      .prepare('SELECT id, slot, generation, told_at, state FROM intent')
      .all<Taker['intents'][number]>(),
  });

function takeIn(db: Database, contents: JournalContents, { add, update }: Plan): void {
  const stepsOf = stepsByIntent(contents);
  const write = (id: number, row: IntentRow) => {
    db.prepare('DELETE FROM step WHERE intent_id = ?').run(id);
    for (const { at, what } of stepsOf(row.id))
      db.prepare('INSERT INTO step (intent_id, at, what) VALUES (?, ?, ?)').run(id, at as Cell, what as Cell);
  };
  for (const { id, row } of update) {
    const { id: _, ...rest } = own(row);
    const names = Object.keys(rest);
    db.prepare(`UPDATE intent SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`).run(
      ...Object.values(rest),
      id,
    );
    write(id, row);
  }
  for (const { row, from } of add) {
    const { id: _, ...rest } = own(row);
    const id = Number(insertRow(db, 'intent', rest));
    write(id, row);
    for (const { journal: other, theirs } of from)
      db.prepare('INSERT OR IGNORE INTO moved_entry (journal, theirs, ours) VALUES (?, ?, ?)').run(
        other,
        theirs,
        id,
      );
  }
  for (const { account, reply, lead, outcome, at, until } of contents.replies)
    db.prepare(
      `INSERT INTO reply_mark (account, reply, lead, outcome, at, until) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
         at = excluded.at, until = excluded.until WHERE excluded.at > reply_mark.at`,
    ).run(...([account, reply, lead, outcome, at, until] as Cell[]));
  for (const { account, reply, lead, until } of contents.claims)
    db.prepare(
      `INSERT INTO claimed_reply (account, reply, lead, until) VALUES (?, ?, ?, ?)
       ON CONFLICT (account, reply) DO UPDATE SET until = max(until, excluded.until)`,
    ).run(...([account, reply, lead, until] as Cell[]));
  if (contents.protection !== null && db.prepare('SELECT 1 FROM protection').get() === undefined)
    db.prepare('INSERT INTO protection (value) VALUES (?)').run(contents.protection);
}

const intentColumns = [
  ...'id account profile target operation effect slot likeness token request idempotency_key summary'.split(
    ' ',
  ),
  ...'state generation started_at sent_at finished_at told_at quote snapshot answer remark blocks'.split(' '),
];

/** The columns that a journal of one machine has, without an owner. */
const own = (row: IntentRow): Record<string, Cell> =>
  Object.fromEntries(intentColumns.map((name) => [name, row[name] ?? null]));

function insertRow(db: Database, table: string, row: Readonly<Record<string, Cell>>): number | bigint {
  const names = Object.keys(row);
  return db
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row)).lastInsertRowid;
}

function refuseMarked(mark: JournalMark | undefined, leavesFor: string | undefined): void {
  if (mark === undefined || leavesFor === undefined || mark.address === leavesFor) return;
  throw new Failure('journal_moved', 'The journal of this machine was moved to another address before', {
    subject: { is: 'moved-journal', address: mark.address, first: mark.isWhole ? 'back' : 'finish' },
  });
}

/** What is under way is written down where it began. */
export const stillWorking = (id: number): Failure =>
  new Failure('in_progress', `A process is working on call ${id} right now, so nothing was moved`, {
    hint: 'Wait until it has ended, and run the same line again.',
    ...inAWhile,
  });
