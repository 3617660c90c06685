import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../client/guard/journal.ts';
import { openDatabase } from '../database.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { createJournal } from './journal.ts';
import { ownerLives, ownerOf, type Processes } from './owner.ts';

/** The journal of this machine, and whether anything in it waits for somebody. */
export interface JournalFile {
  /** Opens it, or makes it; the same at every call. */
  open(): Promise<Journal>;
  /** Cheap enough for every command: may something be open? */
  mayHaveOpen(): boolean;
  close(): Promise<void>;
}

/**
 * The journal in the state folder. Beside it lies an empty file as long as an intent may be open, so that every other
 * command can say so without a database. It is there before the first intent is written down, and goes when the last
 * one was told.
 */
export function journalFile(surroundings: Surroundings, processes: Processes): JournalFile {
  const folder = foldersOf(surroundings).state;
  const marker = join(folder, 'journal-open');
  let opened: Promise<{ journal: Journal; close(): void }> | undefined;
  const make = async () => {
    makePrivateFolder(folder);
    const database = await openDatabase(join(folder, 'journal.db'), { durable: true });
    const journal = createJournal(database, {
      self: ownerOf(processes),
      alive: (owner) => ownerLives(owner, processes),
      flag: { raise: () => makePrivateFile(marker), lower: () => rmSync(marker, { force: true }) },
    });
    return { journal, close: () => database.close() };
  };
  return {
    async open() {
      opened ??= make();
      return (await opened).journal;
    },
    mayHaveOpen: () => existsSync(marker),
    // One that could not be opened has been complained about by whoever asked for it.
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
