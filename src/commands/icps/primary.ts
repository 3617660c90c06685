import { command } from '../../cli/declare/command.ts';
import { icps } from '../../contract/areas/icps.ts';
import { icpView } from './icp-view.ts';

export const primary = command({
  name: 'primary',
  summary: 'Show the primary ideal customer profile',
  about: 'At most one profile is primary; if there is none, it exits with 6.',
  uses: [icps.primary],
  tool: 'read',
  examples: ['outreach icps primary', 'outreach icps primary --json'],
  run: async ({ service }) => (await service.api(icps.primary)).icp,
  view: icpView,
});
