import { counted } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { accountOf } from '../../cli/profile/account.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import type { Intent } from '../../client/guard/journal.ts';
import type { Amounts } from './amounts.ts';

/** What calls from here have cost today under the profile in use, and how much of it its ceilings allow. */
export interface Today {
  readonly profile: string | null;
  readonly credits: number;
  /** As a ceiling counts it: charges, verification, and what spent credits are worth. */
  readonly usd: number;
  /** Whether the sums are exact: some call does not say what it cost, or only what it costs at most. */
  readonly sums: 'exact' | 'at least' | 'up to' | 'about';
  readonly maxCreditsPerDay: number | null;
  readonly maxUsdPerDay: number | null;
}

type Priced = Pick<Intent, 'account'> & { readonly amounts: Amounts };

/** A day begins at midnight UTC, as for the ceilings. */
export const startOfDay = (now: number): number => now - (now % 86_400_000);

/** Undefined where it cannot be said which account is meant. */
export function todayOf(
  { world, globals }: Pick<Context, 'world' | 'globals'>,
  calls: readonly Priced[],
): Today | undefined {
  const settings = settingsOf(world, globals);
  if (settings === undefined) return undefined;
  const account = accountOf(settings);
  const own = calls.filter((call) => call.account === account).map(({ amounts }) => amounts);
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((a, b) => a + (b ?? 0), 0);
  const spent = own.filter(({ buysCredits }) => !buysCredits).map(({ credits }) => credits);
  const charged = own.map(({ worthUsd, usd }) => (settings.maxUsdPerDay === undefined ? usd : worthUsd));
  return {
    profile: settings.profile,
    credits: sum(spent),
    usd: inMillionths(sum(charged)),
    sums: exactness([...spent, ...charged].includes(null), own.some(isAtMost)),
    maxCreditsPerDay: settings.maxCreditsPerDay ?? null,
    maxUsdPerDay: settings.maxUsdPerDay ?? null,
  };
}

const isAtMost = ({ atMost, credits, usd }: Amounts): boolean => atMost && Boolean(credits || usd);

function exactness(incomplete: boolean, atMost: boolean): Today['sums'] {
  if (incomplete) return atMost ? 'about' : 'at least';
  return atMost ? 'up to' : 'exact';
}

/** `Today: 60 credits, $32.50 of $50.00 (profile prod)`. */
export function todayLine({ profile, credits, usd, sums, ...most }: Today): string {
  const how = sums === 'exact' ? '' : `${sums} `;
  const of = (ceiling: string | undefined) => (ceiling === undefined ? '' : ` of ${ceiling}`);
  const { maxCreditsPerDay, maxUsdPerDay } = most;
  const spent = [
    `${counted(credits, 'credit')}${of(maxCreditsPerDay === null ? undefined : counted(maxCreditsPerDay, 'credit'))}`,
    `${dollars(usd)}${of(maxUsdPerDay === null ? undefined : dollars(maxUsdPerDay))}`,
  ];
  return `Today: ${how}${spent.join(', ')}${profile === null ? '' : ` (profile ${profile})`}`;
}

function settingsOf(world: Context['world'], globals: Context['globals']) {
  try {
    return resolveSettings(world, globals);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
