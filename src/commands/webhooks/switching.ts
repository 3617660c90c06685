import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { webhookView } from './webhook-view.ts';

const args = { id: arg.id('id of the webhook', { asked: 'webhook' }) };

export const enable = command({
  name: 'enable',
  summary: 'Turn deliveries to a webhook on',
  uses: [webhooks.update],
  tool: 'work',
  args,
  examples: ['outreach webhooks enable 1'],
  run: async ({ service }, { id }) =>
    (await service.api(webhooks.update, { params: { id }, body: { isEnabled: true } })).webhook,
  view: webhookView,
});

export const disable = command({
  name: 'disable',
  summary: 'Turn deliveries to a webhook off, without deleting it',
  about: 'Events that happen meanwhile are not delivered later.',
  uses: [webhooks.update],
  tool: 'work',
  args,
  examples: ['outreach webhooks disable 1'],
  run: async ({ service }, { id }) =>
    (await service.api(webhooks.update, { params: { id }, body: { isEnabled: false } })).webhook,
  view: webhookView,
});
