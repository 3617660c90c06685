import type { Budgets, Draw, Money } from '../../client/guard/budgets.ts';
import type { Database } from '../database.ts';
import { type BudgetRow, budgetOf, hasLeft } from './budget-row.ts';

/** A call that did not happen took nothing; what was billed in the end counts where the journal has it. */
const usedOf = `
  SELECT coalesce(sum(coalesce(bill ->> '$.result.credits', credits)), 0) AS credits,
    coalesce(sum(coalesce(bill ->> '$.result.usd', usd)), 0) AS usd
  FROM (SELECT draw.credits, draw.usd, CASE WHEN json_valid(intent.quote) THEN intent.quote END AS bill
    FROM draw LEFT JOIN intent ON intent.id = draw.intent
    WHERE draw.budget = ? AND coalesce(intent.state, '') <> 'not-done')`;

/** Budgets, in the database of the journal. */
export function localBudgets(db: Database): Budgets {
  return {
    add: async (draft, signature) => {
      db.prepare('INSERT INTO budget (id, account, draft, signature) VALUES (?, ?, ?, ?)').run(
        draft.id,
        draft.account,
        JSON.stringify(draft),
        signature,
      );
    },
    revoke: async (id, now) =>
      db.prepare('UPDATE budget SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(now, id)
        .changes > 0,
    list: async () =>
      db
        .prepare('SELECT * FROM budget ORDER BY rowid DESC')
        .all<BudgetRow>()
        .map((row) => budgetOf(row, usedBy(db, row.id))),
    covers: async (intent) => db.prepare('SELECT 1 FROM draw WHERE intent = ?').get(intent) !== undefined,
    forget: async (accounts) =>
      db.transaction(() => {
        const those = 'substr(account, 1, length(?1)) = ?1';
        db.prepare(`DELETE FROM draw WHERE budget IN (SELECT id FROM budget WHERE ${those})`).run(accounts);
        db.prepare(`DELETE FROM budget WHERE ${those}`).run(accounts);
      }),
  };
}

const usedBy = (db: Database, id: string): Money =>
  db.prepare(usedOf).get<Money>(id) ?? { credits: 0, usd: 0 };

/** Within the transaction that opens the intent. False where none of the budgets has as much left. */
export function draw(db: Database, drawn: Draw, intent: () => number): boolean {
  const enough = drawn.budgets.find((id) => {
    const row = db.prepare('SELECT * FROM budget WHERE id = ? AND revoked_at IS NULL').get<BudgetRow>(id);
    return row !== undefined && hasLeft(budgetOf(row, usedBy(db, id)), drawn);
  });
  if (enough === undefined) return false;
  db.prepare('INSERT INTO draw (budget, intent, credits, usd) VALUES (?, ?, ?, ?)').run(
    enough,
    intent(),
    drawn.credits,
    drawn.usd,
  );
  return true;
}
