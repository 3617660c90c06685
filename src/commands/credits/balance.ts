import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn, creditsToBuy, spendableIn } from '../../contract/credit-fields.ts';

export const balance = command({
  name: 'balance',
  about:
    'With --min, a balance that is too low is still printed. If the service shows how much of the balance is available, --min checks that amount.',
  uses: [credits.balance],
  tool: 'read',
  core: true,
  fails: ['ended-badly'],
  args: {
    min: opt.int('exit with code 16 if the balance is below this many credits', { min: 0, hint: 'credits' }),
  },
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
