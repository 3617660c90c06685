import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Surroundings } from '../folders.ts';
import { makePrivateFile } from '../private-files.ts';

/** Which journal: that of this machine, or one of several machines. */
export type FlaggedJournal = 'local' | 'shared';

/**
 * An empty file that lies in the state folder as long as an intent of this machine may be open in that journal, so that
 * every other command can find out without opening a database.
 */
const flagOf = (surroundings: Surroundings, journal: FlaggedJournal): string =>
  join(foldersOf(surroundings).state, journal === 'local' ? 'journal-open' : 'shared-journal-open');

export const isRaised = (surroundings: Surroundings, journal: FlaggedJournal): boolean =>
  existsSync(flagOf(surroundings, journal));

export const flagIn = (surroundings: Surroundings, journal: FlaggedJournal) => ({
  raise: () => makePrivateFile(flagOf(surroundings, journal)),
  lower: () => rmSync(flagOf(surroundings, journal), { force: true }),
});
