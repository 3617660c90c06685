import { rmSync, writeFileSync } from 'node:fs';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../base/errors.ts';
import type { Database } from '../../local/database.ts';

/** So long a write waits for another process, unless said otherwise. */
const patienceMs = 5000;

const retryMs = 2;

/**
 * Runs `work` in a transaction as soon as no other process writes. It looks again every few milliseconds and leaves the
 * event loop free meanwhile. Throws `database_locked` where that takes too long.
 */
export async function whenFree<T>(
  db: Database,
  work: () => T,
  { waitMs = patienceMs, signal }: { waitMs?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return db.transaction(work, { wait: false });
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    raiseFlag(db);
    await pause(retryMs);
    signal?.throwIfAborted();
  }
}

export const isBusy = (error: unknown): boolean => error instanceof Failure && error.is('database_locked');

/** A full disk, a lock, a damaged file: neither a defect nor an answer of the service, so the user sees it. */
export const isHostError = (error: unknown): boolean => error instanceof Failure && error.kind === 'usage';

/**
 * An empty file beside the database: a process waits for its turn to write. SQLite lets in the one that happens to look
 * while no process writes, so a process that writes all the time has to know when to rest. Only advice: where it cannot be
 * written, the others wait longer.
 */
export function raiseFlag(db: Database): void {
  const path = flagOf(db);
  if (path === undefined) return;
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is raised already, or the disk does not take it.
  }
}

/** Lowers it; true where it was raised. */
function lowerFlag(db: Database): boolean {
  const path = flagOf(db);
  if (path === undefined) return false;
  try {
    rmSync(path);
    return true;
  } catch {
    // No process waits.
    return false;
  }
}

const paths = new WeakMap<Database, string | undefined>();

/** None for a database in memory, which is for this process alone. */
function flagOf(db: Database): string | undefined {
  if (!paths.has(db)) {
    const main = db.prepare('PRAGMA database_list').all<{ name: string; file: string }>();
    const file = main.find(({ name }) => name === 'main')?.file;
    paths.set(db, file ? `${file}-waiting` : undefined);
  }
  return paths.get(db);
}

/**
 * Between two rests so much is done, however many wait: the work itself must get on. A process that waits looks every few
 * milliseconds; one that does not come within a rest has given up.
 */
const pattern = { workMs: 45, restMs: 25 };
/** So long after one has waited, others may come. */
const crowdedMs = 1000;

/** For one that writes again and again. */
export function takingTurns(db: Database, { workMs, restMs } = pattern) {
  let since = performance.now();
  let crowdedUntil = 0;
  return {
    /** Has another process waited lately? Then transactions should be short. */
    isCrowded: () => performance.now() < crowdedUntil,
    /** To be called between two transactions. Rests where another process waits. */
    async letOthersIn() {
      await breathe();
      if (performance.now() - since < workMs || !lowerFlag(db)) return;
      const before = version(db);
      const until = performance.now() + restMs;
      while (version(db) === before && performance.now() < until) await pause(1);
      since = performance.now();
      crowdedUntil = since + crowdedMs;
    },
  };
}

/** Changes with every commit of another connection. */
const version = (db: Database): unknown =>
  db.prepare('PRAGMA data_version').get<{ data_version: number }>()?.data_version;
