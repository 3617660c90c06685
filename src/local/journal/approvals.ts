import type { Approvals, Protection } from '../../client/guard/approvals.ts';
import type { Database } from '../database.ts';
import { type ApprovalRow, approvalOf, ended, endedKeptMs, mostEnded } from './approval-row.ts';

const usable = "state IN ('waiting', 'approved') AND expires_at > ?";

/** Approvals, in the database of the journal. */
export function localApprovals(db: Database): Approvals {
  const all = (where: string, now: number, ...values: (string | number)[]) =>
    db
      .prepare(`SELECT * FROM approval WHERE ${where} ORDER BY asked_at DESC, rowid DESC`)
      .all<ApprovalRow>(...values)
      .map((row) => approvalOf(row, now));
  const update = (sql: string, ...values: (string | number | null)[]) =>
    db.prepare(`UPDATE approval SET ${sql}`).run(...values).changes > 0;
  return {
    ask: async ({ facts, price, line, ...draft }, { code, now, until, atMost }) =>
      db.transaction(() => {
        const { account, profile, target, operation, call, digest } = draft;
        const [same] = all(`account = ? AND digest = ? AND ${usable}`, now, account, digest, now);
        if (same) {
          db.prepare("UPDATE approval SET facts = ?, price = ? WHERE code = ? AND state = 'waiting'").run(
            ...[facts, price].map((value) => JSON.stringify(value)),
            same.code,
          );
          return all('code = ?', now, same.code)[0];
        }
        prune(db, now);
        const waiting = db
          .prepare(`SELECT count(*) AS n FROM approval WHERE account = ? AND ${usable}`)
          .get<{ n: number }>(account, now);
        if ((waiting?.n ?? 0) >= atMost) return undefined;
        db.prepare(
          `INSERT INTO approval (code, state, account, profile, target, operation, call, digest, facts, price, line,
             asked_at, expires_at) VALUES (?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          ...[code, account, profile, target, operation, call, digest],
          ...[facts, price, line].map((value) => JSON.stringify(value)),
          now,
          until,
        );
        return all('code = ?', now, code)[0];
      }),
    approve: async (code, { price, facts, signature }, now) =>
      update(
        `state = 'approved', price = ?, facts = ?, signature = ?, decided_at = ?
         WHERE code = ? AND state = 'waiting' AND expires_at > ?`,
        ...[JSON.stringify(price), JSON.stringify(facts), signature, now, code, now],
      ),
    end: async (code, how, now) =>
      update(`state = ?, decided_at = ? WHERE code = ? AND ${usable}`, how, now, code, now),
    use: async ({ code, account, digest, price, signature }, now, isGuarded) =>
      update(
        `state = 'used', used_at = ? WHERE code = ? AND account = ? AND digest = ?
             AND price = ? AND signature IS ? AND state = 'approved' AND expires_at > ?`,
        ...[isGuarded ? now : null, code, account, digest, JSON.stringify(price), signature, now],
      ),
    acknowledge: async (code, now) => {
      update("used_at = ? WHERE code = ? AND state = 'used' AND used_at IS NULL", now, code);
    },
    giveBack: async (code) => {
      update("state = 'approved', used_at = NULL WHERE code = ? AND state = 'used'", code);
    },
    find: async (code, now) => all('code = ?', now, code)[0],
    of: async (account, call, now) => all('account = ? AND call = ?', now, account, call),
    list: async (now, every) => (every ? all('TRUE', now) : all(usable, now, now)),
    protection: async () => {
      const stored = db.prepare('SELECT value FROM protection LIMIT 1').get<{ value: string }>();
      return stored && (JSON.parse(stored.value) as Protection);
    },
    protect: async (protection) =>
      db.transaction(() => {
        db.exec('DELETE FROM protection');
        if (protection) db.prepare('INSERT INTO protection VALUES (?)').run(JSON.stringify(protection));
      }),
    forget: async (accounts, texts) => {
      const those = 'substr(account, 1, length(?)) = ?';
      const named = texts?.map(() => 'instr(lower(facts || line), lower(?)) > 0').join(' OR ');
      return db
        .prepare(
          `DELETE FROM approval WHERE ${ended} AND ${those}${named === undefined ? '' : ` AND (${named || 'FALSE'})`}`,
        )
        .run(accounts, accounts, ...(texts ?? [])).changes;
    },
  };
}

function prune(db: Database, now: number): void {
  db.prepare(`DELETE FROM approval WHERE ${ended} AND expires_at < ?`).run(now - endedKeptMs);
  db.prepare(
    `DELETE FROM approval WHERE ${ended} AND NOT (${usable}) AND rowid NOT IN
       (SELECT rowid FROM approval WHERE NOT (${usable}) ORDER BY asked_at DESC LIMIT ${mostEnded})`,
  ).run(now, now);
}
