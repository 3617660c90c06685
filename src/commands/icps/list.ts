import { command } from '../../cli/declare/command.ts';
import { icps } from '../../contract/areas/icps.ts';
import { audienceText } from './icp-view.ts';

export const list = command({
  name: 'list',
  summary: 'List ideal customer profiles, newest first',
  uses: [icps.list],
  tool: 'read',
  examples: ['outreach icps list', 'outreach icps list --all --json'],
  run: ({ service }) => service.list(icps.list),
  columns: [
    ['ID', (icp) => icp.id, 'id'],
    ['Name', (icp) => icp.name],
    ['Primary', (icp) => icp.isPrimary],
    ['Titles', (icp) => icp.titles?.join(', '), 'prose', 6],
    ['Audience', audienceText],
    ['Created', (icp) => icp.createdAt, 'time'],
  ],
});
