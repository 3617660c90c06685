import { describe, expect, it } from 'vitest';
import type { AgentSession } from '../../../src/cli/declare/world.ts';
import { newWorld } from '../../world.ts';

const agent: AgentSession = { name: 'a test', readOthers: () => false };
const buy = 'credits buy 2000 --json';

describe('a call of an agent', () => {
  it('ends with a code, and the same code while it waits', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${buy} --yes`, { agent });
    expect(first.exit).toBe(3);
    const { error } = JSON.parse(first.err);
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
    const again = await world.outreach(buy, { agent });
    expect(JSON.parse(again.err).error.approval.code).toBe(error.approval.code);
    expect(world.ledger.all()).toEqual([]);
    expect((await world.outreach('journal list --all --json')).json().total).toBe(0);
  });
});
