import { counted } from '../../base/counted.ts';
import { inMillionths, usd } from '../../base/dollars.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn, creditsIn, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import { balance } from './balance.ts';

const transactions = command({
  name: 'transactions',
  about:
    'If the outcome of a purchase is unknown, check here before you repeat it. A top-up entry means that it went through.',
  uses: [credits.transactions],
  tool: 'read',
  args: {
    since: opt.moment('only transactions since this time', 'since'),
    until: opt.moment('only transactions up to this time', 'until'),
  },
  examples: [
    'outreach credits transactions',
    'outreach credits transactions --since 7d',
    'outreach credits transactions --all --csv',
  ],
  run: ({ service }) => service.list(credits.transactions),
  filters: {
    since: { from: 'createdAt' },
    until: { upTo: 'createdAt' },
  },
  columns: [
    ['ID', 'id', 'id'],
    ['Amount', creditsIn, 'number'],
    ['Reason', 'reason', 'choice'],
    ['Created', 'createdAt', 'time'],
  ],
  empty: `No transactions. To buy credits: ${pattern('credits buy')}`,
});

const [min, max] = limits.creditsPerPurchase;

const buy = command({
  name: 'buy',
  summary: 'Buy credits with the saved card',
  about:
    'Each purchase charges the saved card. The price is the one that the service shows with the balance; a volume discount may lower it. If the service shows none, the last known price is used: from the outcomes report, from an earlier purchase on this machine, or from --usd-per-credit.',
  uses: [credits.balance, credits.purchase],
  tool: 'effects',
  answer: recordOf(credits.purchase),
  args: { amount: arg.int('number of credits', { min, max }) },
  examples: ['outreach credits buy 2000', 'outreach credits buy 2000 --max-usd 25 --yes --json'],
  async run(context, { amount }) {
    const { service, consent, screen } = context;
    const call = { body: { credits: amount } };
    let agreedUsd: number | undefined;
    const approval = await consent.approve(credits.purchase, call, async () => {
      const wallet = await walletOf(context);
      const price = usdPerCreditIn(wallet);
      agreedUsd = price && inMillionths(amount * price);
      return {
        spend: { credits: amount },
        unitUsd: { credit: price ?? null },
        balance: balanceIn(wallet) ?? null,
        facts: [],
      };
    });
    const bought = await service.api(credits.purchase, call, approval);
    if (typeof bought.amountUsd !== 'number' && agreedUsd !== undefined)
      screen.note(`The service does not show the charge. You agreed to at most ${usd(agreedUsd)}.`);
    return bought;
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

export const group: Verbs = { commands: [balance, transactions, buy] };
