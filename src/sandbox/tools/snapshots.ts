import { rmSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import type { Database } from '../../local/database.ts';
import { countRows } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import tables from '../tables.sql';
import { tablesVersion } from '../tables-version.ts';
import { existingSnapshot, isTaken, snapshotNames, writeSnapshot } from './snapshot-files.ts';

/** The name in `meta` of the simulated moment at which a snapshot was saved. */
const momentOf = 'saved_at';

/** Writes the whole world to a file. Throws `conflict` where the name is taken and may not be `replaced`. */
export function saveSnapshot(state: State, folder: string, name: string, replace = false) {
  if (isTaken(folder, name) && !replace)
    throw new Failure('snapshot_exists', `There is a snapshot '${name}' already`, {
      hint: 'Choose another name, or --replace.',
    });
  const { db, clock } = state;
  writeSnapshot(folder, name, clock.now(), (file) => {
    const now = state.now();
    db.prepare('VACUUM INTO ?').run(file);
    attached(db, file, () =>
      db
        .prepare('INSERT OR REPLACE INTO snapshot.meta (name, value) VALUES (?, ?)')
        .run(momentOf, String(now)),
    );
  });
  return describeSnapshot(db, folder, name);
}

/** Every snapshot of the folder, by name. */
export const listSnapshots = (db: Database, folder: string) =>
  snapshotNames(folder).map((name) => describeSnapshot(db, folder, name));

/** What is null where another version made it, or where it is damaged: then it cannot be loaded. */
function describeSnapshot(db: Database, folder: string, name: string) {
  const { file, found } = existingSnapshot(folder, name);
  const known = { name, savedAt: rfc3339(Math.round(found.mtimeMs)), bytes: found.size };
  const nothing = { now: null, seed: null, leads: null, campaigns: null, loadable: false };
  try {
    return attached(db, file, () => {
      if (schemaOf(db, 'snapshot') !== tablesVersion) return { ...known, ...nothing };
      const count = (table: string) => countRows({ db }, `snapshot.${table}`);
      return {
        ...known,
        now: rfc3339(Number(read(db, 'snapshot', momentOf))),
        seed: read(db, 'snapshot', 'seed') ?? null,
        leads: count('lead'),
        campaigns: count('campaign'),
        loadable: true,
      };
    });
  } catch (error) {
    if (isDamage(error)) return { ...known, ...nothing };
    throw error;
  }
}

/**
 * Puts a saved world in the place of the present one, in one transaction: whatever happens in the middle, it is either
 * the old one or the new one, and a process with the sandbox open goes on with the new one. Its clock goes back with it.
 */
export function loadSnapshot(db: Database, clock: Clock, folder: string, name: string): void {
  const { file } = existingSnapshot(folder, name);
  try {
    attached(db, file, () => {
      refuseOthers(db, name);
      db.exec('PRAGMA foreign_keys = OFF');
      try {
        db.transaction(() => replaceWorld(db, clock));
      } finally {
        db.exec('PRAGMA foreign_keys = ON');
      }
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Failure('snapshot_damaged', `The snapshot '${name}' is damaged`, {
      subject: { is: 'snapshot', name },
      cause: error,
    });
  }
}

export function removeSnapshot(folder: string, name: string): void {
  rmSync(existingSnapshot(folder, name).file);
}

function refuseOthers(db: Database, name: string): void {
  const problem = db.prepare('PRAGMA snapshot.quick_check(1)').get<{ quick_check: string }>();
  if (problem?.quick_check !== 'ok')
    throw new Failure('database_corrupt', `The snapshot is damaged: ${problem?.quick_check}`);
  if (schemaOf(db, 'snapshot') !== tablesVersion)
    throw new Failure('snapshot_version', `The snapshot '${name}' was saved by another version of outreach`, {
      hint: 'The sandbox is as it was. Load it with the version that saved it.',
    });
}

function replaceWorld(db: Database, clock: Clock): void {
  if (schemaOf(db, 'main') !== tablesVersion) {
    for (const name of tablesOf(db, 'main')) db.exec(`DROP TABLE main.${quoted(name)}`);
    db.exec(tables);
  }
  // Into an empty table of the same form SQLite copies whole pages, indices and all.
  for (const name of tablesOf(db, 'main')) {
    db.exec(`DELETE FROM main.${quoted(name)}`);
    db.exec(`INSERT INTO main.${quoted(name)} SELECT * FROM snapshot.${quoted(name)}`);
  }
  db.exec('DELETE FROM main.sqlite_sequence');
  db.exec('INSERT INTO main.sqlite_sequence SELECT * FROM snapshot.sqlite_sequence');
  const moment = Number(read(db, 'main', momentOf));
  db.prepare('DELETE FROM main.meta WHERE name = ?').run(momentOf);
  db.prepare("INSERT OR REPLACE INTO main.meta (name, value) VALUES ('offset', ?)").run(
    String(moment - clock.now()),
  );
}

function attached<T>(db: Database, file: string, work: () => T): T {
  db.prepare('ATTACH DATABASE ? AS snapshot').run(file);
  try {
    return work();
  } finally {
    db.exec('DETACH DATABASE snapshot');
  }
}

type Place = 'main' | 'snapshot';

const tablesOf = (db: Database, place: Place): string[] =>
  db
    .prepare(`SELECT name FROM ${place}.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all<{ name: string }>()
    .map(({ name }) => name);

const schemaOf = (db: Database, place: Place): string | undefined =>
  tablesOf(db, place).includes('meta') ? read(db, place, 'schema') : undefined;

const read = (db: Database, place: Place, name: string): string | undefined =>
  db.prepare(`SELECT value FROM ${place}.meta WHERE name = ?`).get<{ value: string }>(name)?.value;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const isDamage = (error: unknown): boolean =>
  error instanceof Failure && error.is('not_a_database', 'database_corrupt');
