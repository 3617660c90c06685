import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';

export const reset = command({
  name: 'reset',
  summary: 'Delete everything in the sandbox and start with a fresh one',
  about: `The fresh sandbox has mailboxes and 5,000 credits, but no leads and no campaigns. Journal entries of the old sandbox are deleted. To keep the old sandbox, first run \`outreach sandbox snapshot save\`. To set the rates of replies and bounces, use \`outreach sandbox seed\`.`,
  uses: [],
  tool: { never: 'deletes what is in the sandbox' },
  answer: s.object({ reset: s.boolean(), seed: s.string() }),
  local: true,
  fails: ['not-confirmed'],
  args: {
    yes: opt.yes(),
    seed: opt.text('seed of the new sandbox: the same seed gives the same world', { hint: 'text' }),
  },
  examples: ['outreach sandbox reset', 'outreach sandbox reset --yes --seed autumn'],
  async run({ service, consent, files }, { yes, seed }) {
    const question =
      'Delete everything in the sandbox, with its journal entries, and start with a fresh one? This cannot be undone.';
    if (!yes) await consent.ask.agree(question, 'The sandbox is as it was.');
    const [database, { defaultSeed, resetSandbox }] = await Promise.all([
      files.world.sandboxDatabase(),
      import('../../sandbox/sandbox.ts'),
    ]);
    await resetSandbox(database, files.world.clock, seed);
    await service.journal.forgetRehearsed();
    return { reset: true, seed: seed ?? defaultSeed };
  },
  view: ({ seed }) => text(`Started a fresh sandbox from the seed '${seed}'.`),
});
