import { counted, plural } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { allOf, listOf, recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt, required } from '../../cli/declare/params.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { sameUrl } from '../../contract/checks/webhook-url.ts';
import { eventTypes } from '../../contract/events/events.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Webhook, webhookColumns } from './webhook-view.ts';

export const ensure = command({
  name: 'ensure',
  summary: 'Create webhooks that do not exist yet',
  about:
    'A webhook is not created if one with the same URL, type and name exists; without --name, any name matches. If the existing one is turned off, it stays off, and a note says so. You can safely repeat the command, even after a failure.',
  uses: [webhooks.list, webhooks.create],
  tool: { never: 'says where events go' },
  answer: listOf(allOf(recordOf(webhooks.list), s.object({ created: s.boolean() }))),
  fails: ['partial'],
  args: {
    url: required(opt.text('address to deliver to', { hint: 'url' })),
    type: required(opt.choices('type of event', eventTypes, { byWord: true })),
    name: opt.text('your name for it'),
  },
  examples: [
    'outreach webhooks ensure --url https://hooks.acme.com/in --type EmailReply --type EmailBounce',
    'outreach webhooks ensure --url https://hooks.acme.com/in --type EmailReply,EmailSent --name CRM --json',
  ],
  async run({ service, screen }, { url, type, name }) {
    const there = (await service.api(webhooks.list)).webhooks.filter(
      (one) => sameUrl(one.url, url) && (name === undefined || one.name === name),
    );
    const ensured: (Webhook & { created: boolean })[] = [];
    const types = [...new Set(type)];
    const missing = types.filter((wanted) => !there.some((one) => one.type === wanted)).length;
    if (screen.globals.dryRun && missing > 0)
      screen.note(`${counted(missing, 'request')} would be made; the first:`);
    for (const wanted of types) {
      const of = there.filter((one) => one.type === wanted);
      const found = of.find(({ isEnabled }) => isEnabled !== false) ?? of[0];
      if (found?.isEnabled === false)
        screen.warn(
          `Webhook ${found.id} for ${wanted} is turned off. To turn it on: ${pattern('webhooks enable', { id: found.id })}`,
        );
      if (found) {
        ensured.push({ ...found, created: false });
        continue;
      }
      try {
        const answer = await service.api(webhooks.create, {
          body: { url, type: wanted, ...omitUndefined({ name }) },
        });
        ensured.push({ ...answer.webhook, created: true });
      } catch (error) {
        if (!ensured.some(({ created }) => created)) throw error;
        throw partialFailure(error, {
          done: `${ensured.length} of ${counted(types.length, 'webhook')} ${plural(ensured.length, 'exists', 'exist')}`,
          hint: 'Run the same command again: it creates only what is missing.',
          result: { items: ensured, total: ensured.length },
        });
      }
    }
    return ensured;
  },
  next: (_ensured, _, target) =>
    target === 'sandbox' ? [['their signing secrets', advise('sandbox secrets')]] : [],
  table: [...webhookColumns, ['Created now', 'created']],
});
