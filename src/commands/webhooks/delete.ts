import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';

export const remove = command({
  name: 'delete',
  summary: 'Delete a webhook',
  about: 'To stop deliveries for a while, switch it off: `outreach webhooks disable`.',
  uses: [webhooks.delete],
  args: { id: arg.id('id of the webhook') },
  examples: ['outreach webhooks delete 1', 'outreach webhooks delete 1 --yes --json'],
  async run({ api, approve }, { id }) {
    const call = { params: { id } };
    const approval = await approve(webhooks.delete, call, () => ({
      spend: {},
      facts: [`Webhook ${id} is deleted with its signing secret; this cannot be undone.`],
    }));
    return api(webhooks.delete, call, approval);
  },
  view: (deleted) => record(['Deleted', deleted.id]),
});
