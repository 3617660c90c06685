import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Surroundings } from '../folders.ts';
import { makePrivateFile } from '../private-files.ts';

/**
 * An empty file that lies in the state folder as long as an intent of the journal may be open, so that every other
 * command can find out without opening a database.
 */
const flagOf = (surroundings: Surroundings): string => join(foldersOf(surroundings).state, 'journal-open');

export const isRaised = (surroundings: Surroundings): boolean => existsSync(flagOf(surroundings));
export const raise = (surroundings: Surroundings): void => makePrivateFile(flagOf(surroundings));
export const lower = (surroundings: Surroundings): void => rmSync(flagOf(surroundings), { force: true });
