// @module-tag slow
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { errorOf } from '../sweep/live.ts';
import { sliced } from '../sweep/slice.ts';
import { outreach, temporaryFolder } from './binary.ts';

/** Real processes and real time: `--timeout` ends them whatever the service does, and whatever memory is collected. */

const json = { 'content-type': 'application/json' };
const drip = (response: ServerResponse, byte: string) => {
  const timer = setInterval(() => response.write(byte), 50);
  response.on('close', () => clearInterval(timer));
};

const troubles: readonly [name: string, (response: ServerResponse) => void][] = [
  ['is silent', () => undefined],
  ['drips its answer', (response) => drip(response.writeHead(200, json), ' ')],
  [
    'drips the head of its answer',
    (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => response.socket?.write('a'), 50);
      response.socket?.on('close', () => clearInterval(timer));
    },
  ],
  ['sends a long answer', (response) => drip(response.writeHead(200, json), ' '.repeat(20_000))],
];

const seconds = 2;
/** Of the start of the programs on a busy machine. */
const slackMs = 20_000;

/** All at once, so that the time of one is the time of all. */
const lines = [
  { line: 'leads list --json', exit: 12 },
  { line: 'credits buy 2000 --yes --json', exit: 14 },
];
it.each(sliced(lines, troubles, 2))(
  'no service outlasts the --timeout of $line',
  {
    timeout: 120_000,
  },
  async ({ line, exit, modes }) => {
    const ends = await Promise.all(
      modes.map(async ([name, trouble]) => {
        const end = await ending(line, name, trouble, seconds);
        // On a busy machine the time can be over before the purchase is sent.
        const isEarly = exit === 14 && end.exit === 12 && end.writes === 0;
        return isEarly ? ending(line, name, trouble, 5 * seconds) : end;
      }),
    );
    const end = { exit, code: 'command_timeout', writes: exit === 14 ? 1 : 0, inTime: true };
    expect(ends).toEqual(modes.map(([name]) => ({ name, ...end })));
  },
);

async function ending(
  line: string,
  name: string,
  trouble: (response: ServerResponse) => void,
  seconds: number,
) {
  const service = await serve((seen, response) => {
    const { pathname } = new URL(seen.url, 'http://127.0.0.1');
    if (pathname.startsWith('/r/credits/') && seen.method === 'GET')
      response.writeHead(200, json).end('{"balance":1,"transactions":[],"total":0}');
    else trouble(response);
  });
  const home = await temporaryFolder();
  const collector = join(home, 'collect.cjs');
  await writeFile(collector, 'setInterval(() => gc(), 100).unref();\n');
  const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: service.baseUrl };
  const nodeOptions = ['--expose-gc', '--require', collector];
  const began = Date.now();
  const run = await outreach(home, `${line} --timeout ${seconds}s`.split(' '), { env, nodeOptions });
  const took = Date.now() - began;
  const writes = service.seen.filter(({ method }) => method !== 'GET').length;
  await service.close();
  const inTime = took > seconds * 1000 - 100 && took < seconds * 1000 + slackMs;
  return { name, exit: run.exit, code: errorOf(run).code, writes, inTime };
}

it.each(['leads list', 'credits buy 2000 --yes'])('nor does the sandbox outlast that of %s', async (line) => {
  const home = await temporaryFolder();
  const run = await outreach(home, `${line} --timeout 1ms --json`.split(' '));
  expect([run.exit, errorOf(run)]).toEqual([
    12,
    expect.objectContaining({ code: 'command_timeout', outcome: 'none' }),
  ]);
});
