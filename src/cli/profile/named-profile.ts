import type { Files } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { existing } from './settings.ts';

/** The profile that is meant: `--profile`, `OUTREACH_PROFILE`, or the chosen one. Throws `usage` for an unknown name. */
export function namedProfile(globals: Globals, { profiles, world }: Pick<Files, 'profiles' | 'world'>) {
  const name = globals.profile ?? (world.env.OUTREACH_PROFILE || profiles.chosen());
  if (name !== undefined) existing(profiles, name);
  return name;
}
