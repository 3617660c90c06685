import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { errorOf } from '../sweep/live.ts';
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
/** Of the start of the program on a busy machine. */
const slackMs = 4000;

describe.each(troubles)('a service that %s', (_, trouble) => {
  it('does not outlast --timeout', { timeout: 60_000 }, async () => {
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
    for (const [line, exit] of [
      ['leads list --json', 12],
      ['credits buy 2000 --yes --json', 14],
    ] as const) {
      const began = Date.now();
      const run = await outreach(home, `${line} --timeout ${seconds}s`.split(' '), { env, nodeOptions });
      const took = Date.now() - began;
      expect([run.exit, errorOf(run).code]).toEqual([exit, 'command_timeout']);
      expect(took).toBeGreaterThan(seconds * 1000 - 100);
      expect(took).toBeLessThan(seconds * 1000 + slackMs);
    }
    await service.close();
  });
});
