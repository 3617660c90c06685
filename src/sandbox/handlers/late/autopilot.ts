import type { autopilot } from '../../../contract/areas/autopilot.ts';
import { limits } from '../../../contract/limits.ts';
import { budgetPlan } from '../../../domain/autopilot-plan.ts';
import { type HandlersOf, Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../../world/account/workspaces.ts';
import { type Run, runOf, runResult, runView } from '../../world/autopilot/runs.ts';
import { assumptionsFor, startRun } from '../../world/autopilot/start-run.ts';
import { change, moveTo, note, scheduleStep, tellMove } from '../../world/autopilot/steps.ts';
import { findCampaign, setStatus } from '../../world/campaign/campaigns.ts';

export const handlers: HandlersOf<typeof autopilot, 'plan' | 'start' | 'approve' | 'kill'> = {
  plan: ({ body, workspaceId }, sandbox) => ({
    ...budgetPlan(body, assumptionsFor(workspaceOf(sandbox, workspaceId))),
  }),

  start: ({ body, workspaceId }, sandbox) => runResult(startRun(sandbox, workspaceId, body)),

  approve: ({ params, workspaceId }, sandbox) =>
    runResult(approve(sandbox, runOf(sandbox, workspaceId, params.id))),

  kill: ({ params, body, workspaceId }, sandbox) => {
    const reason = [...(body.reason ?? '').trim()].slice(0, limits.killReasonLength).join('');
    return { run: runView(kill(sandbox, runOf(sandbox, workspaceId, params.id), reason)) };
  },
};

/** How long the first batch takes; ours. */
const revealMs = 5000;

/**
 * Begins to spend; only a run that waits for it can be approved. A key has no user, so the workspace represents its
 * owner.
 */
function approve(sandbox: Sandbox, run: Run): Run {
  if (run.killSwitch) throw new Refusal(409, `Run ${run.id} was killed and cannot be resumed`);
  if (run.status !== 'awaiting_approval')
    throw new Refusal(409, `Run ${run.id} is ${run.status}: only a run that awaits approval can be approved`);
  const message = 'Approved; the first batch is being revealed';
  const revealing = moveTo(sandbox, run, 'sourcing_prospects', message, {
    actor: 'api',
    approvedAt: sandbox.now(),
    approvedBy: run.workspaceId,
    ledgerId: sandbox.effect(),
  });
  scheduleStep(sandbox, revealing, revealMs);
  return revealing;
}

/** Halts a run for good. A campaign that it launched is paused; what was spent stays spent. */
function kill(sandbox: Sandbox, run: Run, reason: string): Run {
  if (run.killSwitch) return run;
  const campaign = run.launched ? findCampaign(sandbox, run.campaignId ?? 0) : undefined;
  if (campaign?.status === 'running') setStatus(sandbox, campaign.id, 'paused');
  const halted = change(sandbox, run, { killSwitch: true, lastAdvancedAt: sandbox.now() });
  tellMove(sandbox, halted, run.status, 'halted', reason);
  return note(sandbox, halted, 'api', reason === '' ? 'Killed' : `Killed: ${reason}`);
}
