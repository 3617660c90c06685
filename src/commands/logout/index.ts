import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { text } from '../../cli/declare/view.ts';
import { forgetAccount } from '../../cli/profile/forget-account.ts';
import { namedProfile } from '../../cli/profile/named-profile.ts';
import { existing } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';

export const logout = command({
  name: 'logout',
  summary: 'Remove the key of a profile from this machine',
  about:
    'The settings of the profile are kept. The key itself stays valid until you delete or pause it in the app.',
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.object({ profile: s.string(), loggedOut: s.boolean() }),
  local: true,
  fails: ['not-found'],
  examples: ['outreach logout', 'outreach logout --profile prod'],
  async run(context) {
    const { files, screen } = context;
    const profile = namedProfile(screen.globals, files);
    const loggedOut =
      profile !== undefined &&
      (await forgetAccount(context, existing(files.profiles, profile), files.profiles.key(profile), () =>
        files.profiles.forgetKey(profile),
      ));
    if (!loggedOut)
      throw new Failure('no_key', profile ? `The profile '${profile}' has no key here` : 'No key is saved', {
        kind: 'not-found',
        hint: 'See: outreach profiles list',
      });
    if (files.world.env.OUTREACH_API_KEY)
      screen.warn('OUTREACH_API_KEY is still set, and commands keep using it.');
    return { profile, loggedOut };
  },
  view: ({ profile }) => text(`Logged out: the profile '${profile}' has no key any more.`),
});
