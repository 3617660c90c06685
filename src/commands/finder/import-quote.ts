import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { finder } from '../../contract/areas/finder.ts';
import { balanceIn, creditsToBuy, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import { knownPrice } from '../../contract/prices.ts';

interface Request {
  readonly count?: number;
  readonly refs?: readonly string[];
  readonly verifyEmails?: boolean;
}

/**
 * What the import may cost at most, and what it does beside that. Throws `payment` where the wallet does not hold it:
 * the service would refuse it, too (import rule 2).
 */
export async function importQuote(
  context: Context,
  request: Request,
): Promise<QuoteFor<typeof finder.startImport>> {
  const { service } = context;
  const [{ creditsPerProspect }, wallet] = await Promise.all([
    service.api(finder.filters),
    walletOf(context),
  ]);
  const price = knownPrice(creditsPerProspect);
  const balance = balanceIn(wallet);
  const people = request.count ?? request.refs?.length ?? 0;
  const cost = price && people * price;
  if (cost !== undefined && balance !== undefined && balance < cost) throw tooPoor(cost, balance);
  return {
    spend: {
      ...omitUndefined({ credits: cost }),
      ...(request.verifyEmails === false ? { checks: 0 } : { checks: people * limits.checksPerAddress }),
    },
    atMost: true,
    // A person without a valid address is checked too, and the next one takes the place (spec, Import rule 3).
    ...(request.count !== undefined && { mostChecks: lookedAt(request.count) * limits.checksPerAddress }),
    unitUsd: { credit: usdPerCreditIn(wallet) ?? null },
    balance: balance ?? null,
    facts: [
      `${price === undefined ? 'Price unknown for each person' : `Each person costs ${counted(price, 'credit')}`}; skipped people cost nothing.`,
      ...(request.count === undefined ? [] : [fewer]),
      request.verifyEmails === false
        ? 'The addresses are not verified.'
        : 'Each person takes two verification checks.',
    ],
  };
}

/** A search would say, but it uses the allowance of the day, and an import goes on where the last one ended. */
const fewer = 'If fewer people match, fewer are added.';

/** So many people at most does an import by filters look at (spec, Import rule 6). */
const lookedAt = (count: number): number => Math.max(limits.lookLeast, count * limits.lookPerRequested);

function tooPoor(needed: number, available: number): Failure {
  return new Failure(
    'insufficient_credits',
    `the import may cost ${counted(needed, 'credit')}, the balance is ${grouped(available)}; nothing was sent`,
    {
      extra: { needed, available },
      hint: say`Buy some: ${advise('credits buy', { amount: creditsToBuy(needed - available) })}`,
    },
  );
}
