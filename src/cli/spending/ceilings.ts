import { counted, grouped } from '../../base/counted.ts';
import { dollars } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Agreed } from '../../client/guard/differences.ts';
import type { Globals } from '../declare/globals.ts';
import type { Quote } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import { kebab } from '../declare/shared-options.ts';
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
  const { credits, usd, recipients } = priced.price;
  const { maxRecipients } = ceilings.globals;
  const inCredits = (count: number) => counted(count, 'credit');
  keepUnder('maxCredits', { amount: credits, format: inCredits }, ceilings, priced);
  keepUnder('maxUsd', { amount: usd, format: dollars }, ceilings, priced);
  if (maxRecipients !== undefined && !(recipients <= maxRecipients))
    throw tooMany(maxRecipients, recipients, priced);
}

interface Compared {
  readonly amount: number;
  format(amount: number): string;
}

function keepUnder(
  ceiling: 'maxCredits' | 'maxUsd',
  { amount, format }: Compared,
  { globals, settings }: Ceilings,
  priced: Priced,
): void {
  const most = globals[ceiling];
  if (most === undefined || amount <= most) return;
  const isOfProfile = most === settings[ceiling] && settings.guardsOf !== undefined;
  const from = isOfProfile
    ? `It comes from the profile '${settings.guardsOf?.[ceiling]?.join("', '")}'. ${personHint}`
    : `It comes from --${kebab(ceiling)}.`;
  const extra = figuresOf(priced);
  if (Number.isNaN(amount))
    throw new Failure(
      'price_unknown',
      `what this costs is not known, and the ceiling is ${format(most)}; nothing was sent`,
      { hint: [...(ceiling === 'maxUsd' ? statedBy(priced) : [notShown]), from].join(' '), extra },
    );
  throw new Failure(
    'ceiling_exceeded',
    `the ceiling of ${format(most)} does not allow ${format(amount)}; nothing was sent`,
    { hint: from, extra },
  );
}

const notShown = 'The service does not show the price in advance.';

/** The options that state a price which the service does not say. */
export function statedBy({ quote, price, rates }: Priced): string[] {
  const { credits = 0, checks = 0 } = quote.spend;
  const options = [
    ...(credits > 0 && rates.credit === undefined ? ['--usd-per-credit <n>'] : []),
    ...(checks > 0 && rates.check === undefined ? ['--usd-per-check <n>'] : []),
    ...(quote.usdIsPart === undefined ? [] : [quote.usdIsPart]),
  ];
  if (options.length === 0) return Number.isNaN(price.usd) ? [notShown] : [];
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
