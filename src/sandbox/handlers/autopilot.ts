import { autopilot } from '../../contract/areas/autopilot.ts';
import { sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import { runOf, runResult, runs, runView } from '../world/autopilot/runs.ts';

export const section = sectionOf(
  autopilot,
  {
    runs: ({ query, workspaceId }, sandbox) => {
      const { rows, total } = runs.page(sandbox, pageOf(query, 50), 't.workspace_id = ?', workspaceId);
      return { runs: rows.map(runView), total };
    },

    run: ({ params, workspaceId }, sandbox) => runResult(runOf(sandbox, workspaceId, params.id)),
  },
  async () => (await import('./late/autopilot.ts')).handlers,
);
