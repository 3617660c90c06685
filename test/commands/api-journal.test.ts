import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

/** The raw call goes through consent, ceilings and the journal, however its path is written. */

const failureOf = (err: string) => {
  const { details, ...error } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  return { ...error, ...details };
};
const bought = (world: TestWorld) => world.ledger.of('credits.purchase').length;
const command = 'credits buy 2000 --yes --json';
const spellings = [
  'api POST /credits/purchase --field credits=2000',
  'api credits.purchase --field credits=2000',
  'api POST /credits/purch%61se --field credits=2000',
];
const reset = (operation: string, phase: string) =>
  ({ operation, phase, kind: 'reset', nth: 1 }) as FaultRule;

describe.each(spellings)('%s', (line) => {
  it('needs consent and keeps within the ceilings', async () => {
    const world = await newWorld();
    for (const [flags, code] of [
      ['', 'confirmation_required'],
      ['--yes --max-credits 1999', 'ceiling_exceeded'],
      ['--yes --max-usd 19.99', 'ceiling_exceeded'],
    ] as const) {
      const { exit, err } = await world.outreach(`${line} --json ${flags}`);
      expect([exit, failureOf(err).code]).toEqual([3, code]);
    }
    expect(bought(world)).toBe(0);
    expect((await world.outreach(`${line} --yes --max-credits 2000`)).exit).toBe(0);
    expect(bought(world)).toBe(1);
  });

  it('is the same call to the journal as the command', async () => {
    const world = await newWorld({ faults: [reset('credits.purchase', 'before')] });
    const unclear = await world.outreach(`${line} --yes --json`);
    expect([unclear.exit, failureOf(unclear.err).intent]).toEqual([14, 1]);
    const again = await world.outreach(command);
    expect([again.exit, failureOf(again.err).intent]).toEqual([14, 1]);
    expect(bought(world)).toBe(0);
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    expect((await world.outreach(`${line} --yes`)).exit).toBe(0);
    const twin = await world.outreach(command);
    expect([twin.exit, failureOf(twin.err).code]).toEqual([7, 'done_recently']);
    expect((await world.outreach(`${line} --yes --again`)).exit).toBe(0);
    expect(bought(world)).toBe(2);
  });

  it('answers again under its token', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${line} --yes --json --once october`);
    const second = await world.outreach(`${command} --once october`);
    expect([second.exit, second.json()]).toEqual([0, first.json()]);
    expect(bought(world)).toBe(1);
  });

  it('whose answer was lost is found at the service', async () => {
    const world = await newWorld({ faults: [reset('credits.purchase', 'after')] });
    const run = await world.outreach(`${line} --yes --json`);
    expect([run.exit, run.json().creditsPurchased]).toEqual([0, 2000]);
    expect(bought(world)).toBe(1);
  });
});

describe('a creation', () => {
  it('whose answer was lost is found, and not made twice', async () => {
    const world = await newWorld({ faults: [reset('campaigns.create', 'after')] });
    const run = await world.outreach('api POST /campaigns --field name=Autumn --json');
    expect([run.exit, run.json().campaign.name]).toEqual([0, 'Autumn']);
    expect((await world.outreach('campaigns list --json')).json().items).toHaveLength(1);
    const twin = await world.outreach('campaigns create Autumn --json');
    expect([twin.exit, failureOf(twin.err).code]).toEqual([7, 'done_recently']);
  });
});

describe('a route of the profile', () => {
  it('is guarded as the operation that stands there now, by its name and by its path', async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    // Such a route is a guard, which a person changes at a terminal; a file that is brought along has it, too.
    const file = join(world.home, 'config.json');
    const config = JSON.parse(await readFile(file, 'utf8'));
    config.profiles.prod.routes = { 'credits.purchase': 'POST /billing/top-up' };
    await writeFile(file, JSON.stringify(config));
    for (const line of [
      'api POST /billing/top-up --field credits=2000',
      'api credits.purchase --field credits=2000',
    ]) {
      const asked = await world.outreach(`${line} --json`);
      expect([asked.exit, failureOf(asked.err).operation]).toEqual([3, 'credits.purchase']);
      const over = await world.outreach(`${line} --yes --max-credits 10 --json`);
      expect([over.exit, failureOf(over.err).code]).toEqual([3, 'ceiling_exceeded']);
    }
    // What the path that is left leads to is unknown: it is asked about as any other.
    const left = await world.outreach('api POST /credits/purchase --field credits=2000 --json');
    expect([left.exit, failureOf(left.err).operation]).toEqual([3, 'POST /credits/purchase']);
    const capped = await world.outreach(
      'api POST /credits/purchase --field credits=2000 --yes --max-credits 5000 --json',
    );
    expect([capped.exit, failureOf(capped.err).code]).toEqual([3, 'price_unknown']);
    expect(world.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a path that the contract does not know', () => {
  const line = 'api POST /no/such/thing --field a=1 --field apiKey=hush-hush --json';

  /** A service that has it, and loses answers. */
  const losing = (lost: () => boolean) => {
    const made: string[] = [];
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        if (request.path !== '/no/such/thing') return next(request, signal);
        made.push(request.body ?? '');
        if (lost()) throw new WireFailure('reset', true, 'The connection was closed');
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
      };
    return { made, between };
  };

  it('needs consent, and is written down without its secrets', async () => {
    const { made, between } = losing(() => false);
    const world = await newWorld({ between });
    expect((await world.outreach(line)).exit).toBe(3);
    expect(made).toEqual([]);
    expect((await world.outreach(`${line} --yes`)).json()).toEqual({ ok: true });
    const { items } = (await world.outreach('journal list --json')).json();
    expect(items[0]).toMatchObject({ operation: 'POST /no/such/thing', state: 'done' });
    for (const { id } of items)
      expect((await world.outreach(`journal show ${id} --json`)).out).not.toContain('hush-hush');
    expect((await world.outreach(`${line} --dry-run`)).out).not.toContain('hush-hush');
    const twin = await world.outreach(`${line} --yes`);
    expect([twin.exit, failureOf(twin.err).code]).toEqual([7, 'done_recently']);
  });

  it('whose answer was lost is unclear until a person says what happened', async () => {
    const { made, between } = losing(() => made.length < 2);
    const world = await newWorld({ between });
    const unclear = await world.outreach(`${line} --yes`);
    expect([unclear.exit, failureOf(unclear.err)]).toEqual([
      14,
      expect.objectContaining({ intent: 1, outcome: 'unknown' }),
    ]);
    expect((await world.outreach(`${line} --yes`)).exit).toBe(14);
    expect((await world.outreach('journal settle 1')).exit).toBe(14);
    expect(made).toHaveLength(1);
    expect((await world.outreach('journal settle 1 --not-done --force')).exit).toBe(0);
    expect((await world.outreach(`${line} --yes`)).exit).toBe(0);
    expect(made).toHaveLength(2);
  });

  it('that answers with a key: the key is shown once and kept nowhere', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.path === '/no/such/thing'
          ? {
              status: 200,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ key: liveKey }),
            }
          : next(request, signal),
    });
    const run = await world.outreach(`${line} --yes --once october`);
    expect(run.json()).toEqual({ key: liveKey });
    const shown = await world.outreach('journal show 1 --json');
    expect(shown.out).not.toContain(liveKey);
    const again = await world.outreach(`${line} --yes --once october`);
    expect([again.exit, failureOf(again.err)]).toEqual([
      14,
      expect.objectContaining({ code: 'answer_not_kept', outcome: 'done' }),
    ]);
  });
});

describe('an import of people', () => {
  const import5 =
    'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany --yes --json';

  it('tells in the journal what it has spent when it is over', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const { exit, json } = await world.outreach(import5);
    const { added, creditsSpent } = json();
    expect([exit, added > 0]).toEqual([0, true]);
    const { id } = (await world.outreach('journal list --json')).json().items[0];
    const shown = (await world.outreach(`journal show ${id} --json`)).json();
    expect(shown.remark).toBe(
      `Import 1 is over, completed: ${added} people were added for ${creditsSpent} credits`,
    );
    expect(shown.steps.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining([expect.stringContaining('has started'), shown.remark]),
    );
  });

  it('that nobody waits for says where its bill is', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach(`${import5} --no-wait`);
    expect((await world.outreach('journal list --json')).json().items[0].remark).toContain(
      'outreach finder imports get 1',
    );
  });
});
