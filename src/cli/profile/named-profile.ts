import type { Context } from '../declare/command.ts';
import { existing } from './settings.ts';

/**
 * The profile that a command about profiles means: `--profile`, `OUTREACH_PROFILE`, or the chosen one; undefined where
 * none is. Throws `usage` for a name that is unknown.
 */
export function namedProfile({ globals, world, profiles }: Pick<Context, 'globals' | 'world' | 'profiles'>) {
  const name = globals.profile ?? (world.env.OUTREACH_PROFILE || profiles.chosen());
  if (name !== undefined) existing(profiles, name);
  return name;
}
