import { advise } from '../../cli/advice/advise.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { autoRecord } from '../../cli/output/formats/auto-view.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import { key } from './key.ts';

const list = command({
  name: 'list',
  summary: 'List workspaces',
  about: 'A key of the main workspace sees every workspace of the account.',
  uses: [workspaces.list],
  tool: 'read',
  onePiece: true,
  examples: ['outreach workspaces list', 'outreach workspaces list --json'],
  run: async ({ service, screen }) =>
    onePage((await service.api(workspaces.list)).workspaces, screen.globals),
  view: ({ items }) =>
    table(items, [
      ['ID', (workspace) => workspace.id, 'id'],
      ['Name', (workspace) => workspace.name],
      ['Main', ({ isMain }) => isMain],
      ['Plan', (workspace) => workspace.plan],
    ]),
});

const create = command({
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

export const group: Verbs = {
  commands: [list, create],
  groups: [key],
};
