import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';

/** Mailboxes per plan; the spec says that a plan has seats and not how many. */
const byPlan: Readonly<Record<string, number>> = { trial: 3 };
const usual = 50;

/** How many mailboxes a workspace may connect. */
export function seatsOf(sandbox: Sandbox, workspaceId: number): number {
  const own = sandbox.read(nameOf(workspaceId));
  return own === undefined ? (byPlan[workspaceOf(sandbox, workspaceId).plan] ?? usual) : Number(own);
}

/** The name in `meta` of a number that a world file has set. */
const nameOf = (workspaceId: number): string => `seats ${workspaceId}`;

export const setSeats = (
  state: { write(name: string, value: number): void },
  workspaceId: number,
  seats: number,
): void => state.write(nameOf(workspaceId), seats);
