import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { icps } from '../../contract/areas/icps.ts';
import { icpView } from './icp-view.ts';

export const get = command({
  name: 'get',
  summary: 'Show an ideal customer profile',
  uses: [icps.get],
  tool: 'read',
  args: { id: arg.id('id of the profile', { asked: 'icp' }) },
  examples: ['outreach icps get 1', 'outreach icps get 1 --json'],
  run: async ({ service }, { id }) => (await service.api(icps.get, { params: { id } })).icp,
  view: icpView,
});
