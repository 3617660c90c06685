import type { Journal } from '../../client/guard/journal.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { createMessages } from '../messages/messages.ts';

/** Of these the process has said it. */
const told = new WeakSet<Journal>();

const words = {
  new: (address: string | null) =>
    `began a new journal in ${address}: it knows no call and no --once token of before`,
  'failed-over': (address: string | null) =>
    `the database of the journal in ${address} goes on after a failover, or was put back to an earlier moment. This machine misses no call there; where others do, they refuse (journal_replaced)`,
};

/** A wrong address, or an emptied database, looks like a new journal; a failover may have lost the last calls. */
export async function noteJournal(
  journal: Journal,
  news: keyof typeof words,
  { world, globals, address }: { world: World; globals: Globals; address: string | null },
): Promise<void> {
  if (told.has(journal)) return;
  told.add(journal);
  (await createMessages(world, globals)).warn(words[news](address));
}
