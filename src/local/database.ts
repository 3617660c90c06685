import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../base/errors.ts';
import { checkVersion } from './checks/database-version.ts';
import { databaseFailure } from './database-failure.ts';
import type { Engine, EngineName } from './engines/engine.ts';
import { type LibsqlConstructor, libsqlEngine } from './engines/libsql.ts';
import { nodeSqliteEngine } from './engines/node-sqlite.ts';
import { makeFolder, makePrivateFile } from './private-files.ts';
import { nodeSqlite, runtime } from './runtime.ts';
import type { Statement } from './statements.ts';
import { Statements } from './statements.ts';

/** Synchronous, alike over both engines. Throws `Failure`: `usage` for disk, file or lock, `internal` for a statement. */
export interface Database {
  readonly engine: EngineName;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /**
   * Runs `work` in BEGIN IMMEDIATE … COMMIT, rolled back if it throws; nested calls join the outer one.
   * A nested call that throws takes back what it did itself, so an outer one may catch and go on.
   *
   * Where another connection writes, it blocks this thread for up to five seconds; with `wait: false` it throws
   * `database_locked` at once.
   */
  transaction<T>(work: () => T, options?: { wait?: boolean }): T;
  /** Runs `work` on one view of the database: it may only read, and waits for no writer. */
  snapshot<T>(work: () => T): T;
  /**
   * Writes the file anew from its rows alone. `secure_delete` clears what a change frees, but pages that are split or
   * filled again may still hold copies of old rows, and so may all that was written before it was on. Other processes
   * may read and write meanwhile. Throws `database_locked` where one reads for so long that old pages stay.
   */
  rewrite(): void;
  close(): void;
}

export interface DatabaseOptions {
  /** Instead of the best one there is. */
  engine?: EngineName;
  /** Every commit reaches the disk before it returns: for what must survive a power cut, like the spend journal. */
  durable?: boolean;
  /** The file that failures name: what is made in memory may be written to one. */
  named?: string;
  /** Of what is kept in it, from 1 on. A newer one is refused. */
  version?: number;
}

const busyTimeoutMs = 5000;

/** Opens or creates a database file (mode 0600, missing folders 0700), or one in memory: `:memory:`. */
export async function openDatabase(path: string, options: DatabaseOptions = {}): Promise<Database> {
  const inMemory = path === ':memory:';
  const file = inMemory ? path : resolve(path);
  if (!inMemory) {
    makeFolder(dirname(file));
    // SQLite gives the files beside it the same mode.
    makePrivateFile(file);
  }
  const failure = (error: unknown) => databaseFailure(error, options.named ?? file);
  const open = await chooseEngine(options.engine);
  let engine: Engine;
  try {
    engine = open(file);
  } catch (error) {
    throw failure(error);
  }
  try {
    // Each try below would wait as long itself, and nothing else could run meanwhile: no time limit, no Ctrl-C.
    engine.exec('PRAGMA busy_timeout = 0');
    if (!inMemory) await useWriteAheadLog(engine);
    engine.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    engine.exec(`PRAGMA synchronous = ${options.durable ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = ON`);
  } catch (error) {
    engine.close();
    throw failure(error);
  }
  const opened = database(engine, failure);
  if (options.version === undefined) return opened;
  try {
    checkVersion(opened, file, options.version);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The engine this runtime would take. */
export const preferredEngine = (): EngineName => (nodeSqlite() ? 'node:sqlite' : 'libsql');

/** Loads an engine, the best one there is unless said; then it opens files at once. */
export async function chooseEngine(wanted = preferredEngine()): Promise<(path: string) => Engine> {
  if (wanted === 'libsql') {
    const Native = await loadLibsql();
    return (path) => libsqlEngine(Native, path);
  }
  const builtin = nodeSqlite();
  if (!builtin) throw new Failure('internal', 'This Node has no node:sqlite');
  return (path) => nodeSqliteEngine(builtin, path);
}

/** Its native part is a package of its own for each platform, which an installer may leave out. */
async function loadLibsql(): Promise<LibsqlConstructor> {
  try {
    return (await import('libsql')).default as unknown as LibsqlConstructor;
  } catch (error) {
    const [major] = runtime().node.split('.');
    throw new Failure('no_sqlite', `This machine has no SQLite for Node ${major}; nothing was sent`, {
      hint: 'Reinstall with optional dependencies (npm i --include=optional), or use Node 22.13 or newer.',
      cause: error,
    });
  }
}

/** Two processes that create the same file at once may meet here, where SQLite does not wait by itself. */
async function useWriteAheadLog(engine: Engine): Promise<void> {
  const deadlineTries = busyTimeoutMs / 20;
  for (let tries = 1; ; tries++) {
    try {
      engine.prepare('PRAGMA journal_mode = WAL').all([]);
      return;
    } catch (error) {
      const failed = databaseFailure(error, '');
      if (!(failed instanceof Failure) || !failed.retryable || tries >= deadlineTries) throw error;
      await pause(20);
    }
  }
}

function database(engine: Engine, failure: (error: unknown) => unknown): Database {
  const statements = new Statements(engine, failure);
  let depth = 0;
  let open = true;
  const exec = (sql: string) => {
    try {
      engine.exec(sql);
    } catch (error) {
      throw failure(error);
    }
    statements.ran(sql);
  };
  const within = <T>(begin: 'IMMEDIATE' | 'DEFERRED', work: () => T, wait = true): T => {
    const [commit, rollback] =
      depth === 0
        ? ['COMMIT', 'ROLLBACK']
        : [`RELEASE s${depth}`, `ROLLBACK TO s${depth}; RELEASE s${depth}`];
    if (depth > 0) exec(`SAVEPOINT s${depth}`);
    else if (wait) exec(`BEGIN ${begin}`);
    else beginAtOnce();
    depth += 1;
    try {
      const result = work();
      if (result instanceof Promise) throw new Failure('internal', 'A transaction cannot wait for a promise');
      exec(commit);
      return result;
    } catch (error) {
      try {
        engine.exec(rollback);
      } catch {
        // After a full disk SQLite has rolled back by itself and says so; what matters is the error that led here.
      }
      throw error;
    } finally {
      depth -= 1;
    }
  };
  const beginAtOnce = () => {
    exec('PRAGMA busy_timeout = 0');
    try {
      exec('BEGIN IMMEDIATE');
    } finally {
      exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  };
  return {
    engine: engine.name,
    exec,
    prepare: (sql) => statements.prepare(sql),
    transaction: (work, { wait = true } = {}) => within('IMMEDIATE', work, wait),
    snapshot: (work) => within('DEFERRED', work),
    rewrite() {
      exec('VACUUM');
      const [row] = statements.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all<{ busy: number }>();
      if (row?.busy === 1)
        throw new Failure(
          'database_locked',
          'Another program reads the database, so its file still holds old rows',
          {
            hint: 'Wait until the other outreach command has ended, and run the same command again.',
            retryable: true,
          },
        );
    },
    close() {
      if (open) engine.close();
      open = false;
    },
  };
}
