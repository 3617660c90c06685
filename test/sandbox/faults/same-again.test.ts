import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetwork } from '../../../src/client/transport/network.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { type Transport, WireFailure, type WireRequest } from '../../../src/contract/wire.ts';
import { openDatabase } from '../../../src/local/database.ts';
import type { FaultRule } from '../../../src/sandbox/faults/rule.ts';
import { listFaults } from '../../../src/sandbox/faults/rules.ts';
import { listen } from '../../../src/sandbox/listen.ts';
import { createSandbox, type OpenSandbox } from '../../../src/sandbox/sandbox.ts';
import { callsOf } from '../../../src/sandbox/tools/ledger.ts';
import { testClock } from '../../world.ts';

const faults: readonly FaultRule[] = [
  { operation: 'POST *', kind: 'reset', phase: 'after', probability: 0.2, seed: 7 },
  { operation: 'POST *', kind: 'truncated', phase: 'late:90s', probability: 0.2, seed: 7 },
  { operation: '*', kind: 'status:503', probability: 0.2 },
  { operation: 'credits.transactions', kind: 'lag:60s' },
  { operation: 'credits.purchase', kind: 'purchase_unconfirmed', nth: 3, times: 12 },
];

const call = (method: 'GET' | 'POST', path: string, body?: object): WireRequest => ({
  method,
  path,
  query: [],
  headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
});

/** Sixty calls and moves of the clock; what each came to, and what is left at the end. */
async function rehearse(open: () => Promise<{ sandbox: OpenSandbox; transport: Transport }>) {
  const story: unknown[] = [];
  for (let turn = 0; turn < 30; turn++) {
    const { sandbox, transport } = await open();
    const requests = [
      call('POST', '/credits/purchase', { credits: 1000 + turn }),
      call('GET', '/credits/transactions'),
    ];
    for (const request of requests)
      story.push(
        await transport(request).then(
          ({ status, body }) => ({ status, body }),
          (error: unknown) => {
            if (!(error instanceof WireFailure)) throw error;
            return { reason: error.reason, sent: error.sent };
          },
        ),
      );
    await sandbox.advance(40_000);
  }
  const { sandbox } = await open();
  return { story, ledger: callsOf(sandbox.state), faults: listFaults(sandbox.state) };
}

async function inProcess() {
  const database = await openDatabase(':memory:');
  onTestFinished(() => database.close());
  const sandbox = await createSandbox({ database, clock: testClock(), strict: true, faults });
  return rehearse(async () => ({ sandbox, transport: sandbox.transport }));
}

async function restarted() {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-faults-'));
  const clock = testClock();
  let close: () => void = () => undefined;
  onTestFinished(async () => {
    close();
    await rm(folder, { recursive: true, force: true });
  });
  return rehearse(async () => {
    close();
    const database = await openDatabase(join(folder, 'sandbox.db'));
    close = () => database.close();
    const sandbox = await createSandbox({ database, clock, strict: true, faults });
    return { sandbox, transport: sandbox.transport };
  });
}

async function overHttp() {
  const database = await openDatabase(':memory:');
  onTestFinished(() => database.close());
  const sandbox = await createSandbox({ database, clock: testClock(), strict: true, faults });
  const { url, close } = await listen({ transport: sandbox.wire, port: 0 });
  onTestFinished(close);
  const transport = createNetwork(url, { env: {}, now: Date.now });
  return rehearse(async () => ({ sandbox, transport }));
}

describe('the same faults', () => {
  it('strike the same calls in this process, after every restart, and over HTTP', {
    tags: 'slow',
  }, async () => {
    const here = await inProcess();
    expect(await restarted()).toEqual(here);
    expect(await overHttp()).toEqual(here);
    const ends = new Set(here.story.map((end) => JSON.stringify(end).slice(0, 18)));
    expect(ends.size).toBeGreaterThan(4);
    expect(here.ledger.length).toBeGreaterThan(20);
    expect(here.faults.map(({ hits }) => hits > 0)).toEqual([true, true, true, true, true]);
  });
});
