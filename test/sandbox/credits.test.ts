import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxAtHand } from './sandbox-at-hand.ts';

describe('credits', () => {
  it('buys with the saved card, adds up, and writes the purchase into the ledger once', async () => {
    const { call, rows } = await sandboxAtHand();
    expect((await call('GET', '/credits/balance')).json.balance).toBe(5000);
    const bought = await call('POST', '/credits/purchase', { credits: 2000 });
    expect(bought.json).toEqual({ creditsPurchased: 2000, amountUsd: 20, newBalance: 7000 });
    const { transactions, total } = (await call('GET', '/credits/transactions')).json;
    expect(total).toBe(2);
    expect(transactions[0]).toMatchObject({ amount: 2000, reason: 'top_up' });
    expect(rows('SELECT operation, effect, credits, usd, request FROM ledger')).toEqual([
      {
        operation: 'credits.purchase',
        effect: 'buys',
        credits: 0,
        usd: 20,
        request: '{"body":{"credits":2000}}',
      },
    ]);
  });

  it('charges each time it is asked', async () => {
    const { call, rows } = await sandboxAtHand();
    await call('POST', '/credits/purchase', { credits: 1000 });
    await call('POST', '/credits/purchase', { credits: 1000 });
    expect(rows('SELECT * FROM ledger')).toHaveLength(2);
    expect((await call('GET', '/credits/balance')).json.balance).toBe(7000);
  });

  it.each([999, 10_001, 1500.5, '2000'])('refuses %s credits without a charge', async (credits) => {
    const { call, rows } = await sandboxAtHand();
    const answer = await call('POST', '/credits/purchase', { credits });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'invalid_request', field: 'credits', value: credits });
    expect(rows('SELECT * FROM ledger')).toEqual([]);
  });

  it.each([
    ['has_subscription = 0', 402, 'billing_required'],
    ['has_card = 0', 402, 'billing_required'],
    ["purchase_outcome = 'payment_failed'", 402, 'payment_failed'],
    ['credits_free = 1', 409, 'credits_free'],
    ["purchase_outcome = 'temporarily_unavailable'", 503, 'temporarily_unavailable'],
  ])('with %s answers %i %s and charges nothing', async (state, status, code) => {
    const { call, run, rows } = await sandboxAtHand();
    run(`UPDATE workspace SET ${state}`);
    const answer = await call('POST', '/credits/purchase', { credits: 1000 });
    expect(answer.status).toBe(status);
    expect(answer.json.code).toBe(code);
    expect(answer.json.error).not.toBe('');
    expect(rows('SELECT * FROM ledger')).toEqual([]);
    expect((await call('GET', '/credits/balance')).json.balance).toBe(5000);
  });

  it('keeps the charge where crediting failed or the outcome is unknown', async () => {
    const { call, run, rows } = await sandboxAtHand();
    run("UPDATE workspace SET purchase_outcome = 'purchase_incomplete'");
    const incomplete = await call('POST', '/credits/purchase', { credits: 1000 });
    expect([incomplete.status, incomplete.json.code]).toEqual([500, 'purchase_incomplete']);
    expect((await call('GET', '/credits/balance')).json.balance).toBe(5000);
    expect(rows('SELECT usd FROM ledger')).toEqual([{ usd: 10 }]);
    run("UPDATE workspace SET purchase_outcome = 'purchase_unconfirmed'");
    const unconfirmed = await call('POST', '/credits/purchase', { credits: 1000 });
    expect([unconfirmed.status, unconfirmed.json.code]).toEqual([500, 'purchase_unconfirmed']);
    expect((await call('GET', '/credits/transactions')).json.transactions[0]).toMatchObject({
      amount: 1000,
      reason: 'top_up',
    });
    expect(rows('SELECT * FROM ledger')).toHaveLength(2);
  });
});

describe('whatever is bought and imported, at any moment', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('buy'), credits: fc.integer({ min: 1000, max: 3000 }) }),
    fc.record({
      kind: fc.constant('import'),
      count: fc.integer({ min: 1, max: 400 }),
      size: fc.constantFrom('1-10', '11-50', '51-200'),
    }),
    fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 20_000 }) }),
  );

  it('credits add up', { tags: 'slow', timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { call, rows, open } = await sandboxAtHand();
        const created = (await call('POST', '/campaigns', { name: 'Autumn' })).json;
        const campaignId = created.campaign?.id ?? created.id;
        let bought = 0;
        const check = async () => {
          const { imports } = (await call('GET', '/lead-finder/imports?limit=50')).json;
          const spent = sum(imports, 'creditsSpent');
          const { balance, available, held } = (await call('GET', '/credits/balance')).json;
          expect(balance).toBe(5000 + bought - spent);
          expect(available).toBe(balance - held);
          expect(available).toBeGreaterThanOrEqual(0);
          const added = sum(imports, 'added');
          expect(spent).toBe(added * 2);
          expect(rows("SELECT * FROM lead WHERE origin = 'finder'")).toHaveLength(added);
          const [ledger] = rows<{ credits: number }>(
            'SELECT coalesce(sum(credits), 0) AS credits FROM ledger',
          );
          expect(ledger?.credits).toBe(spent);
          const running = imports.filter(({ status }: { status: string }) => status === 'running');
          if (running.length === 0) expect(held).toBe(0);
        };
        for (const at of steps) {
          if (at.kind === 'wait') await open.advance(at.ms);
          if (at.kind === 'buy') {
            await call('POST', '/credits/purchase', { credits: at.credits });
            bought += at.credits;
          }
          if (at.kind === 'import') {
            const filters = { companySizes: [at.size] };
            await call('POST', '/lead-finder/imports', {
              campaignId,
              mode: 'first_n',
              count: at.count,
              filters,
            });
          }
          await check();
        }
        await open.advance(3_600_000);
        await check();
        expect((await call('GET', '/credits/balance')).json.held).toBe(0);
      }),
      { numRuns: 10 },
    );
  });
});

const sum = (items: readonly Record<string, number>[], field: string): number =>
  items.reduce((total, item) => total + (item[field] ?? 0), 0);
