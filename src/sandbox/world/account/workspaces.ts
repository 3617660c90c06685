import { Refusal } from '../../core/handler.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';

export const workspaceTable = stored.recordTable('workspace', {
  id: stored.number,
  name: stored.text,
  parentId: stored.maybeNumber,
  plan: stored.text,
  contactCap: stored.number,
  hasSubscription: stored.flag(),
  hasCard: stored.flag(),
  creditsFree: stored.flag(),
  verificationAllowance: stored.number,
  /** How the next purchases go: `ok`, or an error code of credits.purchase. */
  purchaseOutcome: stored.text,
  createdAt: stored.number,
});

export type Workspace = stored.RecordOf<typeof workspaceTable>;

export const workspaceOf = (sandbox: Sandbox, id: number): Workspace => workspaceTable.get(sandbox, id);

/** The workspace, where its plan has the contact database: a free one has not. */
export function requirePlan(sandbox: Sandbox, id: number): Workspace {
  const workspace = workspaceOf(sandbox, id);
  if (workspace.plan === 'free')
    throw new Refusal(403, 'The plan of this workspace does not include the Lead Finder', {
      code: 'plan_required',
    });
  return workspace;
}
