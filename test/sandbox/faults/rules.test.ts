import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { type FaultRule, kinds, parseRule } from '../../../src/sandbox/faults/rule.ts';
import { addFaults, clearFaults, listFaults } from '../../../src/sandbox/faults/rules.ts';
import { callsOf } from '../../../src/sandbox/tools/ledger.ts';
import { purchasePrice } from '../../../src/sandbox/world/account/prices.ts';
import { testClock } from '../../world.ts';
import { sandboxAtHand } from '../sandbox-at-hand.ts';

const balance = (rest: Partial<FaultRule> = {}): FaultRule => ({
  operation: 'credits.balance',
  kind: 'status:500',
  ...rest,
});

/** The statuses of so many calls. */
async function statuses(rules: FaultRule[], calls: number, seed?: string) {
  const { call } = await sandboxAtHand({ faults: rules, ...(seed && { seed }) });
  const found: number[] = [];
  for (let i = 0; i < calls; i++) found.push((await call('GET', '/credits/balance')).status);
  return found;
}

describe('a rule', () => {
  it('spoils every call, the nth one, or some from there on', async () => {
    expect(await statuses([balance()], 3)).toEqual([500, 500, 500]);
    expect(await statuses([balance({ nth: 2 })], 4)).toEqual([200, 500, 200, 200]);
    expect(await statuses([balance({ nth: 2, times: 2 })], 4)).toEqual([200, 500, 500, 200]);
    expect(await statuses([balance({ times: 2 })], 4)).toEqual([500, 500, 200, 200]);
  });

  it('concerns one operation, an area, a method and a path, or all', async () => {
    const concerned = async (operation: string) => {
      const { call } = await sandboxAtHand({ faults: [balance({ operation })] });
      const calls = ['/credits/balance', '/credits/transactions', '/leads'].map((path) => call('GET', path));
      return (await Promise.all(calls)).map(({ status }) => status === 500);
    };
    expect(await concerned('credits.balance')).toEqual([true, false, false]);
    expect(await concerned('credits.*')).toEqual([true, true, false]);
    expect(await concerned('GET /credits/*')).toEqual([true, true, false]);
    expect(await concerned('GET /leads')).toEqual([false, false, true]);
    expect(await concerned('POST *')).toEqual([false, false, false]);
    expect(await concerned('*')).toEqual([true, true, true]);
  });

  it('counts on where another process goes on, and is not added twice by being given twice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outreach-faults-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const clock = testClock();
    const found: number[] = [];
    for (let i = 0; i < 4; i++) {
      const database = await openDatabase(join(folder, 'sandbox.db'));
      const at = await sandboxAtHand({ database, clock, faults: [balance({ nth: 3 })] });
      found.push((await at.call('GET', '/credits/balance')).status);
      expect(listFaults(at.open.state)).toMatchObject([
        { id: 1, seen: i + 1, hits: i < 2 ? 0 : 1, spent: i > 1 },
      ]);
      database.close();
    }
    expect(found).toEqual([200, 200, 500, 200]);
  });

  it('is drawn from its seed: the same again, another one otherwise, and as often as asked', {
    tags: 'slow',
  }, async () => {
    const rule = (seed?: number) => balance({ probability: 0.3, ...(seed !== undefined && { seed }) });
    const first = await statuses([rule(7)], 200);
    expect(await statuses([rule(7)], 200, 'another world')).toEqual(first);
    expect(await statuses([rule(8)], 200)).not.toEqual(first);
    const share = first.filter((status) => status === 500).length / 200;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
    expect(await statuses([rule()], 100, 'one')).not.toEqual(await statuses([rule()], 100, 'two'));
    expect(await statuses([balance({ probability: 0 })], 3)).toEqual([200, 200, 200]);
  });

  it('goes before those made later, and every rule counts every call', async () => {
    const rules = [
      balance({ nth: 1 }),
      balance({ kind: 'status:502', nth: 1 }),
      balance({ kind: 'status:503', nth: 2 }),
    ];
    expect(await statuses(rules, 3)).toEqual([500, 503, 200]);
    const { call, open } = await sandboxAtHand({ faults: rules });
    for (let i = 0; i < 3; i++) await call('GET', '/credits/balance');
    expect(listFaults(open.state)).toMatchObject([
      { seen: 3, hits: 1 },
      { seen: 3, hits: 0 },
      { seen: 3, hits: 1 },
    ]);
  });

  it('is listed as it was written, cleared alone or with all, and gone after a reset', async () => {
    const { open } = await sandboxAtHand();
    await addFaults(open.state, [
      { operation: 'credits.purchase', kind: 'reset', phase: 'late:90s', nth: 2, times: 3 },
      { operation: '*', kind: 'rate-limited:bare', probability: 0.5, seed: 7 },
      { operation: 'leads.*', kind: 'lag:2h' },
      { operation: '*', kind: 'slow' },
      { operation: 'finder.search', kind: 'status:500:internal' },
    ]);
    expect(listFaults(open.state)).toMatchObject([
      { id: 1, operation: 'credits.purchase', kind: 'reset', phase: 'late:90s', nth: 2, times: 3 },
      { id: 2, kind: 'rate-limited:bare', phase: 'before', times: null, probability: 0.5, seed: '7' },
      { id: 3, kind: 'lag:2h' },
      { id: 4, kind: 'slow:5s', phase: 'after' },
      { id: 5, kind: 'status:500:internal' },
    ]);
    expect([clearFaults(open.state, 2), clearFaults(open.state, 2), clearFaults(open.state)]).toEqual([
      1, 0, 4,
    ]);
  });

  it.each<[string, Partial<FaultRule>]>([
    ['invalid_operation', { operation: 'credits.purchas' }],
    ['invalid_operation', { operation: '' }],
    ['invalid_operation', { operation: 'nobody.*' }],
    ['invalid_kind', { kind: 'rest' }],
    ['invalid_kind', { kind: 'constructor' }],
    ['invalid_kind', { kind: 'reset:5s' }],
    ['invalid_kind', { kind: 'status' }],
    ['invalid_kind', { kind: 'status:200' }],
    ['invalid_kind', { kind: 'status:500:a code' }],
    ['invalid_kind', { kind: 'status:500:internal:again' }],
    ['invalid_phase', { kind: 'status:503:temporarily_unavailable', phase: 'after' }],
    ['invalid_kind', { kind: 'lag', operation: 'leads.list' }],
    ['invalid_kind', { kind: 'lag:60s' }],
    ['invalid_kind', { kind: 'slow:2m' }],
    ['invalid_kind', { kind: 'payment_failed' }],
    ['invalid_phase', { phase: 'later' as 'after' }],
    ['invalid_phase', { phase: 'late:soon' }],
    ['invalid_phase', { kind: 'unavailable', phase: 'after' }],
    ['invalid_phase', { kind: 'status:402', phase: 'after' }],
    ['invalid_phase', { kind: 'refused', phase: 'late:5s' }],
    ['invalid_nth', { nth: 0 }],
    ['invalid_times', { times: 1.5 }],
    ['invalid_probability', { probability: 1.01 }],
    ['invalid_probability', { probability: Number.NaN }],
  ])('is refused with %s: %j', async (code, rest) => {
    await expect(sandboxAtHand({ faults: [balance(rest)] })).rejects.toMatchObject({ kind: 'usage', code });
  });

  it('of every kind reads back as it is written', () => {
    for (const [name, { phases, detail, only, lists }] of Object.entries(kinds)) {
      const kind = detail === 'status' ? `${name}:500` : detail === 'duration' ? `${name}:5s` : name;
      const operation = only || (lists ? 'leads.list' : 'leads.upsert');
      for (const when of phases) {
        const phase = when === 'late' ? 'late:1m' : when;
        expect(parseRule({ operation, kind, phase }, operations)).toMatchObject({ kind: name, when });
      }
    }
  });
});

describe('the ledger under faults', () => {
  it('holds what happened and nothing else, whatever the client saw', { tags: 'slow' }, async () => {
    const spend = fc.record({
      credits: fc.integer({ min: 1000, max: 10_000 }),
      kind: fc.constantFrom(
        'none',
        'reset',
        'hang',
        'truncated',
        'status:500',
        'empty',
        'purchase_unconfirmed',
      ),
      phase: fc.constantFrom('before' as const, 'after' as const, 'late:60s' as const),
      pause: fc.constantFrom(0, 30_000, 90_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(spend, { minLength: 1, maxLength: 8 }), async (spends) => {
        const at = await sandboxAtHand();
        const began = at.open.state.now();
        const expected: { at: number; credits: number }[] = [];
        for (const { credits, kind, phase, pause } of spends) {
          clearFaults(at.open.state);
          if (kind !== 'none')
            await addFaults(at.open.state, [{ operation: 'credits.purchase', kind, phase }]);
          const now = at.open.state.now();
          const answer = await at.call('POST', '/credits/purchase', { credits }).catch(() => undefined);
          expect(answer?.status === 200 && answer.text !== '').toBe(kind === 'none');
          if (kind === 'none' || phase === 'after') expected.push({ at: now, credits });
          if (kind !== 'none' && phase === 'late:60s') expected.push({ at: now + 60_000, credits });
          await at.open.advance(pause);
        }
        await at.open.advance(120_000);
        const found = callsOf(at.open.state).map(({ at: when, usd, request }) => ({
          at: when - began,
          usd,
          credits: (request as { body: { credits: number } }).body.credits,
        }));
        const model = expected.map(({ at: when, credits }) => ({
          at: when - began,
          usd: purchasePrice(credits),
          credits,
        }));
        const sorted = (rows: typeof model) => rows.sort((a, b) => a.at - b.at || a.credits - b.credits);
        expect(sorted(found)).toEqual(sorted(model));
        const { balance: is } = (await at.call('GET', '/credits/balance')).json;
        expect(is).toBe(5000 + expected.reduce((sum, { credits }) => sum + credits, 0));
      }),
      { numRuns: 40 },
    );
  });
});
