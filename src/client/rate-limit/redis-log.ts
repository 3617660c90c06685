import type { SharedLog } from './log-budget.ts';
import { unstamped } from './window-log.ts';

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

/**
 * Logs where several machines reach them, over one connection that is opened at the first exchange. `url` is `redis://` or
 * `rediss://`, with user, password and database where there are any. Errors are rejections.
 */
export function redisLogs(url: string): (key: string) => SharedLog {
  let opened: ReturnType<typeof open> | undefined;
  let running = 0;
  const ask = async (key: string, given: string[]) => {
    opened ??= open(url);
    const client = await opened;
    // An idle connection does not keep the program alive, one that is asked does.
    if (running++ === 0) client.ref();
    try {
      return (await client.eval(script, { keys: [key], arguments: given })) as unknown as Answer;
    } finally {
      if (--running === 0) client.unref();
    }
  };
  return (key) => {
    let last = '';
    return {
      async exchange(line = '', horizonMs) {
        const [now, entries] = await ask(key, [last, String(horizonMs), unstamped(line), String(longestLog)]);
        last = entries.at(-1)?.[0] ?? last;
        // The server puts its time to a line that came without.
        const lines = entries.map(([id, [, text]]) =>
          text.replace(/^\S+/, `$& ${id.slice(0, id.indexOf('-'))}`),
        );
        return { now: Number(now), lines };
      },
    };
  };
}

type Answer = readonly [
  now: string,
  entries: readonly (readonly [id: string, [name: string, text: string]])[],
];

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
