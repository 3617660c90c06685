import { fields } from '../../cli/declare/answer.ts';
import type { Budget } from '../../client/guard/budgets.ts';

/** What {@link entryOf} gives. */
export const entryFields = fields(
  'id',
  'state',
  'profile',
  'target',
  'commands[]',
  'credits',
  'creditsUsed',
  'usd',
  'usdUsed',
  'addedAt',
  'until',
  'revokedAt',
);

const time = (ms: number): string => new Date(ms).toISOString();

/** A budget, as it is shown. */
export const entryOf = (budget: Omit<Budget, 'signature'>, now: number) => ({
  id: budget.id,
  state: budget.revokedAt !== null ? 'revoked' : now < budget.until ? 'active' : 'over',
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
