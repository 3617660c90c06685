import type { autopilot } from '../../contract/areas/autopilot.ts';
import { limits } from '../../contract/limits.ts';
import { budgetPlan } from '../../domain/autopilot-plan.ts';
import type { Handlers } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import { workspaceOf } from '../world/account/workspaces.ts';
import { approve, kill } from '../world/autopilot/decide.ts';
import { listRuns, runOf, runResult, runView } from '../world/autopilot/runs.ts';
import { assumptionsFor, startRun } from '../world/autopilot/start-run.ts';

export const handlers: Handlers<typeof autopilot> = {
  plan: ({ body, workspaceId }, sandbox) => ({
    ...budgetPlan(body, assumptionsFor(workspaceOf(sandbox, workspaceId))),
  }),

  runs: ({ query, workspaceId }, sandbox) => {
    const { limit, offset } = pageOf(query, 50);
    const { runs, total } = listRuns(sandbox, workspaceId, limit, offset);
    return { runs: runs.map(runView), total };
  },

  start: ({ body, workspaceId }, sandbox) => runResult(startRun(sandbox, workspaceId, body)),

  run: ({ params, workspaceId }, sandbox) => runResult(runOf(sandbox, workspaceId, params.id ?? 0)),

  approve: ({ params, workspaceId }, sandbox) =>
    runResult(approve(sandbox, runOf(sandbox, workspaceId, params.id ?? 0))),

  kill: ({ params, body, workspaceId }, sandbox) => {
    const reason = [...(body.reason ?? '').trim()].slice(0, limits.killReasonLength).join('');
    return { run: runView(kill(sandbox, runOf(sandbox, workspaceId, params.id ?? 0), reason)) };
  },
};
