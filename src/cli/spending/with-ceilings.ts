import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';

/** The options of a command with the ceilings of its profile where it states none itself. */
export const withCeilings = (globals: Globals, settings: Settings | undefined): Globals => ({
  ...globals,
  maxCredits: globals.maxCredits ?? settings?.maxCredits,
  maxUsd: globals.maxUsd ?? settings?.maxUsd,
});
