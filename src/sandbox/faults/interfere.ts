import type { WireAnswer } from '../../contract/wire.ts';
import type { Arrived } from '../service/routes.ts';
import { workspaceOf, workspaceTable } from '../world/account/workspaces.ts';
import { type FaultedResponse, faultedResponse } from './faulted-response.ts';
import { behind } from './lag.ts';
import { putOff } from './late-calls.ts';
import type { Fault } from './rule.ts';
import { strike } from './rules.ts';

/** Comes between a call and its handler, `work`. */
export function interfere(arrived: Arrived, work: () => WireAnswer): FaultedResponse {
  const { state, match, workspaceId } = arrived;
  const hit = strike(state, match);
  if (!hit) return work();
  const { fault, marks } = hit;
  if (fault.kind === 'lag') return behind(state, workspaceId, { ms: fault.detail ?? 0, marks }, work);
  if (fault.when === 'after') return afterwards(arrived, fault, work);
  if (fault.when === 'late') putOff(arrived, fault.lateMs);
  return faultedResponse(fault, match.operation, undefined);
}

function afterwards(
  { state, match, workspaceId }: Arrived,
  fault: Fault,
  work: () => WireAnswer,
): FaultedResponse {
  if (fault.kind === 'purchase_incomplete') {
    // The card is charged, and no credits are added.
    const { purchaseOutcome } = workspaceOf(state, workspaceId);
    workspaceTable.update(state, workspaceId, { purchaseOutcome: fault.kind });
    const answer = work();
    workspaceTable.update(state, workspaceId, { purchaseOutcome });
    return answer;
  }
  const real = work();
  // A refused purchase has a known outcome, so the fault does not apply.
  if (fault.kind === 'purchase_unconfirmed' && real.status >= 400) return real;
  return faultedResponse(fault, match.operation, real);
}
