import { counted } from '../../base/counted.ts';
import { dollars } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { resultIn } from '../../client/guard/differences.ts';
import type { Intent } from '../../client/guard/journal.ts';
import { credits } from '../../contract/areas/credits.ts';
import { report } from '../../contract/areas/report.ts';
import { verification } from '../../contract/areas/verification.ts';
import { usdPerCreditIn } from '../../contract/credit-fields.ts';
import { knownPrice } from '../../contract/prices.ts';
import type { Globals } from '../declare/globals.ts';
import type { Quote } from '../declare/quote.ts';
import type { Rate, Rates, Wanted } from './price.ts';

interface RateParts {
  readonly api: Api;
  /** Calls of an operation that this account has made from this machine, newest first. */
  done(operation: string): Promise<readonly Intent[]>;
  readonly stated: Pick<Globals, 'usdPerCredit' | 'usdPerCheck'>;
}

/** What the units cost, as far as it is known already (`unitUsd`) or `wanted`. */
export async function ratesOf(parts: RateParts, unitUsd: Quote['unitUsd'], wanted: Wanted): Promise<Rates> {
  const { credit, check } = unitUsd ?? {};
  const said = { credit: fromService(credit), check: fromService(check) };
  return {
    credit: said.credit ?? (wanted.credit ? await creditRate(parts, credit) : undefined),
    check: said.check ?? (wanted.check ? await checkRate(parts, check) : undefined),
  };
}

/** What the service said already: undefined where it was not asked, null or no price where it does not say. */
type ServicePrice = number | null | undefined;

function fromService(said: unknown): Rate | undefined {
  const usd = knownPrice(said);
  return usd === undefined ? undefined : { usd, from: 'as the service says', said: true };
}

/**
 * The last known price of a credit: of the balance, else the average of the outcomes report, else of the newest
 * purchase in the journal, else as stated on the line. Not looked up where the balance was read and names no price.
 */
async function creditRate(parts: RateParts, ofBalance: ServicePrice): Promise<Rate | undefined> {
  const { api, stated } = parts;
  const balance = ofBalance !== undefined ? undefined : await readable(api(credits.balance));
  const now = fromService(balance && usdPerCreditIn(balance));
  return now ?? (await reported(api)) ?? (await paid(parts)) ?? asStated(stated.usdPerCredit);
}

async function checkRate({ api, stated }: RateParts, ofRates: ServicePrice): Promise<Rate | undefined> {
  const rates = ofRates !== undefined ? undefined : await readable(api(verification.rates));
  return fromService(rates?.usdPerCheck) ?? asStated(stated.usdPerCheck);
}

const asStated = (usd: number | undefined): Rate | undefined =>
  usd === undefined ? undefined : { usd, from: 'as you stated', said: false };

async function reported(api: Api): Promise<Rate | undefined> {
  const answer = await readable(api(report.outcomes));
  const usd = ratio(answer?.spend?.creditsUsd, answer?.spend?.credits);
  return usd === undefined ? undefined : { usd, from: 'the average of the outcomes report', said: false };
}

async function paid({ done }: RateParts): Promise<Rate | undefined> {
  for (const intent of await done(credits.purchase.id)) {
    const { body } = JSON.parse(intent.answer ?? '{}') as { readonly body?: unknown };
    const paid = resultIn(credits.purchase, body);
    const usd = ratio(paid?.usd, paid?.credits);
    if (usd === undefined) continue;
    const [, day, month, year] = new Date(intent.finishedAt ?? intent.startedAt).toUTCString().split(' ');
    const bought = `${counted(Number(paid?.credits), 'credit')} cost ${dollars(Number(paid?.usd))}`;
    const from = `last time, on ${Number(day)} ${month} ${year}, ${bought} (journal ${intent.id})`;
    return { usd, from, said: false };
  }
  return undefined;
}

function ratio(usd: unknown, units: unknown): number | undefined {
  if (typeof usd !== 'number' || typeof units !== 'number' || !(units > 0)) return undefined;
  return knownPrice(usd / units);
}

/** Undefined where the service has no such call for this key, or its answer cannot be read: then there is no price. */
async function readable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && ['not-found', 'forbidden', 'service'].includes(error.kind))
      return undefined;
    throw error;
  }
}
