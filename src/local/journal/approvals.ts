import { words } from '../../base/text/words.ts';
import type {
  ApprovalDraft,
  ApprovalPrice,
  ApprovalState,
  Approvals,
  AskedApproval,
  AskedLine,
  AskTerms,
  Protection,
} from '../../client/guard/approvals.ts';
import { ask, type Cell, type Dialect, type JournalStore, type Work } from './work.ts';

/** Ended ones are stored so long, and no more of them, for `approvals list --all`. */
const endedKeptMs = 24 * 3_600_000;
const mostEnded = 200;

/** By its code an open call is found when it is made again. */
const ended = 'code NOT IN (SELECT token FROM intent WHERE told_at IS NULL AND token IS NOT NULL)';

const usableAt = (now: string) => `state IN ('waiting', 'approved') AND expires_at > ${now}`;

type ApprovalRow = Pick<
  AskedApproval,
  'code' | 'account' | 'profile' | 'target' | 'operation' | 'call' | 'digest' | 'signature'
> &
  Readonly<Record<'facts' | 'price' | 'line', string>> &
  Readonly<Record<'asked_at' | 'expires_at', number>> &
  Readonly<Record<'decided_at' | 'used_at', number | null>> & {
    readonly state: Exclude<ApprovalState, 'unacknowledged' | 'expired'>;
  };

function approvalOf(row: ApprovalRow, now: number): AskedApproval {
  const { asked_at, expires_at, decided_at, used_at, facts, price, line, ...rest } = row;
  const isOver = expires_at <= now && (row.state === 'waiting' || row.state === 'approved');
  const isUnacknowledged = row.state === 'used' && used_at === null;
  return {
    ...rest,
    state: isOver ? 'expired' : isUnacknowledged ? 'unacknowledged' : row.state,
    facts: JSON.parse(facts) as string[],
    price: JSON.parse(price) as ApprovalPrice,
    line: JSON.parse(line) as AskedLine,
    askedAt: asked_at,
    expiresAt: expires_at,
    decidedAt: decided_at,
    usedAt: used_at,
  };
}

export const approvalColumns = [
  ...words('code state account profile target operation call digest facts price line'),
  ...words('asked_at expires_at decided_at used_at signature'),
] as const satisfies readonly (keyof ApprovalRow)[];

export function storedApprovals(store: JournalStore, dialect: Dialect, host?: string): Approvals {
  const { startsWith, holds } = dialect;
  const update = async (sql: string, values: readonly Cell[], once = true): Promise<boolean> =>
    (await store.change(() => ask(`UPDATE approval SET ${sql}`, values), { once })).count > 0;
  const read = (where: string, now: number, values: readonly Cell[]) =>
    store.read(() => all(dialect, where, now, values));
  return {
    ask: (draft, terms) =>
      store.change(() =>
        asked(dialect, host === undefined ? draft : { ...draft, line: { ...draft.line, host } }, terms),
      ),
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
    find: async (code, now) => (await read('code = $1', now, [code]))[0],
    of: (account, call, now) => read('account = $1 AND call = $2', now, [account, call]),
    list: (now, every) => (every ? read('TRUE', now, []) : read(usableAt('$1'), now, [now])),
    protection: async () => {
      const { rows } = await store.read(() => ask<{ value: string }>('SELECT value FROM protection LIMIT 1'));
      return rows[0] && (JSON.parse(rows[0].value) as Protection);
    },
    protect: (protection) =>
      store.change(function* () {
        yield* ask('DELETE FROM protection');
        if (protection)
          yield* ask('INSERT INTO protection (value) VALUES ($1)', [JSON.stringify(protection)]);
      }),
    forget: async (accounts, texts) => {
      const named = texts?.map((_, at) => holds('facts || line', `$${at + 2}`)).join(' OR ');
      const those = named === undefined ? '' : ` AND (${named || 'FALSE'})`;
      const { count } = await store.change(() =>
        ask(`DELETE FROM approval WHERE ${ended} AND ${startsWith('account', '$1')}${those}`, [
          accounts,
          ...(texts ?? []),
        ]),
      );
      return count;
    },
  };
}

function* all(
  { order }: Dialect,
  where: string,
  now: number,
  values: readonly Cell[],
): Work<AskedApproval[]> {
  const { rows } = yield* ask<ApprovalRow>(
    `SELECT ${approvalColumns.join(', ')} FROM approval WHERE ${where}
     ORDER BY asked_at DESC, ${order.approval} DESC`,
    values,
  );
  return rows.map((row) => approvalOf(row, now));
}

function* asked(
  dialect: Dialect,
  { facts, price, line, ...draft }: ApprovalDraft,
  { code, now, until, atMost }: AskTerms,
): Work<AskedApproval | undefined> {
  const { account, profile, target, operation, call, digest } = draft;
  const of = `account = $1 AND ${usableAt('$2')}`;
  const [same] = yield* all(dialect, `${of} AND digest = $3`, now, [account, now, digest]);
  if (same) {
    yield* ask("UPDATE approval SET facts = $1, price = $2 WHERE code = $3 AND state = 'waiting'", [
      JSON.stringify(facts),
      JSON.stringify(price),
      same.code,
    ]);
    return (yield* all(dialect, 'code = $1', now, [same.code]))[0];
  }
  const { approval: added } = dialect.order;
  yield* ask(`DELETE FROM approval WHERE ${ended} AND expires_at < $1`, [now - endedKeptMs]);
  yield* ask(
    `DELETE FROM approval WHERE ${ended} AND NOT (${usableAt('$1')}) AND ${added} NOT IN
       (SELECT ${added} FROM approval WHERE NOT (${usableAt('$1')}) ORDER BY asked_at DESC LIMIT ${mostEnded})`,
    [now],
  );
  const { rows } = yield* ask<{ n: number }>(`SELECT count(*) AS n FROM approval WHERE ${of}`, [
    account,
    now,
  ]);
  if ((rows[0]?.n ?? 0) >= atMost) return undefined;
  yield* ask(
    `INSERT INTO approval (code, state, account, profile, target, operation, call, digest, facts, price, line,
       asked_at, expires_at) VALUES ($1, 'waiting', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[code, account, profile, target, operation, call, digest],
      ...[facts, price, line].map((value) => JSON.stringify(value)),
      now,
      until,
    ],
  );
  return (yield* all(dialect, 'code = $1', now, [code]))[0];
}
