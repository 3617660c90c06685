import { forgetUsed, usedJournals } from '../../cli/connect/moved-journal.ts';
import { fields } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { text } from '../../cli/declare/view.ts';
import { agreeToJournal } from '../../cli/profile/agree-to-lower.ts';

export const accept = command({
  name: 'accept',
  summary: 'Go on with the journal that the shared database has now',
  about: `This machine remembers which journal the database at an address has, and its newest call. Where the database was emptied, restored from a backup, or is another one, calls that the journal guards are refused (journal_replaced), because calls and --once tokens that it lacks would be made again. Reads of the service go on. In an emptied database no tables are made, so that it can be restored.

Have the database restored first. Where that cannot be done, a person agrees here at a terminal, on each machine that refuses; no option answers instead, and the journal records it.

Where calls went through a shared journal that the settings no longer name (journal_left_out), this goes on with the journal of this machine.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: fields('journal accepted'),
  local: true,
  fails: ['not-confirmed', 'unreachable'],
  args: {},
  examples: ['outreach journal accept'],
  async run(context) {
    const { journal } = context.world;
    const address = await journal.where();
    if (address === null) return acceptLocal(context);
    const shared = await journal.open();
    const replaced = shared.replaced?.();
    if (replaced === undefined) return { journal: address, accepted: false };
    await agreeToJournal(context, {
      agreed: [
        replaced.message.replace(/\. Nothing was sent$/, ''),
        'Calls that it lacks are not known, and their --once tokens are free again',
      ],
      question: 'Go on with the journal that is there now?',
      summary: `Go on with another journal at ${address}`,
      journal: shared,
    });
    return { journal: address, accepted: true };
  },
  view: ({ journal, accepted }) =>
    text(
      accepted
        ? `This machine goes on with ${journal === 'local' ? 'its own journal' : `the journal at ${journal}`}.`
        : journal === 'local'
          ? 'The journal in use is that of this machine: there is nothing to accept.'
          : `The journal at ${journal} is the one that this machine knows.`,
    ),
});

/** After guarded calls went through shared journals that the settings no longer name. */
async function acceptLocal(context: Context) {
  const addresses = usedJournals(context.world);
  if (addresses.length === 0) return { journal: 'local', accepted: false };
  await agreeToJournal(context, {
    agreed: [
      `Calls of this machine that the journal guards went through ${addresses.join(', ')}`,
      'What was done through it is not known here, and its --once tokens are free here. Where it answers, bring its calls back instead: OUTREACH_JOURNAL=postgres://… outreach journal move --to local',
    ],
    question: 'Go on with the journal of this machine?',
    summary: 'Go on without the shared journal',
    journal: await context.world.journal.open(null),
  });
  forgetUsed(context.world);
  return { journal: 'local', accepted: true };
}
