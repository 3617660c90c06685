import { describe, expect, it } from 'vitest';
import { type Keyboard, newWorld, type TestWorld } from '../../world.ts';
import { call } from '../mcp-serve/session.ts';
import { agent, answered, asked, errorOf, withRunning } from './agent.ts';

const buy = 'credits buy 2000 --json';
const resume = 'campaigns resume 1 --accept no-opt-out=test';
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A person leaves it open at a terminal. */
const next = (world: TestWorld, typing: (keyboard: Keyboard) => Promise<void>) =>
  world.outreach('approvals approve --next', { tty: true, typing });

describe('approvals approve --next', () => {
  it('waits for the next call, rings the bell, and shows what approve shows', async () => {
    const world = await newWorld();
    let code = '';
    const { exit, out, err } = await next(world, async (keyboard) => {
      await keyboard.sees('Waiting for a request');
      keyboard.type('y\r');
      const before = world.clock.slept.length;
      code = await asked(world, buy);
      await keyboard.sees(`Approve ${code}`);
      // A look a second, and not more.
      expect(world.clock.slept.slice(before).filter((ms) => ms < 50)).toEqual([]);
      keyboard.type('y\r');
    });
    expect([exit, out]).toEqual([0, expect.stringContaining(`Approved ${code}`)]);
    const [, afterBell = ''] = err.split('\u0007');
    expect(afterBell).toContain('Buys 2,000 credits');
    expect((await world.outreach(buy, { agent })).json()).toMatchObject({ creditsPurchased: 2000 });
    const other = await asked(world, 'credits buy 3000 --json');
    const shown = await answered(world, other, 'n\r');
    const facts = (text: string) => text.split('\n').filter((line) => /credits|Line|Price/.test(line)).length;
    expect(facts(afterBell)).toBe(facts(shown.err));
  });

  it.each(['\r', 'n\r'])('takes the oldest that waits, and %j leaves it', async (keys) => {
    const world = await newWorld();
    const first = await asked(world, buy);
    world.clock.advance(1000);
    await asked(world, 'credits buy 3000 --json');
    const { exit, out, err } = await next(world, async (keyboard) => {
      await keyboard.sees(`Approve ${first}`);
      keyboard.type(keys);
    });
    expect([exit, out]).toEqual([3, '']);
    expect(err).toContain(`${first} still waits`);
    const { items } = (await world.outreach('approvals list --json')).json();
    expect(items.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting']);
  });

  it('is no yes of a key that is held down while it asks', async () => {
    const world = await newWorld();
    await asked(world, buy);
    const { exit } = await next(world, async (keyboard) => {
      let isSeen = false;
      const watch = keyboard.sees('Type y or n:').then(() => {
        isSeen = true;
      });
      for (let after = 0; after < 12; after += isSeen ? 1 : 0) {
        keyboard.type('y\r');
        await turn();
      }
      await watch;
      for (let n = 0; n < 30; n++) await turn();
      keyboard.type('\r');
    });
    expect(exit).toBe(3);
    expect((await world.outreach('approvals list --json')).json()).toMatchObject({
      items: [{ state: 'waiting' }],
    });
  });

  it('says that an answer came too late, and nothing before that looks like success', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    const late = await next(world, async (keyboard) => {
      await keyboard.sees(`Approve ${code}`);
      world.clock.advance(16 * 60_000);
      keyboard.type('y\r');
    });
    expect([late.exit, late.out]).toEqual([7, '']);
    expect(late.err).toContain(`${code} does not wait for approval: it is expired`);
    expect(late.err).not.toContain('✔');
  });

  it('says that the same was run meanwhile, and asks all the same', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    expect((await world.outreach('credits buy 2000 --yes --json')).exit).toBe(0);
    world.clock.advance(1000);
    const no = await next(world, async (keyboard) => {
      await keyboard.sees(`Approve ${code}`);
      keyboard.type('\r');
    });
    expect([no.exit, no.err.includes('approvals deny')]).toEqual([3, true]);
    const { exit, err } = await next(world, async (keyboard) => {
      await keyboard.sees(`Approve ${code}`);
      keyboard.type('y\r');
    });
    expect([exit, err.split('\u0007')[1]]).toEqual([
      0,
      expect.stringMatching(/You ran this .* ago[\s\S]*Approving runs it again\.[\s\S]*Buys 2,000 credits/),
    ]);
    expect((await world.outreach(buy, { agent })).json()).toMatchObject({ creditsPurchased: 2000 });
    expect((await world.outreach('sandbox ledger --json')).json().total).toBe(2);
  });

  it('says what was run before of a line with --once too', async () => {
    const world = await newWorld();
    expect((await world.outreach('credits buy 2000 --yes --json')).exit).toBe(0);
    world.clock.advance(1000);
    const { err } = await answered(world, await asked(world, `${buy} --once june`), 'n\r');
    expect(err).toMatch(/You ran this 1 s ago[^\n]*\(journal 1\)[\s\S]*Approving runs it again\./);
  });

  it('approves nothing where the same was run after it was shown, and shows it again', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    const late = await next(world, async (keyboard) => {
      await keyboard.sees(`Approve ${code}`);
      await keyboard.sees('Type y or n:');
      expect((await world.outreach('credits buy 2000 --yes --json')).exit).toBe(0);
      keyboard.type('y\r');
    });
    expect([late.exit, late.failure?.code]).toEqual([7, 'approval_changed']);
    world.clock.advance(1000);
    const { exit, err } = await answered(world, code);
    expect([exit, err]).toEqual([0, expect.stringContaining('Approving runs it again')]);
  });

  it('is not used where the same was run after the yes, and waits again', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    expect((await answered(world, code)).exit).toBe(0);
    expect((await world.outreach('credits buy 2000 --yes --json')).exit).toBe(0);
    const refusals = [];
    for (let times = 0; times < 3; times++) {
      const { exit, err } = await world.outreach(buy, { agent });
      refusals.push([exit, errorOf({ err })]);
      world.clock.advance(1000);
    }
    const { items } = (await world.outreach('approvals list --json')).json();
    expect(items).toMatchObject([{ state: 'waiting' }]);
    const refusal = {
      code: 'approval_changed',
      message: expect.stringMatching(/^An earlier run did the same \(journal 1\); nothing was sent now/),
      hint: expect.stringContaining(`outreach approvals approve ${items[0].code}`),
      approval: { code: items[0].code, expiresAt: items[0].expiresAt },
    };
    expect(refusals).toMatchObject([refusal, refusal, refusal].map((error) => [7, error]));
    const result = await call(world, '--tools effects', 'credits_buy', { amount: 2000 });
    expect(result.approvalRequired).toMatchObject({
      code: items[0].code,
      facts: expect.arrayContaining([expect.stringContaining('An earlier run did the same')]),
    });
    expect((await answered(world, items[0].code)).exit).toBe(0);
    expect((await world.outreach(buy, { agent })).json()).toMatchObject({ creditsPurchased: 2000 });
    expect(world.ledger.of('credits.purchase')).toHaveLength(2);
  });

  it('names the way past a request that cannot be approved any more', async () => {
    const world = await withRunning();
    await world.outreach('campaigns pause 1');
    const code = await asked(world, `${resume} --json`);
    expect((await world.outreach(`${resume} --yes`)).exit).toBe(0);
    const refused = await world.outreach('approvals approve --next', { tty: true });
    expect(refused.exit).toBe(7);
    const [, line = ''] = /(approvals deny \S+)/.exec(refused.err) ?? [];
    expect(line).toBe(`approvals deny ${code}`);
    expect((await world.outreach(line)).exit).toBe(0);
  });

  it('advises nothing after the only one', async () => {
    const world = await newWorld();
    const { exit, err } = await answered(world, await asked(world, buy));
    expect([exit, err.includes('Next:')]).toEqual([0, false]);
  });

  it('ends at Ctrl-C while it waits', async () => {
    const world = await newWorld();
    const { exit, out } = await next(world, async (keyboard) => {
      await keyboard.sees('Waiting for a request');
      keyboard.type('\u0003');
    });
    expect([exit, out]).toEqual([130, '']);
  });

  it('asks no one but a person at a terminal', async () => {
    const world = await newWorld();
    await asked(world, buy);
    for (const [line, options, exit] of [
      ['approvals approve --next', {}, 3],
      ['approvals approve --next', { stdin: 'y\n' }, 3],
      ['approvals approve --next --json', { tty: true }, 3],
      ['approvals approve --next --no-input', { tty: true }, 3],
      ['approvals approve --next', { tty: true, agent }, 3],
      ['approvals approve --next --yes', { tty: true }, 2],
      ['approvals approve --next K7MPXR4D', { tty: true }, 2],
      ['approvals approve', { tty: true }, 2],
    ] as const)
      expect([line, (await world.outreach(line, options)).exit]).toEqual([line, exit]);
    expect((await world.outreach('approvals list --json')).json()).toMatchObject({
      items: [{ state: 'waiting' }],
    });
  });
});

describe('status', () => {
  it('says that calls wait for approval, and names a line that an agent may run only to agents', async () => {
    const world = await newWorld();
    const needs = async (options = {}) =>
      (await world.outreach('status --json', options))
        .json()
        .profiles[0].attention.filter(({ kind }: { kind: string }) => kind === 'approvals-waiting');
    expect(await needs()).toEqual([]);
    const code = await asked(world, buy);
    world.clock.advance(5 * 60_000);
    expect(await needs()).toMatchObject([
      {
        severity: 'warn',
        count: 1,
        id: code,
        command: 'outreach approvals list',
        oldestAt: '2026-03-02T08:00:00.000Z',
      },
    ]);
    expect((await needs())[0].message).toContain('5 minutes');
    expect(await needs({ tty: true })).toMatchObject([{ command: `outreach approvals approve ${code}` }]);
    expect(await needs({ agent })).toMatchObject([{ command: 'outreach approvals list' }]);
    await asked(world, 'credits buy 3000 --json');
    expect(await needs({ tty: true })).toMatchObject([
      { count: 2, id: null, command: 'outreach approvals list' },
    ]);
    expect((await answered(world, code)).exit).toBe(0);
    expect(await needs()).toMatchObject([{ count: 1 }]);
    world.clock.advance(15 * 60_000);
    expect(await needs()).toEqual([]);
  });
});
