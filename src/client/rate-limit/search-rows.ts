import type { Clock } from '../../base/clock.ts';
import type { SharedLog } from './log-budget.ts';

/**
 * The rows of searches that everybody who shares the log has had on the current day of UTC, where answers do not tell
 * what is left.
 */
export function createRowCount({ log, clock, who }: { log: SharedLog; clock: Clock; who: string }) {
  let day = -1;
  let rows = 0;
  const take = (line: string) => {
    const [time, , count] = line.split(' ');
    if (dayOf(Number(time)) === day) rows += Number(count) || 0;
  };
  return {
    /** Adds those of an answer; how many there were today. */
    add(count: number): number {
      const today = dayOf(clock.now());
      if (today !== day) [day, rows] = [today, 0];
      try {
        log.append(`${clock.now()} ${who} ${count}`);
        for (const line of log.news()) take(line);
      } catch {
        // The budget of calls reports that the disk fails; then this process counts its own.
        rows += count;
      }
      return rows;
    },
  };
}

const dayOf = (at: number): number => Math.floor(at / 86_400_000);
