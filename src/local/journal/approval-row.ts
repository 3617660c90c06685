import type { ApprovalPrice, ApprovalState, AskedApproval, AskedLine } from '../../client/guard/approvals.ts';

/** Ended ones are stored so long, and no more of them, for `approvals list --all`. */
export const endedKeptMs = 24 * 3_600_000;
export const mostEnded = 200;

/** By its code an open call is found when it is made again. */
export const ended = 'code NOT IN (SELECT token FROM intent WHERE told_at IS NULL AND token IS NOT NULL)';

/** An approval as its table holds it. */
export interface ApprovalRow
  extends Pick<
    AskedApproval,
    'code' | 'account' | 'profile' | 'target' | 'operation' | 'call' | 'digest' | 'signature'
  > {
  readonly state: Exclude<ApprovalState, 'unacknowledged' | 'expired'>;
  readonly facts: string;
  readonly price: string;
  readonly line: string;
  readonly asked_at: number;
  readonly expires_at: number;
  readonly decided_at: number | null;
  readonly used_at: number | null;
}

export function approvalOf(row: ApprovalRow, now: number): AskedApproval {
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
