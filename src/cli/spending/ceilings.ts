import { counted, grouped } from '../../base/counted.ts';
import { dollars } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Agreed } from '../../client/guard/differences.ts';
import type { Globals } from '../declare/globals.ts';
import type { Quote } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import { personHint } from '../messages/hints/hint-of.ts';
import { known, type Price, type Rates } from './price.ts';

export interface Ceilings {
  readonly globals: Pick<Globals, 'maxCredits' | 'maxUsd' | 'maxRecipients'>;
  readonly settings: Partial<Pick<Settings, 'maxCredits' | 'maxUsd' | 'guardsOf'>>;
}

export interface Priced {
  readonly quote: Quote;
  readonly price: Price;
  readonly rates: Rates;
}

/** What cannot be compared with a ceiling is refused like what exceeds it. Throws `not-confirmed`. */
export function keepWithin(ceilings: Ceilings, priced: Priced): void {
  const { globals, settings } = ceilings;
  const { maxCredits, maxUsd, maxRecipients } = globals;
  const { credits, usd, recipients } = priced.price;
  const ofProfile = (own: number | undefined, profile: number | undefined) =>
    own === profile && settings.guardsOf !== undefined;
  if (maxCredits !== undefined && !(credits <= maxCredits))
    throw refused(
      {
        flag: '--max-credits',
        ceiling: counted(maxCredits, 'credit'),
        amount: Number.isNaN(credits) ? undefined : counted(credits, 'credit'),
        profile: ofProfile(maxCredits, settings.maxCredits) ? settings.guardsOf : undefined,
      },
      priced,
    );
  if (maxUsd !== undefined && !(usd <= maxUsd))
    throw refused(
      {
        flag: '--max-usd',
        ceiling: dollars(maxUsd),
        amount: Number.isNaN(usd) ? undefined : dollars(usd),
        profile: ofProfile(maxUsd, settings.maxUsd) ? settings.guardsOf : undefined,
      },
      priced,
    );
  if (maxRecipients !== undefined && !(recipients <= maxRecipients))
    throw tooMany(maxRecipients, recipients, priced);
}

interface Over {
  readonly flag: string;
  readonly ceiling: string;
  readonly amount: string | undefined;
  /** Whose ceiling it is, where the line states none. */
  readonly profile: string | undefined;
}

function refused({ flag, ceiling, amount, profile }: Over, priced: Priced): Failure {
  const from = profile === undefined ? `It comes from ${flag}.` : `It comes from the profile '${profile}'.`;
  if (amount === undefined)
    return new Failure(
      'price_unknown',
      `what this costs is not known, and the ceiling is ${ceiling}; nothing was sent`,
      {
        hint: [...statedBy(priced), from, ...(profile === undefined ? [] : [personHint])].join(' '),
        extra: figuresOf(priced),
      },
    );
  return new Failure(
    'ceiling_exceeded',
    `the ceiling of ${ceiling} does not allow ${amount}; nothing was sent`,
    { hint: profile === undefined ? from : `${from} ${personHint}`, extra: figuresOf(priced) },
  );
}

/** The options that state a price which the service does not say. */
export function statedBy({ quote, price, rates }: Priced): string[] {
  const { credits = 0, checks = 0 } = quote.spend;
  const options = [
    ...(credits > 0 && rates.credit === undefined ? ['--usd-per-credit <n>'] : []),
    ...(checks > 0 && rates.check === undefined ? ['--usd-per-check <n>'] : []),
    ...(quote.usdIsPart === undefined ? [] : [quote.usdIsPart]),
  ];
  if (options.length === 0)
    return Number.isNaN(price.usd) ? ['The service does not say the price before the call.'] : [];
  return [`State the price: ${options.join(' ')}.`];
}

function tooMany(most: number, recipients: number, priced: Priced): Failure {
  const extra = figuresOf(priced);
  if (Number.isNaN(recipients))
    return new Failure(
      'recipients_unknown',
      `how many people get email is not known, and --max-recipients allows ${grouped(most)}; nothing was sent`,
      { hint: 'Leave out --max-recipients to take the risk.', extra },
    );
  return new Failure(
    'ceiling_exceeded',
    `--max-recipients allows ${grouped(most)}, and this sends email to ${grouped(recipients)}; nothing was sent`,
    { hint: 'It comes from --max-recipients.', extra },
  );
}

/** What is known of the price, for programs. */
export function figuresOf({ quote: { spend }, price, rates }: Priced): Record<string, number> {
  const figures = {
    credits: spend.credits,
    checks: spend.checks,
    usd: price.usd > 0 ? price.usd : spend.usd,
    usdPerCredit: rates.credit?.usd,
    usdPerCheck: rates.check?.usd,
    recipients: spend.recipients,
  };
  return Object.fromEntries(
    Object.entries(figures).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}

/** What the journal keeps of an agreement, so that the bill can be held against it. */
export const agreedFigures = ({ globals }: Ceilings, { price, quote, rates }: Priced): Agreed => ({
  credits: known(price.credits),
  usd: known(price.charged),
  ...omitUndefined({
    checks: quote.mostChecks ?? quote.spend.checks,
    people: quote.people,
    maxCredits: globals.maxCredits,
    maxUsd: globals.maxUsd,
    usdPerCredit: rates.credit?.usd,
  }),
});
