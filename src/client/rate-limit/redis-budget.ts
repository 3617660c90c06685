import { type Budget, othersWereQuicker } from './log-budget.ts';
import { type Rank, type RateWindow, WindowLog, windowLogLine } from './window-log.ts';

/** The order of a stream is that of the log, and its numbers are the server's time: machine clocks do not matter. */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local from = ARGV[1]
if from == '' then from = tostring(now - ARGV[2]) else from = '(' .. from end
if ARGV[3] ~= '' then
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*', 'l', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], 172800000)
end
return { string.format('%.0f', now), redis.call('XRANGE', KEYS[1], from, '+') }
`;

const connectTimeoutMs = 3000;
const answerTimeoutMs = 3000;
const longestLog = 5000;

/** One connection to a Redis, for the budgets of one account; opened at the first exchange. */
export interface RateLimitRedis {
  exchange(key: string, from: string, horizonMs: number, line: string): Promise<News>;
}

interface News {
  readonly now: number;
  readonly entries: readonly (readonly [id: string, line: string])[];
}

/** `url` is `redis://` or `rediss://`, with user, password and database where there are any. Errors are rejections. */
export function connectRateLimitRedis(url: string): RateLimitRedis {
  let opened: Promise<Awaited<ReturnType<typeof open>>> | undefined;
  let running = 0;
  return {
    async exchange(key, from, horizonMs, line) {
      opened ??= open(url);
      const client = await opened;
      // An idle connection does not keep the program alive, one that is asked does.
      if (running++ === 0) client.ref();
      try {
        const answer: unknown = await client.eval(script, {
          keys: [key],
          arguments: [from, String(horizonMs), line, String(longestLog)],
        });
        return newsOf(answer);
      } finally {
        if (--running === 0) client.unref();
      }
    },
  };
}

async function open(url: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: answerTimeoutMs },
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
  });
  // The failing exchange reports the error.
  client.on('error', () => undefined);
  await client.connect();
  client.unref();
  return client;
}

function newsOf(answer: unknown): News {
  const [now, entries] = answer as [string, [string, [string, string]][]];
  return { now: Number(now), entries: entries.map(([id, [, line]]) => [id, line] as const) };
}

interface RedisBudgetOptions {
  readonly redis: RateLimitRedis;
  readonly key: string;
  readonly windows: readonly RateWindow[];
  readonly who: string;
  /** Called when Redis does not answer; from then on this budget lets everything pass. Never use it without another one. */
  onTrouble(error: unknown): void;
}

/** The same log as on one machine, kept where several machines reach it. */
export function redisBudget({ redis, key, windows, who, onTrouble }: RedisBudgetOptions): Budget {
  const pace = new WindowLog(windows);
  const horizonMs = windows.some(({ ms }) => ms === 'day') ? 86_400_000 : 180_000;
  let last = '';
  let number = 0;
  let wanted = -1;
  let away = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** Exchanges follow one another, so that no line is read twice. */
  const exchange = (own = ''): Promise<{ now: number; isValid: boolean }> => {
    const next = turn.then(async () => {
      const { now, entries } = await redis.exchange(key, last, horizonMs, own);
      let isValid = false;
      for (const [id, line] of entries) {
        last = id;
        const [kind = '', ...rest] = line.split(' ');
        const verdict = pace.read([kind, id.slice(0, id.indexOf('-')), ...rest].join(' '));
        if (line === own) isValid = verdict;
      }
      return { now, isValid };
    });
    turn = next.catch(() => undefined);
    return next;
  };

  const reached = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (away) return otherwise;
    try {
      return await work();
    } catch (error) {
      if (!away) onTrouble(error);
      away = true;
      return otherwise;
    }
  };

  const tellEnd = async (line: string) => reached(async () => void (await exchange(line)), undefined);

  return {
    claim: (rank: Rank, operation) =>
      reached(
        async () => {
          const { now } = await exchange();
          const waiting = pace.wait(now, rank, who, operation);
          if (waiting) {
            if (rank === 'first' || (rank === 'few' && wanted !== number)) {
              wanted = number;
              await exchange(unstamped(windowLogLine.wants(now, `${who}.w`, rank)));
            }
            return waiting;
          }
          const id = `${who}.${number++}`;
          const { isValid } = await exchange(unstamped(windowLogLine.claim(now, id, rank)));
          return isValid ? { id } : othersWereQuicker;
        },
        { id: `${who}.away` },
      ),
    end: (id, end) => tellEnd(unstamped(windowLogLine.end(0, id, end))),
    refused: async (id, ms) => {
      await reached(async () => {
        const { now } = await exchange();
        await exchange(unstamped(windowLogLine.refused(now, id, ms ?? pace.pauseAfterRefusal(now))));
      }, undefined);
    },
    closed: async (id, ms, operation) => {
      await tellEnd(unstamped(windowLogLine.closed(0, id, ms, operation)));
      await tellEnd(unstamped(windowLogLine.end(0, id, 'failed')));
    },
  };
}

/** The server puts the time to it. */
const unstamped = (line: string): string => line.replace(/ \S+/, '');
