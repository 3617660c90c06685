import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { existing } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';

export const use = command({
  name: 'use',
  summary: 'Choose the default profile',
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.object({ profile: s.string(), before: s.string() }),
  local: true,
  args: { name: arg.text('profile name', { asked: 'profile' }) },
  examples: ['outreach profiles use prod', 'outreach profiles use sandbox'],
  async run({ files, screen }, { name }) {
    existing(files.profiles, name);
    const before = files.profiles.chosen() ?? null;
    await files.profiles.choose(name);
    const { OUTREACH_PROFILE: named } = files.world.env;
    if (named && named !== name) screen.warn(`OUTREACH_PROFILE=${named} is set and overrides this choice.`);
    return { profile: name, before };
  },
  next: () => [advise('whoami')],
  view: ({ profile }) => text(`Commands now use the profile '${profile}'.`),
});
