import { changes } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { eventTypes } from '../../contract/events/events.ts';
import { webhookView } from './webhook-view.ts';

export const update = command({
  name: 'update',
  summary: 'Change the given fields of a webhook',
  about: 'To turn deliveries on or off: `outreach webhooks enable` and `outreach webhooks disable`.',
  uses: [webhooks.update],
  tool: 'work',
  args: {
    id: arg.id('id of the webhook', { asked: 'webhook' }),
    url: lineOnly(opt.text('where deliveries go', { hint: 'url' })),
    type: opt.choice('type of event', eventTypes, { byWord: true }),
    name: opt.text('your name for it, up to 255 characters'),
  },
  examples: [
    'outreach webhooks update 1 --name CRM',
    'outreach webhooks update 1 --url https://hooks.acme.com/v2',
  ],
  async run(context, { id, ...values }) {
    const body = changes(values, '--name CRM');
    const answer = await context.service.api(webhooks.update, { params: { id }, body });
    context.screen.note(answer.message ?? 'Saved.');
    return answer.webhook;
  },
  view: webhookView,
});
