import type { Journal } from '../client/guard/journal.ts';
import { trustedFolders } from '../local/checks/trusted-folders.ts';
import type { Surroundings } from '../local/folders.ts';
import { flagIn } from '../local/journal/flag.ts';
import { knownJournalsIn } from '../local/journal/known-journals.ts';
import { openOwners, type Processes } from '../local/owners/owners.ts';
import { makePrivateFolder } from '../local/private-files.ts';
import { type OpeningOptions, openSharedJournal } from './open-shared-journal.ts';

/** Opens the journal at this address for a process of this machine, whose state folder has what it knows of it. */
export async function openHere(
  address: string,
  {
    surroundings,
    processes,
    now,
  }: Pick<OpeningOptions, 'now'> & { surroundings: Surroundings; processes: Processes },
): Promise<{ readonly journal: Journal; close(): Promise<void> }> {
  const folder = trustedFolders(surroundings).state;
  makePrivateFolder(folder);
  const { self, close } = await openOwners(folder, processes);
  const opened = await openSharedJournal(address, {
    self,
    env: surroundings.env,
    flag: flagIn(surroundings, 'shared'),
    known: knownJournalsIn(surroundings),
    now,
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return { journal: opened.journal, close: () => opened.close().finally(close) };
}
