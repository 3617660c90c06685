import { Failure } from '../../base/errors.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { endedApproval } from '../../cli/consent/approve-line.ts';
import type { Files } from '../../cli/declare/command.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';

/** The approval of this code. Throws `not-found`. */
export async function approvalOf({ world }: Pick<Files, 'world'>, word: string): Promise<AskedApproval> {
  const code = word.toUpperCase();
  const journal = await world.journal.open();
  const approval = await journal.approvals.find(code, await journal.now(world.clock.now()));
  if (approval) return approval;
  await refuseMoved(world);
  throw new Failure('not_found', `No call waits for approval as ${code}`, {
    hint: 'See: outreach approvals list --all',
  });
}

/** The same, which must not have ended. Throws `conflict` where it has. */
export async function waitingApproval(
  context: Pick<Files, 'world'>,
  word: string,
  states: readonly AskedApproval['state'][],
): Promise<AskedApproval> {
  const approval = await approvalOf(context, word);
  if (!states.includes(approval.state)) throw endedApproval(approval);
  return approval;
}
