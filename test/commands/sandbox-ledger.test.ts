import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { newWorld, type TestWorld } from '../world.ts';

const day = 86_400_000;

const ledgerOf = async ({ outreach }: TestWorld, rest = '') =>
  (await outreach(`sandbox ledger --all --json ${rest}`)).json();

describe('sandbox ledger', () => {
  it('holds what a call cost and what was asked, newest first, a page at a time', async () => {
    const world = await newWorld();
    for (const credits of [1000, 2000, 3000]) {
      await world.outreach(`credits buy ${credits} --yes`);
      await world.sandbox.advance(day);
    }
    const { items, total } = await ledgerOf(world);
    expect(total).toBe(3);
    expect(items[0]).toEqual({
      id: 3,
      operation: 'credits.purchase',
      effect: 'buys',
      credits: 0,
      usd: expect.any(Number),
      at: expect.stringMatching(/^2026-03-04T08:00/),
      request: { body: { credits: 3000 } },
    });
    const page = (await world.outreach('sandbox ledger --limit 2 --page 2 --json')).json();
    expect(page).toMatchObject({ items: [{ id: 1 }], total: 3, page: 2, limit: 2, hasMore: false });
    expect((await world.outreach('sandbox ledger --limit 2 --json')).json().hasMore).toBe(true);
    expect((await ledgerOf(world, '--operation finder.startImport')).total).toBe(0);
    expect((await ledgerOf(world, '--operation credits.*')).total).toBe(3);
    const wrong = await world.outreach('sandbox ledger --operation credits.purchas');
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining("Did you mean 'credits.purchase'?")]);
  });

  it('leaves the emails out for a person, so that purchases are seen', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld({ tty: true, env: { NO_COLOR: '1' } });
    await world.outreach('start --yes');
    await world.outreach('finder import --campaign 1 --count 25 --job-title CEO --yes');
    const emails = (await ledgerOf(world, '--operation email.sent')).total;
    const { out, err } = await world.outreach('sandbox ledger');
    expect(out).not.toContain('email.sent');
    expect(out).toMatch(/finder\.startImport +50/);
    expect(err).toContain('To list them: --operation email.sent');
    const each = await world.outreach('sandbox ledger --operation email.sent --limit 3');
    expect(each.out).toMatch(/step \d of campaign 1 to/);
    expect(each.err).not.toContain('To list them');
    expect((await ledgerOf(world)).items).toHaveLength(emails + 2);
  });

  it('finds what was bought twice, and not what was bought again a day later or elsewhere', async () => {
    const world = await newWorld();
    const buy = (credits: number) =>
      world.sandbox.transport({
        method: 'POST',
        path: '/credits/purchase',
        query: [],
        headers: { authorization: `Bearer ${sandboxKey}` },
        body: JSON.stringify({ credits }),
      });
    await buy(1000);
    await buy(2000);
    await world.sandbox.advance(day);
    await buy(1000);
    const once = await world.outreach('sandbox ledger --assert-once --json');
    expect([once.exit, once.json().repeats]).toEqual([0, []]);
    await world.sandbox.advance(30 * 60_000);
    await buy(1000);
    const twice = await world.outreach('sandbox ledger --assert-once --json');
    expect(twice.exit).toBe(16);
    expect(JSON.parse(twice.err).error).toMatchObject({ code: 'not_once' });
    expect(twice.json()).toMatchObject({
      total: 4,
      repeats: [{ operation: 'credits.purchase', ids: [3, 4], request: { body: { credits: 1000 } } }],
    });
    const plainly = await world.outreach('sandbox ledger --assert-once');
    expect(plainly.err).toContain('One thing happened more than once');
    expect(plainly.out + plainly.err).not.toContain('Nothing happened twice');
    expect((await world.outreach('sandbox ledger --assert-once --within 29m')).exit).toBe(0);
    expect(
      (await world.outreach('sandbox ledger --assert-once --within 2d --json')).json().repeats,
    ).toMatchObject([{ ids: [1, 3, 4] }]);
  });
});
