import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { credits } from '../../contract/areas/credits.ts';
import { creditsIn } from '../../contract/credit-fields.ts';

export const transactions = command({
  name: 'transactions',
  summary: 'List credit transactions, newest first',
  about:
    'Check here before you repeat a purchase whose outcome is unknown: a top-up entry means it went through.',
  uses: [credits.transactions],
  tool: 'read',
  args: {
    since: opt.moment('only transactions since this time', 'since'),
    until: opt.moment('only transactions until this time', 'until'),
  },
  examples: [
    'outreach credits transactions',
    'outreach credits transactions --since 7d',
    'outreach credits transactions --all --csv',
  ],
  run: ({ service }) => service.list(credits.transactions),
  filters: {
    since: { from: ({ createdAt }) => createdAt },
    until: { upTo: ({ createdAt }) => createdAt },
  },
  columns: [
    ['ID', (entry) => entry.id, 'id'],
    ['Amount', creditsIn, 'number'],
    ['Reason', (entry) => entry.reason],
    ['Created', (entry) => entry.createdAt, 'time'],
  ],
});
