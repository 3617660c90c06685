import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../local/database.ts';
import { lowerFlag } from './waiting-flag.ts';

/**
 * Between two rests so much is done, however many wait: the work itself must get on. A process that waits looks every few
 * milliseconds; one that does not come within a rest has given up.
 */
const pattern = { workMs: 45, restMs: 25 };
/** So long after one has waited, others may come. */
const crowdedMs = 1000;

export interface Turns {
  /** To be called between two transactions. Rests where another process waits. */
  letOthersIn(): Promise<void>;
  /** Has another process waited lately? Then transactions should be short. */
  isCrowded(): boolean;
}

/** For one that writes again and again. */
export function takingTurns(db: Database, { workMs, restMs } = pattern): Turns {
  let since = performance.now();
  let crowdedUntil = 0;
  return {
    isCrowded: () => performance.now() < crowdedUntil,
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
