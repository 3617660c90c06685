import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Surroundings } from '../folders.ts';
import { makePrivateFile } from '../private-files.ts';

/**
 * Which journal: that of this machine, or one of several machines; or a move from one to the other; or that the journal of
 * this machine holds a call, or did.
 */
type FlaggedJournal = 'local' | 'shared' | 'moving' | 'used';

export const flagNames: Readonly<Record<FlaggedJournal, string>> = {
  local: 'journal-open',
  shared: 'shared-journal-open',
  moving: 'journal-moving',
  used: 'journal-used',
};

/**
 * A file in the state folder while an intent of this machine may be open in that journal, or while a move runs: every
 * command sees it without opening a database. The file of a used journal stays and names its newest call, so that a
 * journal which disappeared is not taken for a new one.
 */
const flagOf = (surroundings: Surroundings, journal: FlaggedJournal): string =>
  join(foldersOf(surroundings).state, flagNames[journal]);

export const isRaised = (surroundings: Surroundings, journal: FlaggedJournal): boolean =>
  existsSync(flagOf(surroundings, journal));

export const flagIn = (surroundings: Surroundings, journal: FlaggedJournal) => ({
  raise: () => makePrivateFile(flagOf(surroundings, journal)),
  lower: () => rmSync(flagOf(surroundings, journal), { force: true }),
});
