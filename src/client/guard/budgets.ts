/** What a person allows beforehand: that commands spend so much, until a time, without a question for each call. */

export interface BudgetDraft {
  readonly id: string;
  readonly account: string;
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  /** By their paths: `finder import`. */
  readonly commands: readonly string[];
  /** Null: none. */
  readonly credits: number | null;
  readonly usd: number | null;
  /** Milliseconds of wall time, here and below. */
  readonly addedAt: number;
  readonly until: number;
}

export interface Budget extends BudgetDraft {
  readonly revokedAt: number | null;
  /** Where approvals are protected, with the key that the passphrase opens. */
  readonly signature: string | null;
  /** Of calls that were made on it: the true bill where that is known. */
  readonly used: Money;
}

export interface Money {
  readonly credits: number;
  readonly usd: number;
}

/** What a call takes from the first of these budgets that has as much left. */
export interface Draw extends Money {
  readonly budgets: readonly string[];
}

/** Every method is one transaction. */
export interface Budgets {
  add(draft: BudgetDraft, signature: string | null): Promise<void>;
  /** False where it has ended. */
  revoke(id: string, now: number): Promise<boolean>;
  list(): Promise<readonly Budget[]>;
  /** Whether the call of this intent was made on a budget. */
  covers(intent: number): Promise<boolean>;
  forget(accounts: string): Promise<void>;
}
