import { command } from '../../cli/command.ts';
import { text } from '../../cli/output/view.ts';
import { arg, opt } from '../../cli/params.ts';
import { existing } from '../../cli/settings.ts';
import { Failure } from '../../contract/errors.ts';

export const remove = command({
  name: 'remove',
  summary: 'Forget a profile and its key on this machine',
  about: 'Asks on a terminal; elsewhere it needs --yes.',
  uses: [],
  local: true,
  fails: ['not-confirmed'],
  args: { name: arg.text('which profile'), yes: opt.flag('agree without being asked', { short: 'y' }) },
  examples: ['outreach profiles remove old', 'outreach profiles remove old --yes'],
  async run({ profiles, ask }, { name, yes }) {
    profiles.checkName(name);
    existing(profiles, name);
    const question = `Forget the profile '${name}' and its key on this machine?`;
    if (!yes && !(await ask.confirm(question, false)))
      throw new Failure('not-confirmed', `The profile '${name}' was kept`, { code: 'declined' });
    await profiles.remove(name);
    return { profile: name, removed: true };
  },
  view: ({ profile }) => text(`The profile '${profile}' is gone from this machine.`),
});
