import { jsonIn } from '../../base/lossless-json.ts';
import type { Budget, BudgetDraft, Budgets, Draw, Money } from '../../client/guard/budgets.ts';
import { ask, type Dialect, type JournalStore, type Work } from './work.ts';

interface BudgetRow {
  readonly id: string;
  readonly draft: string;
  readonly revoked_at: number | null;
  readonly signature: string | null;
}

const columns = 'id, draft, revoked_at, signature';

export const storedBudgets = (store: JournalStore, { order, startsWith }: Dialect): Budgets => ({
  async add(draft, signature) {
    await store.change(() =>
      ask(
        'INSERT INTO budget (id, account, draft, signature) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
        [draft.id, draft.account, JSON.stringify(draft), signature],
      ),
    );
  },
  async revoke(id, now) {
    const { count } = await store.change(() =>
      ask('UPDATE budget SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now]),
    );
    return count > 0;
  },
  list: () =>
    store.read(function* () {
      const { rows } = yield* ask<BudgetRow>(`SELECT ${columns} FROM budget ORDER BY ${order.budget} DESC`);
      const budgets: Budget[] = [];
      for (const row of rows) budgets.push(yield* budgetOf(row));
      return budgets;
    }),
  async covers(intent) {
    const { count } = await store.read(() => ask('SELECT 1 FROM draw WHERE intent = $1', [intent]));
    return count > 0;
  },
  async forget(accounts) {
    const those = startsWith('account', '$1');
    await store.change(function* () {
      yield* ask(`DELETE FROM draw WHERE budget IN (SELECT id FROM budget WHERE ${those})`, [accounts]);
      yield* ask(`DELETE FROM budget WHERE ${those}`, [accounts]);
    });
  },
});

/** A call that did not happen took nothing; what was billed in the end counts where the journal has it. */
function* budgetOf({ id, draft, revoked_at, signature }: BudgetRow): Work<Budget> {
  const { rows } = yield* ask<Money & { quote: string | null }>(
    `SELECT draw.credits, draw.usd, intent.quote FROM draw LEFT JOIN intent ON intent.id = draw.intent
     WHERE draw.budget = $1 AND coalesce(intent.state, '') <> 'not-done'`,
    [id],
  );
  const used = { credits: 0, usd: 0 };
  for (const { quote, credits, usd } of rows) {
    const bill = jsonIn(quote ?? '') as { readonly result?: Partial<Money> } | undefined;
    used.credits += bill?.result?.credits ?? credits;
    used.usd += bill?.result?.usd ?? usd;
  }
  return { ...(JSON.parse(draft) as BudgetDraft), revokedAt: revoked_at, signature, used };
}

/** The first of these budgets that has as much left; undefined where none has. Within the transaction that draws on it. */
export function* enoughIn(drawn: Draw): Work<string | undefined> {
  for (const id of drawn.budgets) {
    const { rows } = yield* ask<BudgetRow>(
      `SELECT ${columns} FROM budget WHERE id = $1 AND revoked_at IS NULL`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) continue;
    const { credits, usd, used } = yield* budgetOf(row);
    const hasDollars = usd === null || drawn.usd <= usd - used.usd;
    if (hasDollars && drawn.credits <= (credits ?? 0) - used.credits) return id;
  }
  return undefined;
}
