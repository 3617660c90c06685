import { Failure, isStop } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { environmentProfile } from '../../local/profile.ts';
import { advise } from '../advice/advise.ts';
import type { Context } from '../declare/command.ts';
import { Decided } from '../declare/early-end.ts';
import type { Approving } from '../declare/world.ts';
import { openRoom } from '../files/room.ts';
import { personHint } from '../messages/hints/hint-of.ts';
import { approvalParts, askPassphrase, protectionOf } from '../profile/protection.ts';
import { factIn } from '../spending/fact-lines.ts';
import { withQuietKeys } from './fresh-keys.ts';
import { sayFacts } from './shown.ts';

/**
 * Has a person approve a call that waits: runs its line up to the question, which reads facts and price anew. Throws
 * `not-confirmed` at a no, and `approval_changed` where the line asks for something else by now.
 */
export async function approveLine(context: Context, approval: AskedApproval): Promise<AskedApproval> {
  const { argv, cwd, confined } = approval.line;
  const room = confined ? openRoom(cwd, context.files.world.platform) : undefined;
  const { failure, value } = await context.screen
    .run(withProfile(argv, approval), {
      silent: true,
      as: { cwd, approving: approving(context, approval), ...(room && { room }) },
    })
    .finally(() => room?.close());
  if (value instanceof Decided) return value.approval;
  throw failure ? waitingAfter(failure, approval) : changed('it asks for nothing now', approval);
}

const toEnd = ({ code }: AskedApproval) => say`To end it: ${advise('approvals deny', { code })}`;

/** What failed before its question waits on, in the way of the next one, until it is denied. The line is the agent's to change. */
function waitingAfter(failure: Failure, approval: AskedApproval): Failure {
  const { hint } = failure;
  if (!hint || isStop(failure) || failure.is('declined', 'approval_changed')) return failure;
  const isDone = failure.is('done_recently', 'already_sent');
  const next = isDone ? 'To have it done once more, the agent asks for it with --again.' : hint;
  return failure.with({ hint: say`${next}\n${toEnd(approval)}` });
}

/** How often it is looked whether a call waits, in milliseconds. */
const lookMs = 1000;

/** The oldest approval that waits, or the next one that is asked for; then it rings the bell. Keys typed meanwhile are dropped. */
export async function nextApproval({ files, screen }: Context): Promise<AskedApproval> {
  const { world } = files;
  const journal = await world.journal.open();
  const oldest = async () => {
    const asked = await journal.approvals.list(await journal.now(world.clock.now()), false);
    return asked.findLast(({ state }) => state === 'waiting');
  };
  const wait = async () => {
    for (;;) {
      await world.clock.sleep(lookMs, world.signal);
      const found = await oldest();
      if (found) return found;
    }
  };
  const found =
    (await oldest()) ??
    (await screen.progress('Waiting for a request that needs approval; Ctrl-C ends it', () =>
      withQuietKeys(world, wait),
    ));
  world.stderr.write('\u0007');
  return found;
}

/** Where the line was read, its profile may have been the chosen one. */
function withProfile(argv: readonly string[], { profile }: AskedApproval): readonly string[] {
  const names = argv.some((word) => word === '--profile' || word.startsWith('--profile='));
  return names || profile === environmentProfile ? argv : ['--profile', profile, ...argv];
}

const approving = (
  { consent, files, screen }: Context,
  approval: AskedApproval,
  seen = new Set<number>(),
  state = { isAnswered: false },
): Approving => ({
  argv: approval.line.argv,
  checked: approval.line.checked,
  ran(done, intent) {
    if (seen.has(intent)) return;
    if (state.isAnswered)
      throw new Failure('approval_changed', `${done}, after this was shown; ${approval.code} still waits`, {
        hint: say`To see it again: ${advise('approvals approve', { code: approval.code })}\n${toEnd(approval)}`,
      });
    seen.add(intent);
    screen.tell(`${done}. Approving runs it again.`, 'alarm');
  },
  async decide({ digest, price, question, facts, lookAgain }) {
    const { code } = approval;
    if (digest !== approval.digest) throw changed('it asks for something else now', approval);
    sayFacts(screen.tell, facts.map(factIn));
    // The head of a long list has scrolled away by then.
    if (facts.length > mostInSight) for (const line of headIn(facts)) screen.tell(line);
    if (!(await consent.ask.confirm(`Approve ${code}: ${question}`, false, personHint)))
      throw new Failure('declined', `${code} still waits. Nothing was sent.`, {
        hint: toEnd(approval),
      });
    const journal = await files.world.journal.open();
    const { approvals } = journal;
    const sign = await askPassphrase(consent.ask, await protectionOf(files.world));
    const signature = sign?.(approvalParts({ ...approval, price })) ?? null;
    const now = await journal.now(files.world.clock.now());
    state.isAnswered = true;
    await lookAgain?.();
    const done = await approvals.approve(code, { price, facts, signature }, now);
    const after = (await approvals.find(code, now)) ?? approval;
    if (!done) throw endedApproval(after);
    throw new Decided(after);
  },
});

const mostInSight = 15;

/** What is done, LIVE or SANDBOX, the profile, and the campaign. */
const headIn = ([heading = '', ...facts]: readonly string[]): string[] => [
  heading,
  ...facts.filter((fact) => /^Campaigns?[ :]/.test(fact)).slice(0, 3),
];

export const endedApproval = ({ code, state }: Pick<AskedApproval, 'code' | 'state'>): Failure =>
  new Failure('approval_changed', `${code} does not wait for approval: it is ${state}`, {
    hint:
      state === 'approved'
        ? 'The same request, made again, runs now.'
        : 'The same request, made again, gets a new code.',
  });

const changed = (how: string, approval: AskedApproval): Failure =>
  new Failure('approval_changed', `The request of ${approval.code} is not the same any more: ${how}`, {
    hint: say`The same request, made again, gets a new code.\n${toEnd(approval)}`,
  });
