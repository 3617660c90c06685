import { counted, grouped, plural } from '../../../base/counted.ts';
import { fact } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Quote } from '../../../cli/declare/quote.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { limits } from '../../../contract/limits.ts';
import type { Output } from '../../../contract/operation.ts';
import { knownPrice } from '../../../contract/prices.ts';

type Rates = Output<typeof verification.rates>;

/** What the job may take at most. The fields of the rates are ours: a service may not have them. */
export async function jobQuote(context: Context, addresses: number): Promise<Quote> {
  // The path of the rates is a guess; a service that has none there can verify all the same.
  const rates: Rates = (await fact(context, verification.rates, {})) ?? {};
  const each = rates.checksPerAddress?.otherwise ?? limits.checksPerAddress;
  return {
    spend: { checks: addresses * each },
    unitUsd: { check: knownPrice(rates.usdPerCheck) ?? null },
    facts: [`Addresses: ${grouped(addresses)}, up to ${counted(each, 'check')} each`, ...allowance(rates)],
  };
}

const allowance = ({ allowance, remaining }: Rates): string[] =>
  typeof allowance === 'number' && typeof remaining === 'number'
    ? [
        `Trial: ${grouped(remaining)} of ${counted(allowance, 'address', 'addresses')} ${plural(remaining, 'is', 'are')} left`,
      ]
    : [];
