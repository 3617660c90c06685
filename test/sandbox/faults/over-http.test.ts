import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetwork } from '../../../src/client/transport/network.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { WireFailure, type WireRequest } from '../../../src/contract/wire.ts';
import type { FaultRule } from '../../../src/sandbox/faults/rule.ts';
import { type Exchange, listen } from '../../../src/sandbox/listen.ts';
import { callsOf } from '../../../src/sandbox/tools/ledger.ts';
import { sandboxAtHand } from '../sandbox-at-hand.ts';

const purchase: WireRequest = {
  method: 'POST',
  path: '/credits/purchase',
  query: [],
  headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
  body: '{"credits":1000}',
};

/** A sandbox behind a real port, asked by the network of the client. */
async function served(...faults: FaultRule[]) {
  const at = await sandboxAtHand({ faults });
  const exchanges: Exchange[] = [];
  const { url, close } = await listen({
    transport: at.open.wire,
    port: 0,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  onTestFinished(close);
  const network = createNetwork(url, { env: {}, now: Date.now });
  return { ...at, url, close, exchanges, network };
}

const failed = async (work: Promise<unknown>): Promise<WireFailure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof WireFailure) return error;
  throw error ?? new Error('it was answered');
};

describe('a fault over HTTP', () => {
  it.each([
    ['reset', { reason: 'reset', sent: true }],
    ['truncated', { reason: 'truncated', sent: true }],
  ])('%s: what the connection does is what the sandbox in this process reports', async (kind, end) => {
    for (const phase of ['before', 'after'] as const) {
      const rule = { operation: 'credits.purchase', kind, phase, nth: 1 };
      const { network, open, exchanges } = await served(rule);
      expect(await failed(network(purchase))).toMatchObject(end);
      expect(callsOf(open.state)).toHaveLength(phase === 'after' ? 1 : 0);
      expect(exchanges).toMatchObject([{ trouble: kind }]);
      const inside = await sandboxAtHand({ faults: [rule] });
      expect(await failed(inside.open.transport(purchase))).toMatchObject(end);
      expect((await network(purchase)).status).toBe(200);
    }
  });

  it('breaks a good answer off in the middle of its announced length', async () => {
    const { url } = await served({ operation: 'credits.balance', kind: 'truncated', phase: 'after' });
    const seen = await new Promise<{ status: number; length: number; came: string; whole: boolean }>(
      (resolve) => {
        const headers = { authorization: `Bearer ${sandboxKey}` };
        request(`${url}/credits/balance`, { headers }, (incoming) => {
          let came = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk: string) => {
            came += chunk;
          });
          incoming.on('error', () => undefined);
          incoming.on('close', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              length: Number(incoming.headers['content-length']),
              came,
              whole: incoming.complete,
            }),
          );
        }).end();
      },
    );
    expect(seen).toMatchObject({ status: 200, whole: false });
    expect(seen.came).toMatch(/^\{"balance":5000/);
    expect(seen.came.length).toBe(Math.floor(seen.length / 2));
  });

  it('hangs until the client gives up, and lets the server be closed meanwhile', {
    tags: 'slow',
  }, async () => {
    const { network, open, close } = await served({
      operation: 'credits.purchase',
      kind: 'hang',
      phase: 'after',
    });
    expect(await failed(network({ ...purchase, timeoutMs: 1 }))).toMatchObject({
      reason: 'timeout',
      sent: true,
    });
    const happened = async (times: number) => {
      while (callsOf(open.state).length < times) await new Promise((resolve) => setImmediate(resolve));
    };
    await happened(1);
    const waiting = failed(network(purchase));
    await happened(2);
    await close();
    expect(await waiting).toMatchObject({ sent: true });
  });

  it('dribbles a slow answer piece by piece, and it arrives whole', async () => {
    const { url } = await served({ operation: 'credits.balance', kind: 'slow:60ms' });
    const pieces = await new Promise<string[]>((resolve, reject) => {
      const headers = { authorization: `Bearer ${sandboxKey}` };
      const found: string[] = [];
      request(`${url}/credits/balance`, { headers }, (incoming) => {
        incoming.setEncoding('utf8');
        incoming.on('data', (piece: string) => found.push(piece));
        incoming.on('end', () => resolve(found));
      })
        .on('error', reject)
        .end();
    });
    expect(pieces.length).toBeGreaterThan(2);
    expect(JSON.parse(pieces.join(''))).toMatchObject({ balance: 5000 });
  });

  it('cuts the connection where a process of its own would not be there at all', async () => {
    for (const kind of ['refused', 'dns']) {
      const { network, open } = await served({ operation: '*', kind, nth: 1 });
      expect(await failed(network(purchase))).toMatchObject({ reason: 'reset' });
      expect(callsOf(open.state)).toEqual([]);
    }
  });

  it.each([
    ['status:500', 500, 'text/plain; charset=utf-8', 'Internal Server Error'],
    [
      'unavailable',
      503,
      'application/json; charset=utf-8',
      expect.stringContaining('temporarily_unavailable'),
    ],
    ['wrong-content-type', 200, 'text/html; charset=utf-8', expect.stringContaining('<html>')],
    ['bad-json', 200, 'application/json; charset=utf-8', expect.stringMatching(/^\{[^}]*$/)],
    ['empty', 200, 'application/json; charset=utf-8', ''],
  ])('%s arrives with status, type and text', async (kind, status, type, body) => {
    const { network } = await served({ operation: 'credits.purchase', kind });
    const answer = await network(purchase);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers['content-type']).toBe(type);
  });
});
