import { command } from '../../cli/command.ts';
import { record } from '../../cli/output/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { count } from '../../domain/money.ts';

export const balance = command({
  name: 'balance',
  summary: 'Show the credit balance',
  uses: [credits.balance],
  examples: ['outreach credits balance', 'outreach credits balance --fields balance'],
  run: ({ api }) => api(credits.balance),
  view: ({ balance }) =>
    record(['Balance', typeof balance === 'number' ? `${count(balance)} credits` : 'not told']),
});
