import { Failure } from '../../base/errors.ts';
import { changes, omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command, type Service, type Verbs } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt, required } from '../../cli/declare/params.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { eventTypes } from '../../contract/events/events.ts';
import { ensure } from './ensure.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';
import { webhookColumns, webhookView } from './webhook-view.ts';

const list = command({
  name: 'list',
  about: 'The signing secret is not shown. You can copy and rotate it in the app.',
  uses: [webhooks.list],
  tool: 'read',
  onePiece: true,
  examples: ['outreach webhooks list', 'outreach webhooks list --json --fields id,type,url'],
  run: async ({ service, screen }) => onePage((await service.api(webhooks.list)).webhooks, screen.globals),
  table: webhookColumns,
  empty: 'No webhooks yet.',
});

const create = command({
  name: 'create',
  about: `Each run creates a new webhook. To create only missing ones, use \`outreach webhooks ensure\`.

The URL must begin with https:// and be public. A private or loopback address is refused; a host name that cannot be resolved only causes a warning. In the sandbox, which delivers only to this machine, the URL can also be http://127.0.0.1:3000/in or similar.

Deliveries are signed with a secret that only the app shows. \`outreach sandbox secrets\` shows those of the sandbox.`,
  uses: [webhooks.create],
  tool: { never: 'says where events go' },
  args: {
    url: required(opt.text('address to deliver to', { hint: 'url' })),
    type: required(opt.choice('type of event', eventTypes, { byWord: true })),
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

const update = command({
  name: 'update',
  about: 'To turn deliveries on or off, use `outreach webhooks enable` and `outreach webhooks disable`.',
  uses: [webhooks.update],
  tool: 'work',
  args: {
    id: arg.id('id of the webhook', { asked: 'webhook' }),
    url: lineOnly(opt.text('address to deliver to', { hint: 'url' })),
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

const args = { id: arg.id('id of the webhook', { asked: 'webhook' }) };

const turned = (isEnabled: boolean, page: { name: string; summary: string; about?: string }) =>
  command({
    ...page,
    uses: [webhooks.update],
    tool: 'work',
    args,
    examples: [`outreach webhooks ${page.name} 1`],
    run: async ({ service }, { id }) =>
      (await service.api(webhooks.update, { params: { id }, body: { isEnabled } })).webhook,
    view: webhookView,
  });

const enable = turned(true, { name: 'enable', summary: 'Turn deliveries to a webhook on' });
const disable = turned(false, {
  name: 'disable',
  summary: 'Turn deliveries to a webhook off, without deleting it',
  about: 'Events that happen while the webhook is off are not delivered later.',
});

/** `webhook 2, EmailReply to https://hooks.acme.com/in`. */
async function named(api: Service['api'], id: number): Promise<string> {
  const found = (await api(webhooks.list)).webhooks.find((webhook) => String(webhook.id) === String(id));
  if (found) return `webhook ${id}, ${found.type} to ${inline(found.url, 200)}`;
  throw new Failure('not_found', `there is no webhook ${id}`, { hint: 'See: outreach webhooks list' });
}

const remove = command({
  name: 'delete',
  about: 'To stop deliveries only for a while, use `outreach webhooks disable`.',
  uses: [webhooks.delete, webhooks.list],
  tool: 'effects',
  args,
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
  fields: [['Deleted', 'id']],
});

export const group: Verbs = {
  commands: [list, create, ensure, update, enable, disable, remove, listen, verify, trigger, replay],
  examples: [
    'outreach webhooks create --url https://hooks.acme.com/in --type EmailReply',
    'outreach webhooks listen --port 4000 --forward-to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks delete 1',
  ],
};
