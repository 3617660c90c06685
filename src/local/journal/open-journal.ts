import { join } from 'node:path';
import type { Journal } from '../../client/guard/journal.ts';
import { type DatabaseOptions, openDatabase } from '../database.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { makePrivateFolder } from '../private-files.ts';
import { lower, raise } from './flag.ts';
import { createJournal } from './journal.ts';
import { ownerLives, ownerOf, type Processes } from './owner.ts';

/** What is written down must survive a power cut: nothing is sent before it is on the disk. */
export const durability: DatabaseOptions = { durable: true };

/** Opens the journal of this machine, or makes it. Throws `usage` with the path where the disk is at fault. */
export async function openJournal(
  surroundings: Surroundings,
  processes: Processes,
): Promise<{ readonly journal: Journal; close(): void }> {
  const folder = foldersOf(surroundings).state;
  makePrivateFolder(folder);
  const database = await openDatabase(join(folder, 'journal.db'), durability);
  const journal = createJournal(database, {
    self: ownerOf(processes),
    alive: (owner) => ownerLives(owner, processes),
    flag: { raise: () => raise(surroundings), lower: () => lower(surroundings) },
  });
  return { journal, close: () => database.close() };
}
