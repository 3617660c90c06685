import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { eventTypes } from '../../contract/events/events.ts';
import { webhookView } from './webhook-view.ts';

export const create = command({
  name: 'create',
  summary: 'Create a webhook for one type of event',
  about: `Each call creates a new webhook; to create only missing ones, use \`outreach webhooks ensure\`.

The URL must begin with https:// and be reachable from the public internet. It is checked here first, with a DNS lookup: a private or loopback address is refused; an unknown name only gets a warning.

The sandbox delivers only to this machine, so its URLs can be http://127.0.0.1:3000/in or similar.

Deliveries are signed with a secret that only the app shows. For the sandbox: \`outreach sandbox secrets\`.`,
  uses: [webhooks.create],
  tool: { never: 'says where events go' },
  args: {
    url: opt.requiredText('where deliveries go', { hint: 'url' }),
    type: opt.requiredChoice('type of event', eventTypes, { byWord: true }),
    name: opt.text('your name for it'),
  },
  examples: [
    'outreach webhooks create --url https://hooks.acme.com/in --type EmailReply',
    'outreach webhooks create --url https://hooks.acme.com/in --type EmailBounce --name CRM --json',
  ],
  async run(context, { url, type, name }) {
    const answer = await context.service.api(webhooks.create, {
      body: { url, type, ...omitUndefined({ name }) },
    });
    context.screen.note(answer.message ?? 'Created.');
    return answer.webhook;
  },
  next: ({ id }, _, target) =>
    target === 'sandbox' ? [['its signing secret', advise('sandbox secrets', { webhook: id })]] : [],
  view: webhookView,
});
