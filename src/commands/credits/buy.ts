import { counted } from '../../base/counted.ts';
import { inMillionths, usd } from '../../base/dollars.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';

const [min, max] = limits.creditsPerPurchase;

/** The service may charge what it likes: a charge above the price or the ceiling is at least said. */
function warnOfMore({ warn, globals }: Context, charged: unknown, price: number | undefined): void {
  if (typeof charged !== 'number') return;
  const { maxUsd } = globals;
  const over = [
    ...(price !== undefined && charged > price ? [`the price of ${usd(price)}`] : []),
    ...(maxUsd !== undefined && charged > maxUsd ? [`--max-usd ${usd(maxUsd)}`] : []),
  ];
  if (over.length > 0) warn(`The service charged ${usd(charged)}, more than ${over.join(' and ')}.`);
}

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
    const { api, approve } = context;
    const call = { body: { credits: amount } };
    let listed: number | undefined;
    const approval = await approve(credits.purchase, call, async () => {
      const wallet = await walletOf(context);
      listed = usdPerCreditIn(wallet);
      return {
        spend: { credits: amount },
        unitUsd: { credit: listed ?? null },
        balance: balanceIn(wallet) ?? null,
        facts: [],
      };
    });
    const bought = await api(credits.purchase, call, approval);
    warnOfMore(context, bought.amountUsd, listed === undefined ? undefined : inMillionths(listed * amount));
    return bought;
  },
  next: () => [lineOf`credits transactions --limit 5`],
  view: (bought) =>
    record(
      ['Bought', counted(bought.creditsPurchased, 'credit')],
      // Where the answer was lost, the transactions tell the credits and not the price.
      ['Charged', typeof bought.amountUsd === 'number' ? usd(bought.amountUsd) : 'unknown, see the invoice'],
      ['Balance', typeof bought.newBalance === 'number' ? counted(bought.newBalance, 'credit') : 'unknown'],
    ),
});
