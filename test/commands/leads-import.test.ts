import { appendFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

async function worldWith(name: string, content: string | Buffer, options: WorldOptions = {}) {
  const world = await newWorld(options);
  await writeFile(join(world.home, name), content);
  return world;
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `lead${n}@lumen.example`);
const csvOf = (count: number) => `Email\n${addresses(count).join('\n')}\n`;

/** Sees every batch that goes out, and loses the connection for those named. */
function breakable() {
  const state = { broken: false, after: Number.POSITIVE_INFINITY, sent: [] as string[][] };
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      if (request.method !== 'POST' || request.path !== '/leads') return next(request, signal);
      if (state.broken || state.sent.length >= state.after) {
        state.broken = true;
        throw new WireFailure('refused', false, 'refused');
      }
      const { leads } = JSON.parse(request.body ?? '') as { leads: { email: string }[] };
      state.sent.push(leads.map(({ email }) => email));
      return next(request, signal);
    };
  return { state, between };
}

describe('a lead file', () => {
  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffEmail\tVorname\r\nzoe@lumen.example\tZoë\r\n', 'utf16le')],
    ['UTF-16 without one', Buffer.from('Email\tVorname\r\nzoe@lumen.example\tZoë\r\n', 'utf16le')],
    [
      'UTF-16, the other way round',
      Buffer.from('\ufeffEmail;Vorname\r\nzoe@lumen.example;Zoë\r\n', 'utf16le').swap16(),
    ],
    ['Windows-1252', Buffer.from('E-Mail;Vorname\nzoe@lumen.example;Zo\xeb\n', 'latin1')],
    ['NDJSON', '{"email":"zoe@lumen.example","first_name":"Zoë"}\n\n'],
    ['a JSON list', '[\n  {"Email": "zoe@lumen.example", "First Name": "Zoë"}\n]'],
    [
      'a list as the service gives it',
      '{"total":1,"leads":[{"email":"zoe@lumen.example","firstName":"Zoë"}]}',
    ],
  ])('may be %s', async (_, content) => {
    const world = await worldWith('people', content);
    const { exit, err } = await world.outreach('leads import people --json');
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect((await world.outreach('leads get zoe@lumen.example --json')).json().firstName).toBe('Zoë');
  });

  it('of objects puts a column of lists or objects into no field by itself', async () => {
    const row = { emails: ['ana@home.example'], email: 'ana@lumen.example', phnoe: ['1', '2'], title: '' };
    const rows = [
      { ...row, company: { name: 'Lumen' }, website: 'lumen.example' },
      { email: 'bo@lumen.example', website: [], title: ['CEO'] },
    ];
    const world = await worldWith('people.json', JSON.stringify(rows));
    const { err, json } = await world.outreach('leads import people.json --json --dry-run');
    expect(err).not.toMatch(/Did you mean|is used/);
    const becomes = json().mapping.map((column: Record<string, string>) => column.becomes);
    expect(becomes).toEqual([
      'var:emails',
      'email',
      'var:phnoe',
      'var:Other title',
      'var:Other company',
      'website',
    ]);
    expect(json().body.leads).toMatchObject([{ customVariables: { phnoe: ['1', '2'] } }]);
  });

  it('of objects takes fields that turn up late, and gives rejects as objects', async () => {
    const people = addresses(1200).map((email, n) =>
      JSON.stringify(n < 1100 ? { email } : { email, City: 'Porto' }),
    );
    people[5] = '{"email":"nope","n":{"deep":1}}';
    const world = await worldWith('people.ndjson', people.join('\n'));
    const { err, exit } = await world.outreach('leads import people.ndjson');
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringContaining('City -> {city}'),
    });
    expect((await world.outreach('leads get lead1150@lumen.example --json')).json().customVariables).toEqual({
      City: 'Porto',
    });
    const rejects = join(world.home, 'people.rejects.ndjson');
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toEqual({
      _row: '6',
      _column: 'email',
      _reason: 'the address has no @',
      email: 'nope',
      n: { deep: 1 },
    });
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace('"nope"', '"mended@lumen.example"'));
    expect((await world.outreach('leads import people.rejects.ndjson --json')).json()).toMatchObject({
      sent: 1,
    });
    expect((await world.outreach('leads get mended@lumen.example --json')).json().customVariables).toEqual({
      n: { deep: 1 },
    });
  });

  it('that an export wrote comes back without what the service sets', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example --first-name Ana --var City=Porto');
    for (const line of ['export --output all.csv', 'export --output all.ndjson'])
      expect((await world.outreach(`leads ${line}`)).exit).toBe(0);
    const before = (await world.outreach('leads get 1 --json')).json();
    for (const file of ['all.csv', 'all.ndjson'])
      expect((await world.outreach(`leads import ${file} --json`)).json()).toMatchObject({
        sent: 1,
        rejected: 0,
      });
    const after = (await world.outreach('leads get 1 --json')).json();
    expect(after.customVariables).toEqual({ City: 'Porto' });
    expect({ ...after, updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
  });

  it.each([
    ['cut off', '[{"email":"a@lumen.example"},{"email":', 'is not JSON'],
    ['of numbers', '{"email":"a@lumen.example"}\n7\n', 'at line 2: it is not an object'],
  ])('of JSON that is %s sends nothing', async (_, content, message) => {
    const world = await worldWith('people.json', content);
    const { exit, err } = await world.outreach('leads import people.json');
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining(message) });
    expect(world.requests).toEqual([]);
  });

  it('from a pipe leaves nothing of itself on this machine, nor of a process that died', async () => {
    const world = await newWorld();
    const spool = join(world.home, 'state', 'spool');
    await mkdir(spool, { recursive: true, mode: 0o700 });
    await writeFile(join(spool, '7777777-left'), 'Email\n');
    expect((await world.outreach('leads import -', { stdin: csvOf(5) })).exit).toBe(0);
    expect(await readdir(spool)).toEqual([]);
  });
});

describe('its columns', () => {
  it('are kept for files alike, until that is forgotten', async () => {
    const world = await worldWith('a.csv', 'Email,Place\nana@lumen.example,Lumen\n');
    await writeFile(join(world.home, 'b.csv'), 'Email,Place\nli@lumen.example,Lumen\n');
    await world.outreach('leads import a.csv --map Place=company');
    const { err } = await world.outreach('leads import b.csv');
    expect(err).toContain('the saved choices');
    expect((await world.outreach('leads get li@lumen.example --json')).json().company).toBe('Lumen');
    await world.outreach('leads import b.csv --remap');
    expect((await world.outreach('leads get li@lumen.example --json')).json().customVariables).toEqual({
      Place: 'Lumen',
    });
  });

  it('are remembered by a dry run, and for the rejects of a file', async () => {
    const world = await worldWith('a.csv', 'Email,Place\nana@lumen.example,Lumen\nnope,Orchard\n');
    await world.outreach('leads import a.csv --map Place=company --dry-run');
    await world.outreach('leads import a.csv');
    expect((await world.outreach('leads get ana@lumen.example --json')).json().company).toBe('Lumen');
    const rejects = join(world.home, 'a.rejects.csv');
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace('nope', 'bo@lumen.example'));
    await world.outreach('leads import a.rejects.csv');
    expect((await world.outreach('leads get bo@lumen.example --json')).json().company).toBe('Orchard');
  });

  it('give a field to the one that is named on the line, not to the one remembered', async () => {
    const world = await worldWith('a.csv', 'Email,Place,Site\nana@lumen.example,Lumen,Orchard\n');
    await world.outreach('leads import a.csv --map Place=company');
    await world.outreach('leads import a.csv --map Site=company');
    expect((await world.outreach('leads get ana@lumen.example --json')).json().company).toBe('Orchard');
  });

  it('are guessed where they are misspelt, and the guess is only said', async () => {
    const world = await worldWith(
      'people.csv',
      'Email,Frist Name,State,Employees\nana@lumen.example,Ana,Ohio,7\n',
    );
    const { err, exit } = await world.outreach('leads import people.csv');
    expect({ exit, err }).toMatchObject({ exit: 0, err: expect.stringContaining('Did you mean firstName') });
    expect(err).not.toMatch(/Did you mean (?!firstName)/);
    await writeFile(join(world.home, 'x.csv'), 'Emial\nana@lumen.example\n');
    expect(await world.outreach('leads import x.csv')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--map "Emial=email"'),
    });
  });
});

describe('an import that was cut off', () => {
  it('goes on from the first batch that was not confirmed, and sends no other again', {
    tags: 'slow',
  }, async () => {
    const { state, between } = breakable();
    const world = await worldWith('people.csv', csvOf(6500), { between });
    state.after = 4;
    const first = await world.outreach('leads import people.csv');
    expect(first).toMatchObject({ exit: 15, err: expect.stringContaining('4,000 of 6,500 leads were sent') });
    // What was on its way and not confirmed goes again: that nothing leaves twice would be too much said.
    expect(first.err).toContain('Batches without an answer go again, which changes no lead twice');
    Object.assign(state, { broken: false, after: Number.POSITIVE_INFINITY });
    const second = await world.outreach('leads import people.csv');
    expect(second).toMatchObject({ exit: 0, err: expect.stringContaining('Continuing with batch 5 of 7') });
    expect(state.sent.flat().toSorted()).toEqual(addresses(6500).toSorted());
    // It is complete: from now on the same line is a new import.
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
      sent: 6500,
      sentBefore: 0,
    });
  });

  it('goes on by content: under another name, and from a pipe, but not with another mapping', {
    tags: 'slow',
  }, async () => {
    const { state, between } = breakable();
    const world = await worldWith('people.csv', csvOf(2500), { between });
    state.after = 1;
    await world.outreach('leads import people.csv');
    Object.assign(state, { broken: false, after: Number.POSITIVE_INFINITY });
    const other = await world.outreach('leads import people.csv --delimiter ; --json');
    expect(other.json()).toMatchObject({ sent: 2500, sentBefore: 0 });
    const piped = await world.outreach('leads import - --json', { stdin: csvOf(2500) });
    expect(piped.json()).toMatchObject({ sent: 1500, sentBefore: 1000 });
  });

  it('leaves the same rows out when it goes on, and is another import with --keep', {
    tags: 'needed',
  }, async () => {
    const { state, between } = breakable();
    const rows = addresses(1300).map((email, at) => `${email},${at % 13 === 5 ? 'invalid' : 'valid'}`);
    const world = await worldWith('people.csv', `Email,ZB Status\n${rows.join('\n')}\n`, { between });
    state.after = 1;
    await world.outreach('leads import people.csv');
    Object.assign(state, { broken: false, after: Number.POSITIVE_INFINITY });
    const kept = await world.outreach('leads import people.csv --keep invalid --dry-run --json');
    expect(kept.json()).toMatchObject({ valid: 1300, sentBefore: 0 });
    const rest = await world.outreach('leads import people.csv --json');
    expect(rest.json()).toMatchObject({
      valid: 1200,
      sent: 200,
      sentBefore: 1000,
      leftOut: { invalid: 100 },
    });
    expect(state.sent.flat().toSorted()).toEqual(
      addresses(1300)
        .filter((_, at) => at % 13 !== 5)
        .toSorted(),
    );
  });

  it('begins anew with --restart, and where the service no longer has the leads', {
    tags: 'slow',
  }, async () => {
    for (const again of ['--restart', '']) {
      const { state, between } = breakable();
      const world = await worldWith('people.csv', csvOf(1500), { between });
      state.after = 1;
      await world.outreach('leads import people.csv');
      Object.assign(state, { broken: false, after: Number.POSITIVE_INFINITY });
      if (again === '') await world.outreach('leads delete lead0@lumen.example --yes');
      const done = await world.outreach(`leads import people.csv --json ${again}`);
      expect(done.json()).toMatchObject({ sent: 1500, sentBefore: 0 });
    }
  });

  it('drops replaced rows from full batches, so that batches stay the same', async () => {
    const { state, between } = breakable();
    const rows = [...addresses(1500), ...addresses(300).map((email) => email.toUpperCase())];
    const world = await worldWith('people.csv', `Email\n${rows.join('\n')}\n`, { between });
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
      read: 1800,
      valid: 1500,
      batches: 2,
    });
    expect(state.sent.map(({ length }) => length)).toEqual([1000, 500]);
    expect(state.sent.flat().slice(-300)).toEqual(rows.slice(-300));
  });

  it('finds out by one call that nothing will be taken', async () => {
    let calls = 0;
    const refused: Transport = async () => {
      calls += 1;
      return { status: 403, headers: {}, body: 'no' };
    };
    const world = await worldWith('people.csv', csvOf(9000), { between: () => refused });
    expect((await world.outreach('leads import people.csv')).exit).toBe(5);
    expect(calls).toBe(1);
  });
});

describe('an import reads its whole file first, and', () => {
  const rows = (count: number, ...more: string[]) => `Email\n${[...addresses(count), ...more].join('\n')}\n`;

  it.each([
    ['a row further down cannot be read', rows(1500, 'a"b'), ''],
    ['all rows have to be leads', rows(1500, 'nope'), ' --strict'],
    ['the rejects cannot be written', rows(1500, 'nope'), ' --rejects no/folder.csv'],
    ['they join a campaign', rows(1500, 'nope'), ' --campaign 1 --rejects .'],
  ])('sends nothing where %s', async (_, content, options) => {
    const { state, between } = breakable();
    const world = await worldWith('people.csv', content, { between });
    await world.outreach('campaigns create Autumn');
    expect((await world.outreach(`leads import people.csv${options}`)).exit).toBe(2);
    expect(state.sent).toEqual([]);
  });

  it('sends no row that a later one replaces', { tags: 'slow' }, async () => {
    const { state, between } = breakable();
    const world = await worldWith('people.csv', rows(1500, 'LEAD7@lumen.example'), { between });
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({ sent: 1500 });
    expect(state.sent.flat()).toEqual([
      ...addresses(1500).filter((email) => email !== 'lead7@lumen.example'),
      'LEAD7@lumen.example',
    ]);
  });
});

describe('a file that changes while it is imported', () => {
  /** Does something to the file at a call of an import to this operation: the first one, or the one with this number. */
  async function changing(
    operation: string,
    count: number,
    change: (path: string) => Promise<void>,
    number = 1,
  ) {
    const sent: string[] = [];
    const state = { before: Number.POSITIVE_INFINITY };
    const world = await worldWith('people.csv', csvOf(count), {
      between: (next) => async (request, signal) => {
        const here = `${request.method} ${request.path}`;
        if (here === operation && --state.before === 0) await change(join(world.home, 'people.csv'));
        if (here === 'POST /leads') sent.push(...JSON.parse(request.body ?? '').leads.map(emailOf));
        return next(request, signal);
      },
    });
    await world.outreach('campaigns create Autumn');
    state.before = number;
    return { world, sent };
  }
  const emailOf = ({ email }: { email: string }) => email;
  const wrong = (path: string) => writeFile(path, csvOf(9000).replaceAll('lead8', 'wrong'));

  it.each([
    ['written anew', wrong],
    ['written to', (path: string) => appendFile(path, 'more@lumen.example\n')],
    ['cut off', (path: string) => truncate(path, 70_000)],
  ])('sends nothing where it was %s before the first call', async (_, change) => {
    const { world, sent } = await changing('GET /campaigns', 9000, change, 3);
    const { exit, err } = await world.outreach('leads import people.csv --campaign Autumn');
    expect({ exit, err }).toMatchObject({ exit: 7, err: expect.stringContaining('people.csv was changed') });
    expect(sent).toEqual([]);
  });

  it('sends nothing wrong where it was written anew later, and begins anew', { tags: 'slow' }, async () => {
    const { world, sent } = await changing('POST /leads', 9000, wrong);
    const { exit, err, json } = await world.outreach('leads import people.csv --json');
    expect({ exit, err, complete: json().complete }).toMatchObject({
      exit: 15,
      err: expect.stringMatching(
        /leads were sent, then: people\.csv was changed.*starts over.*"outcome":"done"/s,
      ),
      complete: false,
    });
    expect(sent.filter((email) => email.startsWith('wrong'))).toEqual([]);
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
      sent: 9000,
      sentBefore: 0,
    });
  });
});

describe('a dry run', () => {
  it('tells new, changed and same leads, and what that costs, first', async () => {
    const world = await worldWith(
      'people.csv',
      'Email,First Name,City\nana@lumen.example,Ana,Porto\nLI@lumen.example,Lia,\nnew@lumen.example,,\n',
    );
    await world.outreach('leads add ana@lumen.example --first-name Ana --company Lumen --var city=Porto');
    await world.outreach('leads add li@lumen.example --first-name Li');
    const before = world.requests.length;
    const { err } = await world.outreach('leads import people.csv --dry-run --diff');
    expect(err).toContain('it reads all 2 leads of the service: 2 calls');
    const { diff, sent } = (await world.outreach('leads import people.csv --dry-run --diff --json')).json();
    expect({ sent, ...diff }).toMatchObject({ sent: 0, new: 1, changed: 1, same: 1, calls: 2 });
    expect(diff.examples).toEqual([
      {
        row: 3,
        email: 'li@lumen.example',
        fields: ['firstName'],
        changes: [{ field: 'firstName', from: 'Li', to: 'Lia' }],
      },
    ]);
    expect(world.requests.slice(before).filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect((await world.outreach('leads import people.csv --diff')).exit).toBe(2);
  });
});

describe('what a dry run shows', () => {
  const rows = Array.from({ length: 12 }, (_, at) => `p${at}@lumen.example,New`);
  const shown = async (world: TestWorld, options: string) => {
    const { json } = await world.outreach(`leads import people.csv --dry-run --diff --json ${options}`);
    const { body, diff, valid } = json();
    return [body.leads.length, diff.examples.length, diff.changed, valid];
  };

  it('is three leads, and three that would change', async () => {
    const world = await worldWith('people.csv', ['Email,First Name', ...rows].join('\n'));
    await world.outreach('leads import - --yes', {
      stdin: ['Email,First Name', ...rows.map((row) => row.replace('New', 'Old'))].join('\n'),
    });
    expect(await shown(world, '')).toEqual([3, 3, 12, 12]);
    const { out } = await world.outreach('leads import people.csv --dry-run');
    expect(out).toContain('p2@lumen.example');
    expect(out).not.toContain('p3@lumen.example');
  });
});

describe('a domain that looks misspelt', () => {
  it.each([['import p.csv'], ['import p.csv --dry-run']])(
    'is counted by %s, with the line that shows them',
    async (line) => {
      const rows = 'ann@gmial.com\nbo@lumen.example\ncy@outlok.com\n,\n';
      const world = await worldWith('p.csv', `Work\n${rows}`);
      const { exit, err } = await world.outreach(`leads ${line} --map Work=email --json`);
      const [warning] = err
        .split('\n')
        .flatMap((one) => (one.startsWith('{"warning"') ? [JSON.parse(one).warning] : []));
      const audit = 'leads audit p.csv --map Work=email';
      expect([exit, warning]).toEqual([
        0,
        `2 rows have a domain that looks misspelt, such as gmial.com. To see them: outreach ${audit}`,
      ]);
      const { problems } = (await world.outreach(`leads audit p.csv --map Work=email --json`)).json();
      expect(problems).toMatchObject([{ rule: 'typo-domain', rows: [2, 4] }]);
    },
  );
});

describe('cells of files that were joined or come from a spreadsheet', () => {
  it('lose their byte-order marks', async () => {
    const mark = '\ufeff';
    const rows = `${mark}ann@lumen.example,"${mark}An${mark}na",X${mark}\nb${mark}o@lumen.example,Bo,\n`;
    const world = await worldWith('p.csv', `Email,First Name,City\n${rows}`);
    await world.outreach('leads import p.csv');
    const { items } = (await world.outreach('leads list --json')).json();
    expect(items).toMatchObject([
      { email: 'bo@lumen.example', firstName: 'Bo' },
      { email: 'ann@lumen.example', firstName: 'Anna', customVariables: { City: 'X' } },
    ]);
    const { fixed } = (await world.outreach('leads audit p.csv --fix g.csv --json')).json();
    expect(fixed.rows.map(({ why }: { why: string }) => why)).toEqual([
      'spaces removed',
      'address taken out of its text',
    ]);
  });

  it('hold no address that begins like a formula', async () => {
    const rows =
      '=u17@lumen.example\n"=""bo@lumen.example"""\n=cy@lumen.example;di@lumen.example\na=b@lumen.example\n';
    const world = await worldWith('p.csv', `Email\n${rows}`);
    const done = (await world.outreach('leads import p.csv --json')).json();
    expect(done).toMatchObject({ valid: 1, rejected: 3 });
    expect(done.rejects[0].rows[0].reason).toBe('the address begins with =, like a formula');
    const audit = (await world.outreach('leads audit p.csv --fix g.csv --json')).json();
    expect(audit.problems[0]).toMatchObject({ rule: 'malformed-address', count: 3 });
    expect(await readFile(join(world.home, 'g.csv'), 'utf8')).toMatch(/"u17@.*\s+"bo@/);
  });

  it('come back as they are from an export of ours', async () => {
    const world = await newWorld();
    await world.outreach(['leads', 'add', '--', '=u17@lumen.example']);
    await world.outreach('leads export --output out.csv');
    const done = await world.outreach('leads import out.csv --json');
    expect(done.json()).toMatchObject({ sent: 1, rejected: 0 });
  });
});

describe('rows that cannot be sent', () => {
  it.each([
    ['', 'a@lumen.example\nnope\n', 'done', 1],
    ['--dry-run', 'a@lumen.example\nnope\n', 'none', 0],
    ['', 'nope\n', 'none', 0],
    ['--dry-run', 'nope\n', 'none', 0],
  ])('end with 15 where the line says so: %s of %j', async (flags, rows, outcome, sent) => {
    const world = await worldWith('people.csv', `Email\n${rows}`);
    const { exit, err, json } = await world.outreach(
      `leads import people.csv --fail-on-rejects ${flags} --json`,
    );
    expect([exit, JSON.parse(err).error]).toMatchObject([15, { code: 'partial', outcome }]);
    expect(json()).toMatchObject({ sent, rejected: 1 });
    expect(JSON.parse(err).error.message).not.toMatch(flags === '' ? /nothing/ : /sent/);
    expect(world.requests.filter((request) => request.startsWith('POST'))).toHaveLength(sent);
  });

  it('has nothing to say of new leads where none was sent', async () => {
    const world = await worldWith('people.csv', 'Email\nnope\n');
    const { out } = await world.outreach('leads import people.csv --fail-on-rejects', { tty: true });
    expect(out).toContain('Leads sent');
    expect(out).not.toContain('counted together');
  });

  it('end with 2 where none may be rejected, or none is left', async () => {
    const world = await worldWith('people.csv', 'Email\nnope\n');
    for (const flags of ['--strict --fail-on-rejects', ''])
      expect((await world.outreach(`leads import people.csv ${flags}`)).exit).toBe(2);
  });
});

describe('an answer to a batch', () => {
  const withAnswer = (answer: object) =>
    worldWith('people.csv', csvOf(2), {
      between: (next) => async (request, signal) => {
        const came = await next(request, signal);
        return request.method === 'POST' && request.path === '/leads'
          ? { ...came, body: JSON.stringify({ ...JSON.parse(came.body), ...answer }) }
          : came;
      },
    });

  it.each([
    [{ count: 0, leads: [] }, 15, 'none', 0],
    [{ count: 1, leads: [{ id: 1, email: 'lead0@lumen.example' }] }, 15, 'done', 1],
    // A list that is not empty is what shows that a lead was taken: the count alone does not.
    [{ leads: [{ id: 1, email: 'lead0@lumen.example' }] }, 15, 'done', 1],
    [{ leads: [0, 1].map((at) => ({ id: 5, email: `lead${at}@lumen.example` })) }, 15, 'done', 1],
    [{ leads: [1, 2].map((id) => ({ id, email: 'lead0@lumen.example' })) }, 15, 'done', 1],
    [{ leads: ['lead0', 'other'].map((one, id) => ({ id, email: `${one}@lumen.example` })) }, 15, 'done', 1],
    [{ count: -1 }, 14, 'unknown', undefined],
    [{ count: 99 }, 14, 'unknown', undefined],
    [{ leads: [1, 2].map((id) => ({ id, email: 'other@lumen.example' })) }, 14, 'unknown', undefined],
    [{ leads: [1, 2, 3].map((id) => ({ id, email: `lead${id}@lumen.example` })) }, 14, 'unknown', undefined],
  ])('counts only what the service says it has: %j', async (answer, expected, outcome, sent) => {
    const world = await withAnswer(answer);
    const run = await world.outreach('leads import people.csv --json');
    expect([run.exit, JSON.parse(run.err).error.outcome]).toEqual([expected, outcome]);
    if (sent !== undefined) expect(run.json()).toMatchObject({ sent, valid: 2 });
    // It is not taken for confirmed.
    await world.outreach('leads import people.csv');
    expect(world.requests.filter((request) => request === 'POST /leads')).toHaveLength(2);
  });

  it('may leave one of its two figures out', async () => {
    for (const answer of [{ leads: [] }, { count: 0 }])
      expect((await (await withAnswer(answer)).outreach('leads import people.csv')).exit).toBe(0);
  });
});

describe('the campaign of an import', () => {
  it.each([
    ['leads import people.csv --campaign 99', false],
    ['leads import people.csv --campaign 99', true],
    ['leads import people.csv --campaign winter', true],
    ['leads import people.csv --campaign winter --dry-run', true],
    ['leads import people.csv --campaign 99 --yes', false],
    ['leads add ana@lumen.example --campaign 99', true],
    ['leads move 1 99', false],
  ])('is looked up before a row is read and a question asked: %s', async (line, tty) => {
    const world = await worldWith('people.csv', csvOf(2));
    const { exit, out, err } = await world.outreach(line, { tty });
    expect([exit, out]).toEqual([6, '']);
    expect(err).toMatch(/there is no campaign/i);
    expect(err).not.toMatch(/row|column|Email 2/);
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('is looked up by a dry run as well, which ends as the import would', async () => {
    const world = await worldWith('people.csv', csvOf(2));
    expect((await world.outreach('leads import people.csv --campaign 99 --dry-run')).exit).toBe(6);
  });
});

it('names a variable by its merge tag, in the mapping and in the leads', async () => {
  const world = await worldWith(
    'kunden.csv',
    'E-Mail (geschäftl.),Telefon mobil (2)\nana@lumen.example,+49 151 2\n',
  );
  const rehearsed = await world.outreach('leads import kunden.csv --dry-run', { tty: true });
  expect(rehearsed.out.match(/\{telefon_mobil[^}]*\}/g)).toHaveLength(2);
  expect(rehearsed.out).not.toContain('{Telefon');
  await world.outreach('leads import kunden.csv');
  expect((await world.outreach('leads get 1', { tty: true })).out).toContain('{telefon_mobil');
});
