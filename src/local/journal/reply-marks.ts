import { randomUUID } from 'node:crypto';
import type { ReplyClaim, ReplyMark, ReplyMarks } from '../../client/guard/reply-marks.ts';
import { ask, type Dialect, type JournalStore, placeholders } from './work.ts';

/** Marks and claims of replies, in a journal. Claims last by the clock of the dialect: those of several machines differ. */
export const storedReplyMarks = (store: JournalStore, dialect: Dialect): ReplyMarks => ({
  async list(account) {
    const { rows } = await store.read(() =>
      ask<ReplyMark>(
        'SELECT reply, lead, outcome AS "as", at, until FROM reply_mark WHERE account = $1 ORDER BY at, reply',
        [account],
      ),
    );
    return rows;
  },
  put: (account, { reply, lead, as, at, until }) =>
    store.change(function* () {
      yield* ask(
        `INSERT INTO reply_mark (account, reply, lead, outcome, at, until) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
           at = excluded.at, until = excluded.until`,
        [account, reply, lead, as, at, until],
      );
      yield* ask('DELETE FROM claimed_reply WHERE account = $1 AND reply = $2', [account, reply]);
    }),
  async remove(account, reply) {
    await store.change(() =>
      ask('DELETE FROM reply_mark WHERE account = $1 AND reply = $2', [account, reply]),
    );
  },
  async claim(account, reply, { lead, now, until, seen }) {
    const { values, at } = placeholders();
    const [those, there] = [`account = ${at(account)} AND reply = ${at(reply)}`, dialect.now(now, at)];
    const own = dialect.isKeyed
      ? { name: ', key', cell: `, CAST(${at(randomUUID())} AS UUID)`, set: ', key = excluded.key' }
      : { name: '', cell: '', set: '' };
    const sql = `
      INSERT INTO claimed_reply AS claimed (account, reply, lead, until${own.name})
      SELECT $1, $2, ${at(lead)}, ${there} + CAST(${at(until - now)} AS BIGINT)${own.cell}
      WHERE (SELECT at FROM reply_mark WHERE ${those}) IS NOT DISTINCT FROM CAST(${at(seen)} AS BIGINT)
      ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, until = excluded.until${own.set}
      WHERE claimed.until <= ${there}${dialect.isKeyed ? ' OR claimed.key = excluded.key' : ''}`;
    return (await store.change(() => ask(sql, values))).count > 0;
  },
  async claimed(account, now) {
    const { values, at } = placeholders();
    const [own, there] = [at(now), dialect.now(now, at)];
    const { rows } = await store.read(() =>
      ask<ReplyClaim>(
        `SELECT reply, lead, until - ${there} + CAST(${own} AS BIGINT) AS until FROM claimed_reply
         WHERE account = ${at(account)} AND until > ${there}`,
        values,
      ),
    );
    return rows;
  },
  forget: (accounts, lead) =>
    store.change(function* () {
      const those = `${dialect.startsWith('account', '$1')}${lead === undefined ? '' : ' AND lead = $2'}`;
      for (const table of ['reply_mark', 'claimed_reply'])
        yield* ask(`DELETE FROM ${table} WHERE ${those}`, lead === undefined ? [accounts] : [accounts, lead]);
    }),
});
