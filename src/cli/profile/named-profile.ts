import type { Files } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { existing } from './settings.ts';

/**
 * The profile that a command about profiles means: `--profile`, `OUTREACH_PROFILE`, or the chosen one; undefined where
 * none is. Throws `usage` for a name that is unknown.
 */
export function namedProfile(globals: Globals, { profiles, world }: Pick<Files, 'profiles' | 'world'>) {
  const name = globals.profile ?? (world.env.OUTREACH_PROFILE || profiles.chosen());
  if (name !== undefined) existing(profiles, name);
  return name;
}
