import type { Clock } from '../../base/clock.ts';
import {
  type CallEnd,
  type Rank,
  type RateWindow,
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

/** Of many processes at once: what was added is whole, at the end, and in the same order for all. */
export interface SharedLog {
  append(line: string): void;
  /** The lines since the last time, own ones included; at first as far back as they matter. */
  news(): readonly string[];
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
export const othersWereQuicker: Wait = { waitMs: 5, why: 'others were quicker', what: 'other processes' };

/** A claim is a line; a reader of those before it knows whether its place was free. Nothing is ever locked. */
export function logBudget({ log: shared, windows, clock, who, onTrouble }: LogBudgetOptions): Budget {
  const pace = new WindowLog(windows);
  const log = keptLog(shared, onTrouble);
  const { kept } = log;
  let number = 0;
  let wanted = -1;
  const nextId = () => `${who}.${number++}`;

  const catchUp = (own?: string): boolean | undefined => {
    let verdict: boolean | undefined;
    const oldest = clock.now() - pace.horizonMs;
    for (const line of log.news()) {
      if (stampOf(line) < oldest && !line.startsWith('~')) continue;
      const granted = pace.read(line);
      if (line === own) verdict = granted;
    }
    return verdict;
  };

  const claimNow = (rank: Rank, operation?: string): Claim => {
    catchUp();
    for (let attempt = 0; attempt < tries; attempt++) {
      const now = clock.now();
      const waiting = pace.wait(now, rank, who, operation);
      if (waiting) {
        // Processes that make many calls notice it, and leave something the next time.
        if (rank === 'first' || (rank === 'few' && wanted !== number)) {
          wanted = number;
          log.append(windowLogLine.wants(now, `${who}.w`, rank));
        }
        return waiting;
      }
      const id = nextId();
      const line = windowLogLine.claim(now, id, rank);
      log.append(line);
      if (catchUp(line)) return { id };
    }
    return othersWereQuicker;
  };

  const add = async (line: string) => kept(() => log.append(line));
  return {
    claim: async (rank, operation) => kept(() => claimNow(rank, operation)),
    end: (id, end) => add(windowLogLine.end(clock.now(), id, end)),
    refused: async (id, ms) => {
      const now = clock.now();
      await add(windowLogLine.refused(now, id, ms ?? pace.pauseAfterRefusal(now)));
    },
    closed: async (id, ms, operation) => {
      await add(windowLogLine.closed(clock.now(), id, ms, operation));
      await add(windowLogLine.end(clock.now(), id, 'failed'));
    },
  };
}

const stampOf = (line: string): number => Number(line.slice(2, line.indexOf(' ', 2)));

/** A log that is given up for one of this process alone once it fails: that does not keep it from calling. */
function keptLog(shared: SharedLog, onTrouble: (error: unknown) => void) {
  let log = shared;
  return {
    append: (line: string): void => log.append(line),
    news: (): readonly string[] => log.news(),
    /** Does work that uses it, and does it again on the other one. */
    kept<T>(work: () => T): T {
      try {
        return work();
      } catch (error) {
        if (log !== shared) throw error;
        log = ownLog();
        onTrouble(error);
        return work();
      }
    },
  };
}

/** One that no other process sees. */
export function ownLog(): SharedLog {
  let lines: string[] = [];
  return {
    append: (line) => void lines.push(line),
    news: () => {
      const fresh = lines;
      lines = [];
      return fresh;
    },
  };
}
