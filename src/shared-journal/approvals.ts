import type {
  ApprovalDraft,
  Approvals,
  AskedApproval,
  AskTerms,
  Protection,
} from '../client/guard/approvals.ts';
import {
  type ApprovalRow,
  approvalOf,
  ended,
  endedKeptMs,
  mostEnded,
} from '../local/journal/approval-row.ts';
import type { Cell } from '../local/journal/row.ts';
import type { Query, Store } from './store.ts';

const usableAt = (now: string) => `state IN ('waiting', 'approved') AND expires_at > ${now}`;

/** Approvals, in the shared journal. */
export function sharedApprovals(store: Store, host: string): Approvals {
  const update = async (sql: string, values: readonly Cell[], once = true): Promise<boolean> =>
    (await store.change((query) => query(`UPDATE approval SET ${sql}`, values), { once })).count > 0;
  return {
    ask: (draft, terms) =>
      store.change((query) => asked(query, { ...draft, line: { ...draft.line, host } }, terms)),
    approve: (code, { price, facts, signature }, now) =>
      update(
        `state = 'approved', price = $1, facts = $2, signature = $3, decided_at = $4
         WHERE code = $5 AND state = 'waiting' AND expires_at > $4`,
        [JSON.stringify(price), JSON.stringify(facts), signature, now, code],
      ),
    end: (code, how, now) =>
      update(`state = $1, decided_at = $2 WHERE code = $3 AND ${usableAt('$2')}`, [how, now, code]),
    use: ({ code, account, digest, price, signature }, now, isGuarded) =>
      update(
        `state = 'used', used_at = $7 WHERE code = $2 AND account = $3 AND digest = $4
           AND price = $5 AND signature IS NOT DISTINCT FROM $6 AND state = 'approved' AND expires_at > $1`,
        [now, code, account, digest, JSON.stringify(price), signature, isGuarded ? now : null],
      ),
    acknowledge: async (code, now) => {
      await update("used_at = $1 WHERE code = $2 AND state = 'used' AND used_at IS NULL", [now, code], false);
    },
    giveBack: async (code) => {
      await update("state = 'approved', used_at = NULL WHERE code = $1 AND state = 'used'", [code], false);
    },
    find: (code, now) => store.read(async (query) => (await all(query, 'code = $1', now, [code]))[0]),
    of: (account, call, now) =>
      store.read((query) => all(query, 'account = $1 AND call = $2', now, [account, call])),
    list: (now, every) =>
      store.read((query) => (every ? all(query, 'TRUE', now, []) : all(query, usableAt('$1'), now, [now]))),
    protection: async () => {
      const { rows } = await store.read((query) =>
        query<{ value: string }>('SELECT value FROM protection LIMIT 1'),
      );
      return rows[0] && (JSON.parse(rows[0].value) as Protection);
    },
    protect: (protection) =>
      store.change(async (query) => {
        await query('DELETE FROM protection');
        if (protection)
          await query('INSERT INTO protection (value) VALUES ($1)', [JSON.stringify(protection)]);
      }),
    forget: async (accounts, texts) => {
      const named = texts
        ?.map((_, at) => `position(lower($${at + 2}) in lower(facts || line)) > 0`)
        .join(' OR ');
      const those = named === undefined ? '' : ` AND (${named || 'FALSE'})`;
      const { count } = await store.change((query) =>
        query(`DELETE FROM approval WHERE ${ended} AND starts_with(account, $1)${those}`, [
          accounts,
          ...(texts ?? []),
        ]),
      );
      return count;
    },
  };
}

async function prune(query: Query, now: number): Promise<void> {
  await query(`DELETE FROM approval WHERE ${ended} AND expires_at < $1`, [now - endedKeptMs]);
  await query(
    `DELETE FROM approval WHERE ${ended} AND NOT (${usableAt('$1')}) AND number NOT IN
       (SELECT number FROM approval WHERE NOT (${usableAt('$1')}) ORDER BY asked_at DESC LIMIT ${mostEnded})`,
    [now],
  );
}

const all = async (query: Query, where: string, now: number, values: readonly Cell[]) =>
  (
    await query<ApprovalRow>(
      `SELECT * FROM approval WHERE ${where} ORDER BY asked_at DESC, number DESC`,
      values,
    )
  ).rows.map((row) => approvalOf(row, now));

async function asked(
  query: Query,
  { facts, price, line, ...draft }: ApprovalDraft,
  { code, now, until, atMost }: AskTerms,
): Promise<AskedApproval | undefined> {
  const { account, profile, target, operation, call, digest } = draft;
  const of = `account = $1 AND ${usableAt('$2')}`;
  const [same] = await all(query, `${of} AND digest = $3`, now, [account, now, digest]);
  if (same) {
    await query("UPDATE approval SET facts = $1, price = $2 WHERE code = $3 AND state = 'waiting'", [
      JSON.stringify(facts),
      JSON.stringify(price),
      same.code,
    ]);
    return (await all(query, 'code = $1', now, [same.code]))[0];
  }
  await prune(query, now);
  const { rows } = await query<{ n: number }>(`SELECT count(*) AS n FROM approval WHERE ${of}`, [
    account,
    now,
  ]);
  if ((rows[0]?.n ?? 0) >= atMost) return undefined;
  await query(
    `INSERT INTO approval (code, state, account, profile, target, operation, call, digest, facts, price, line,
       asked_at, expires_at) VALUES ($1, 'waiting', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[code, account, profile, target, operation, call, digest],
      ...[facts, price, line].map((value) => JSON.stringify(value)),
      now,
      until,
    ],
  );
  return (await all(query, 'code = $1', now, [code]))[0];
}
