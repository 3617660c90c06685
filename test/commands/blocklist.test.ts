import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxKey } from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';

async function worldWith(name: string, content: string) {
  const world = await newWorld();
  await writeFile(join(world.home, name), content);
  return world;
}

describe('blocklist', () => {
  it('is added to, listed, changed and taken from', async () => {
    const world = await newWorld();
    const added = await world.outreach('blocklist add Acme.com ana@lumen.example acme.COM --json');
    expect(added.json()).toEqual({ created: 2, skipped: 0, scope: 'workspace' });
    expect((await world.outreach('blocklist add acme.com --json')).json()).toMatchObject({ skipped: 1 });
    const list = (await world.outreach('blocklist list --json')).json();
    expect(list).toMatchObject({
      total: 2,
      items: [{ emailAddress: 'ana@lumen.example' }, { domain: 'acme.com' }],
    });
    expect((await world.outreach('blocklist list')).out).toContain('acme.com');
    const changed = await world.outreach('blocklist update 1 --value LI.example --scope global --json');
    expect(changed.json()).toMatchObject({ id: 1, domain: 'li.example', scope: 'global' });
    expect((await world.outreach('blocklist remove 1')).exit).toBe(3);
    expect((await world.outreach('blocklist remove 1 --yes --json')).json()).toEqual({
      deleted: 1,
      skipped: 0,
    });
    expect((await world.outreach('blocklist remove 1 --yes')).exit).toBe(6);
    const some = await world.outreach('blocklist remove 2 99 no.example --yes --json');
    expect(some.json()).toEqual({ deleted: 1, skipped: 2 });
  });

  it('says at a terminal what was blocked and what was blocked before', async () => {
    const world = await newWorld({ tty: true });
    const first = (await world.outreach('blocklist add acme.com --no-color')).out;
    expect(first).toMatch(/Blocked +1\n.*Values +acme\.com\n/);
    const second = (await world.outreach('blocklist add acme.com ana@lumen.example --no-color')).out;
    expect(second).toMatch(
      /Blocked +1\nSkipped +1, already blocked\nOf these +acme\.com, ana@lumen\.example\n/,
    );
  });

  it('refuses what can be no value before anything is sent', async () => {
    const world = await newWorld();
    for (const line of ['add acme', 'add https://acme.com', 'update 1 --value a@', 'check x', 'update 1']) {
      const { exit, err } = await world.outreach(`blocklist ${line}`);
      expect([line, exit]).toEqual([line, 2]);
      expect(err).not.toBe('');
    }
    expect(world.requests).toEqual([]);
  });

  it('leaves the global list to the main workspace', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxChildKey } });
    for (const line of [
      'add acme.com --scope global',
      'remove acme.com --scope all --yes',
      'remove acme.com --scope global --yes',
    ]) {
      const { exit, err } = await world.outreach(`blocklist ${line}`);
      expect([line, exit]).toEqual([line, 5]);
      expect(err).toContain('main workspace');
    }
    expect((await world.outreach('blocklist add acme.com --json')).json().created).toBe(1);
  });

  it('tells who is blocked and by what', async () => {
    const world = await newWorld();
    await world.outreach('blocklist add acme.com');
    await world.outreach('blocklist add kim@lumen.example --scope global');
    const line = 'blocklist check ANA@acme.com kim@lumen.example li@lumen.example lumen.example --json';
    expect((await world.outreach(line)).json().items).toEqual([
      { value: 'ana@acme.com', blocked: true, by: 'acme.com', entryId: 1, scope: 'workspace' },
      {
        value: 'kim@lumen.example',
        blocked: true,
        by: 'kim@lumen.example',
        entryId: 2,
        scope: 'global',
      },
      { value: 'li@lumen.example', blocked: false, by: null, entryId: null, scope: null },
      { value: 'lumen.example', blocked: false, by: null, entryId: null, scope: null },
    ]);
  });

  it('reads the whole list to tell', async () => {
    const world = await worldWith(
      'many.txt',
      Array.from({ length: 1500 }, (_, n) => `d${n}.example`).join('\n'),
    );
    await world.outreach('blocklist import many.txt');
    const { items } = (await world.outreach('blocklist check d0.example d1499.example --json')).json();
    expect(items).toMatchObject([{ blocked: true }, { blocked: true }]);
  });
});

describe('blocklist import', () => {
  it('sends a thousand values at a time, each once', async () => {
    const names = Array.from({ length: 2500 }, (_, n) => `acme${n}.example`);
    const world = await worldWith('domains.txt', [...names, 'ACME0.example', ''].join('\n'));
    expect((await world.outreach('blocklist import domains.txt --json')).json()).toEqual({
      read: 2501,
      valid: 2500,
      repeated: 1,
      rejects: [],
      encoding: 'utf-8',
      created: 2500,
      skipped: 0,
      scope: 'workspace',
    });
    expect(world.requests).toEqual(['POST /blocklist', 'POST /blocklist', 'POST /blocklist']);
    expect((await world.outreach('blocklist import domains.txt --json')).json().skipped).toBe(2500);
  });

  it('says which lines it leaves out, and with --strict sends nothing', async () => {
    const world = await worldWith(
      'domains.txt',
      '# ours\nacme.com\nhttps://li.example/\nkim@lumen.example\n',
    );
    const strict = await world.outreach('blocklist import domains.txt --strict');
    expect(strict.exit).toBe(2);
    expect(strict.err).toContain('Row 3');
    expect(world.requests).toEqual([]);
    const done = (await world.outreach('blocklist import domains.txt --json')).json();
    expect(done).toMatchObject({ read: 3, valid: 2, created: 2 });
    expect(done.rejects).toMatchObject([{ row: 3, value: 'https://li.example/' }]);
  });

  it.each([
    ['Name,E-Mail,Domain\nAna,ana@acme.com,\nLi,,li.example\n', '', 2],
    ['Name;Website\nAna;acme.com\n', '--column Website', 1],
    ['E-Mail Adresse,Name\nana@acme.com,Ana\n', '', 1],
    ['Work Email,Home Email\nana@acme.com,ana@home.example\n', '', 2],
    ['A;B;C\nacme.com;li.example;x\n', '--column A --column B --delimiter ;', 2],
    ['acme.com,a remark\nli.example,another\n', '', 2],
    ['Domain\nacme.com\n', '', 1],
  ])('takes the values of %j %s', async (content, options, created) => {
    const world = await worldWith('list.csv', content);
    expect((await world.outreach(`blocklist import list.csv ${options} --json`)).json().created).toBe(
      created,
    );
  });

  it.each([
    ['Name,Website\nAna,acme.com\n', '', '--column'],
    ['Domain\nacme.com\n', '--column Site', "no column 'Site'"],
    ['Domain\nacme.com\n', '--column Domain --column Site', "no column 'Site'"],
    ['', '', 'empty'],
    ['# nothing\n', '', 'no address and no domain'],
    ['acme\n', '', 'Row 1'],
  ])('refuses %j %s', async (content, options, message) => {
    const world = await worldWith('list.csv', content);
    const { exit, err } = await world.outreach(`blocklist import list.csv ${options}`);
    expect(exit).toBe(2);
    expect(err).toContain(message);
    expect(world.requests).toEqual([]);
  });

  it('reads back what export writes, and export can keep to one list', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxKey } });
    await world.outreach('blocklist add acme.com -- "=sum@acme.com" "+li@orchid.example"');
    await world.outreach('blocklist add global.example --scope global');
    const { out } = await world.outreach('blocklist export --scope workspace --csv');
    await writeFile(join(world.home, 'list.csv'), out);
    expect(await readFile(join(world.home, 'list.csv'), 'utf8')).toContain("'=sum@acme.com");
    expect(out).not.toContain('global.example');
    const again = (await world.outreach('blocklist import list.csv --json')).json();
    expect(again).toMatchObject({ read: 3, created: 0, skipped: 3, rejects: [] });
    // The newest is of the other list: what counts is what is left.
    const two = await world.outreach('blocklist export --scope workspace --limit 2 --ndjson');
    expect(two.out.trim().split('\n')).toHaveLength(2);
    expect(two.err).toContain('2 shown, and there are more; without --limit for everything');
  });

  it('tells how far it came where a later batch fails', async () => {
    let posts = 0;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        if (request.method === 'POST' && ++posts === 2)
          return { status: 403, headers: {}, body: '{"error":"no"}' };
        return next(request, signal);
      },
    });
    const lines = Array.from({ length: 1001 }, (_, n) => `d${n}.example`).join('\n');
    const broken = await world.outreach('blocklist import - --json', { stdin: lines });
    expect(broken.exit).toBe(15);
    expect(broken.json()).toMatchObject({ created: 1000, skipped: 0 });
    expect(JSON.parse(broken.err).error.message).toContain('1,000 of 1,001 values were sent');
  });
});

it('says at a terminal how many leads a new entry hits', async () => {
  const world = await newWorld({ tty: true });
  for (const name of ['ana@lumen.example', 'bo@lumen.example', 'cy@orchid.example'])
    await world.outreach(`leads add ${name}`);
  const domain = await world.outreach('blocklist add lumen.example');
  expect(domain.err).toContain('2 leads get no new email because of this.');
  const address = await world.outreach('blocklist add CY@orchid.example');
  expect(address.err).toContain('1 lead gets no new email because of this.');
});

describe('what is blocked', () => {
  const copy = '--- step ---\nSubject: Hello\n\nOne.\n\n--- step delay=2d thread ---\n\nTwo.\n';

  it.each(['add bo@lumen.example', 'import -'])(
    'still gets what is scheduled, and %s prints what stops it',
    async (how) => {
      for (const tty of [true, false]) {
        const world = await newWorld();
        const stdin = 'ana@lumen.example\nbo@lumen.example\n';
        await world.outreach('campaigns create Five');
        await world.outreach('leads import - --campaign 1', { stdin: `email\n${stdin}` });
        await world.outreach('campaigns sequence set 1 -', { stdin: copy });
        await world.outreach('campaigns senders attach 1 1');
        await world.outreach('campaigns schedule 1 --days mon-sun --from 06:00 --to 22:00');
        expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
        await world.outreach('sandbox clock advance 1d');
        const { err } = await world.outreach(`blocklist ${how}`, { stdin: 'bo@lumen.example', tty });
        const [, stops = ''] = err.replaceAll(/\n +/g, ' ').match(/To stop them[^:]*: outreach (.*)/) ?? [];
        const [list = '', take = list] = stops.replace('<campaign>', '1').split(' | outreach ');
        const people = take === list ? '' : (await world.outreach(list)).out;
        expect((await world.outreach(`${take} --yes`, { stdin: people })).exit).toBe(0);
        await world.outreach('sandbox clock advance 9d');
        const { items } = (await world.outreach('sandbox outbox list --all --json')).json();
        const to = items.map(({ to }: { to: string }) => to).toSorted();
        expect(to).toEqual(['ana@lumen.example', 'ana@lumen.example', 'bo@lumen.example']);
      }
    },
  );

  it('is a whole domain for everyone on it, and never a wildcard', async () => {
    const world = await worldWith('list.txt', '*@qux.example\n@zip.example\n%@zap.example\n*.firm.example\n');
    const added = await world.outreach('blocklist add *@Baz.example --json');
    expect(added.json()).toMatchObject({ created: 1 });
    const { created, rejects } = (await world.outreach('blocklist import list.txt --json')).json();
    expect([created, rejects.map(({ value }: { value: string }) => value)]).toEqual([
      2,
      ['%@zap.example', '*.firm.example'],
    ]);
    const { items } = (await world.outreach('blocklist list --json')).json();
    expect(items.map(({ domain }: { domain: string }) => domain).toSorted()).toEqual([
      'baz.example',
      'qux.example',
      'zip.example',
    ]);
    const refused = await world.outreach('blocklist add info*@baz.example');
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('a wildcard blocks no one')]);
    // What an older version has put there is not taken for the domain.
    expect((await world.outreach('blocklist remove *@baz.example --yes --json')).json().deleted).toBe(0);
  });

  it('is never what is left of a formula in a table', async () => {
    const world = await worldWith('list.csv', 'email\n=ana@lumen.example\nbo@lumen.example\n');
    const { created, rejects } = (await world.outreach('blocklist import list.csv --json')).json();
    const reason = 'the address begins with =, like a formula';
    expect([created, rejects]).toEqual([1, [{ row: 2, value: '=ana@lumen.example', reason }]]);
  });

  it.each(['münchen.example', 'XN--mnchen-3ya.example', '*@münchen.example'])(
    'is a domain in both of its forms: %s',
    async (domain) => {
      const world = await newWorld();
      await world.outreach(['blocklist', 'add', domain]);
      const line = ['blocklist', 'check', 'x@xn--mnchen-3ya.example', 'y@münchen.example', '--json'];
      const { items } = (await world.outreach(line)).json();
      expect(items.map(({ blocked }: { blocked: boolean }) => blocked)).toEqual([true, true, true, true]);
      await world.outreach(['blocklist', 'remove', domain.replace('*@', ''), '--yes']);
      expect((await world.outreach('blocklist list --json')).json().total).toBe(0);
    },
  );

  it.each(['', '--csv', '--header'])('is read back as it is exported: %s', async (format) => {
    const world = await newWorld();
    await world.outreach('blocklist add acme.com ana@lumen.example');
    const { out } = await world.outreach(`blocklist export ${format}`);
    const other = await newWorld();
    const { read, created, rejects } = (
      await other.outreach('blocklist import - --json', { stdin: out })
    ).json();
    expect([read, created, rejects]).toEqual([2, 2, []]);
  });
});
