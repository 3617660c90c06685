import type { State } from './state.ts';

/** Something that cannot be taken back, and the call it came of. */
export interface LedgerRow {
  readonly id: number;
  readonly operation: string;
  readonly effect: string;
  readonly credits: number;
  readonly usd: number;
  /** Simulated time, milliseconds. */
  readonly at: number;
  /** Its parameters and its body. */
  readonly request: unknown;
}

/** The calls with an effect, oldest first; those of one operation where it is named. */
export function callsOf({ db }: Pick<State, 'db'>, operation?: string): LedgerRow[] {
  return db
    .prepare(
      'SELECT id, operation, effect, credits, usd, at, request FROM ledger WHERE ?1 IS NULL OR operation = ?1 ORDER BY id',
    )
    .all<Omit<LedgerRow, 'request'> & { request: string }>(operation ?? null)
    .map((row) => ({ ...row, request: JSON.parse(row.request) as unknown }));
}
