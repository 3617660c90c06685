import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';

/**
 * Which plans have inbox placement, and which has tests that repeat: ours, the spec knows the two refusals and not what
 * brings them about. `tier` is the plan that the workspace has.
 */
const without: readonly string[] = ['free', 'trial'];
const withRepeats = 'hypergrowth';

export function requirePlacement(sandbox: Sandbox, workspaceId: number): void {
  const { plan } = workspaceOf(sandbox, workspaceId);
  if (!without.includes(plan)) return;
  throw new Refusal(403, 'The plan of this workspace does not include inbox placement', {
    code: 'inbox_placement_required',
    tier: plan,
  });
}

export function requireHypergrowth(sandbox: Sandbox, workspaceId: number): void {
  const { plan } = workspaceOf(sandbox, workspaceId);
  if (plan === withRepeats) return;
  throw new Refusal(403, 'Tests that repeat every week need the Hypergrowth tier of inbox placement', {
    code: 'inbox_placement_hypergrowth_required',
    tier: plan,
  });
}
