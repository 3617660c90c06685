import { Failure } from '../../base/errors.ts';
import { command, type Service } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';

/** `webhook 2, EmailReply to https://hooks.acme.com/in`. */
async function named(api: Service['api'], id: number): Promise<string> {
  const found = (await api(webhooks.list)).webhooks.find((webhook) => String(webhook.id) === String(id));
  if (found) return `webhook ${id}, ${found.type} to ${inline(found.url, 200)}`;
  throw new Failure('not_found', `there is no webhook ${id}`, { hint: 'See: outreach webhooks list' });
}

export const remove = command({
  name: 'delete',
  summary: 'Delete a webhook',
  about: 'To stop deliveries for a while: `outreach webhooks disable`.',
  uses: [webhooks.delete, webhooks.list],
  tool: 'effects',
  args: { id: arg.id('id of the webhook', { asked: 'webhook' }) },
  examples: ['outreach webhooks delete 1', 'outreach webhooks delete 1 --yes --json'],
  async run({ service, consent, screen }, { id }) {
    const call = { params: { id } };
    const approval = await consent.approve(webhooks.delete, call, async () => ({
      spend: {},
      facts: ['Its signing secret is deleted as well.'],
      deletes: { what: screen.globals.yes ? `webhook ${id}` : await named(service.api, id) },
    }));
    return service.api(webhooks.delete, call, approval);
  },
  view: (deleted) => record(['Deleted', deleted.id]),
});
