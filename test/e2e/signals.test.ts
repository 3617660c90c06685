// @module-tag slow
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outreach, start, temporaryFolder } from './binary.ts';

/** Real signals, at the real program, while a call that charges the card is under way. */

const liveKey = 'run_abcdefgh_0123456789012345678901234567890123456789';

type Purchase = (request: IncomingMessage, response: ServerResponse) => void;

interface Service {
  readonly env: Record<string, string>;
  /** The nth request of a kind has come, its body included. */
  seen(request: string, nth: number): Promise<void>;
  count(request: string): number;
}

/** A service with nothing to tell, that does with a purchase what `purchase` says. */
async function serviceWith(purchase: Purchase): Promise<Service> {
  const counts = new Map<string, number>();
  const waiting: { request: string; nth: number; resolve(): void }[] = [];
  const count = (request: string) => counts.get(request) ?? 0;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const name = `${request.method} ${request.url?.split('?')[0]?.replace(/^\/r/, '')}`;
      counts.set(name, count(name) + 1);
      if (name === 'POST /credits/purchase') purchase(request, response);
      else {
        response.setHeader('content-type', 'application/json');
        response.end('{"balance": 5000, "transactions": [], "total": 0}');
      }
      for (const { request: wanted, nth, resolve } of waiting) if (count(wanted) >= nth) resolve();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r` },
    count,
    seen: (request, nth) =>
      new Promise((resolve) => {
        if (count(request) >= nth) resolve();
        else waiting.push({ request, nth, resolve });
      }),
  };
}

const buy = ['credits', 'buy', '2000', '--yes', '--json'];
const failureOf = (err: unknown) => JSON.parse(String(err).trim().split('\n').at(-1) ?? '').error;
const ends = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

const openCalls = async (home: string) =>
  JSON.parse((await outreach(home, ['journal', 'list', '--open', '--json'])).out).items;

describe.each(ends)('%s', (signal, exit) => {
  it('while the answer of a purchase is awaited: 14, and how to find out', async () => {
    const service = await serviceWith(() => undefined);
    const home = await temporaryFolder();
    const child = start(home, buy, { env: service.env });
    await service.seen('POST /credits/purchase', 1);
    child.kill(signal);
    const { exitCode, stdout, stderr } = await child;
    expect([exitCode, stdout]).toEqual([14, '']);
    expect(failureOf(stderr)).toMatchObject({
      outcome: 'unknown',
      retryable: false,
      message: expect.stringContaining('Outcome unknown'),
      hint: expect.stringMatching(
        /Do not repeat it.*outreach credits transactions.*outreach journal settle 1/,
      ),
    });
    expect(await openCalls(home)).toMatchObject([{ id: 1, operation: 'credits.purchase' }]);
    const reminded = await outreach(home, ['credits', 'balance'], { env: service.env });
    expect(reminded.err).toContain('outreach journal list');
    expect(service.count('POST /credits/purchase')).toBe(1);
  });

  it('twice in a row: 14 as well', async () => {
    const service = await serviceWith(() => undefined);
    const home = await temporaryFolder();
    const child = start(home, buy, { env: service.env });
    await service.seen('POST /credits/purchase', 1);
    child.kill(signal);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const { exitCode, stderr } = await child;
    expect(exitCode).toBe(14);
    expect(String(stderr)).toContain('outreach journal');
    expect(await openCalls(home)).toHaveLength(1);
  });

  it('while it is found out about: 14', async () => {
    const service = await serviceWith((request) => request.socket.destroy());
    const home = await temporaryFolder();
    const child = start(home, buy, { env: service.env });
    // One look before the call, and one after it.
    await service.seen('GET /credits/transactions', 2);
    child.kill(signal);
    const { exitCode, stderr } = await child;
    expect([exitCode, failureOf(stderr).outcome]).toEqual([14, 'unknown']);
    expect(await openCalls(home)).toHaveLength(1);
    expect(service.count('POST /credits/purchase')).toBe(1);
  });

  it('while it waits before a retry of what was refused: as ever, and nothing is open', async () => {
    const service = await serviceWith((_, response) => {
      response.writeHead(429, { 'retry-after': '40', 'content-type': 'application/json' });
      response.end('{"error": "slow down"}');
    });
    const home = await temporaryFolder();
    const child = start(home, buy.slice(0, -1), { env: service.env });
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        if (String(chunk).includes('Waiting')) resolve();
      });
    });
    child.kill(signal);
    const { exitCode } = await child;
    expect(exitCode).toBe(exit);
    expect(await openCalls(home)).toEqual([]);
    expect(service.count('POST /credits/purchase')).toBe(1);
  });
});
