import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { autoRecord } from '../../cli/output/formats/auto-view.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';

export const create = command({
  name: 'create',
  summary: 'Create a child workspace',
  about:
    'Needs a key of the main workspace. Each call creates a new workspace. The fields of this call are not documented: only the name is sent. For other fields: outreach api POST /workspaces',
  uses: [workspaces.create],
  tool: 'work',
  args: { name: arg.text('name of the workspace', { asked: 'name' }) },
  examples: ['outreach workspaces create "Agency client"'],
  async run({ service, screen }, { name }) {
    const answer = await service.api(workspaces.create, { body: { name } });
    screen.note(answer.message ?? 'Created.');
    return answer.workspace ?? answer;
  },
  next: ({ id }) => [typeof id === 'number' ? advise('workspaces key create', { workspace: id }) : undefined],
  view: (made) => autoRecord(made, undefined),
});
