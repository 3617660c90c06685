import type { ReplyClaim, ReplyMark, ReplyMarks } from '../../client/guard/reply-marks.ts';
import type { Database } from '../database.ts';

/** Marks and claims of replies, in the database of the journal. */
export const localReplyMarks = (db: Database): ReplyMarks => ({
  list: async (account) =>
    db
      .prepare(
        'SELECT reply, lead, outcome AS "as", at, until FROM reply_mark WHERE account = ? ORDER BY at, reply',
      )
      .all<ReplyMark>(account),
  put: async (account, { reply, lead, as, at, until }) =>
    db.transaction(() => {
      db.prepare('INSERT OR REPLACE INTO reply_mark VALUES (?, ?, ?, ?, ?, ?)').run(
        account,
        reply,
        lead,
        as,
        at,
        until,
      );
      db.prepare('DELETE FROM claimed_reply WHERE account = ? AND reply = ?').run(account, reply);
    }),
  async remove(account, reply) {
    db.prepare('DELETE FROM reply_mark WHERE account = ? AND reply = ?').run(account, reply);
  },
  claim: async (account, reply, { lead, now, until, seen }) =>
    db.transaction(() => {
      db.prepare('DELETE FROM claimed_reply WHERE until <= ?').run(now);
      const { changes } = db
        .prepare(
          `INSERT INTO claimed_reply SELECT ?1, ?2, ?3, ?4
           WHERE (SELECT at FROM reply_mark WHERE account = ?1 AND reply = ?2) IS ?5
           ON CONFLICT (account, reply) DO NOTHING`,
        )
        .run(account, reply, lead, until, seen);
      return changes > 0;
    }),
  claimed: async (account, now) =>
    db
      .prepare('SELECT reply, lead, until FROM claimed_reply WHERE account = ? AND until > ?')
      .all<ReplyClaim>(account, now),
  async forget(accounts, lead) {
    // What is removed must not stay readable in the file.
    db.exec('PRAGMA secure_delete = ON');
    return db.transaction(() => {
      const those = `WHERE substr(account, 1, length(?1)) = ?1${lead === undefined ? '' : ' AND lead = ?2'}`;
      const which = lead === undefined ? [accounts] : [accounts, lead];
      for (const table of ['reply_mark', 'claimed_reply'])
        db.prepare(`DELETE FROM ${table} ${those}`).run(...which);
    });
  },
});
