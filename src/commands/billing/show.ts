import { command } from '../../cli/declare/command.ts';
import { billing } from '../../contract/areas/billing.ts';
import { billingView } from './billing-view.ts';

export const show = command({
  name: 'show',
  summary: 'Show the billing profile',
  uses: [billing.get],
  tool: 'read',
  examples: ['outreach billing show', 'outreach billing show --json'],
  run: ({ service }) => service.api(billing.get),
  view: billingView,
});
