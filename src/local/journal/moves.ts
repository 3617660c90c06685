import { Failure, inAWhile } from '../../base/errors.ts';
import type { Intent } from '../../client/guard/journal.ts';
import type {
  ContentRow,
  JournalContents,
  JournalMark,
  LeavingJournal,
  MovedEntry,
} from '../../client/guard/journal-contents.ts';
import type { Database } from '../database.ts';
import { inProcessAccounts } from '../profile.ts';
import { approvalColumns } from './approvals.ts';
import { intentColumns, intentOf, type Row, sealWith } from './row.ts';

interface LeavingParts {
  secret(): string;
  isHeld(intent: Intent): boolean;
  readonly moving?: { raise(): void; lower(): void } | undefined;
}

/** Of what this machine shares with no other: calls to a sandbox in this process stay. */
const isMoved = `substr(account, 1, ${inProcessAccounts.length}) <> '${inProcessAccounts}'`;

/** How the journal of this machine is moved to one that several machines share. */
export const leavingJournal = (db: Database, { secret, isHeld, moving }: LeavingParts): LeavingJournal => ({
  mark: async () => markIn(db),
  give: async ({ to, now, address }) =>
    db.transaction(() => {
      const mark = markIn(db);
      if (mark && mark.address !== address) throw journalMoved(mark);
      const open = db
        .prepare(`SELECT * FROM intent WHERE told_at IS NULL AND ${isMoved} ORDER BY id LIMIT 1`)
        .get<Row>();
      if (open) throw stillOpen(open.id, isHeld(intentOf(open)));
      if (mark === undefined && to !== undefined) {
        moving?.raise();
        db.prepare('INSERT INTO moved_to (address, whole, journal, at) VALUES (?, 0, ?, ?)').run(
          address,
          to,
          now,
        );
      }
      return contentsIn(db, secret(), now);
    }),
  end: async () =>
    db.transaction(() => {
      // What may be used once, or up to a limit, may be used in one of the journals only.
      db.exec(`DELETE FROM draw WHERE budget IN (SELECT id FROM budget WHERE ${isMoved});
        DELETE FROM budget WHERE ${isMoved}; DELETE FROM approval WHERE ${isMoved};
        UPDATE moved_to SET whole = 1`);
      moving?.lower();
    }),
});

function contentsIn(db: Database, secret: string, now: number): JournalContents {
  const all = <T = ContentRow>(columns: string, from: string) =>
    db.prepare(`SELECT ${columns} FROM ${from}`).all<T>();
  const values = (from: string) => all<{ value: string }>('value', from).map(({ value }) => value);
  return {
    journal: sealWith(secret, 'journal'),
    at: now,
    intents: all(`id, ${intentColumns.join(', ')}`, `intent WHERE ${isMoved} ORDER BY id`),
    steps: all('intent_id, at, what', 'step ORDER BY rowid'),
    approvals: all(approvalColumns.join(', '), `approval WHERE ${isMoved} ORDER BY rowid`),
    budgets: all('id, account, draft, revoked_at, signature', `budget WHERE ${isMoved} ORDER BY rowid`),
    draws: all('budget, intent, credits, usd', 'draw'),
    replies: all('account, reply, lead, outcome, at, until', `reply_mark WHERE ${isMoved}`),
    claims: all<JournalContents['claims'][number]>(
      'account, reply, lead, until',
      `claimed_reply WHERE ${isMoved}`,
    ).filter(({ until }) => until > now),
    protection: values('protection')[0] ?? null,
    moved: all<MovedEntry>('journal, theirs, ours', 'moved_entry'),
    secrets: [secret, ...values('former_secret')],
  };
}

/** The mark of a journal whose calls go to another one. */
export function markIn(db: Database): JournalMark | undefined {
  const row = db
    .prepare('SELECT address, whole, journal FROM moved_to')
    .get<{ address: string; whole: number; journal: string }>();
  return row && { address: row.address, journal: row.journal, isWhole: row.whole === 1 };
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
      ? 'The journal on this machine was moved to a shared one; nothing was sent'
      : 'A move of the journal was interrupted; nothing was sent',
    { subject: { is: 'moved-journal', address, first: isWhole ? 'name' : 'finish' } },
  );

/** How it ends is written down where it began. */
const stillOpen = (id: number, isHeld: boolean): Failure =>
  isHeld
    ? new Failure('in_progress', `A process is working on request ${id} right now, so nothing was moved`, {
        hint: 'Wait until it has ended, and run the same command again.',
        ...inAWhile,
      })
    : new Failure('still_open', `The request ${id} is open, so nothing was moved`, {
        subject: { is: 'journal-entry', intent: id },
      });
