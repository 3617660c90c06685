import { describe, expect, it } from 'vitest';
import type { AgentSession } from '../../../src/cli/declare/world.ts';
import { newWorld, type TestWorld } from '../../world.ts';

const agent: AgentSession = { name: 'a test', readOthers: () => false };
const buy = 'credits buy 2000 --json';

/** The code under which a line of an agent waits. */
async function asked(world: TestWorld, line: string, session: AgentSession = agent): Promise<string> {
  const { exit, err } = await world.outreach(line, { agent: session });
  const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
  expect([exit, error.code]).toEqual([3, 'approval_required']);
  return error.approval.code;
}

/** A person answers at a terminal; gives what they saw. */
async function answered(world: TestWorld, code: string, keys = 'y\r') {
  return world.outreach(`approvals approve ${code}`, {
    tty: true,
    typing: async (keyboard) => {
      await keyboard.sees('(y/N)');
      keyboard.type(keys);
    },
  });
}

const errorOf = ({ err }: { err: string }) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

describe('a call of an agent', () => {
  it('ends with a code, and the same code while it waits', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${buy} --yes`, { agent });
    expect(first.exit).toBe(3);
    const error = errorOf(first);
    expect(error).toMatchObject({
      code: 'approval_required',
      outcome: 'none',
      approval: {
        code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/),
        expiresAt: '2026-03-02T08:15:00.000Z',
      },
      details: {
        price: { credits: 2000, recipients: 0 },
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        facts: expect.arrayContaining([expect.stringContaining('Buy credits')]),
      },
    });
    expect(await asked(world, buy)).toBe(error.approval.code);
    expect(world.ledger.all()).toEqual([]);
    expect((await world.outreach('journal list --all --json')).json().total).toBe(0);
  });

  it('runs once after a person has approved it, under the code', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    const shown = (await world.outreach('approvals list --json')).json();
    expect(shown).toMatchObject({ total: 1, items: [{ code, state: 'waiting', operation: 'credits.purchase' }] });
    const yes = await answered(world, code);
    expect([yes.exit, yes.out]).toEqual([0, expect.stringContaining(code)]);
    expect(yes.err).toContain('buys 2,000 credits');
    expect(world.ledger.all()).toEqual([]);
    expect((await world.outreach(buy, { agent })).json()).toMatchObject({ creditsPurchased: 2000 });
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    expect((await world.outreach('journal show 1 --json')).json()).toMatchObject({ token: code, state: 'done' });
    const again = await world.outreach(buy, { agent });
    expect([again.exit, errorOf(again).code]).toEqual([7, 'done_recently']);
    world.clock.advance(11 * 60_000);
    expect(await asked(world, buy)).not.toBe(code);
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    expect((await world.outreach('approvals list --all --json')).json().items).toMatchObject([
      { state: 'waiting' },
      { state: 'used', code },
    ]);
  });
});
