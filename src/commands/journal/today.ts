import { counted, sum } from '../../base/counted.ts';
import { dollars, inMillionths } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import type { Context, Files, Screen } from '../../cli/declare/command.ts';
import { accountOf } from '../../cli/profile/account.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { type Amounts, amountsOf } from '../../cli/spending/amounts.ts';
import type { Journal } from '../../client/guard/journal.ts';
import * as s from '../../contract/schema/schema.ts';
import { startOfDay } from '../../domain/window.ts';
import { isOpen } from './entry.ts';

const exactness = s.oneOf(['exact', 'at least', 'at most', 'about']);

/** What was spent today under the profile in use, and how much its ceilings allow. */
export const todayFields = s.object({
  profile: s.nullable(s.string()),
  credits: s.integer(),
  /** As a ceiling counts it: charges, verification, and what spent credits are worth. */
  usd: s.number(),
  /** Of them, open requests. */
  open: s.object({ credits: s.integer(), usd: s.number() }),
  /** Whether each sum is exact: some call does not say what it cost, or only what it costs at most. */
  sums: s.object({ credits: exactness, usd: exactness }),
  /** Where there is a ceiling, its sum is what the whole account has used. Else, and where false, only calls from here count. */
  ofAccount: s.boolean(),
  maxCreditsPerDay: s.nullable(s.integer()),
  maxUsdPerDay: s.nullable(s.number()),
});

export type Today = s.DocumentOf<typeof todayFields>;

/** Undefined where it cannot be said which account is meant. */
export async function todayIn(
  book: Journal,
  { service, files, screen }: Pick<Context, 'service' | 'files' | 'screen'>,
): Promise<Today | undefined> {
  const settings = settingsOf(files.world, screen.globals);
  if (settings === undefined) return undefined;
  const { profile, maxCreditsPerDay = null, maxUsdPerDay = null } = settings;
  const account = accountOf(settings);
  const since = startOfDay(await book.now(files.world.clock.now()));
  const { items } = await book.list({ attempted: true, costly: true, since, account });
  const own = items.map((intent) => ({ ...amountsOf(intent, {}), isOpen: isOpen(intent) }));
  const hasCeiling = maxCreditsPerDay !== null || maxUsdPerDay !== null;
  const reading = hasCeiling ? service.journal.usedToday(settings) : undefined;
  const used = await reading?.catch((error: unknown) => {
    if (files.world.signal.aborted || !(error instanceof Failure)) throw error;
    return undefined;
  });
  const spending = own.filter(({ buysCredits }) => !buysCredits);
  const credits = sumOf(spending, 'credits', used?.credits);
  const usd = sumOf(own, maxUsdPerDay === null ? 'usd' : 'worthUsd', used?.usd);
  return {
    ...{ profile, credits: credits.sum, usd: usd.sum, sums: { credits: credits.how, usd: usd.how } },
    open: { credits: credits.open, usd: usd.open },
    ...{ ofAccount: used !== undefined, maxCreditsPerDay, maxUsdPerDay },
  };
}

type Counted = Amounts & { readonly isOpen: boolean };

/** Of the account, where that was read. */
function sumOf(all: readonly Counted[], unit: 'credits' | 'usd' | 'worthUsd', ofAccount: number | undefined) {
  const total = (some: readonly Counted[]) => inMillionths(sum(some.map((amounts) => amounts[unit] ?? 0)));
  const open = total(all.filter(({ isOpen }) => isOpen));
  if (ofAccount !== undefined) return { sum: ofAccount, how: 'exact', open } as const;
  const atMost = all.some((amounts) => amounts.atMost && amounts[unit]);
  const isWhole = all.every((amounts) => amounts[unit] !== null);
  const how = isWhole ? (atMost ? 'at most' : 'exact') : atMost ? 'about' : 'at least';
  return { sum: total(all), how, open } as const;
}

/** `Today: at most 60 credits, $32.50 of $50.00 (profile prod); of that open: $20.00`. */
export function todayLine({ profile, credits, usd, open, sums, ofAccount, ...most }: Today): string {
  const how = (sum: Today['sums']['usd']) => (sum === 'exact' ? '' : `${sum} `);
  const under = (ceiling: string | undefined) => (ceiling === undefined ? '' : ` of ${ceiling}`);
  const { maxCreditsPerDay, maxUsdPerDay } = most;
  const spent = [
    `${how(sums.credits)}${counted(credits, 'credit')}${under(maxCreditsPerDay === null ? undefined : counted(maxCreditsPerDay, 'credit'))}`,
    `${how(sums.usd)}${dollars(usd)}${under(maxUsdPerDay === null ? undefined : dollars(maxUsdPerDay))}`,
  ];
  const isPart = !ofAccount && (maxCreditsPerDay ?? maxUsdPerDay) !== null;
  const note = isPart ? '; only what this journal holds: the account could not be read' : '';
  const parts = [
    ...(open.credits > 0 ? [counted(open.credits, 'credit')] : []),
    ...(open.usd > 0 ? [dollars(open.usd)] : []),
  ];
  const unsettled = parts.length === 0 ? '' : `; of that open: ${parts.join(', ')}`;
  return `Today: ${spent.join(', ')}${profile === null ? '' : ` (profile ${profile})`}${unsettled}${note}`;
}

function settingsOf(world: Files['world'], globals: Screen['globals']) {
  try {
    return resolveSettings(world, globals);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
