import { counted } from '../../base/counted.ts';
import type { Messages } from '../declare/messages.ts';
import type { World } from '../declare/world.ts';

/** Reminds of calls of earlier runs whose outcome is unknown or not acknowledged. */
export async function noteOpenCalls({ journal }: Pick<World, 'journal'>, { note }: Messages): Promise<void> {
  const waiting = await (await journal.open()).waiting();
  const [first] = waiting;
  if (first === undefined) return;
  const what =
    waiting.length === 1
      ? `A call is open: ${first.summary}`
      : `${counted(waiting.length, 'call is', 'calls are')} open`;
  note(`${what}. See: outreach journal list`);
}
