import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { findCampaign, setStatus } from '../campaign/campaigns.ts';
import { runMoved } from '../events/account-events.ts';
import { beginReveal } from './advance.ts';
import type { Run } from './runs.ts';
import { change, moveTo, note } from './steps.ts';

/**
 * Begins to spend; only a run that waits for it can be approved. A key has no user, so the workspace represents its
 * owner.
 */
export function approve(sandbox: Sandbox, run: Run): Run {
  if (run.killSwitch) throw new Refusal(409, `Run ${run.id} was killed and cannot be resumed`);
  if (run.status !== 'awaiting_approval')
    throw new Refusal(409, `Run ${run.id} is ${run.status}: only a run that awaits approval can be approved`);
  const approved = change(sandbox, run, {
    approvedAt: sandbox.now(),
    approvedBy: run.workspaceId,
    ledgerId: sandbox.effect(),
  });
  const message = 'Approved; the first batch is being revealed';
  return beginReveal(sandbox, moveTo(sandbox, approved, 'sourcing_prospects', message, 'api'));
}

/** Halts a run for good. A campaign that it launched is paused; what was spent stays spent. */
export function kill(sandbox: Sandbox, run: Run, reason: string): Run {
  if (run.killSwitch) return run;
  const campaign = run.launched ? findCampaign(sandbox, run.campaignId ?? 0) : undefined;
  if (campaign?.status === 'running') setStatus(sandbox, campaign.id, 'paused');
  const halted = change(sandbox, run, { killSwitch: true, lastAdvancedAt: sandbox.now() });
  runMoved(sandbox, { ...halted, from: run.status, to: 'halted', killReason: reason });
  return note(sandbox, halted, 'api', reason === '' ? 'Killed' : `Killed: ${reason}`);
}
