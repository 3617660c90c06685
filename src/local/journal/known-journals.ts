import { join } from 'node:path';
import { digest } from '../../base/digest.ts';
import { isRecord } from '../../base/is-record.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { brokenConfig, readJsonFile } from '../json-file.ts';
import { writeStateFile } from '../state-file.ts';

/** What a restored or copied database does not have in common with the one before. Null where that was not to be read. */
export interface Origin {
  readonly system: string | null;
  readonly database: string | null;
  /** Of a row that nothing updates: its value, and the transaction that wrote it. */
  readonly row: string | null;
  /** That of the system; it changes with a failover, too. */
  readonly timeline: string | null;
}

export const nowhere: Origin = { system: null, database: null, row: null, timeline: null };

/** What this machine has seen of a journal that several machines share. */
export interface KnownJournal {
  readonly identity: string;
  /** The highest number of a call in it. */
  readonly newest: number;
  /** When that call was written down; null where that was not seen. */
  readonly writtenAt: number | null;
  readonly origin: Origin;
}

/** By host and database: where another journal answers there, what was done is not known. */
export interface KnownJournals {
  of(where: string): KnownJournal | undefined;
  remember(where: string, known: KnownJournal): void;
}

/** One file for each of them in the state folder, whole or not at all. Throws `usage` where one cannot be read or written. */
export function knownJournalsIn(surroundings: Surroundings): KnownJournals {
  const fileOf = (where: string) =>
    join(foldersOf(surroundings).state, `shared-journal-${digest(where).slice(0, 12)}.json`);
  return {
    of(where) {
      const file = fileOf(where);
      const { identity, newest, writtenAt, origin } = readJsonFile(file).data;
      if (identity === undefined) return undefined;
      const isTime = writtenAt === null || typeof writtenAt === 'number';
      if (typeof identity !== 'string' || typeof newest !== 'number' || !isTime)
        throw brokenConfig(file, ': this says of no shared journal which one it is');
      return { identity, newest, writtenAt, origin: originIn(origin) };
    },
    remember(where, known) {
      writeStateFile(fileOf(where), { where, ...known });
    },
  };
}

/** Nothing of it is known where an earlier build wrote the file. */
function originIn(value: unknown): Origin {
  const part = (name: keyof Origin) =>
    isRecord(value) && typeof value[name] === 'string' ? value[name] : null;
  return { system: part('system'), database: part('database'), row: part('row'), timeline: part('timeline') };
}
