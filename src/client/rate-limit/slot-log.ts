import type { Clock } from '../../base/clock.ts';
import { keptLog, type SharedLog } from './log-budget.ts';
import type { RateLimitRedis } from './redis-budget.ts';

const dayMs = 86_400_000;

/**
 * A log of slots that many processes hold: adds the words of a line, where there are some, and gives the lines since the last
 * time, each with its time as the second word.
 */
export type SlotLog = (words?: readonly string[]) => Promise<SlotNews>;

interface SlotNews {
  /** On the clock of the log. */
  readonly now: number;
  readonly lines: readonly string[];
  /** The line that was added. */
  readonly own?: string | undefined;
}

/** Of this machine. */
export function localSlotLog(shared: SharedLog, clock: Clock): SlotLog {
  const log = keptLog(shared);
  return async (words) =>
    log.kept(() => {
      const now = clock.now();
      const own = words && stamped(words, now);
      if (own !== undefined) log.append(own);
      return { now, lines: log.news(), own };
    });
}

export interface RedisSlotLogOptions {
  readonly redis: RateLimitRedis;
  readonly key: string;
  /** Takes its place from the moment on when Redis does not answer. */
  readonly otherwise: SlotLog;
  onTrouble(error: unknown): void;
}

/** Of several machines; the times are those of the server. */
export function redisSlotLog({ redis, key, otherwise, onTrouble }: RedisSlotLogOptions): SlotLog {
  let last = '';
  let isAway = false;
  const ask = async (words?: readonly string[]): Promise<SlotNews> => {
    const line = words?.join(' ') ?? '';
    const { now, entries } = await redis.exchange(key, last, dayMs, line);
    const lines = entries.map(([id, text]) => stamped(text.split(' '), Number(id.slice(0, id.indexOf('-')))));
    last = entries.at(-1)?.[0] ?? last;
    // An id belongs to one process, which says the same of it once.
    const at = line === '' ? -1 : entries.findLastIndex(([, text]) => text === line);
    return { now, lines, own: lines[at] };
  };
  return async (words) => {
    if (isAway) return otherwise(words);
    try {
      return await ask(words);
    } catch (error) {
      isAway = true;
      onTrouble(error);
      return otherwise(words);
    }
  };
}

const stamped = ([kind = '', ...words]: readonly string[], at: number): string =>
  [kind, at, ...words].join(' ');
