import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { icps } from '../../contract/areas/icps.ts';
import { icpView } from './icp-view.ts';

export const setPrimary = command({
  name: 'set-primary',
  summary: 'Set the primary ideal customer profile',
  uses: [icps.setPrimary],
  tool: 'work',
  args: { id: arg.id('id of the profile', { asked: 'icp' }) },
  examples: ['outreach icps set-primary 1'],
  async run({ service, screen }, { id }) {
    const { icp } = await service.api(icps.setPrimary, { params: { id } });
    screen.note(`Profile ${icp.id} is the primary one now.`);
    return icp;
  },
  view: icpView,
});
