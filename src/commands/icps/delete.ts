import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { icps } from '../../contract/areas/icps.ts';
import * as s from '../../contract/schema/schema.ts';

export const remove = command({
  name: 'delete',
  summary: 'Delete an ideal customer profile',
  about: 'If you delete the primary one, there is none.',
  uses: [icps.delete, icps.get],
  tool: 'effects',
  answer: s.object({ id: s.id(), deleted: s.boolean() }),
  args: { id: arg.id('id of the profile', { asked: 'icp' }) },
  examples: ['outreach icps delete 2', 'outreach icps delete 2 --yes'],
  async run({ service, consent }, { id }) {
    const call = { params: { id } };
    const approval = await consent.approve(icps.delete, call, async () => {
      const { icp } = await service.api(icps.get, call);
      return {
        spend: {},
        facts: icp.isPrimary ? ['It is the primary one; afterwards there is none.'] : [],
        deletes: { what: `ideal customer profile ${id}${icp.name ? `, "${inline(icp.name)}"` : ''}` },
      };
    });
    await service.api(icps.delete, call, approval);
    return { id, deleted: true };
  },
  view: ({ id }) => record(['Deleted', id]),
});
