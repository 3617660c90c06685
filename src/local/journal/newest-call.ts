import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { Database } from '../database.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { brokenConfig, readJsonFile } from '../json-file.ts';
import { look } from '../private-files.ts';
import { writeStateFile } from '../state-file.ts';
import { flagNames } from './flag.ts';

/** The newest call that the journal of this machine has, or had: numbers are given once. */
export interface NewestCall {
  readonly id: number;
  /** When it was written down; null where it was taken out. */
  readonly startedAt: number | null;
}

/** Where this machine remembers it, outside of the database: an older copy of that is behind it. */
export interface NewestCallMark {
  read(): NewestCall | undefined;
  write(newest: NewestCall): void;
}

/** It is the text of the flag of a used journal. An empty one is of an earlier build, and says nothing. */
export function newestCallMark(surroundings: Surroundings): NewestCallMark {
  const file = join(foldersOf(surroundings).state, flagNames.used);
  return {
    read() {
      if (!look(file)?.size) return undefined;
      const { id, startedAt } = readJsonFile(file).data;
      if (typeof id !== 'number' || !(startedAt === null || typeof startedAt === 'number'))
        throw brokenConfig(file, ': this does not say which request of the journal is the newest');
      return { id, startedAt };
    },
    write: (newest) => writeStateFile(file, newest),
  };
}

/** Writes it down where the mark is behind, as after a death between a commit and the mark. Never lowers it. */
export function keepNewest(db: Database, mark: NewestCallMark | undefined): void {
  if (mark === undefined) return;
  // Of several processes, one at a time.
  db.transaction(() => {
    const [seen, newest] = [mark.read(), newestIn(db)];
    if (newest.id > (seen?.id ?? 0) && replacedSince(db, seen) === undefined) mark.write(newest);
  });
}

export const newestIn = (db: Database): NewestCall =>
  db
    .prepare(
      `SELECT seq AS id, (SELECT started_at FROM intent WHERE id = seq) AS startedAt FROM sqlite_sequence WHERE name = 'intent'`,
    )
    .get<NewestCall>() ?? { id: 0, startedAt: null };

/** Why the database is not the one that had this call. */
export function replacedSince(db: Database, seen: NewestCall | undefined): Failure | undefined {
  if (seen === undefined) return undefined;
  const { id } = newestIn(db);
  const lost = `has lost requests, as an older copy of it has: this machine has seen request ${seen.id}`;
  if (id < seen.id) return replaced(`${lost}, and there is ${id === 0 ? 'no request' : `request ${id}`}`);
  const there = db
    .prepare('SELECT started_at AS startedAt FROM intent WHERE id = ?')
    .get<{ startedAt: number }>(seen.id);
  // An entry that was taken out says nothing.
  const isAnother = there !== undefined && seen.startedAt !== null && there.startedAt !== seen.startedAt;
  return isAnother ? replaced(`${lost}, and its request ${seen.id} is another one`) : undefined;
}

const replaced = (what: string): Failure =>
  new Failure('journal_replaced', `The journal on this machine ${what}. Nothing was sent`, {
    subject: { is: 'replaced-journal' },
  });
