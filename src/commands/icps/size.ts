import { grouped } from '../../base/counted.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { icps } from '../../contract/areas/icps.ts';

export const size = command({
  name: 'size',
  summary: 'Count the people who match a profile (free, cached)',
  uses: [icps.refreshAudienceSize],
  tool: 'work',
  args: { id: arg.id('id of the profile', { asked: 'icp' }) },
  examples: ['outreach icps size 1', 'outreach icps size 1 --fields audienceSize'],
  run: ({ service }, { id }) => service.api(icps.refreshAudienceSize, { params: { id } }),
  view: ({ audienceSize, icp }) =>
    record(
      ['Profile', icp?.name],
      ['People', grouped(audienceSize)],
      ['Counted', icp?.audienceSizedAt ?? undefined],
    ),
});
