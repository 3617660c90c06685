import { counted } from '../../base/counted.ts';
import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn } from '../../contract/credit-fields.ts';

export const balance = command({
  name: 'balance',
  summary: 'Show the credit balance',
  uses: [credits.balance],
  examples: ['outreach credits balance', 'outreach credits balance --fields balance'],
  run: ({ api }) => api(credits.balance),
  view: (answer) => {
    const credits = balanceIn(answer);
    return record(['Balance', credits === undefined ? 'unknown' : counted(credits, 'credit')]);
  },
});
