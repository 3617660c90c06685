import { randomUUID } from 'node:crypto';
import type { ReplyClaim, ReplyMark, ReplyMarks } from '../client/guard/reply-marks.ts';
import { databaseMs, type Store } from './store.ts';

/** Marks and claims of replies, in the shared journal. Claims last by the database's clock: those of the machines differ. */
export const sharedReplyMarks = (store: Store): ReplyMarks => ({
  list: async (account) =>
    (
      await store.read((query) =>
        query<ReplyMark>(
          'SELECT reply, lead, outcome AS "as", at, until FROM reply_mark WHERE account = $1 ORDER BY at, reply',
          [account],
        ),
      )
    ).rows,
  put: (account, { reply, lead, as, at, until }) =>
    store.change(async (query) => {
      await query(
        `INSERT INTO reply_mark (account, reply, lead, outcome, at, until) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
           at = excluded.at, until = excluded.until`,
        [account, reply, lead, as, at, until],
      );
      await query('DELETE FROM claimed_reply WHERE account = $1 AND reply = $2', [account, reply]);
    }),
  remove: (account, reply) =>
    store.change(async (query) => {
      await query('DELETE FROM reply_mark WHERE account = $1 AND reply = $2', [account, reply]);
    }),
  claim: (account, reply, { lead, now, until, seen }) => {
    const key = randomUUID();
    return store.change(async (query) => {
      const { count } = await query(
        `INSERT INTO claimed_reply AS claimed (account, reply, lead, until, key)
         SELECT $1, $2, $3, ${databaseMs} + $4::bigint, $5::uuid
         WHERE (SELECT at FROM reply_mark WHERE account = $1 AND reply = $2) IS NOT DISTINCT FROM $6::bigint
         ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, until = excluded.until, key = excluded.key
         WHERE claimed.until <= ${databaseMs} OR claimed.key = excluded.key`,
        [account, reply, lead, until - now, key, seen],
      );
      return count > 0;
    });
  },
  claimed: async (account, now) =>
    (
      await store.read((query) =>
        query<ReplyClaim>(
          `SELECT reply, lead, until - ${databaseMs} + $2::bigint AS until FROM claimed_reply
           WHERE account = $1 AND until > ${databaseMs}`,
          [account, now],
        ),
      )
    ).rows,
  forget: (accounts, lead) =>
    store.change(async (query) => {
      for (const table of ['reply_mark', 'claimed_reply'])
        await query(
          `DELETE FROM ${table} WHERE starts_with(account, $1) AND ($2::text IS NULL OR lead = $2)`,
          [accounts, lead ?? null],
        );
    }),
});
