import type { Budget, BudgetDraft, Draw, Money } from '../../client/guard/budgets.ts';

/** A budget as its table holds it. */
export interface BudgetRow {
  readonly id: string;
  readonly draft: string;
  readonly revoked_at: number | null;
  readonly signature: string | null;
}

export const budgetOf = ({ draft, revoked_at, signature }: BudgetRow, used: Money): Budget => ({
  ...(JSON.parse(draft) as BudgetDraft),
  revokedAt: revoked_at,
  signature,
  used,
});

export const hasLeft = (
  budget: Pick<Budget, 'credits' | 'usd' | 'used'>,
  { credits, usd }: Pick<Draw, 'credits' | 'usd'>,
): boolean =>
  credits <= (budget.credits ?? 0) - budget.used.credits &&
  (budget.usd === null || usd <= budget.usd - budget.used.usd);
