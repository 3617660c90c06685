import { describe, expect, it } from 'vitest';
import { sandboxKey, sandboxReadOnlyKey } from '../../../src/contract/keys.ts';
import { WireFailure } from '../../../src/contract/wire.ts';
import type { FaultRule } from '../../../src/sandbox/faults/rule.ts';
import { callsOf } from '../../../src/sandbox/tools/ledger.ts';
import { type SandboxAtHand, sandboxAtHand } from '../sandbox-at-hand.ts';

const purchase = (rest: Omit<FaultRule, 'operation'>): FaultRule => ({
  operation: 'credits.purchase',
  ...rest,
});

const buy = (at: SandboxAtHand, credits = 1000) => at.call('POST', '/credits/purchase', { credits });

/** How the exchange ended: what arrived, or what the network would have reported. */
async function ending(work: Promise<{ status: number; text: string }>) {
  try {
    const { status, text } = await work;
    return { status, text };
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    return { reason: error.reason, sent: error.sent };
  }
}

async function bought(at: SandboxAtHand) {
  const { balance } = (await at.call('GET', '/credits/balance')).json;
  const usd = callsOf(at.open.state, 'credits.purchase').reduce((sum, row) => sum + row.usd, 0);
  return { credits: balance - 5000, usd };
}

describe('a fault', () => {
  it.each([
    ['reset', { reason: 'reset', sent: true }],
    ['hang', { reason: 'timeout', sent: true }],
    ['truncated', { reason: 'truncated', sent: true }],
    ['status:500', { status: 500, text: 'Internal Server Error' }],
    ['status:502', { status: 502, text: 'Bad Gateway' }],
    ['status:503', { status: 503, text: 'Service Unavailable' }],
    ['empty', { status: 200, text: '' }],
    ['wrong-content-type', { status: 200, text: expect.stringContaining('<html>') }],
    ['bad-json', { status: 200, text: expect.not.stringContaining('}') }],
    ['purchase_unconfirmed', { status: 500, text: expect.stringContaining('"code":"purchase_unconfirmed"') }],
  ])('%s: nothing happens before, all of it after, and later what is late', async (kind, end) => {
    const before = await sandboxAtHand({ faults: [purchase({ kind, phase: 'before', nth: 1 })] });
    expect(await ending(buy(before))).toEqual(end);
    expect(await bought(before)).toEqual({ credits: 0, usd: 0 });

    const after = await sandboxAtHand({ faults: [purchase({ kind, phase: 'after', nth: 1 })] });
    expect(await ending(buy(after))).toEqual(end);
    expect(await bought(after)).toEqual({ credits: 1000, usd: 10 });

    const late = await sandboxAtHand({ faults: [purchase({ kind, phase: 'late:2m', nth: 1 })] });
    const began = late.clock.now();
    expect(await ending(buy(late))).toEqual(end);
    await late.open.setTime(began + 119_000);
    expect(await bought(late)).toEqual({ credits: 0, usd: 0 });
    expect(await late.open.advance(1000)).toMatchObject({ 'fault.late': 1 });
    expect(await bought(late)).toEqual({ credits: 1000, usd: 10 });
    expect(callsOf(late.open.state)).toMatchObject([
      { at: began + 120_000, request: { body: { credits: 1000 } } },
    ]);
    expect((await buy(late)).status).toBe(200);
  });

  it('lookup-timeout: says ERROR of every lookup, and not at the next try', async () => {
    const at = await sandboxAtHand({
      faults: [{ operation: 'senders.dns', kind: 'lookup-timeout', nth: 1 }],
    });
    const statuses = async () => {
      const { status, json } = await at.call('GET', '/sender-emails/1/dns');
      expect(status).toBe(200);
      return [json.spf, json.dkim, json.dmarc, json.mx].map((check) => check.status);
    };
    expect(await statuses()).toEqual(['ERROR', 'ERROR', 'ERROR', 'ERROR']);
    expect(await statuses()).not.toContain('ERROR');
    const absent = await sandboxAtHand({ faults: [{ operation: 'senders.dns', kind: 'lookup-timeout' }] });
    expect((await absent.call('GET', '/sender-emails/999/dns')).status).toBe(404);
  });

  it.each([
    ['refused', { reason: 'refused', sent: false }],
    ['dns', { reason: 'dns', sent: false }],
    ['unavailable', { status: 503, text: expect.stringContaining('"code":"temporarily_unavailable"') }],
    ['payment_failed', { status: 402, text: expect.stringContaining('"code":"payment_failed"') }],
    ['status:409', { status: 409, text: expect.stringContaining('"error"') }],
    ['rate-limited', { status: 429, text: expect.stringContaining('come back in 2 s') }],
  ])('%s: nothing happens', async (kind, end) => {
    const at = await sandboxAtHand({ faults: [purchase({ kind, nth: 1 })] });
    expect(await ending(buy(at))).toEqual(end);
    expect(await bought(at)).toEqual({ credits: 0, usd: 0 });
    expect((await buy(at)).status).toBe(200);
  });

  it('charges the card and leaves the credits out where a purchase is incomplete', async () => {
    const at = await sandboxAtHand({ faults: [purchase({ kind: 'purchase_incomplete', nth: 1 })] });
    expect((await buy(at)).json).toMatchObject({ code: 'purchase_incomplete' });
    expect(await bought(at)).toEqual({ credits: 0, usd: 10 });
    await buy(at);
    expect(await bought(at)).toEqual({ credits: 1000, usd: 20 });
  });

  it('is not uncertain of what was refused', async () => {
    for (const kind of ['purchase_unconfirmed', 'purchase_incomplete']) {
      const at = await sandboxAtHand({ faults: [purchase({ kind })] });
      expect((await buy(at, 7)).json).toMatchObject({ code: 'invalid_request' });
      expect(await bought(at)).toEqual({ credits: 0, usd: 0 });
    }
  });

  it('tells how long to wait with a 429, as asked', async () => {
    const at = await sandboxAtHand({
      faults: [
        { operation: 'leads.list', kind: 'rate-limited:20s', nth: 1 },
        { operation: 'leads.list', kind: 'rate-limited:bare', nth: 2 },
      ],
    });
    expect((await at.call('GET', '/leads')).headers['retry-after']).toBe('20');
    const bare = await at.call('GET', '/leads');
    expect([bare.status, bare.headers['retry-after']]).toEqual([429, undefined]);
    expect((await at.call('GET', '/leads')).status).toBe(200);
  });

  it('waits by the clock alone: for as long as the request may take, or until somebody stops', async () => {
    const at = await sandboxAtHand({ faults: [{ operation: '*', kind: 'hang' }] });
    const request = {
      method: 'GET',
      path: '/leads',
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
    } as const;
    const began = at.clock.now();
    await expect(at.open.transport({ ...request, timeoutMs: 7000 })).rejects.toThrow(
      'did not answer in time',
    );
    expect(at.clock.now() - began).toBe(7000);
    const stop = new AbortController();
    const going = at.open.transport(request, stop.signal);
    stop.abort(new Error('enough'));
    await expect(going).rejects.toMatchObject({ reason: expect.stringMatching(/aborted/), sent: true });
  });

  it('brings a slow answer whole, after its time', async () => {
    const at = await sandboxAtHand({ faults: [{ operation: 'credits.balance', kind: 'slow:9s' }] });
    const began = at.clock.now();
    expect((await at.call('GET', '/credits/balance')).json.balance).toBe(5000);
    expect(at.clock.now() - began).toBe(9000);
  });

  it('leaves calls alone that their key does not allow, and does not count them', async () => {
    const at = await sandboxAtHand({ faults: [{ operation: '*', kind: 'reset', nth: 1 }] });
    expect((await at.call('GET', '/leads', undefined, {})).status).toBe(401);
    const headers = { authorization: `Bearer ${sandboxReadOnlyKey}` };
    expect((await at.call('POST', '/credits/purchase', { credits: 1000 }, headers)).status).toBe(403);
    expect(await ending(at.call('GET', '/leads'))).toMatchObject({ reason: 'reset' });
  });

  it('does not keep the key of what is late', async () => {
    const at = await sandboxAtHand({ faults: [purchase({ kind: 'reset', phase: 'late:1h' })] });
    await ending(buy(at));
    const [row] = at.rows('SELECT * FROM late_call');
    expect(row).toMatchObject({ path: '/credits/purchase', workspace_id: 1 });
    expect(JSON.stringify(row)).not.toContain(sandboxKey);
  });

  it('lets what is late happen in its order among the world, also after the process ended', async () => {
    const at = await sandboxAtHand({
      faults: [
        purchase({ kind: 'reset', phase: 'late:2h', nth: 1 }),
        purchase({ kind: 'hang', phase: 'late:1h', nth: 2 }),
      ],
    });
    const began = at.clock.now();
    await ending(buy(at, 1000));
    await ending(buy(at, 2000));
    const again = await sandboxAtHand({ database: at.database, clock: at.clock });
    await again.open.setTime(began + 10 * 3_600_000);
    expect(callsOf(again.open.state).map(({ request }) => request)).toEqual([
      { body: { credits: 2000 } },
      { body: { credits: 1000 } },
    ]);
    expect(again.open.state.now()).toBe(began + 10 * 3_600_000);
  });

  it('spoils a tool of the agent protocol like the call behind it', async () => {
    const at = await sandboxAtHand({ faults: [{ operation: 'credits.balance', kind: 'reset', nth: 1 }] });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { result } = (await at.call('POST', '/mcp', message)).json;
    const { name } = result.tools.find((tool: { name: string }) => /balance/.test(tool.name));
    const call = { ...message, method: 'tools/call', params: { name, arguments: {} } };
    expect(await ending(at.call('POST', '/mcp', call))).toMatchObject({ reason: 'reset' });
    expect((await at.call('POST', '/mcp', call)).json.result.isError).toBeUndefined();
  });

  it.each(['after', 'late:5m', 'before'] as const)(
    'an order is placed once where it is sent again with its key (%s)',
    async (phase) => {
      const at = await sandboxAtHand({
        faults: [{ operation: 'dfy.createOrder', kind: 'reset', phase, nth: 1 }],
      });
      const headers = { authorization: `Bearer ${sandboxKey}`, 'idempotency-key': 'order-1' };
      const order = () =>
        at.call('POST', '/dfy/orders', { domains: [{ domainName: 'brightpath-mail.com' }] }, headers);
      expect(await ending(order())).toMatchObject({ reason: 'reset' });
      expect((await order()).status).toBeLessThan(300);
      await at.open.advance(600_000);
      expect((await order()).status).toBeLessThan(300);
      expect(callsOf(at.open.state, 'dfy.createOrder')).toHaveLength(1);
      expect((await at.call('GET', '/dfy/orders')).json.total).toBe(1);
    },
  );

  it('a late call meets the world as it is by then', async () => {
    const at = await sandboxAtHand({ faults: [purchase({ kind: 'hang', phase: 'late:1h', nth: 1 })] });
    await ending(buy(at));
    at.run('UPDATE workspace SET has_card = 0');
    await at.open.advance(3_600_000);
    expect(at.rows('SELECT id FROM late_call')).toEqual([]);
    expect(await bought(at)).toEqual({ credits: 0, usd: 0 });
  });
});
