import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { Decided } from '../../cli/declare/early-end.ts';
import { arg } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import type { Approving } from '../../cli/declare/world.ts';
import { requirePerson } from '../../cli/profile/require-person.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { environmentProfile } from '../../local/profile.ts';
import { type Entry, entryFields, entryOf } from './entry.ts';
import { endedApproval, waitingApproval } from './waiting.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve a call that waits: a person reads the facts and agrees, at a terminal',
  about:
    'Runs the line that asked, up to its question: the facts and the price are read anew. After a yes nothing is sent: the line that asked sends it when it runs again, once, within 15 minutes of asking. Where it would ask for something else by now, this ends with 7.\n\nOnly a person at a terminal can answer: no option does, and keys typed ahead count for nothing.',
  uses: [],
  tool: { never: 'changes approvals' },
  answer: entryFields,
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: { code: arg.text('its code') },
  examples: ['outreach approvals approve K7MPXR4D'],
  async run(context, { code }): Promise<Entry> {
    requirePerson(context, 'Only a person at a terminal approves a call');
    const approval = await waitingApproval(context, code, ['waiting']);
    const { argv, cwd } = approval.line;
    const { failure, value } = await context.run(withProfile(argv, approval), {
      silent: true,
      as: { cwd, approving: approving(context, approval) },
    });
    if (value instanceof Decided) return entryOf(value.approval);
    throw failure ?? changed('it asks for nothing now', approval);
  },
  next: () => ['outreach approvals list'],
  view: ({ code, expiresAt }) =>
    text(`Approved ${code}. The line that asked for it can run once, until ${expiresAt}.`),
});

/** Of a line that was read in another session, the profile may have been the chosen one there. */
function withProfile(argv: readonly string[], { profile }: AskedApproval): readonly string[] {
  const names = argv.some((word) => word === '--profile' || word.startsWith('--profile='));
  return names || profile === environmentProfile ? argv : ['--profile', profile, ...argv];
}

const approving = ({ ask, tell, world }: Context, approval: AskedApproval): Approving => ({
  async decide({ digest, price, question, required }) {
    const { code } = approval;
    if (digest !== approval.digest) throw changed('it asks for something else now', approval);
    const facts = required.extra.facts as readonly string[];
    for (const [at, fact] of facts.entries()) {
      const [, indent, theirs] = /^( *)│ (.*)$/s.exec(fact) ?? [];
      if (theirs === undefined) tell(fact, at === 0 ? 'heading' : 'text');
      else tell(theirs, 'theirs', indent?.length);
    }
    if (!(await ask.confirm(`Approve ${code}: ${question}`, false, needsTerminal)))
      throw new Failure('declined', `${code} still waits. Nothing was sent.`, {
        hint: `To end it: outreach approvals deny ${code}`,
      });
    const { approvals } = await world.journal.open();
    const now = world.clock.now();
    const done = await approvals.approve(code, { price, facts, signature: null }, now);
    const after = (await approvals.find(code, now)) ?? approval;
    if (!done) throw endedApproval(after);
    throw new Decided(after);
  },
});

const needsTerminal = 'A person approves at a terminal: outreach help safety';

const changed = (how: string, { code }: AskedApproval): Failure =>
  new Failure('approval_changed', `${code} is not what its line asks for any more: ${how}`, {
    hint: 'Run the line that asked for it again: it gives a new code.',
  });
