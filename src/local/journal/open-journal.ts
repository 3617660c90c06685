import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { trustedFolders } from '../checks/trusted-folders.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts';
import type { Surroundings } from '../folders.ts';
import { locked } from '../lock.ts';
import { openOwners, type Processes } from '../owners/owners.ts';
import { look, makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { reachDisk } from '../state-file.ts';
import { flagIn, isRaised } from './flag.ts';
import { LocalJournal } from './local-journal.ts';
import { markIn } from './moves.ts';
import { keepNewest, newestCallMark, replacedSince } from './newest-call.ts';
import { tables } from './tables.ts';
import { localTurns } from './turns.ts';

/** What is written down must survive a power cut: nothing is sent before it is on the disk. */
export const durability: DatabaseOptions = { durable: true };

const version = 1;

export const journalPath = (stateFolder: string): string => join(stateFolder, 'journal.db');

/** Or makes it. Throws `usage` where the disk is at fault, it was emptied, or a newer version made it. */
export async function openJournal(
  surroundings: Surroundings,
  processes: Processes,
): Promise<{ readonly journal: Journal; close(): void }> {
  const folder = trustedFolders(surroundings).state;
  makePrivateFolder(folder);
  const path = journalPath(folder);
  const used = flagIn(surroundings, 'used');
  const open = flagIn(surroundings, 'local');
  try {
    refuseMissing(surroundings, path);
    if (!look(path)) await makeJournal(folder, path);
    const database = await openDatabase(path, { ...durability, version });
    refuseEmptied(database, path);
    const newest = newestCallMark(surroundings);
    // One of an earlier build, a copy without its mark, or one whose mark a death kept from being written.
    keepNewest(database, newest);
    const owners = await openOwners(folder, processes);
    const journal = new LocalJournal(database, {
      self: owners.self,
      alive: owners.lives,
      flag: {
        raise() {
          used.raise();
          open.raise();
        },
        lower: open.lower,
      },
      moving: flagIn(surroundings, 'moving'),
      newest,
      turns: localTurns(join(folder, 'turns'), processes.pid),
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

/** There is one, or was: opening it makes none. */
export const hasJournal = (surroundings: Surroundings): boolean =>
  look(journalPath(trustedFolders(surroundings).state)) !== undefined || isRaised(surroundings, 'used');

/** In the place of one that is not made yet, for a line that writes nothing. */
export async function emptyJournal(): Promise<Journal> {
  const flag = { raise() {}, lower() {} };
  const self = { pid: 0, started: '' };
  const turns = localTurns('', self.pid);
  return new LocalJournal(await openDatabase(':memory:'), { self, alive: () => false, flag, turns });
}

/** Throws where calls were written down and are not there any more: they would be made a second time. */
export function refuseMissing(surroundings: Surroundings, path: string): void {
  if (look(path) || !isRaised(surroundings, 'used')) return;
  throw unreadable(new Failure('journal_emptied', `${path} is gone`), path);
}

/** Throws what a command would that opens this one. Gives what a person has to know of it. */
export async function inspectJournal(surroundings: Surroundings, path: string): Promise<string | undefined> {
  try {
    const database = await openDatabase(path, { version });
    refuseEmptied(database, path);
    const mark = has(database, 'moved_to') ? markIn(database) : undefined;
    const replaced = replacedSince(database, newestCallMark(surroundings).read());
    database.close();
    if (replaced) throw replaced;
    return (
      mark &&
      `moved to ${mark.address}: requests that spend, send or create need OUTREACH_JOURNAL, or the journal of the profile`
    );
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** Under another name until it is whole, so that one without tables is never about to be made. The first one counts. */
async function makeJournal(folder: string, path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const database = await openDatabase(':memory:', { version, named: path });
  try {
    database.exec(tables);
    makePrivateFile(unfinished);
    database.prepare('VACUUM INTO ?').run(unfinished);
  } finally {
    database.close();
  }
  reachDisk(unfinished);
  await locked(folder, () => {
    if (look(path)) rmSync(unfinished);
    else renameSync(unfinished, path);
  });
}

const has = (database: Database, table: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;

/** Closes it, too: what is gone from it would be done a second time. */
function refuseEmptied(database: Database, path: string): void {
  if (has(database, 'intent')) return;
  database.close();
  throw new Failure('journal_emptied', `${path} holds no journal`);
}

const broken: readonly FailureCode[] = [
  'not_a_database',
  'database_corrupt',
  'database_error',
  'journal_emptied',
];

/** Moving a journal away loses what goes with it. */
function unreadable(error: unknown, path: string): unknown {
  if (!(error instanceof Failure) || !error.is(...broken)) return error;
  const isGone = !look(path);
  const lost = isGone ? 'is gone' : 'was emptied';
  const what = error.is('journal_emptied') ? lost : 'cannot be read';
  return new Failure(error.code, `The journal of requests ${what}: ${path}. Nothing was sent`, {
    kind: 'usage',
    subject: { is: 'lost-journal', isGone },
    cause: error,
  });
}
