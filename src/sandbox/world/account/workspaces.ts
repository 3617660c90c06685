import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';

export interface Workspace {
  readonly id: number;
  readonly parentId: number | null;
  readonly plan: string;
  readonly contactCap: number;
  readonly hasSubscription: boolean;
  readonly hasCard: boolean;
  readonly creditsFree: boolean;
  readonly verificationAllowance: number;
  /** How the next purchases go: `ok`, or an error code of credits.purchase. */
  readonly purchaseOutcome: string;
}

type Row = Record<'id' | 'contactCap' | 'hasSubscription' | 'hasCard' | 'creditsFree', number> &
  Record<'plan' | 'purchaseOutcome', string> & { parentId: number | null; verificationAllowance: number };

export function workspaceOf(sandbox: Sandbox, id: number): Workspace {
  const row = sandbox.db
    .prepare(
      `SELECT id, parent_id AS parentId, plan, contact_cap AS contactCap, has_subscription AS hasSubscription,
         has_card AS hasCard, credits_free AS creditsFree, verification_allowance AS verificationAllowance,
         purchase_outcome AS purchaseOutcome
       FROM workspace WHERE id = ?`,
    )
    .get<Row>(id);
  if (!row) throw new Error(`there is no workspace ${id}`);
  return {
    ...row,
    hasSubscription: row.hasSubscription === 1,
    hasCard: row.hasCard === 1,
    creditsFree: row.creditsFree === 1,
  };
}

/** The workspace, where its plan has the contact database: a free one has not. */
export function requirePlan(sandbox: Sandbox, id: number): Workspace {
  const workspace = workspaceOf(sandbox, id);
  if (workspace.plan === 'free')
    throw new Refusal(403, 'The plan of this workspace does not include the Lead Finder', {
      code: 'plan_required',
    });
  return workspace;
}
