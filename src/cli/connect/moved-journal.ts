import { existsSync } from 'node:fs';
import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { JournalMark } from '../../client/guard/journal-contents.ts';
import { trustedFolders } from '../../local/checks/trusted-folders.ts';
import { accountJournalsIn } from '../../local/journal/account-journals.ts';
import { journalAddress, shownAddress } from '../../local/journal/journal-address.ts';
import { journalPath } from '../../local/journal/open-journal.ts';
import { advise } from '../advice/advise.ts';
import { pattern } from '../advice/line-of.ts';
import type { Context } from '../declare/command.ts';
import type { World } from '../declare/world.ts';

/**
 * Where the journal of this machine was moved to, while the line uses another one than that says: what is written down
 * here would be read by no one. Undefined where the journal in use is the right one.
 */
async function movedAway({
  journal: { where, isAt, isMoving, open },
}: Pick<World, 'journal'>): Promise<JournalMark | undefined> {
  const isShared = (await where()) !== null;
  if (isShared && !(await isMoving())) return undefined;
  if (!(await isAt(null))) return undefined;
  return (await open(null)).leaving?.mark();
}

/** Throws `journal_moved` there. */
export async function refuseMoved(world: Pick<World, 'journal'>): Promise<void> {
  const mark = await movedAway(world);
  if (mark === undefined) return;
  const { journalMoved } = await import('../../local/journal/moves.ts');
  throw journalMoved(mark);
}

/** Throws where the account has guarded calls in another journal than this line uses: their tokens would be free. */
export async function refuseOtherJournal(
  world: World,
  account: string,
  { remembers }: { readonly remembers: boolean },
): Promise<void> {
  await refuseMoved(world);
  const address = await world.journal.where();
  const used = accountJournalsIn(world);
  if (address === null) {
    const before = used.of(account);
    if (before === undefined) return;
    throw new Failure(
      'journal_left_out',
      `Calls of this account that the journal guards went through the shared journal at ${before}, which this line does not name. Nothing was sent`,
      {
        hint: say`Set OUTREACH_JOURNAL, or the journal of the profile. To go on without it, a person runs at a terminal: ${advise('journal accept')}`,
      },
    );
  }
  await refuseUnmoved(world, { account, address });
  const known = journalAddress(address);
  if (known && remembers) used.remember(account, shownAddress(known));
}

/** The shared journals that guarded calls of this machine went through, for messages. */
export const usedJournals = (world: World): readonly string[] => accountJournalsIn(world).all();

/** From now on the journal of this machine is right again. */
export const forgetUsed = (world: World): void => accountJournalsIn(world).forget();

/** The journal of this machine has calls of the account, and they were not moved. */
async function refuseUnmoved(
  world: World,
  { account, address }: { readonly account: string; readonly address: string },
): Promise<void> {
  if (!existsSync(journalPath(trustedFolders(world).state))) return;
  const local = await world.journal.open(null);
  const mark = await local.leaving?.mark();
  if (mark) return refuseUnlessMovedTo(world, mark, address);
  const { total } = await local.list({ attempted: true, account, limit: 0 });
  if (total === 0) return;
  throw new Failure(
    'journal_not_moved',
    `The journal on this machine has ${counted(total, 'request')} of this account that the shared one does not know. Nothing was sent`,
    {
      hint: `Move it first, or their --once tokens would be free again: ${pattern('journal move', { to: '<postgres://…>' })}`,
    },
  );
}

/** Which journal it is: no two have the same. */
export const identityOf = async (journal: Journal): Promise<string | undefined> =>
  (await journal.seals('journal'))[0];

/** The same journal may answer at another address. */
async function refuseUnlessMovedTo(world: World, mark: JournalMark, address: string): Promise<void> {
  if (mark.address === address) return;
  if ((await identityOf(await world.journal.open(address))) === mark.journal) return;
  const { journalMoved } = await import('../../local/journal/moves.ts');
  throw journalMoved(mark);
}

/** For a list of what the journal has: it is not all of it. */
export async function noteMoved({ files, screen }: Pick<Context, 'files' | 'screen'>): Promise<void> {
  const mark = await movedAway(files.world);
  if (mark?.isWhole)
    screen.warn(
      `the journal on this machine was moved to ${mark.address}, and this is what is left here; to see that one: set OUTREACH_JOURNAL, or the journal of the profile`,
    );
}
