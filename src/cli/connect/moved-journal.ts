import type { JournalMark } from '../../client/guard/journal-contents.ts';
import type { World } from '../declare/world.ts';

/**
 * Where the journal of this machine was moved to, while the line uses another one than that says: what is written down
 * here would be read by no one. Undefined where the journal in use is the right one.
 */
export async function movedAway({
  journal: { where, isMoving, open },
}: Pick<World, 'journal'>): Promise<JournalMark | undefined> {
  const isShared = (await where()) !== null;
  if (isShared && !(await isMoving())) return undefined;
  return (await open(null)).moves.mark();
}

/** Throws `journal_moved` there. */
export async function refuseMoved(world: Pick<World, 'journal'>): Promise<void> {
  const mark = await movedAway(world);
  if (mark === undefined) return;
  const { journalMoved } = await import('../../local/journal/moves.ts');
  throw journalMoved(mark);
}

/** For a list of what the journal has: it is not all of it. */
export async function noteMoved({
  world,
  warn,
}: {
  readonly world: Pick<World, 'journal'>;
  warn(line: string): void;
}): Promise<void> {
  const mark = await movedAway(world);
  if (mark?.isWhole)
    warn(
      `the journal of this machine was moved to ${mark.address}, and this is what is left here; to see that one: set OUTREACH_JOURNAL, or the journal of the profile`,
    );
}
