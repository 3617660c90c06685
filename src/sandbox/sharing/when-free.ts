import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../base/errors.ts';
import type { Database } from '../../local/database.ts';
import { raiseFlag } from './waiting-flag.ts';

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
