import { Failure } from '../../base/errors.ts';
import type { Context } from '../declare/command.ts';
import { agreeToLower } from './agree-to-lower.ts';
import { loweredGuards, type Profile, type SavedKey } from './profile-guards.ts';

/**
 * Changes a profile, or makes one. A change that lowers a guard needs a person, and is written to the journal. `keyOf`
 * gives the key that the profile keeps: none for a login, which brings its own.
 */
export async function changeProfile(
  context: Pick<Context, 'consent' | 'files'>,
  name: string,
  edit: (profile: Profile) => Profile,
  keyOf: (name: string) => SavedKey = context.files.profiles.key,
): Promise<Profile> {
  const { files } = context;
  const present = files.profiles.get(name) ?? {};
  const agreed = loweredGuards(present, edit(present), keyOf(name));
  const question = (what: string) => `Loosen protected settings of the profile '${name}': ${what}?`;
  const writeDown = await agreeToLower(context, name, agreed, question);
  return files.profiles.change(name, async (before) => {
    const after = edit(before);
    const lowered = loweredGuards(before, after, keyOf(name));
    if (lowered.some((line) => !agreed.includes(line)))
      throw new Failure(
        'changed_meanwhile',
        `The profile '${name}' was changed meanwhile; nothing was written`,
        {
          hint: 'Run the command again.',
        },
      );
    await writeDown();
    return after;
  });
}
