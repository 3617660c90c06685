import { counted, grouped } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import {
  balanceIn,
  creditsIn,
  creditsToBuy,
  spendableIn,
  usdPerCreditIn,
} from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';

const balance = command({
  name: 'balance',
  summary: 'Show the credit balance',
  about:
    'With --min it exits with 16 if the balance is lower, and still prints it. Where the service says how much of it is available, that counts.',
  uses: [credits.balance],
  tool: 'read',
  core: true,
  fails: ['ended-badly'],
  args: { min: opt.int('exit with 16 below this many credits', { min: 0, hint: 'credits' }) },
  examples: [
    'outreach credits balance',
    'outreach credits balance --fields balance',
    'outreach credits balance --min 500',
  ],
  async run({ service }, { min }) {
    if (min === undefined) return service.api(credits.balance);
    const answer = await service.api(credits.balance).catch(notShownAsItCame);
    const left = spendableIn(answer);
    if (left === undefined)
      throw new Failure('unreadable_answer', 'The answer has no balance that --min could be compared with', {
        kind: 'service',
        result: answer,
      });
    if (left >= min) return answer;
    const balance = balanceIn(answer) ?? left;
    const part = left < balance ? `, of which ${grouped(left)} can be spent` : '';
    throw new Failure(
      'balance_below',
      `The balance is ${counted(balance, 'credit')}${part}, below ${grouped(min)}`,
      {
        hint: say`Buy some: ${advise('credits buy', { amount: creditsToBuy(min - left) })}`,
        result: answer,
      },
    );
  },
  view: (answer) => {
    const credits = balanceIn(answer);
    return record(['Balance', credits === undefined ? 'unknown' : counted(credits, 'credit')]);
  },
});

/** An answer of another shape is shown as it came and ends with 0: what cannot be compared must not pass. */
function notShownAsItCame(error: unknown): never {
  throw error instanceof Failure && error.is('other_shape')
    ? error.with({ code: 'unreadable_answer' })
    : error;
}

const transactions = command({
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
    ['Reason', (entry) => entry.reason, 'choice'],
    ['Created', (entry) => entry.createdAt, 'time'],
  ],
  empty: `No transactions. To buy credits: ${pattern('credits buy')}`,
});

const [min, max] = limits.creditsPerPurchase;

const buy = command({
  name: 'buy',
  summary: 'Buy credits with the saved card',
  about:
    'Charges the saved card each time. The price is the one shown with the balance; a volume discount may lower it. Without one, the last known price counts: of the outcomes report, a purchase from here, or --usd-per-credit.',
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

export const group: Verbs = { commands: [balance, transactions, buy] };
