import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { table } from '../../cli/declare/view.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { webhookColumns } from './webhook-view.ts';

export const list = command({
  name: 'list',
  summary: 'List webhooks',
  about: 'The signing secret is not shown here: copy and rotate it in the app.',
  uses: [webhooks.list],
  tool: 'read',
  onePiece: true,
  examples: ['outreach webhooks list', 'outreach webhooks list --json --fields id,type,url'],
  run: async ({ service, screen }) => onePage((await service.api(webhooks.list)).webhooks, screen.globals),
  view: ({ items }) => table(items, webhookColumns, 'No webhooks yet.'),
});
