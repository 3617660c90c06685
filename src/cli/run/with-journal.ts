import { Failure } from '../../base/errors.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { Globals } from '../declare/globals.ts';
import { type World, withParts } from '../declare/world.ts';
import { createMessages } from '../messages/messages.ts';

/**
 * The world of one line, whose journal is the one that its settings choose: that of several machines where
 * OUTREACH_JOURNAL or the profile names one. A sandbox in this process is of this machine alone, and so are its calls.
 */
export function withJournal(world: World, globals: Globals): World {
  let found: Promise<string | null> | undefined;
  const chosen = async (at?: string | null) => {
    if (at !== undefined) return at;
    found ??= addressFor(world, globals);
    return found;
  };
  const { open, isAt, leftHere, mayHaveOpen, isMoving } = world.journal;
  const journal: World['journal'] = {
    open: async (at) => {
      const address = await chosen(at);
      const opened = await open(address);
      const news = opened.isNew ? 'new' : opened.failedOver?.() ? 'failed-over' : undefined;
      if (news) await noteJournal(opened, news, { world, globals, address });
      return opened;
    },
    isAt,
    where: chosen,
    leftHere: async (at) => leftHere(await chosen(at)),
    mayHaveOpen: async (at) => mayHaveOpen(await chosen(at)),
    isMoving,
  };
  return withParts(world, { journal });
}

/** Null: the journal of this machine. */
async function addressFor(world: World, globals: Pick<Globals, 'profile'>): Promise<string | null> {
  const fromEnvironment = world.env.OUTREACH_JOURNAL?.trim() || undefined;
  const { resolveSettings } = await import('../profile/settings.ts');
  try {
    const { inProcess, journal } = resolveSettings(world, globals);
    return inProcess ? null : local(fromEnvironment ?? journal);
  } catch (error) {
    // A command that needs a target says so itself; the journal can be read without one.
    if (error instanceof Failure) return local(fromEnvironment);
    throw error;
  }
}

const local = (address: string | undefined): string | null =>
  address === undefined || address === 'local' ? null : address;

/** Of these the process has said it. */
const noted = new WeakSet<Journal>();

/** A wrong address, or an emptied database, looks like a new journal; a failover may have lost the last calls. */
async function noteJournal(
  journal: Journal,
  news: 'new' | 'failed-over',
  { world, globals, address }: { world: World; globals: Globals; address: string | null },
): Promise<void> {
  if (noted.has(journal)) return;
  noted.add(journal);
  const { warn } = await createMessages(world, globals);
  warn(
    news === 'new'
      ? `began a new journal in ${address}: it has no earlier entry and no earlier --once token`
      : `the database of the journal in ${address} goes on after a failover, or was put back to an earlier moment. This machine misses no request there; where others do, they refuse (journal_replaced)`,
  );
}
