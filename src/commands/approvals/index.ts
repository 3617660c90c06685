import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { approveLine, endedApproval, nextApproval } from '../../cli/consent/approve-line.ts';
import { command, type Files, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { type Entry, entryFields, entryOf } from './entry.ts';
import { list } from './list.ts';
import { protect } from './protect.ts';

const approve = command({
  name: 'approve',
  summary: 'Approve a waiting request, after reading what it would do',
  about: `Shows what the command would do now, at current prices. Your yes does not run the command: the agent can then run it once, within 15 minutes of asking. If a price or another fact has changed by then, the command exits with code 7.

Only a person at a terminal can approve: no option answers the question, and anything typed before it appears is ignored.

--next shows the oldest waiting request. If there is none, it waits for the next one, rings the bell, and asks. Enter or n leaves the request waiting.`,
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: {
    code: arg.optionalText('its code'),
    next: opt.flag('the oldest waiting request, or else the next to arrive'),
  },
  excludes: [['next', 'code']],
  examples: ['outreach approvals approve K7MPXR4D', 'outreach approvals approve --next'],
  async run(context, { code, next }): Promise<Entry> {
    if (code === undefined && !next)
      throw new Failure('missing_argument', 'Name a code, or pass --next', {
        hint: 'See: outreach approvals list',
      });
    requirePerson(
      context.consent.ask,
      context.files.world,
      'Only a person at a terminal approves a request',
      code === undefined
        ? undefined
        : say`A person runs this at a terminal: ${advise('approvals approve', { code })}`,
    );
    const approval =
      code === undefined
        ? await nextApproval(context)
        : await waitingApproval(context.files, code, ['waiting']);
    return entryOf(await approveLine(context, approval));
  },
  view: ({ code, expiresAt }) =>
    text(
      `Approved ${code}. When the same request is made again, it runs once, until ${fullTime(expiresAt)}.`,
    ),
});

const deny = command({
  name: 'deny',
  summary: 'Deny a waiting request, or take an approval back',
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  fails: ['not-found', 'conflict'],
  args: { code: arg.text('code of the request') },
  examples: ['outreach approvals deny K7MPXR4D'],
  async run({ files }, { code }) {
    const approval = await waitingApproval(files, code, ['waiting', 'approved']);
    const journal = await files.world.journal.open();
    const { approvals } = journal;
    const now = await journal.now(files.world.clock.now());
    const denied = await approvals.end(approval.code, 'denied', now);
    const after = (await approvals.find(approval.code, now)) ?? approval;
    if (!denied) throw endedApproval(after);
    return entryOf(after);
  },
  view: ({ code }) => text(`Denied ${code}. Nothing was sent.`),
});

export const group: Verbs = {
  commands: [list, approve, deny, protect],
};

/** The approval of this code. Throws `not-found`, and `conflict` where it has ended. */
async function waitingApproval(
  { world }: Pick<Files, 'world'>,
  word: string,
  states: readonly AskedApproval['state'][],
): Promise<AskedApproval> {
  const code = word.toUpperCase();
  const journal = await world.journal.open();
  const approval = await journal.approvals.find(code, await journal.now(world.clock.now()));
  if (approval && states.includes(approval.state)) return approval;
  if (approval) throw endedApproval(approval);
  await refuseMoved(world);
  throw new Failure('not_found', `No request waits for approval as ${code}`, {
    hint: 'See: outreach approvals list --all',
  });
}
