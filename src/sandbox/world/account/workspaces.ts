import { Refusal } from '../../core/handler.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox, State } from '../../core/state.ts';

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

/** Mailboxes per plan; the spec says that a plan has seats and not how many. A world file may set another number. */
const seats = { trial: 3, usual: 50 };
const seatsName = (workspaceId: number): string => `seats ${workspaceId}`;

export function seatsOf(sandbox: Sandbox, id: number): number {
  const usual = workspaceOf(sandbox, id).plan === 'trial' ? seats.trial : seats.usual;
  return Number(sandbox.read(seatsName(id)) ?? usual);
}

export const setSeats = (state: State, id: number, count: number): void => state.write(seatsName(id), count);

/** The workspace, where its plan has the contact database: a free one has not. */
export function requirePlan(sandbox: Sandbox, id: number): Workspace {
  const workspace = workspaceOf(sandbox, id);
  if (workspace.plan === 'free')
    throw new Refusal(403, 'The plan of this workspace does not include the Lead Finder', {
      code: 'plan_required',
    });
  return workspace;
}
