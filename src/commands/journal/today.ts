import { counted } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import type { Context, Files, Screen } from '../../cli/declare/command.ts';
import { accountOf } from '../../cli/profile/account.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { amountsOf } from '../../cli/spending/amounts.ts';
import type { Journal } from '../../client/guard/journal.ts';
import * as s from '../../contract/schema/schema.ts';
import { startOfDay } from '../../domain/window.ts';

const exactness = s.oneOf(['exact', 'at least', 'at most', 'about']);

/** What calls from here have cost today under the profile in use, and how much of it its ceilings allow. */
export const todayFields = s.object({
  profile: s.nullable(s.string()),
  credits: s.integer(),
  /** As a ceiling counts it: charges, verification, and what spent credits are worth. */
  usd: s.number(),
  /** Whether each sum is exact: some call does not say what it cost, or only what it costs at most. */
  sums: s.object({ credits: exactness, usd: exactness }),
  maxCreditsPerDay: s.nullable(s.integer()),
  maxUsdPerDay: s.nullable(s.number()),
});

export type Today = s.DocumentOf<typeof todayFields>;

/** Undefined where it cannot be said which account is meant. */
export async function todayIn(
  book: Journal,
  { files, screen }: Pick<Context, 'files' | 'screen'>,
): Promise<Today | undefined> {
  const settings = settingsOf(files.world, screen.globals);
  if (settings === undefined) return undefined;
  const account = accountOf(settings);
  const since = startOfDay(await book.now(files.world.clock.now()));
  const { items } = await book.list({ attempted: true, costly: true, since, account });
  const own = items.map((intent) => amountsOf(intent, {}));
  const spent = own
    .filter(({ buysCredits }) => !buysCredits)
    .map(({ credits, atMost }) => ({ amount: credits, atMost }));
  const charged = own.map(({ worthUsd, usd, atMost }) => ({
    amount: settings.maxUsdPerDay === undefined ? usd : worthUsd,
    atMost,
  }));
  const sum = (values: readonly Part[]) => values.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return {
    profile: settings.profile,
    credits: sum(spent),
    usd: inMillionths(sum(charged)),
    sums: { credits: exactnessOf(spent), usd: exactnessOf(charged) },
    maxCreditsPerDay: settings.maxCreditsPerDay ?? null,
    maxUsdPerDay: settings.maxUsdPerDay ?? null,
  };
}

interface Part {
  readonly amount: number | null;
  readonly atMost: boolean;
}

function exactnessOf(parts: readonly Part[]): Today['sums']['usd'] {
  const atMost = parts.some((part) => part.atMost && part.amount);
  if (parts.some(({ amount }) => amount === null)) return atMost ? 'about' : 'at least';
  return atMost ? 'at most' : 'exact';
}

/** `Today: at most 60 credits, $32.50 of $50.00 (profile prod)`. */
export function todayLine({ profile, credits, usd, sums, ...most }: Today): string {
  const how = (sum: Today['sums']['usd']) => (sum === 'exact' ? '' : `${sum} `);
  const of = (ceiling: string | undefined) => (ceiling === undefined ? '' : ` of ${ceiling}`);
  const { maxCreditsPerDay, maxUsdPerDay } = most;
  const spent = [
    `${how(sums.credits)}${counted(credits, 'credit')}${of(maxCreditsPerDay === null ? undefined : counted(maxCreditsPerDay, 'credit'))}`,
    `${how(sums.usd)}${dollars(usd)}${of(maxUsdPerDay === null ? undefined : dollars(maxUsdPerDay))}`,
  ];
  return `Today: ${spent.join(', ')}${profile === null ? '' : ` (profile ${profile})`}`;
}

function settingsOf(world: Files['world'], globals: Screen['globals']) {
  try {
    return resolveSettings(world, globals);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
