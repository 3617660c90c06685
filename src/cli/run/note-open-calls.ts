import { counted } from '../../base/counted.ts';
import type { Messages } from '../declare/messages.ts';
import type { World } from '../declare/world.ts';

/** Reminds of calls of earlier runs whose outcome is unknown, or done and not shown. */
export async function noteOpenCalls({ journal }: Pick<World, 'journal'>, { note }: Messages): Promise<void> {
  const waiting = await (await journal.open()).waiting();
  const done = waiting.filter(({ state }) => state === 'done');
  const open = waiting.filter(({ state }) => state !== 'done');
  const [first] = open;
  if (first) {
    const what =
      open.length === 1
        ? `A call is open: ${first.summary}`
        : `${counted(open.length, 'call is', 'calls are')} open`;
    note(`${what}. See: outreach journal list`);
  }
  for (const { id, summary } of done.slice(0, 1)) {
    const more = done.length === 1 ? '' : ` (and ${counted(done.length - 1, 'more call')})`;
    note(
      `A call is done, but its result was not shown: ${summary}${more}. See it: outreach journal show ${id}. Then: outreach journal settle ${id}`,
    );
  }
}
