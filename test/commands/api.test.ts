import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyFrom, inferred } from '../../src/cli/input/fields.ts';
import { operations } from '../../src/contract/index.ts';
import { newWorld } from '../world.ts';

describe('outreach api', () => {
  it('calls by path and by operation, and prints what came', async () => {
    const world = await newWorld();
    const made = await world.outreach('api POST /campaigns --field name=Autumn --field dailyLimit=200 -q');
    expect([made.exit, made.err]).toEqual([0, '']);
    const byPath = await world.outreach('api GET /campaigns?limit=5 --query page=1');
    const byName = await world.outreach('api campaigns.list --query limit=5 --query page=1 --json');
    expect(byPath.json()).toEqual(byName.json());
    expect(byPath.json().campaigns).toMatchObject([{ name: 'Autumn' }]);
    // The first look notes what is there before, in case the answer of the creation is lost.
    expect(world.requests).toEqual(['GET /campaigns', 'POST /campaigns', 'GET /campaigns', 'GET /campaigns']);
  });

  it('takes ids of an operation as parameters', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('api leads.get --param id=4711');
    expect(exit).toBe(6);
    expect(err).toContain('not found');
    expect(world.requests).toEqual(['GET /leads/4711']);
  });

  it('says which ids of an operation are missing', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('api leads.get');
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain('--param id=1');
  });

  it('knows PUT /leads as what it is, with its checks and without a question', async () => {
    const world = await newWorld();
    const bad = await world.outreach('api PUT /leads --field x=1');
    expect([bad.exit, world.requests]).toEqual([2, []]);
    const put = await world.outreach('api PUT /leads --field leads[].email=ana@lumen.example --json');
    expect(put.json()).toMatchObject({ count: 1 });
  });

  it('gives a call of the contract an empty body where none was typed, so that what is missing has a name', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('api POST /campaigns');
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain('name is required');
    const kill = await world.outreach('api POST /autopilot/runs/1/kill --dry-run --json');
    expect(kill.json().body).toEqual({});
    expect((await world.outreach('api POST /setup/ping --dry-run --json')).json().body).toBeNull();
  });

  it('shows status and headers with --include', async () => {
    const world = await newWorld();
    const { json } = await world.outreach('api GET /credits/balance --include');
    expect(json()).toMatchObject({ status: 200, headers: expect.any(Object), body: expect.any(Object) });
  });

  it('takes a whole body from a file or stdin', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'leads.json'), '{"leads": [{"email": "ana@lumen.example"}]}');
    expect((await world.outreach('api leads.upsert --input leads.json')).exit).toBe(0);
    const piped = await world.outreach('api POST /leads --input -', {
      stdin: '{"leads": [{"email": "li@orchid.example"}]}',
    });
    expect(piped.exit).toBe(0);
    expect((await world.outreach('leads list --json')).json().total).toBe(2);
    const broken = await world.outreach('api POST /leads --input -', { stdin: '{"leads": ' });
    expect([broken.exit, broken.err]).toEqual([2, expect.stringContaining('stdin is not JSON')]);
  });

  it('checks a known call before anything leaves', async () => {
    const world = await newWorld();
    for (const line of [
      'api POST /campaigns --field nmae=Autumn',
      'api POST /credits/purchase --field credits=5 --yes',
      'api GET /leads --query limit=1000',
      'api GET /leads --field a=1',
      'api leads.list --input leads.json --field a=1',
      'api leads.get',
      'api leads.nothing',
      'api PATCH /leads',
      'api GET leads',
      'api GET http://127.0.0.1/r/leads',
      'api GET //evil.example/leads',
      'api GET /leads/../workspaces',
      'api GET /leads/%2e%2e/workspaces',
      'api GET /leads#top',
      'api GET',
      'api',
      'api POST /campaigns --field name',
      'api --list leads',
    ]) {
      const { exit, out } = await world.outreach(line);
      expect([exit, out], line).toEqual([2, '']);
    }
    expect(world.requests).toEqual([]);
  });

  it('asks for consent as every command does', async () => {
    const world = await newWorld();
    for (const line of [
      'api POST /credits/purchase --field credits=2000',
      'api credits.purchase --field credits=2000 --json',
      'api DELETE /leads/1',
      'api POST /unheard-of --field a=1',
      'api POST /unheard-of --field a=1 --yes --max-credits 5',
      'api POST /credits/purch%61se --field credits=2000 --yes --max-credits 1000',
      'api POST /credits/purchase --field credits=2000 --max-credits 1000 --yes',
    ]) {
      const { exit, out } = await world.outreach(line);
      expect([exit, out], line).toEqual([3, '']);
    }
    expect(world.requests).toEqual([]);
    const bought = await world.outreach(
      'api POST /credits/purchase --field credits=2000 --max-credits 2000 --yes',
    );
    expect([bought.exit, bought.json().creditsPurchased]).toEqual([0, 2000]);
    // What was there before is read first, to know the purchase again if its answer is lost.
    expect(world.requests).toEqual(['GET /credits/transactions', 'POST /credits/purchase']);
  });

  it('sends what it does not know as it is, once', async () => {
    const world = await newWorld();
    expect((await world.outreach('api GET /unheard-of/a%20b?x=1&y=null --query z=007')).exit).toBe(6);
    expect((await world.outreach('api PUT /unheard-of/5 --field a=1 --yes')).exit).toBe(6);
    expect(world.requests).toEqual(['GET /unheard-of/a%20b', 'PUT /unheard-of/5']);
  });

  it('prints any request in a dry run, and sends nothing', async () => {
    const world = await newWorld();
    const purchase = await world.outreach('api POST /credits/purchase --field credits=2000 --dry-run --json');
    expect(purchase.json()).toMatchObject({
      method: 'POST',
      path: '/credits/purchase',
      body: { credits: 2000 },
    });
    const read = await world.outreach('api GET /leads --query limit=5 --dry-run --json');
    expect(read.json()).toMatchObject({ method: 'GET', path: '/leads', query: { limit: '5' } });
    const strange = await world.outreach('api PUT /unheard-of --field a=1 --dry-run --json');
    expect(strange.json()).toMatchObject({ method: 'PUT', path: '/unheard-of', body: { a: 1 } });
    expect(world.requests).toEqual([]);
  });

  it('never shows the key, whatever is asked for', async () => {
    const world = await newWorld();
    for (const line of ['api GET /leads --include --debug', 'api DELETE /leads/1 --dry-run --debug']) {
      const { out, err } = await world.outreach(line);
      expect(out + err).not.toMatch(/run_SANDBOX0_\w/);
    }
  });
});

describe('outreach api --list', () => {
  it('has every operation, and the commands that make it', async () => {
    const world = await newWorld({ env: { CI: 'true' } });
    const { items, total } = (await world.outreach('api --list --json')).json();
    expect(total).toBe(operations.length);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(operations.map(({ id }) => id));
    for (const item of items)
      expect(item).toEqual({
        id: expect.stringMatching(/^\w+\.\w+$/),
        method: expect.stringMatching(/^(GET|POST|PUT|DELETE)$/),
        path: expect.stringMatching(/^\//),
        scope: expect.stringMatching(/^(read|read_write)$/),
        effect: expect.stringMatching(/^(none|spends|buys|sends)$/),
        retry: expect.stringMatching(/^(safe|idempotencyKey|checkFirst|never)$/),
        documented: expect.any(Boolean),
        commands: expect.any(Array),
      });
    const list = items.find(({ id }: { id: string }) => id === 'leads.list');
    expect(list.commands).toContain('leads list');
    expect(list.commands).not.toContain('api');
  });

  it('is a table for a person', async () => {
    const world = await newWorld();
    const { out } = await world.outreach('api --list');
    expect(out).toMatch(/^credits\.purchase\tPOST\t\/credits\/purchase\tread_write\tbuys\tdocumented\t/m);
  });
});

describe('fields', () => {
  it('take what looks like JSON as JSON, and lose nothing of the rest', () => {
    expect(['true', 'false', 'null', '5', '-1.5', '1e21'].map(inferred)).toEqual([
      true,
      false,
      null,
      5,
      -1.5,
      '1e21',
    ]);
    expect(['', '05', '1.0', '+1', ' 1', 'NaN', 'Infinity', '0x1', '-0'].map(inferred)).toEqual([
      '',
      '05',
      '1.0',
      '+1',
      ' 1',
      'NaN',
      'Infinity',
      '0x1',
      '-0',
    ]);
    expect(inferred('9007199254740993')).toBe(9007199254740993n);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(String(inferred(text))).toBe(text);
      }),
    );
  });

  it('nest and append', () => {
    const body = bodyFrom([
      ['name', 'Autumn'],
      ['settings.limit', 5],
      ['settings.days[]', 'mon'],
      ['settings.days[]', 'tue'],
      ['steps[].subject', 'One'],
      ['steps[].body', 'Text'],
      ['steps[].subject', 'Two'],
      ['grid[][]', 1],
    ]);
    expect(body).toEqual({
      name: 'Autumn',
      settings: { limit: 5, days: ['mon', 'tue'] },
      steps: [{ subject: 'One', body: 'Text' }, { subject: 'Two' }],
      grid: [[1]],
    });
  });

  it('refuse names that contradict each other or are none', () => {
    for (const names of [
      ['a', 'a'],
      ['a', 'a.b'],
      ['a.b', 'a'],
      ['a[]', 'a.b'],
      ['a.b', 'a[]'],
      ['a..b'],
      ['[]'],
    ])
      expect(() => bodyFrom(names.map((name) => [name, 1])), names.join(' ')).toThrow(/field/);
  });

  it('rebuild any object from its leaves', () => {
    const name = fc.stringMatching(/^[A-Za-z_]{1,8}$/).filter((word) => !word.endsWith('[]'));
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.dictionary(name, tie('node'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      ),
    })).node;
    const object = fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
    const leaves = (value: unknown, path: string): [string, unknown][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
        : [[path, value]];
    fc.assert(
      fc.property(object, (value) => {
        const built = bodyFrom(leaves(value, ''));
        expect(JSON.parse(JSON.stringify(built))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.getPrototypeOf(built)).toBe(Object.prototype);
      }),
    );
  });

  it('have no name that reaches a prototype', () => {
    const body = bodyFrom([['__proto__.polluted', true]]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(JSON.stringify(body)).toBe('{"__proto__":{"polluted":true}}');
  });
});
