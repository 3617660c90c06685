import { describe, expect, it, type TestContext } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { newWorld, type Run, type TestWorld } from '../world.ts';
import { openShared } from './machines.ts';

/** Two machines over one journal; `meanwhile` runs while a purchase of the first one is on its way. */
async function twoMachines(context: TestContext, meanwhile: () => Promise<void> = async () => {}) {
  const address = await (await postgres(context)).newDatabase();
  const machine = async (host: string, posting: () => Promise<void>): Promise<TestWorld> => {
    const world: TestWorld = await newWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, OUTREACH_JOURNAL: address },
      sharedJournal: (at) => openShared(at, { host }),
      network: async (request, signal) => {
        if (request.method === 'POST') await posting();
        const headers = { ...request.headers, authorization: `Bearer ${sandboxKey}` };
        return world.sandbox.transport({ ...request, headers }, signal);
      },
    });
    return world;
  };
  return { alpha: await machine('alpha', meanwhile), beta: await machine('beta', async () => {}) };
}

const errorOf = ({ err }: Run) => JSON.parse(err).error;

describe('a call of another machine', () => {
  it('that was just done is named with the machine and the time', async (context) => {
    const { alpha, beta } = await twoMachines(context);
    const line = 'credits buy 1200 --yes --json';
    expect((await alpha.outreach(line)).exit).toBe(0);
    const [here, there] = [errorOf(await alpha.outreach(line)), errorOf(await beta.outreach(line))];
    const when = /1 s ago, at (2026-03-02T08:0\d:\d\d\.\d{3}Z) \(journal 1\): Buy credits/;
    expect([here.code, here.details.host, here.message]).toEqual([
      'done_recently',
      null,
      expect.stringMatching(/^You ran this /),
    ]);
    expect([there.code, there.details.host, there.message]).toEqual([
      'done_recently',
      'alpha',
      expect.stringMatching(/^This was run on alpha /),
    ]);
    expect(there.message).toMatch(when);
    expect(when.exec(there.message)?.[1]).toBe(there.details.at);
  });

  it.for(['', '--once order-1'])(
    'that is under way is worth the same line again: %s',
    async (once, context) => {
      let busy: Run | undefined;
      const line = `credits buy 1200 --yes --json ${once}`.trim();
      const { alpha, beta } = await twoMachines(context, async () => {
        busy ??= await beta.outreach(line);
      });
      expect((await alpha.outreach(line)).exit).toBe(0);
      expect(busy?.exit).toBe(7);
      expect(errorOf(busy as Run)).toMatchObject({
        code: 'in_progress',
        message: expect.stringContaining(' on alpha '),
        outcome: 'none',
        retryable: true,
        retryAfterSeconds: 30,
        hint: expect.stringMatching(/^Run the same command again when it is done/),
      });
      const again = await beta.outreach(line);
      if (once === '') expect(errorOf(again).code).toBe('done_recently');
      else expect(again.json()).toMatchObject({ creditsPurchased: 1200 });
    },
  );
});
