import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Intent } from '../../client/guard/journal.ts';
import { pattern } from '../advice/line-of.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { World } from '../declare/world.ts';

/** Reminds of calls of earlier runs whose outcome is unknown, or done and not shown. */
export async function noteOpenCalls(
  { journal }: Pick<World, 'journal'>,
  { note, warn }: Messages,
): Promise<void> {
  const waiting = await waitingIn(journal, warn);
  const done = waiting.filter(({ state }) => state === 'done');
  const open = waiting.filter(({ state }) => state !== 'done');
  const [first] = open;
  if (first) {
    const what =
      open.length === 1
        ? `A request is open: ${first.summary}`
        : `${counted(open.length, 'request is', 'requests are')} open`;
    note(`${what}. See: outreach journal list`);
  }
  for (const { id, summary } of done.slice(0, 1)) {
    const more = done.length === 1 ? '' : ` (and ${counted(done.length - 1, 'more request')})`;
    note(
      `A request is done, but its result was not shown: ${summary}${more}. See it: outreach journal show ${id}. Then: ${pattern('journal settle', { id })}`,
    );
  }
}

/** A journal of several machines that is out of reach, emptied, or refuses the login, holds up no command that only reads. */
async function waitingIn(journal: World['journal'], warn: Messages['warn']): Promise<Intent[]> {
  try {
    return await (await journal.open()).waiting();
  } catch (error) {
    if (
      !(error instanceof Failure) ||
      !error.is('journal_unreachable', 'journal_replaced', 'invalid_journal')
    )
      throw error;
    warn(`open requests could not be looked up: ${error.message}`);
    return [];
  }
}
