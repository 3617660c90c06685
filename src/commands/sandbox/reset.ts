import { command } from '../../cli/command.ts';
import { text } from '../../cli/output/view.ts';
import { opt } from '../../cli/params.ts';
import { Failure } from '../../contract/errors.ts';

export const reset = command({
  name: 'reset',
  summary: 'Remove what was rehearsed and begin with a fresh sandbox',
  about: 'The fresh one has mailboxes and 5,000 credits, no leads and no campaigns.',
  uses: [],
  local: true,
  fails: ['not-confirmed'],
  args: {
    yes: opt.flag('agree without being asked', { short: 'y' }),
    keep: opt.flag('keep the old one in a file beside it'),
    seed: opt.text('the seed of the new one: the same seed gives the same world', { hint: 'text' }),
  },
  examples: [
    'outreach sandbox reset',
    'outreach sandbox reset --yes --seed autumn',
    'outreach sandbox reset --keep --yes',
  ],
  async run({ ask, world, profiles }, { yes, keep, seed }) {
    if (!yes && !(await ask.confirm('Remove everything that was rehearsed in the sandbox?')))
      throw new Failure('not-confirmed', 'The sandbox was left as it is.', { code: 'declined' });
    const [database, { defaultSeed, resetSandbox }, { keepCopy }] = await Promise.all([
      world.sandboxDatabase(),
      import('../../sandbox/sandbox.ts'),
      import('../../sandbox/keep.ts'),
    ]);
    const kept = keep ? keepCopy(database, profiles.folders.sandbox, world.clock.now()) : null;
    await resetSandbox(database, world.clock, seed);
    return { reset: true, seed: seed ?? defaultSeed, kept };
  },
  view: ({ seed, kept }) =>
    text(`A fresh sandbox from the seed '${seed}'.${kept === null ? '' : ` The old one is in ${kept}.`}`),
});
