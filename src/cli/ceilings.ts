import type { Api } from '../client/api.ts';
import type { Globals } from './command.ts';
import type { WithinDay } from './gate.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

/** The options of a command with the ceilings of its profile where it states none itself. */
export const withCeilings = (globals: Globals, settings: Settings | undefined): Globals => ({
  ...globals,
  maxCredits: globals.maxCredits ?? settings?.maxCredits,
  maxUsd: globals.maxUsd ?? settings?.maxUsd,
});

/** The look at the day, where the profile has a ceiling per day; what it takes is loaded by the first one. */
export function withinDay(
  world: World,
  settings: Settings,
  api: () => Api | Promise<Api>,
): WithinDay | undefined {
  if (settings.maxCreditsPerDay === undefined && settings.maxUsdPerDay === undefined) return undefined;
  return async (operation, quote, own) => {
    const { keepWithinDay } = await import('./daily-ceiling.ts');
    return keepWithinDay({ world, settings, api: await api() }, operation, quote, own);
  };
}
