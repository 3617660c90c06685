import { command } from '../../cli/command.ts';
import { record } from '../../cli/output/view.ts';
import { arg } from '../../cli/params.ts';
import { icps } from '../../contract/areas/icps.ts';
import { count } from '../../domain/money.ts';

export const size = command({
  name: 'size',
  summary: 'Count the people an ideal customer profile means; free and cached',
  uses: [icps.refreshAudienceSize],
  args: { id: arg.id('id of the profile') },
  examples: ['outreach icps size 1', 'outreach icps size 1 --fields audienceSize'],
  run: ({ api }, { id }) => api(icps.refreshAudienceSize, { params: { id } }),
  view: ({ audienceSize, icp }) =>
    record(
      ['Profile', icp?.name],
      ['People', count(audienceSize)],
      ['Counted', icp?.audienceSizedAt ?? undefined],
    ),
});
