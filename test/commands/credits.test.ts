import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

describe('credits buy', () => {
  it('asks with the balance before and after', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('credits buy 2000');
    expect(exit).toBe(3);
    expect(err).toContain(
      'Buys 2,000 credits for at most $20.00 ($0.01 each), charged to the saved card now. Balance: 5,000 → 7,000.',
    );
    expect(world.requests).not.toContain('POST /credits/purchase');
  });

  it('charges once and tells the new balance', async () => {
    const world = await newWorld();
    const bought = (await world.outreach('credits buy 2000 --yes --json')).json();
    expect(bought).toMatchObject({ creditsPurchased: 2000, newBalance: 7000 });
    expect((await world.outreach('credits balance --json')).json()).toMatchObject({ balance: 7000 });
    const { items } = (await world.outreach('credits transactions --json')).json();
    expect(items[0]).toMatchObject({ amount: 2000 });
    expect(world.requests.filter((request) => request === 'POST /credits/purchase')).toHaveLength(1);
  });

  it.each(['999', '10001', '1500.5', 'many'])('refuses %s', async (amount) => {
    const world = await newWorld();
    expect((await world.outreach(`credits buy ${amount} --yes`)).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });

  it('keeps to a ceiling in credits and in dollars', async () => {
    const world = await newWorld();
    expect((await world.outreach('credits buy 2000 --yes --max-credits 1999')).exit).toBe(3);
    expect((await world.outreach('credits buy 2000 --yes --max-usd 19.99')).exit).toBe(3);
    expect(world.requests).not.toContain('POST /credits/purchase');
  });

  it('is not possible with a read-only key', async () => {
    const { sandboxReadOnlyKey } = await import('../../src/contract/keys.ts');
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxReadOnlyKey } });
    const { exit, err } = await world.outreach('credits buy 2000 --yes');
    expect(exit).toBe(5);
    expect(err).toContain('read-only');
  });

  it.each([
    ['--max-usd 19.99', 3],
    ['--max-usd 20', 0],
    ['--max-credits 1999', 3],
    ['--max-credits 2000', 0],
  ])('keeps to the ceiling of its profile: %s', async (ceiling, exit) => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    expect((await world.outreach(`profiles set prod ${ceiling}`)).exit).toBe(0);
    const run = await world.outreach('credits buy 2000 --yes');
    expect(run.exit).toBe(exit);
    if (exit === 3) expect(run.err).toContain("It comes from the profile 'prod'");
    expect(world.ledger.of('credits.purchase')).toHaveLength(exit === 0 ? 1 : 0);
  });

  it('warns where the service charges more than the price that was shown, and than the ceiling', async () => {
    const world = await liveWorld({
      answer: ({ path }) =>
        path.endsWith('/credits/purchase')
          ? { body: JSON.stringify({ creditsPurchased: 1000, amountUsd: 999.5, newBalance: 6000 }) }
          : undefined,
    });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    const run = await world.outreach('credits buy 1000 --yes --max-usd 30');
    expect(run.exit).toBe(0);
    expect(run.err).toContain('charged $999.50, more than the price of $10.00 and --max-usd $30.00');
  });

  it('warns where the service says that it charged less than nothing', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (!request.path.endsWith('/credits/purchase')) return answer;
        return { ...answer, body: answer.body.replace(/"amountUsd":\d+/, '"amountUsd":-1000') };
      },
    });
    const run = await world.outreach('credits buy 1000 --yes');
    expect(run.exit).toBe(0);
    expect(run.err).toContain('charged -$1,000.00, which cannot be read as an amount');
  });
});

describe('credits balance --min', () => {
  it.each([
    [5000, 0],
    [5001, 16],
    [0, 0],
  ])('%i ends with %i and prints the balance', async (min, expected) => {
    const world = await newWorld();
    const { exit, json, err } = await world.outreach(`credits balance --min ${min} --json`);
    expect({ exit, balance: json().balance }).toEqual({ exit: expected, balance: 5000 });
    if (expected === 0) return;
    expect(JSON.parse(err).error).toMatchObject({
      code: 'balance_below',
      message: 'The balance is 5,000 credits, below 5,001',
      hint: 'Buy some: outreach credits buy 1000',
    });
  });

  it.each([
    ['{"balance":600,"available":10}', 16],
    ['{"balance":600,"available":500}', 0],
    ['{"balance":400,"available":600}', 16],
    ['{"available":500}', 0],
  ])('counts what can be spent: %s', async (body, expected) => {
    const world = await liveWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
      answer: () => ({ headers: { 'content-type': 'application/json' }, body }),
    });
    const { exit, err } = await world.outreach('credits balance --min 500');
    expect(exit).toBe(expected);
    if (body.includes(':10'))
      expect(err).toContain('The balance is 600 credits, of which 10 can be spent, below 500');
  });

  it.each([
    ...['{}', '[7]', '{"plan":"pro"}', '{"balance":null}', '{"balance":"many"}'],
    '{"balance":null,"available":900}',
    '{"balance":600,"available":"10"}',
  ])('is not met by the answer %s', async (body) => {
    const world = await liveWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
      answer: () => ({ headers: { 'content-type': 'application/json' }, body }),
    });
    expect((await world.outreach('credits balance --min 0')).exit).toBe(11);
  });

  it.each(['-1', 'few', '1.5'])('refuses %s', async (min) => {
    const world = await newWorld();
    expect((await world.outreach(['credits', 'balance', `--min=${min}`])).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});
