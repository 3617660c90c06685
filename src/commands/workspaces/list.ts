import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { table } from '../../cli/declare/view.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';

export const list = command({
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
