import { Failure } from '../../base/errors.ts';
import { forgetUsed, usedJournals } from '../../cli/connect/moved-journal.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { agreeToJournal } from '../../cli/profile/agree-to-lower.ts';
import * as s from '../../contract/schema/schema.ts';

export const accept = command({
  name: 'accept',
  summary: 'Accept a journal other than the one this machine knows',
  about: `This machine remembers the newest entry of every journal that it uses. If that entry is missing, an older copy or another database has replaced the journal. Then nothing can be spent, sent or created (journal_replaced), because it could happen twice.

Restore the newer journal if you can. If not, a person can accept the other one, at a terminal on each machine that refuses. The journal records it.

Use --everywhere if the whole shared database was restored or moved. If the settings no longer name a shared journal (journal_left_out), this command accepts the journal on this machine.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: s.object({ journal: s.string(), accepted: s.boolean(), everywhere: s.boolean() }),
  local: true,
  fails: ['not-confirmed', 'unreachable'],
  args: {
    everywhere: opt.flag(
      'for a shared journal: accept it for all machines, except those that have seen a newer entry than it has',
    ),
  },
  examples: ['outreach journal accept', 'outreach journal accept --everywhere'],
  async run(context, { everywhere }) {
    const { journal } = context.files.world;
    const address = await journal.where();
    if (address === null) return acceptLocal(context, everywhere);
    const shared = await journal.open();
    const replaced = shared.replaced?.();
    if (replaced === undefined && !everywhere) return { journal: address, accepted: false, everywhere };
    await agreeToJournal(context, {
      agreed: [
        ...(replaced ? [whyNot(replaced)] : []),
        'Calls that it lacks are not known, and their --once tokens are free again',
        ...(everywhere ? ['Every machine that has seen no newer entry goes on with it'] : []),
      ],
      question: 'Go on with the journal that is there now?',
      summary: `Go on with another journal at ${address}${everywhere ? ', everywhere' : ''}`,
      journal: shared,
      accepts: everywhere ? 'everywhere' : 'here',
    });
    return { journal: address, accepted: true, everywhere };
  },
  view: ({ journal, accepted, everywhere }) =>
    text(
      accepted
        ? `${everywhere ? 'Machines that have seen no newer entry go' : 'This machine goes'} on with ${journal === 'local' ? 'its own journal' : `the journal at ${journal}`}.`
        : journal === 'local'
          ? 'The journal in use is the one on this machine: there is nothing to accept.'
          : `The journal at ${journal} is the one that this machine knows.`,
    ),
});

const whyNot = ({ message }: Failure): string => message.replace(/\. Nothing was sent$/, '');

/** After guarded calls went through shared journals that the settings no longer name, or an older copy took its place. */
async function acceptLocal(context: Context, everywhere: boolean) {
  const addresses = usedJournals(context.files.world);
  const local = await context.files.world.journal.open(null);
  const replaced = local.replaced?.();
  if (addresses.length === 0 && replaced === undefined)
    return { journal: 'local', accepted: false, everywhere };
  if (everywhere)
    throw new Failure('invalid_value', '--everywhere is of a shared journal, and this line names none', {
      hint: 'Set OUTREACH_JOURNAL, or the journal of the profile.',
    });
  const leftOut = [
    `This machine kept its journal at ${addresses.join(', ')}`,
    'What was done through it is not known here, and its --once tokens are free here. Where it answers, name it instead: OUTREACH_JOURNAL=postgres://…, or the journal of the profile',
  ];
  await agreeToJournal(context, {
    agreed: [
      ...(addresses.length > 0 ? leftOut : []),
      ...(replaced
        ? [whyNot(replaced), 'Calls that it lacks are not known, and their --once tokens are free again']
        : []),
    ],
    question: 'Go on with the journal on this machine?',
    summary: replaced ? 'Go on with an older copy of the journal' : 'Go on without the shared journal',
    journal: local,
    accepts: 'here',
  });
  forgetUsed(context.files.world);
  return { journal: 'local', accepted: true, everywhere };
}
