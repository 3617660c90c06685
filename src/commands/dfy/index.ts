import type { Verbs } from '../../cli/declare/command.ts';
import { domains } from './domains.ts';
import { orders } from './orders.ts';

export const group: Verbs = {
  commands: [],
  groups: [domains, orders],
  examples: [
    'outreach dfy domains search acme',
    'outreach dfy orders create --domain get-acme.com --max-usd 30 --yes',
    'outreach dfy orders wait 1',
  ],
};
