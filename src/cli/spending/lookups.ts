import type { Api } from '../../client/api/api.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import type { ClockOfTarget, WithinDay } from './daily-ceiling.ts';
import type { LookUp } from './price.ts';

interface LookupParts {
  readonly world: World;
  readonly globals: Globals;
  readonly settings: Settings;
  readonly targetClock: ClockOfTarget;
  /** For reads. */
  readonly api: () => Api | Promise<Api>;
}

/** What the gate looks up about money. What that takes is loaded by the first look. */
export function lookups(parts: LookupParts): { rates: LookUp; withinDay: WithinDay | undefined } {
  const rates = ratesFrom(parts);
  return { rates, withinDay: withinDay(parts, rates) };
}

const ratesFrom =
  ({ world, globals, settings, api }: LookupParts): LookUp =>
  async (unitUsd, wanted) => {
    if (unitUsd === undefined && !wanted.credit && !wanted.check) return {};
    const { ratesOf } = await import('./rates.ts');
    const done = async (operation: string) => {
      const { accountOf } = await import('../profile/account.ts');
      return (await world.journal.open()).newestDone(accountOf(settings), operation);
    };
    return ratesOf({ api: await api(), done, stated: globals }, unitUsd, wanted);
  };

/** What the account has used today of the ceilings of the profile. Throws `Failure` where that cannot be read. */
export async function usedToday(parts: LookupParts) {
  const api = await parts.api();
  const read = await import('./daily-ceiling.ts');
  return read.usedToday({ ...parts, api, rates: ratesFrom({ ...parts, api: () => api }) });
}

/** Undefined where the profile has no ceiling per day. */
function withinDay({ api, ...parts }: LookupParts, rates: LookUp): WithinDay | undefined {
  const { settings } = parts;
  if (settings.maxCreditsPerDay === undefined && settings.maxUsdPerDay === undefined) return undefined;
  return async (operation, priced, own) => {
    const { keepWithinDay } = await import('./daily-ceiling.ts');
    return keepWithinDay({ ...parts, api: await api(), rates }, operation, priced, own);
  };
}
