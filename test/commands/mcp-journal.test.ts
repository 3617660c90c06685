import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { campaignWithReplies } from './conversation.ts';

/** Calls of tools are the same calls to the spend journal as those of commands. */

const failureOf = (err: string) => {
  const { details, ...error } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  return { ...error, ...details };
};
const tool = 'mcp call purchase_credits --field credits=2000 --yes --json';
const line = 'credits buy 2000 --yes --json';
const bought = (world: TestWorld) => world.ledger.of('credits.purchase').length;
const lost = (phase: string, nth = 1): FaultRule =>
  ({ operation: 'credits.purchase', phase, kind: 'reset', nth }) as FaultRule;
const entries = async (world: TestWorld) => (await world.outreach('journal list --json')).json().items;

/** The tool says this in the place of its own words, and does its work or does not. */
const saying =
  (text: string, unmade?: 'unmade') =>
  (next: Transport): Transport =>
  async (request, signal) => {
    const call = JSON.parse(request.body ?? 'null');
    if (call?.params?.name !== 'purchase_credits') return next(request, signal);
    if (!unmade) await next(request, signal);
    const result = { content: [{ type: 'text', text }] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: call.id, result });
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  };

describe('a purchase through a tool', () => {
  it('is written down as the operation that it is', async () => {
    const world = await newWorld();
    expect((await world.outreach(tool)).exit).toBe(0);
    expect(await entries(world)).toMatchObject([
      { id: 1, operation: 'credits.purchase', state: 'done', effect: 'buys' },
    ]);
    const shown = (await world.outreach('journal show 1 --json')).json();
    expect(shown.request).toEqual({ method: 'POST', path: '/mcp', input: { body: { credits: 2000 } } });
    expect(shown.quote).toMatchObject({ spend: { credits: 2000 } });
  });

  it('whose answer was lost is found at the service', async () => {
    const world = await newWorld({ faults: [lost('after')] });
    const run = await world.outreach(tool);
    expect([run.exit, run.json()]).toEqual([
      0,
      { creditsPurchased: 2000, amountUsd: null, newBalance: 7000 },
    ]);
    expect(bought(world)).toBe(1);
  });

  it.each([
    ['a command', tool, line],
    ['a tool', line, tool],
  ])('that is unclear is not made again by %s', async (_, first, second) => {
    const world = await newWorld({ faults: [lost('before')] });
    const unclear = await world.outreach(first);
    expect([unclear.exit, failureOf(unclear.err).intent]).toEqual([14, 1]);
    const again = await world.outreach(second);
    expect([again.exit, failureOf(again.err).intent]).toEqual([14, 1]);
    expect(bought(world)).toBe(0);
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    expect((await world.outreach(second)).exit).toBe(0);
    expect(bought(world)).toBe(1);
  });

  it.each([
    '{"error":"insufficient funds","code":"payment_failed"}',
    '[]',
    '{"error":{"message":"no"}}',
    '',
    '<html>gateway</html>',
    '{"creditsPurch',
  ])('answered with %j is looked for, and unknown where nothing shows', { tags: 'slow' }, async (text) => {
    const found = await newWorld({ between: saying(text) });
    expect((await found.outreach(tool)).exit).toBe(0);
    const world = await newWorld({ between: saying(text, 'unmade') });
    const run = await world.outreach(`${tool} --once october`);
    expect([run.exit, run.out, failureOf(run.err).outcome]).toEqual([14, '', 'unknown']);
    expect(await entries(world)).toMatchObject([{ state: 'unknown' }]);
    const again = await world.outreach(`${tool} --once october`);
    expect([again.exit, bought(world)]).toEqual([14, 0]);
  });

  it('twice is taken for a mistake, whichever way it is made', async () => {
    const world = await newWorld();
    expect((await world.outreach(tool)).exit).toBe(0);
    for (const second of [tool, line]) {
      const { exit, err } = await world.outreach(second);
      expect([exit, failureOf(err).code]).toEqual([7, 'done_recently']);
    }
    expect((await world.outreach(`${tool} --again`)).exit).toBe(0);
    expect(bought(world)).toBe(2);
  });

  it('under a token is made once, and answers again', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${tool} --once october`);
    const second = await world.outreach(`${tool} --once october`);
    expect([second.exit, second.json()]).toEqual([0, first.json()]);
    expect(bought(world)).toBe(1);
  });

  it('is settled by `journal settle`', async () => {
    const world = await newWorld({ faults: [lost('late:60s')] });
    expect((await world.outreach(tool)).exit).toBe(14);
    world.clock.advance(60_000);
    expect((await world.outreach('journal settle 1 --json')).json()).toMatchObject({ state: 'done' });
  });

  it('is stopped by a charge that was never credited', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind: 'purchase_incomplete', nth: 1 }],
    });
    expect(failureOf((await world.outreach(tool)).err)).toMatchObject({ code: 'purchase_incomplete' });
    const next = await world.outreach('mcp call purchase_credits --field credits=3000 --yes --json');
    expect([next.exit, failureOf(next.err).code]).toEqual([7, 'purchase_incomplete_open']);
  });
});

describe('an order through a tool, which takes no Idempotency-Key', () => {
  const body = '{"domains": [{"domainName": "acme-mail.com"}], "forwardingDomain": "acme.com"}';
  const order = ['mcp', 'call', 'create_dfy_order', '--input', '-', '--yes', '--json'];
  const placed = (world: TestWorld) => world.ledger.of('dfy.createOrder').length;
  const command = 'dfy orders create --domain acme-mail.com --forward-to acme.com --yes --json';

  it('that is unclear is never made again with a key of its own', async () => {
    const world = await newWorld({
      faults: [{ operation: 'dfy.createOrder', phase: 'before', kind: 'reset', nth: 1 } as FaultRule],
    });
    const unclear = await world.outreach(order, { stdin: body });
    expect(unclear.exit).toBe(14);
    const again = await world.outreach(command);
    expect([again.exit, failureOf(again.err).intent]).toEqual([14, 1]);
    expect(again.err).not.toContain('undefined');
    expect(placed(world)).toBe(0);
  });

  it('whose answer was lost is found in the list, also by the command', async () => {
    const world = await newWorld({
      faults: [{ operation: 'dfy.createOrder', phase: 'after', kind: 'reset', nth: 1 } as FaultRule],
    });
    const run = await world.outreach(order, { stdin: body });
    expect([run.exit, run.json().order.id]).toEqual([0, 1]);
    expect(placed(world)).toBe(1);
  });
});

describe('a stop through a tool', () => {
  it('whose answer is no JSON is not taken as done, and may be repeated', async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.pause', phase: 'before', kind: 'empty', nth: 1 } as FaultRule],
    });
    await world.outreach('campaigns create Autumn');
    const { exit, out, err } = await world.outreach('mcp call pause_campaign --field id=1 --json');
    expect([exit, out]).toEqual([14, '']);
    expect(failureOf(err)).toMatchObject({ outcome: 'unknown', retryable: true });
  });
});

describe('a tool that nobody knows', () => {
  it('is written down without a word on its secrets', async () => {
    const world = await newWorld();
    await world.outreach('mcp call import_from_instantly --field apiKey=hush-hush --yes');
    for (const { id } of await entries(world))
      expect((await world.outreach(`journal show ${id} --json`)).out).not.toContain('hush-hush');
  });
});

describe('drafts send and send_reply_draft', () => {
  it('are the same email', { tags: 'slow' }, async () => {
    const world = await newWorld({
      faults: [{ operation: 'drafts.send', phase: 'before', kind: 'reset', nth: 1 } as FaultRule],
    });
    await campaignWithReplies(world);
    const { items } = (await world.outreach('drafts list --json')).json();
    const { id } = items[0];
    const unclear = await world.outreach(`mcp call send_reply_draft --field id=${id} --yes --json`);
    expect(unclear.exit).toBe(14);
    const { intent } = failureOf(unclear.err);
    const again = await world.outreach(`drafts send ${id} --yes --json`);
    expect([again.exit, failureOf(again.err).intent]).toEqual([14, intent]);
    expect(world.ledger.of('drafts.send')).toEqual([]);
    expect((await world.outreach(`journal settle ${intent} --not-done --force`)).exit).toBe(0);
    expect((await world.outreach(`drafts send ${id} --yes --json`)).exit).toBe(0);
    expect(world.ledger.of('drafts.send')).toHaveLength(1);
  });
});
