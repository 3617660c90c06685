import type { Journal } from '../../client/guard/journal.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { createMessages } from '../messages/messages.ts';

/** Of these the process has said it. */
const told = new WeakSet<Journal>();

/** Says that the tables of a shared journal were made just now: a wrong address, or an emptied database, looks like this. */
export async function noteNewJournal(
  journal: Journal,
  { world, globals, address }: { world: World; globals: Globals; address: string | null },
): Promise<void> {
  if (told.has(journal)) return;
  told.add(journal);
  (await createMessages(world, globals)).warn(
    `began a new journal in ${address}: it knows no call and no --once token of before`,
  );
}
