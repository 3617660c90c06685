import type { Budget } from '../../client/guard/budgets.ts';
import * as s from '../../contract/schema/schema.ts';

export const entryFields = s.object({
  id: s.string(),
  state: s.oneOf(['active', 'over', 'revoked', 'unsigned']),
  profile: s.string(),
  target: s.oneOf(['live', 'sandbox']),
  commands: s.array(s.string()),
  credits: s.integer(),
  creditsUsed: s.integer(),
  usd: s.number(),
  usdUsed: s.number(),
  ...s.each(['addedAt', 'until', 'revokedAt'], s.timestamp()),
});

const time = (ms: number): string => new Date(ms).toISOString();

/** `unsigned`: added before `approvals protect`, or changed since; it pays for nothing. */
function stateOf({ revokedAt, until }: Pick<Budget, 'revokedAt' | 'until'>, now: number, signed: boolean) {
  if (revokedAt !== null) return 'revoked';
  if (now >= until) return 'over';
  return signed ? 'active' : 'unsigned';
}

export const entryOf = (budget: Omit<Budget, 'signature'>, now: number, signed: boolean) => ({
  id: budget.id,
  state: stateOf(budget, now, signed),
  profile: budget.profile,
  target: budget.target,
  commands: budget.commands,
  credits: budget.credits,
  creditsUsed: budget.used.credits,
  usd: budget.usd,
  usdUsed: budget.used.usd,
  addedAt: time(budget.addedAt),
  until: time(budget.until),
  revokedAt: budget.revokedAt === null ? null : time(budget.revokedAt),
});
