import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { namedProfile } from '../../cli/profile/named-profile.ts';
import { card } from './card.ts';
import { describe, profileFields } from './describe.ts';

export const show = command({
  name: 'show',
  summary: 'Show the settings of a profile, without its key',
  uses: [],
  tool: 'read',
  answer: profileFields,
  local: true,
  args: { name: arg.optionalText('profile name (default: the one in use)', { names: 'profiles' }) },
  examples: ['outreach profiles show', 'outreach profiles show prod --json'],
  run: (context, { name }) =>
    describe(
      context.files.profiles,
      name ?? namedProfile(context.screen.globals, context.files) ?? 'sandbox',
    ),
  view: card,
});
