import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/local/database.ts';
import { storedApprovals } from '../../../src/local/journal/approvals.ts';
import { sqlite, sqliteStore } from '../../../src/local/journal/sqlite-store.ts';
import { tables } from '../../../src/local/journal/tables.ts';
import { newWorld } from '../../world.ts';
import { agent, answered, asked, errorOf } from './agent.ts';

const buy = 'credits buy 2000 --json';

describe('a hostile client', () => {
  it('gets nothing by any words of the line', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    for (const line of [
      `${buy} --yes`,
      `${buy} --once ${code}`,
      `${buy} --once ${code} --yes --again`,
      `${buy} --max-credits 5000 --yes`,
      `${buy} --no-input --yes`,
    ])
      expect(await asked(world, line)).toBe(code);
    expect(world.ledger.all()).toEqual([]);
  });

  it.each(['credits buy 2001 --json', 'api credits.purchase --field credits=2001 --json'])(
    'uses an approval for no other call: %s',
    async (other) => {
      const world = await newWorld();
      const code = await asked(world, buy);
      await answered(world, code);
      expect(await asked(world, other)).not.toBe(code);
      expect(await asked(world, `${other} --once ${code}`)).not.toBe(code);
      expect(world.ledger.all()).toEqual([]);
      expect((await world.outreach(buy, { agent })).exit).toBe(0);
      expect(world.ledger.all()).toHaveLength(1);
    },
  );

  it('replays a used code in vain, also after the ten minutes', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    await answered(world, code);
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    // Under its token the first outcome is given again.
    const replayed = await world.outreach(`${buy} --once ${code}`, { agent });
    expect(replayed.exit).toBe(0);
    world.clock.advance(11 * 60_000);
    for (const line of [buy, `${buy} --again`]) expect(await asked(world, line)).not.toBe(code);
    expect(world.ledger.all()).toHaveLength(1);
  });

  it('races two calls for one approval, and one runs', async () => {
    const world = await newWorld();
    await answered(world, await asked(world, buy));
    const ended = await Promise.all([1, 2, 3].map(() => world.outreach(buy, { agent })));
    expect(ended.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(world.ledger.all()).toHaveLength(1);
  });

  it('makes many calls, and leaves twenty that wait', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const codes = new Set<string>();
    for (let n = 0; n < 60; n++) {
      const { exit, err } = await world.outreach(`credits buy ${1000 + (n % 30)} --json`, { agent });
      expect(exit).toBe(3);
      codes.add(errorOf({ err }).approval?.code ?? errorOf({ err }).code);
    }
    expect([codes.size, codes.has('too_many_approvals')]).toEqual([21, true]);
    expect((await world.outreach('approvals list --all --json')).json().total).toBe(20);
    expect((await world.outreach('journal list --all --json')).json().total).toBe(0);
    expect(world.ledger.all()).toEqual([]);
    const { hint, details } = errorOf(await world.outreach(buy, { agent }));
    expect(hint).toMatch(/approvals deny <code>\nEach ends by itself; the next one at 2026-03-02T08:1\d/);
    expect(details.waiting).toBe(20);
    const [code] = codes;
    expect((await world.outreach(`approvals deny ${code}`)).exit).toBe(0);
    await asked(world, buy);
    world.clock.advance(16 * 60_000);
    for (let n = 0; n < 20; n++) await asked(world, `credits buy ${5000 + n} --json`);
  });

  const price = { credits: 1, usd: 1, recipients: 0, checks: 0 };
  const line = { argv: [], cwd: '/', confined: false };
  const of = {
    account: 'a',
    profile: 'p',
    target: 'sandbox',
    operation: 'o',
    facts: [],
    price,
    line,
  } as const;
  const terms = (code: string, now: number) => ({ code, now, until: now + 900_000, atMost: 20 });

  async function newApprovals() {
    const database = await openDatabase(':memory:');
    onTestFinished(() => database.close());
    database.exec(tables);
    return storedApprovals(sqliteStore(database), sqlite);
  }

  it('asks 1,000 times in a day, and the journal keeps few of them', async () => {
    const approvals = await newApprovals();
    let now = 0;
    for (let n = 0; n < 1000; n++, now += 86_400)
      await approvals.ask({ ...of, call: `${n}`, digest: `${n}` }, terms(`${n}`, now));
    expect((await approvals.list(now, true)).length).toBeLessThanOrEqual(220);
    expect((await approvals.list(now, false)).length).toBeLessThanOrEqual(20);
  });

  it('uses an approval once, in its time, as it was approved', async () => {
    const approvals = await newApprovals();
    const waiting = await approvals.ask({ ...of, call: 'c', digest: 'd' }, terms('A', 0));
    if (waiting === undefined) throw new Error('nothing waits');
    expect(await approvals.use(waiting, 1, false)).toBe(false);
    expect(await approvals.approve('A', { price, facts: [], signature: null }, 1)).toBe(true);
    expect(await approvals.approve('A', { price, facts: [], signature: null }, 1)).toBe(false);
    const ready = (await approvals.find('A', 2)) ?? waiting;
    const others = [
      { ...ready, digest: 'e' },
      { ...ready, account: 'b' },
      { ...ready, price: { ...price, credits: 2 } },
      { ...ready, signature: 's' },
    ];
    for (const other of others) expect(await approvals.use(other, 2, false)).toBe(false);
    expect(await approvals.use(ready, 900_000, false)).toBe(false);
    expect([await approvals.use(ready, 2, false), await approvals.use(ready, 2, false)]).toEqual([
      true,
      false,
    ]);
    expect(await approvals.end('A', 'denied', 3)).toBe(false);
  });
});

describe('a run that ends between its approval and its call', () => {
  it('is gone on with where nothing of the call has left, and asks anew where it was given up', async () => {
    let ends: (() => void) | undefined;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        if (request.path === '/credits/transactions') ends?.();
        return next(request, signal);
      },
    });
    const code = await asked(world, buy);
    await answered(world, code);
    ends = world.interrupt;
    expect((await world.outreach(buy, { agent })).exit).toBe(130);
    ends = undefined;
    expect((await world.outreach('approvals list --all --json')).json().items[0].state).toBe('used');
    expect(await asked(world, buy)).not.toBe(code);
    // As a process leaves it that is killed.
    world.changeJournal("UPDATE intent SET state = 'prepared', finished_at = NULL, told_at = NULL");
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    expect((await world.outreach(buy, { agent })).exit).toBe(7);
    expect(world.ledger.all()).toHaveLength(1);
  });

  it('looks for what may have happened, and asks for no second one', async () => {
    const world = await newWorld({
      faults: [{ operation: 'credits.purchase', kind: 'reset', phase: 'after', nth: 1 }],
    });
    await answered(world, await asked(world, buy));
    const lost = await world.outreach(buy, { agent });
    expect([0, 14]).toContain(lost.exit);
    await world.outreach(buy, { agent });
    expect(world.ledger.all()).toHaveLength(1);
  });
});
