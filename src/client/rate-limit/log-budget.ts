import { atMost } from '../../base/at-most.ts';
import type { Clock } from '../../base/clock.ts';
import {
  type CallEnd,
  type Rank,
  type RateWindow,
  unstamped,
  type Wait,
  WindowLog,
  windowLogLine,
} from './window-log.ts';

type Claim = { readonly id: string } | Wait;

/** What one account may do in a time, shared by everybody who acts for it. */
export interface Budget {
  /** `operation`: whatever tells calls apart that the service refuses for long. */
  claim(rank: Rank, operation?: string): Promise<Claim>;
  end(id: string, end: CallEnd): Promise<void>;
  /** The service refused the call for being one too many; `ms` is how long it asked to wait. */
  refused(id: string, ms: number | undefined): Promise<void>;
  closed(id: string, ms: number, operation: string): Promise<void>;
}

interface News {
  /** The lines since the last time, with their stamps; at first as far back as they matter. */
  readonly lines: readonly string[];
  /** By the clock that stamps them, where that is not the one of this machine. */
  readonly now?: number;
}

/** Of many processes, of one machine or several: what was added is whole, at the end, and in the same order for all. */
export interface SharedLog {
  /** Adds a line, where there is one, and gives the news, it included. */
  exchange(line: string | undefined, horizonMs: number): News | Promise<News>;
}

interface LogBudgetOptions {
  readonly log: SharedLog;
  readonly windows: readonly RateWindow[];
  readonly clock: Clock;
  /** This process, unlike any other. */
  readonly who: string;
  /** Called once when the log fails; from then on the budget is this process's own. */
  onTrouble(error: unknown): void;
}

const tries = 5;
/** After a lost race; the next look shows the state. */
const othersWereQuicker: Wait = { waitMs: 5, why: 'others were quicker', what: 'other processes' };

/** A claim is a line; a reader of those before it knows whether its place was free. Nothing is ever locked. */
export function logBudget({ log: shared, windows, clock, who, onTrouble }: LogBudgetOptions): Budget {
  const pace = new WindowLog(windows);
  // So that no line is read twice.
  const inTurn = atMost(1);
  let log = shared;
  let number = 0;
  let wanted = -1;

  /** A log that fails is given up for one of this process alone: that does not keep it from calling. */
  const newsWith = async (line: string | undefined): Promise<News> => {
    try {
      return await log.exchange(line, pace.horizonMs);
    } catch (error) {
      if (log !== shared) throw error;
      log = ownLog();
      onTrouble(error);
      return log.exchange(line, pace.horizonMs);
    }
  };

  /** `isValid`: the line is a claim of a place that was free. */
  const exchange = (line?: string): Promise<{ readonly now: number; readonly isValid: boolean }> =>
    inTurn(async () => {
      const { lines, now = clock.now() } = await newsWith(line);
      let isValid = false;
      for (const one of lines) {
        const stamp = Number(one.slice(2, one.indexOf(' ', 2)));
        if (stamp < now - pace.horizonMs && !one.startsWith('~')) continue;
        const verdict = pace.read(one);
        if (line !== undefined && unstamped(one) === unstamped(line)) isValid = verdict;
      }
      return { now, isValid };
    });

  return {
    async claim(rank, operation) {
      for (let attempt = 0; attempt < tries; attempt++) {
        const { now } = await exchange();
        const waiting = pace.wait(now, rank, who, operation);
        if (waiting) {
          // Processes that make many calls notice it, and leave something the next time.
          if (rank === 'first' || (rank === 'few' && wanted !== number)) {
            wanted = number;
            await exchange(windowLogLine.wants(now, `${who}.w`, rank));
          }
          return waiting;
        }
        const id = `${who}.${number++}`;
        if ((await exchange(windowLogLine.claim(now, id, rank))).isValid) return { id };
      }
      return othersWereQuicker;
    },
    async end(id, end) {
      await exchange(windowLogLine.end(clock.now(), id, end));
    },
    async refused(id, ms) {
      const { now } = await exchange();
      await exchange(windowLogLine.refused(now, id, ms ?? pace.pauseAfterRefusal(now)));
    },
    async closed(id, ms, operation) {
      await exchange(windowLogLine.closed(clock.now(), id, ms, operation));
      await exchange(windowLogLine.end(clock.now(), id, 'failed'));
    },
  };
}

/** One that no other process sees. */
export const ownLog = (): SharedLog => ({
  exchange: (line) => ({ lines: line === undefined ? [] : [line] }),
});
