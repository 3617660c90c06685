import { counted } from '../../../base/counted.ts';
import { Refusal } from '../../core/handler.ts';
import * as stored from '../../core/record-table.ts';
import { insert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { emit, isHeard } from '../../deliveries/emit.ts';

/**
 * Credits. Entries are settled and add up to the balance; what is held for work under way is not available and not yet
 * a debit (spec, Import rules 2 and Report rules).
 */
export function balanceOf(sandbox: Sandbox, workspaceId: number): number {
  return sum(sandbox, 'credit_entry', workspaceId);
}

export function availableOf(sandbox: Sandbox, workspaceId: number): number {
  return balanceOf(sandbox, workspaceId) - sum(sandbox, 'credit_hold', workspaceId);
}

/** Throws 402 where the wallet does not hold what a batch may take. */
export function refuseUnlessAvailable(sandbox: Sandbox, workspaceId: number, needed: number): void {
  const available = availableOf(sandbox, workspaceId);
  if (needed <= available) return;
  const words = `${counted(needed, 'credit is', 'credits are')} needed, and there are ${available}`;
  throw new Refusal(402, words, { code: 'insufficient_credits', needed, available });
}

function sum(sandbox: Sandbox, table: 'credit_entry' | 'credit_hold', workspaceId: number): number {
  const row = sandbox.db
    .prepare(`SELECT coalesce(sum(amount), 0) AS total FROM ${table} WHERE workspace_id = ?`)
    .get<{ total: number }>(workspaceId);
  return row?.total ?? 0;
}

export const entryTable = stored.recordTable('credit_entry', {
  id: stored.number,
  workspaceId: stored.number,
  amount: stored.number,
  reason: stored.text,
  reference: stored.maybeText,
  createdAt: stored.number,
});

/** A settled entry: positive for a grant or a top-up, negative for a debit. */
export function addCredits(
  sandbox: Sandbox,
  workspaceId: number,
  amount: number,
  reason: string,
  reference: string | null = null,
): void {
  entryTable.insert(sandbox, { workspaceId, amount, reason, reference, createdAt: sandbox.now() });
  if (amount >= 0 || !isHeard(sandbox, workspaceId, 'CreditBalanceLow')) return;
  const balance = balanceOf(sandbox, workspaceId);
  // Only going below the threshold is an event, not being there.
  if (balance < lowBalance && balance - amount >= lowBalance)
    emit(sandbox, workspaceId, 'CreditBalanceLow', () => ({ event_id: '', balance, threshold: lowBalance }));
}

/** Nothing tops credits up by itself here, so that the threshold is always the one of the spec for that. */
const lowBalance = 100;

/** Sets credits aside under a name; one hold per name at a time. */
export function hold(sandbox: Sandbox, workspaceId: number, amount: number, reference: string): void {
  insert(sandbox, 'credit_hold', { reference, workspaceId, amount, createdAt: sandbox.now() });
}

/** Lets go of a hold and debits what was really used of it; nothing used leaves no entry. */
export function settleHold(sandbox: Sandbox, reference: string, used: number, reason: string): void {
  const held = sandbox.db
    .prepare('SELECT workspace_id AS workspaceId, amount FROM credit_hold WHERE reference = ?')
    .get<{ workspaceId: number; amount: number }>(reference);
  if (!held) throw new Error(`nothing is held for ${reference}`);
  if (used > held.amount) throw new Error(`${used} credits used of ${held.amount} held for ${reference}`);
  sandbox.db.prepare('DELETE FROM credit_hold WHERE reference = ?').run(reference);
  if (used > 0) addCredits(sandbox, held.workspaceId, -used, reason, reference);
}
