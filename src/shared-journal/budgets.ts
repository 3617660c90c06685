import { jsonIn } from '../base/lossless-json.ts';
import type { Budget, Budgets, Draw, Money } from '../client/guard/budgets.ts';
import { type BudgetRow, budgetOf, hasLeft } from '../local/journal/budget-row.ts';
import type { Query, Store } from './store.ts';

/** Budgets, in the shared journal. */
export function sharedBudgets(store: Store): Budgets {
  return {
    add: (draft, signature) =>
      store.change(async (query) => {
        await query(
          'INSERT INTO budget (id, account, draft, signature) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
          [draft.id, draft.account, JSON.stringify(draft), signature],
        );
      }),
    revoke: async (id, now) =>
      (
        await store.change((query) =>
          query('UPDATE budget SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now]),
        )
      ).count > 0,
    list: () =>
      store.read(async (query) => {
        const { rows } = await query<BudgetRow>('SELECT * FROM budget ORDER BY number DESC');
        const budgets: Budget[] = [];
        for (const row of rows) budgets.push(budgetOf(row, await usedBy(query, row.id)));
        return budgets;
      }),
    covers: async (intent) =>
      (await store.read((query) => query('SELECT 1 FROM draw WHERE intent = $1', [intent]))).count > 0,
    forget: (accounts) =>
      store.change(async (query) => {
        const those = 'SELECT id FROM budget WHERE starts_with(account, $1)';
        await query(`DELETE FROM draw WHERE budget IN (${those})`, [accounts]);
        await query('DELETE FROM budget WHERE starts_with(account, $1)', [accounts]);
      }),
  };
}

/** A call that did not happen took nothing; what was billed in the end counts where the journal has it. */
async function usedBy(query: Query, budget: string): Promise<Money> {
  const { rows } = await query<Money & { quote: string | null }>(
    `SELECT draw.credits, draw.usd, intent.quote FROM draw LEFT JOIN intent ON intent.id = draw.intent
     WHERE draw.budget = $1 AND coalesce(intent.state, '') <> 'not-done'`,
    [budget],
  );
  const used = { credits: 0, usd: 0 };
  for (const { quote, credits, usd } of rows) {
    const bill = jsonIn(quote ?? '') as { readonly result?: Partial<Money> } | undefined;
    used.credits += bill?.result?.credits ?? credits;
    used.usd += bill?.result?.usd ?? usd;
  }
  return used;
}

/** Within the transaction that opens the intent. False where none of the budgets has as much left. */
export async function draw(query: Query, drawn: Draw, intent: number): Promise<boolean> {
  for (const id of drawn.budgets) {
    const { rows } = await query<BudgetRow>('SELECT * FROM budget WHERE id = $1 AND revoked_at IS NULL', [
      id,
    ]);
    const [row] = rows;
    if (row === undefined || !hasLeft(budgetOf(row, await usedBy(query, id)), drawn)) continue;
    await query('INSERT INTO draw (budget, intent, credits, usd) VALUES ($1, $2, $3, $4)', [
      id,
      intent,
      drawn.credits,
      drawn.usd,
    ]);
    return true;
  }
  return false;
}
