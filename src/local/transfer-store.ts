import { join } from 'node:path';
import { trustedFolders } from './checks/trusted-folders.ts';
import { type Database, openDatabase } from './database.ts';
import type { Surroundings } from './folders.ts';
import { makePrivateFolder } from './private-files.ts';

/** How far an import came: which of its batches the service confirmed. */
interface ImportProgress {
  /** In all; 0 where the file had not been read to its end. */
  readonly batches: number;
  readonly leads: number;
  /** A bit for each batch. */
  readonly confirmed: Uint8Array;
  readonly startedAt: number;
}

export interface ExportProgress {
  /** Of the file that are whole. */
  readonly bytes: number;
  readonly items: number;
  readonly total: number | null;
  /** The ids that were written last, as JSON: what may come once more. */
  readonly last: string;
}

/** Of `transfers.db`. */
const transfersVersion = 1;

export const transfersPath = (stateFolder: string): string => join(stateFolder, 'transfers.db');

/** Throws what a command would that opens these. */
export const inspectTransfers = async (path: string): Promise<void> =>
  (await openDatabase(path, { version: transfersVersion })).close();

const tables = `
CREATE TABLE IF NOT EXISTS import_progress (
  id TEXT PRIMARY KEY, batches INTEGER NOT NULL, leads INTEGER NOT NULL, confirmed BLOB NOT NULL,
  started_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS import_before (
  id TEXT PRIMARY KEY, written TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS export_progress (
  id TEXT PRIMARY KEY, bytes INTEGER NOT NULL, items INTEGER NOT NULL, total INTEGER, last TEXT NOT NULL,
  updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS column_mapping (
  shape TEXT PRIMARY KEY, choices TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;`;

/** What was not resumed for so long is forgotten. */
const keptMs = 90 * 24 * 3_600_000;

/** `durable` makes every confirmation reach the disk, for imports that send: they should not even after a power cut. */
export async function openTransferStore(
  surroundings: Surroundings,
  now: number,
  { durable = false }: { durable?: boolean } = {},
): Promise<TransferStore> {
  const { state } = trustedFolders(surroundings);
  makePrivateFolder(state);
  const database = await openDatabase(transfersPath(state), { durable, version: transfersVersion });
  database.exec(tables);
  for (const table of ['import_progress', 'import_before', 'export_progress'])
    database.prepare(`DELETE FROM ${table} WHERE updated_at < ?`).run(now - keptMs);
  return storeIn(database);
}

export type TransferStore = ReturnType<typeof storeIn>;

/** Under names made from content and target, so that another file or account never goes on where this one stopped. */
function storeIn(database: Database) {
  const find = <Row>(sql: string, id: string) => database.prepare(sql).get<Row>(id);
  return {
    findImport: (id: string) =>
      find<ImportProgress>(
        'SELECT batches, leads, confirmed, started_at AS startedAt FROM import_progress WHERE id = ?',
        id,
      ),
    keepImport(id: string, { batches, leads, confirmed, startedAt }: ImportProgress, now: number): void {
      database
        .prepare('INSERT OR REPLACE INTO import_progress VALUES (?, ?, ?, ?, ?, ?)')
        .run(id, batches, leads, confirmed, startedAt, now);
    },
    /** What an import wrote down before it began, as JSON. */
    findBefore: (id: string) =>
      find<{ written: string }>('SELECT written FROM import_before WHERE id = ?', id)?.written,
    keepBefore(id: string, written: string, now: number): void {
      database.prepare('INSERT OR REPLACE INTO import_before VALUES (?, ?, ?)').run(id, written, now);
    },
    findExport: (id: string) =>
      find<ExportProgress>('SELECT bytes, items, total, last FROM export_progress WHERE id = ?', id),
    keepExport(id: string, { bytes, items, total, last }: ExportProgress, now: number): void {
      database
        .prepare('INSERT OR REPLACE INTO export_progress VALUES (?, ?, ?, ?, ?, ?)')
        .run(id, bytes, items, total, last, now);
    },
    /** What is stored of exports that were cut off: as JSON, see {@link ExportProgress.last}. */
    unfinishedExports: () =>
      database
        .prepare('SELECT last FROM export_progress ORDER BY updated_at')
        .all<{ last: string }>()
        .map(({ last }) => last),
    forget(id: string): void {
      for (const table of ['import_progress', 'import_before', 'export_progress'])
        database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
    },
    /** What was chosen for files with these headers: header to field, as JSON. */
    findMapping: (shape: string) =>
      find<{ choices: string }>('SELECT choices FROM column_mapping WHERE shape = ?', shape)?.choices,
    keepMapping(shape: string, choices: string, now: number): void {
      database.prepare('INSERT OR REPLACE INTO column_mapping VALUES (?, ?, ?)').run(shape, choices, now);
    },
    close: () => database.close(),
  };
}
