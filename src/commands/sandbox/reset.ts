import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';

export const reset = command({
  name: 'reset',
  summary: 'Delete everything in the sandbox and start with a fresh one',
  about: `The fresh sandbox has mailboxes and 5,000 credits, but no leads and no campaigns. Journal entries of the old one are deleted.

--answers reads how often people reply, bounce and report spam, and in which languages, from JSON. See examples/answers.json. Anything not in the file keeps its default. The rates are not a forecast.`,
  uses: [],
  tool: { never: 'deletes what is in the sandbox' },
  answer: s.object({ reset: s.boolean(), seed: s.string(), answers: s.map(s.unknown()), kept: s.string() }),
  local: true,
  fails: ['not-confirmed'],
  args: {
    yes: opt.yes(),
    keep: opt.flag('save the old sandbox in a file beside it'),
    seed: opt.text('seed of the new sandbox: the same seed gives the same world', { hint: 'text' }),
    answers: opt.file('rates of replies and bounces, as JSON', 'document'),
  },
  examples: [
    'outreach sandbox reset',
    'outreach sandbox reset --yes --seed autumn',
    'outreach sandbox reset --keep --yes',
    'outreach sandbox reset --yes --answers examples/answers.json',
  ],
  async run(context, { yes, keep, seed, answers: file }) {
    const { service, consent, files } = context;
    const answers = file === undefined ? undefined : await readProfile(context, file);
    const question = keep
      ? 'Start with a fresh sandbox? The old one is saved in a file; its journal entries are deleted.'
      : 'Delete everything in the sandbox, with its journal entries, and start with a fresh one? This cannot be undone.';
    if (!yes) await consent.ask.agree(question, 'The sandbox is as it was.');
    const [database, { defaultSeed, resetSandbox }, { backUp }] = await Promise.all([
      files.world.sandboxDatabase(),
      import('../../sandbox/sandbox.ts'),
      import('../../sandbox/tools/backup.ts'),
    ]);
    const kept = keep ? backUp(database, files.profiles.folders.sandbox, files.world.clock.now()) : null;
    await resetSandbox(database, files.world.clock, seed, answers?.plant);
    await service.journal.forgetRehearsed();
    return { reset: true, seed: seed ?? defaultSeed, answers: answers?.profile ?? null, kept };
  },
  view: ({ seed, kept }) =>
    text(
      `Started a fresh sandbox from the seed '${seed}'.${kept === null ? '' : ` The old one is saved in ${kept}.`}`,
    ),
});

async function readProfile({ files }: Context, file: string) {
  const [content, { parseProfile }, { setAnswerProfile }] = await Promise.all([
    files.readText(file, 'document'),
    import('../../sandbox/world/answers/profile-file.ts'),
    import('../../sandbox/world/answers/answer-profile.ts'),
  ]);
  const profile = parseProfile(file, content);
  return {
    profile,
    plant: (state: Parameters<typeof setAnswerProfile>[0]) => setAnswerProfile(state, profile),
  };
}
