import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { agreeToLower } from '../../cli/profile/agree-to-lower.ts';
import { forgetAccount } from '../../cli/profile/forget-account.ts';
import { loweredGuards } from '../../cli/profile/profile-guards.ts';
import { existing } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';

export const remove = command({
  name: 'remove',
  summary: 'Delete a profile and its key from this machine',
  about:
    'Asks at a terminal; without one it needs --yes. Only a person at a terminal can delete a profile with guards (read-only, daily ceilings, routes of calls that spend, buy or send); --yes does not answer that question, and the journal records it.',
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.object({ profile: s.string(), removed: s.boolean() }),
  local: true,
  fails: ['not-confirmed'],
  args: { name: arg.text('profile name', { asked: 'profile', names: 'savedProfiles' }), yes: opt.yes() },
  examples: ['outreach profiles remove trial', 'outreach profiles remove trial --yes'],
  async run(context, { name, yes }) {
    const { consent, files } = context;
    files.profiles.checkName(name);
    const guarding = loweredGuards(existing(files.profiles, name), {}, files.profiles.key(name));
    const question = (what: string) =>
      `Delete the profile '${name}' and its key from this machine${what === '' ? '' : `, with its guards (${what})`}?`;
    const writeDown = await agreeToLower(context, name, guarding, question);
    if (guarding.length === 0 && !yes && !(await consent.ask.confirm(question(''), false)))
      throw new Failure('declined', `Cancelled. The profile '${name}' is still there.`);
    await writeDown();
    await forgetAccount(context, existing(files.profiles, name), files.profiles.key(name), () =>
      files.profiles.remove(name),
    );
    return { profile: name, removed: true };
  },
  view: ({ profile }) => text(`Deleted the profile '${profile}' from this machine.`),
});
