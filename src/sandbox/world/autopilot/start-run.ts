import { counted } from '../../../base/counted.ts';
import type { autopilot } from '../../../contract/areas/autopilot.ts';
import { limits } from '../../../contract/limits.ts';
import type { Input } from '../../../contract/operation.ts';
import { budgetPlan, type PlanAssumptions, planAssumptions } from '../../../domain/autopilot-plan.ts';
import { Refusal } from '../../core/handler.ts';
import { invalidField } from '../../core/request.ts';
import { countRows } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339, secondsToUtcMidnight, utcDay } from '../../core/times.ts';
import { prices, prospectPrice } from '../account/prices.ts';
import { availableOf } from '../account/wallet.ts';
import { type Workspace, workspaceOf } from '../account/workspaces.ts';
import { siteOf } from '../planning/website.ts';
import { type Run, runs } from './runs.ts';
import { scheduleStep } from './steps.ts';

type Request = Input<typeof autopilot.start>['body'];

/** The runner's own batch where neither a budget nor a number says how many; the spec names no figure. */
const defaultBatch = 50;
/** How long a run waits for its turn. */
const pendingMs = 1000;

/** What plans of a workspace are worked out from: the figures of the plan, at the prices that it pays. */
export const assumptionsFor = (workspace: Workspace): PlanAssumptions => ({
  ...planAssumptions,
  usdPerCredit: prices.usdPerCredit,
  creditsPerProspect: prospectPrice(workspace),
});

/** Starts a run or says which of the spec's rules forbids it. Nothing is reserved (spec, POST /autopilot/runs). */
export function startRun(sandbox: Sandbox, workspaceId: number, request: Request): Run {
  const { host } = siteOf(request.website);
  const workspace = workspaceOf(sandbox, workspaceId);
  const { budgetUsd, maxMailboxes } = request;
  const plan =
    budgetUsd === undefined ? undefined : budgetPlan({ budgetUsd, maxMailboxes }, assumptionsFor(workspace));
  if (plan?.feasible === false) throw invalidField('budgetUsd', budgetUsd, 'is too small for one mailbox');
  // A trial is not a subscription yet.
  if (!workspace.hasSubscription || workspace.plan === 'trial')
    throw new Refusal(403, 'Autopilot needs an active subscription');
  refuseOverLimits(sandbox, workspaceId);
  const targetProspectCount = request.targetProspects || plan?.prospectsPerMonth || defaultBatch;
  refuseUnlessAffordable(sandbox, workspace, targetProspectCount);
  const now = sandbox.now();
  const id = runs.insert(sandbox, {
    workspaceId,
    website: request.website.trim(),
    status: 'pending',
    replyMode: request.replyMode ?? 'draft',
    targetProspectCount,
    plan: plan ?? null,
    audit: [{ actor: 'api', at: rfc3339(now), stage: 'pending', message: `Started for ${host}` }],
    createdAt: now,
  });
  const run = runs.get(sandbox, id);
  scheduleStep(sandbox, run, pendingMs);
  return run;
}

function refuseOverLimits(sandbox: Sandbox, workspaceId: number): void {
  const atGate = "WHERE t.workspace_id = ? AND t.status = 'awaiting_approval' AND t.kill_switch = 0 LIMIT 1";
  const waiting = runs.first(sandbox, atGate, workspaceId);
  if (waiting)
    throw new Refusal(429, `Run ${waiting.id} already awaits approval: approve it or kill it first`);
  const now = sandbox.now();
  const most = limits.autopilotRunsPerDay;
  const since = Date.parse(utcDay(now));
  if (
    countRows(sandbox, 'autopilot_run WHERE workspace_id = ? AND created_at >= ?', workspaceId, since) >= most
  )
    throw new Refusal(429, `At most ${counted(most, 'run')} a day (UTC) can be started`, {
      retryAfterSeconds: secondsToUtcMidnight(now),
    });
}

/** The first batch at the price per prospect, against what the wallet can spend. */
function refuseUnlessAffordable(sandbox: Sandbox, workspace: Workspace, prospects: number): void {
  const need = prospects * prospectPrice(workspace);
  const have = availableOf(sandbox, workspace.id);
  if (have >= need) return;
  throw new Refusal(
    402,
    `The first batch of ${counted(prospects, 'prospect')} needs ${counted(need, 'credit')}, and there are ${have}`,
    {
      code: 'insufficient_credits',
      have,
      need,
    },
  );
}
