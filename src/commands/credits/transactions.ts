import { command } from '../../cli/declare/command.ts';
import { credits } from '../../contract/areas/credits.ts';
import { creditsIn } from '../../contract/credit-fields.ts';

export const transactions = command({
  name: 'transactions',
  summary: 'List credit transactions, newest first',
  about:
    'Look here before repeating a purchase whose outcome is unknown: a top-up entry means that it went through.',
  uses: [credits.transactions],
  examples: ['outreach credits transactions', 'outreach credits transactions --all --csv'],
  run: ({ list }) => list(credits.transactions),
  columns: [
    ['ID', (entry) => entry.id, 'id'],
    ['Amount', creditsIn, 'number'],
    ['Reason', (entry) => entry.reason],
    ['Created', (entry) => entry.createdAt, 'time'],
  ],
});
