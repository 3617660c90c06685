import { counted } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { advise } from '../../cli/advice/advise.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';

const [min, max] = limits.creditsPerPurchase;

export const buy = command({
  name: 'buy',
  summary: 'Buy credits with the saved card',
  about:
    'Charges the card each time. The price is the one shown with the balance; a volume discount may lower it. If the balance shows none, the last known price is used: the average of the outcomes report, the last purchase from this machine, or --usd-per-credit.',
  uses: [credits.balance, credits.purchase],
  tool: 'effects',
  answer: recordOf(credits.purchase),
  args: { amount: arg.int('number of credits', { min, max }) },
  examples: ['outreach credits buy 2000', 'outreach credits buy 2000 --max-usd 25 --yes --json'],
  async run(context, { amount }) {
    const { service, consent } = context;
    const call = { body: { credits: amount } };
    const approval = await consent.approve(credits.purchase, call, async () => {
      const wallet = await walletOf(context);
      return {
        spend: { credits: amount },
        unitUsd: { credit: usdPerCreditIn(wallet) ?? null },
        balance: balanceIn(wallet) ?? null,
        facts: [],
      };
    });
    return service.api(credits.purchase, call, approval);
  },
  next: () => [advise('credits transactions', { limit: 5 })],
  view: (bought) =>
    record(
      ['Bought', counted(bought.creditsPurchased, 'credit')],
      // Where the answer was lost, the transactions tell the credits and not the price.
      ['Charged', typeof bought.amountUsd === 'number' ? usd(bought.amountUsd) : 'unknown, see the invoice'],
      ['Balance', typeof bought.newBalance === 'number' ? counted(bought.newBalance, 'credit') : 'unknown'],
    ),
});
