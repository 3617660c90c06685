import type { Context, Quote } from '../../../cli/command.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { Failure } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/operation.ts';
import { count, usd } from '../../../domain/money.ts';

type Rates = Output<typeof verification.rates>;

/** What the job may cost at most. The fields of the rates are ours: where they are not told, nobody knows the price. */
export async function jobQuote(context: Context, addresses: number): Promise<Quote> {
  const rates = await ratesOf(context);
  const price = rates.usdPerCheck ?? undefined;
  const checks = rates.checksPerAddress?.otherwise ?? 2;
  const facts = [`Addresses: ${count(addresses)}`, ...allowance(rates)];
  if (price === undefined)
    return {
      spend: {},
      priceUnknown: true,
      facts: [...facts, 'Price: not told; it is billed with the next invoice'],
    };
  const most = Math.ceil(addresses * checks * price * 100 - 1e-6) / 100;
  return {
    spend: { usd: most },
    facts: [...facts, `At most ${checks} checks each at ${usd(price)}, billed with the next invoice`],
  };
}

/** The path of the rates is a guess; a service that has none at it can verify all the same. */
async function ratesOf({ api }: Context): Promise<Rates> {
  try {
    return await api(verification.rates);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found') return {};
    throw error;
  }
}

const allowance = ({ allowance, remaining }: Rates): string[] =>
  typeof allowance === 'number' && typeof remaining === 'number'
    ? [`Trial: ${count(remaining)} of ${count(allowance)} addresses are left`]
    : [];
