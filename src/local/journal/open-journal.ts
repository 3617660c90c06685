import { join } from 'node:path';
import type { Journal } from '../../client/guard/journal.ts';
import { Failure } from '../../contract/errors.ts';
import { type DatabaseOptions, openDatabase } from '../database.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { openOwners, type Processes } from '../owners/owners.ts';
import { makePrivateFolder } from '../private-files.ts';
import { lower, raise } from './flag.ts';
import { createJournal } from './journal.ts';

/** What is written down must survive a power cut: nothing is sent before it is on the disk. */
export const durability: DatabaseOptions = { durable: true };

/** Opens the journal of this machine, or makes it. Throws `usage` with the path where the disk is at fault. */
export async function openJournal(
  surroundings: Surroundings,
  processes: Processes,
): Promise<{ readonly journal: Journal; close(): void }> {
  const folder = foldersOf(surroundings).state;
  makePrivateFolder(folder);
  const path = join(folder, 'journal.db');
  try {
    const database = await openDatabase(path, durability);
    const owners = await openOwners(folder, processes);
    const journal = createJournal(database, {
      self: owners.self,
      alive: owners.lives,
      flag: { raise: () => raise(surroundings), lower: () => lower(surroundings) },
    });
    const close = () => {
      database.close();
      owners.close();
    };
    return { journal, close };
  } catch (error) {
    throw unreadable(error, path);
  }
}

const broken: readonly string[] = ['not_a_database', 'database_corrupt', 'database_error'];

/** Whoever moves a journal away must know what goes with it. */
function unreadable(error: unknown, path: string): unknown {
  if (!(error instanceof Failure) || !broken.includes(error.code)) return error;
  return new Failure('usage', `The journal of calls cannot be read: ${path}. Nothing was sent`, {
    code: error.code,
    hint: [
      'It tells what was bought, sent or created from here, so that nothing is done twice.',
      'Look at the service first: outreach credits transactions, outreach dfy orders list, outreach finder imports list, outreach campaigns list.',
      'Then move the file away; a new one is made by the next command.',
    ].join('\n'),
    cause: error,
  });
}
