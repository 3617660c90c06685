import { command } from '../../cli/command.ts';
import { record } from '../../cli/output/view.ts';
import { arg } from '../../cli/params.ts';
import { credits } from '../../contract/areas/credits.ts';

export const buy = command({
  name: 'buy',
  summary: 'Buy credits with the saved card',
  uses: [credits.balance, credits.purchase],
  args: { amount: arg.int('how many', { min: 1000, max: 10_000 }) },
  examples: ['outreach credits buy 2000', 'outreach credits buy 2000 --yes --json'],
  async run({ api, approve }, { amount }) {
    const call = { body: { credits: amount } };
    const approval = await approve(credits.purchase, call, async () => {
      const { balance } = await api(credits.balance);
      return { spend: { credits: amount }, facts: [`Balance now: ${balance ?? 'not told'}`] };
    });
    return api(credits.purchase, call, approval);
  },
  view: (bought) =>
    record(
      ['Bought', `${bought.creditsPurchased} credits`],
      ['Charged', bought.amountUsd],
      ['Balance', bought.newBalance],
    ),
});
