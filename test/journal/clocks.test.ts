import { hostname } from 'node:os';
import { describe, expect, it, type TestContext } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { agent, answered, asked, errorOf } from '../commands/approvals/agent.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { openShared } from './machines.ts';

/** Machines whose clocks differ, over one journal: days, approvals and budgets go by the clock of its database. */

const hour = 3_600_000;
const buy = 'credits buy 2000 --json';

async function machines(context: TestContext) {
  const server = await postgres(context);
  const address = await server.newDatabase();
  const now = Date.now();
  const service = await newWorld({ now });
  const network: Transport = (request, signal) => {
    const headers = { ...request.headers, authorization: `Bearer ${sandboxKey}` };
    return service.sandbox.transport({ ...request, headers }, signal);
  };
  return {
    service,
    /** One whose clock is so far ahead. */
    machine: (aheadMs: number): Promise<TestWorld> =>
      newWorld({
        now: now + aheadMs,
        lazySandbox: true,
        network,
        env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, OUTREACH_JOURNAL: address },
        sharedJournal: (at) => openShared(at),
      }),
    run: (sql: string) => server.run(address, `SET search_path = outreach; ${sql}`),
  };
}

describe('an approval', () => {
  it('lasts 15 minutes on a machine whose clock is an hour ahead, and on one that is behind', async (context) => {
    const { service, machine } = await machines(context);
    const [ahead, behind] = [await machine(hour), await machine(-hour)];
    const refused = errorOf(await ahead.outreach(buy, { agent }));
    const leftMs = Date.parse(refused.approval.expiresAt) - Date.now();
    expect([leftMs > 14 * 60_000, leftMs <= 15 * 60_000]).toEqual([true, true]);
    const [waiting] = (await behind.outreach('approvals list --json')).json().items;
    expect(waiting).toMatchObject({ code: refused.approval.code, host: hostname() });
    expect((await behind.outreach('approvals list', { tty: true })).out).toContain('HOST');
    expect((await answered(behind, refused.approval.code)).exit).toBe(0);
    expect((await ahead.outreach(buy, { agent })).exit).toBe(0);
    expect(service.ledger.of('credits.purchase')).toHaveLength(1);
  });

  it('that is over is over on a machine whose clock is behind', async (context) => {
    const { service, machine, run } = await machines(context);
    const [here, behind] = [await machine(0), await machine(-hour)];
    expect((await answered(here, await asked(here, buy))).exit).toBe(0);
    // Worlds draw the same codes: this one takes another.
    const code = 'K7MPXR4D';
    await run(`UPDATE approval SET code = '${code}', expires_at = expires_at - ${16 * 60_000}`);
    expect(await asked(behind, buy)).not.toBe(code);
    const late = await behind.outreach(`approvals approve ${code}`, { tty: true });
    expect([late.exit, late.err]).toEqual([7, expect.stringContaining('it is expired')]);
    const listed = (await behind.outreach('approvals list --all --json')).json().items;
    expect(listed.find((one: { code: string }) => one.code === code).state).toBe('expired');
    expect(service.ledger.all()).toEqual([]);
  });
});

describe('a budget', () => {
  const add = (world: TestWorld) =>
    world.outreach('budgets add --usd 1000 --until 2h --commands "credits buy"', {
      tty: true,
      typing: async (keyboard) => {
        await keyboard.sees('Type y or n:');
        keyboard.type('y\r');
      },
    });

  it('ends at the same time on all machines', async (context) => {
    const { service, machine, run } = await machines(context);
    const [ahead, behind] = [await machine(5 * hour), await machine(-5 * hour)];
    expect((await add(behind)).exit).toBe(0);
    const [{ until, state }] = (await ahead.outreach('budgets list --json')).json().items;
    const leftMs = Date.parse(until) - Date.now();
    expect([leftMs > 1.9 * hour, leftMs <= 2 * hour, state]).toEqual([true, true, 'active']);
    expect((await ahead.outreach(buy, { agent })).exit).toBe(0);
    await run(
      `UPDATE budget SET draft = jsonb_set(draft::jsonb, '{until}', to_jsonb((draft::jsonb->>'until')::bigint - ${3 * hour}))`,
    );
    await asked(behind, `${buy} --again`);
    const [over] = (await behind.outreach('budgets list --all --json')).json().items;
    expect([over.state, service.ledger.of('credits.purchase').length]).toEqual(['over', 1]);
  });
});

describe('a ceiling a day', () => {
  it('has the same day on a machine whose clock is a day ahead', async (context) => {
    const { service, machine } = await machines(context);
    const [here, ahead] = [await machine(0), await machine(24 * hour)];
    for (const world of [here, ahead]) {
      await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
      expect((await world.outreach('profiles set prod --max-credits-per-day 3000')).exit).toBe(0);
    }
    const line = `${buy} --yes --profile prod`;
    expect((await here.outreach(line)).exit).toBe(0);
    const second = await ahead.outreach(`${line} --again`);
    expect([second.exit, errorOf(second).code]).toEqual([3, 'daily_ceiling_exceeded']);
    expect(service.ledger.of('credits.purchase')).toHaveLength(1);
  });
});
