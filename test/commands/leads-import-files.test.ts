import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

/** What people really hand in: each is read, or refused in words that say where and what to do. */

async function worldWith(files: Readonly<Record<string, string | Buffer>>) {
  const world = await newWorld();
  for (const [name, content] of Object.entries(files)) await writeFile(join(world.home, name), content);
  const namesOf = async () => {
    const { items } = (await world.outreach('leads list --all --json')).json();
    return items
      .map(({ email, firstName }: { email: string; firstName: string }) => `${email} ${firstName}`)
      .sort();
  };
  return { world, namesOf };
}

const both = ['li@lumen.example Li', 'zoe@lumen.example Zoë'];
const rows = ['Email,First Name', 'zoe@lumen.example,Zoë', 'li@lumen.example,Li'];

describe('a file that is read', () => {
  it.each([
    ['with line ends of different machines', `${rows[0]}\r\n${rows[1]}\n${rows[2]}\r`],
    ['with those of old ones', rows.join('\r')],
    ['with one line end too many', rows.join('\r\r\n')],
    ['with a line that tells Excel the delimiter', `sep=;\r\n${rows.join('\r\n').replaceAll(',', ';')}`],
    [
      'with a mark and quotes',
      `\ufeff"Email","First Name"\n"zoe@lumen.example","Zoë"\n"li@lumen.example",Li`,
    ],
    ['with columns of nothing', `${rows.join(',,\n')},,\n`],
    ['in UTF-16 without a mark', Buffer.from(rows.join('\r\n'), 'utf16le').swap16()],
  ])('%s', async (_, content) => {
    const { world, namesOf } = await worldWith({ 'people.csv': content });
    const { exit, err } = await world.outreach('leads import people.csv --json');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(await namesOf()).toEqual(both);
  });

  it('with a field as long as a book, which is lost as little as what follows', {
    tags: 'slow',
  }, async () => {
    const book = 'x'.repeat(3_000_000);
    const { world } = await worldWith({
      'people.csv': `Email,Notes\nzoe@lumen.example,"${book}"\nli@lumen.example,ok\n`,
    });
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({ sent: 2 });
    const { customVariables } = (await world.outreach('leads get zoe@lumen.example --json')).json();
    expect(customVariables.Notes).toHaveLength(book.length);
  });

  it('of objects, with every digit of a number and every type', async () => {
    const { world } = await worldWith({
      'people.ndjson':
        '{"email":"zoe@lumen.example","phone":12345678901234567890,"ok":true,"deep":{"a":[1]}}\n',
    });
    await world.outreach('leads import people.ndjson');
    expect((await world.outreach('leads get zoe@lumen.example --json')).json()).toMatchObject({
      phone: '12345678901234567890',
      customVariables: { ok: true, deep: { a: [1] } },
    });
  });

  it('twice, from a pipe: what was said of its columns holds by their order', async () => {
    const { world } = await worldWith({});
    const stdin = 'Email,Notes,Notes\nzoe@lumen.example,a,b\n';
    const { exit } = await world.outreach(['leads', 'import', '-', '--map', 'Notes (2)=var:More'], { stdin });
    expect(exit).toBe(0);
    expect((await world.outreach('leads get zoe@lumen.example --json')).json().customVariables).toEqual({
      Notes: 'a',
      More: 'b',
    });
  });
});

describe('a column whose header holds a comma', () => {
  it('can be mapped', async () => {
    const { world } = await worldWith({
      'people.csv': 'Email,"City, State"\nzoe@lumen.example,"Porto, PT"\n',
    });
    await world.outreach(['leads', 'import', 'people.csv', '--map', 'City, State=var:Place']);
    const { customVariables } = (await world.outreach('leads get zoe@lumen.example --json')).json();
    expect(customVariables).toEqual({ Place: 'Porto, PT' });
  });
});

describe('a row with a NUL byte', () => {
  it('is rejected by row and column, wherever in the file it stands', async () => {
    const many = Array.from({ length: 900 }, (_, n) => `lead${n}@lumen.example,x,y`).join('\n');
    for (const [before, row] of [
      ['', 2],
      [`${many}\n`, 902],
    ] as const) {
      const { world } = await worldWith({
        'people.csv': `Email,Name,Notes\n${before}zoe@lumen.example,a,b\0c\nli@lumen.example,\\u0000,d\n`,
      });
      const { json } = await world.outreach('leads import people.csv --dry-run --json');
      expect(json().rejects).toEqual([
        {
          kind: 'malformed value',
          count: 1,
          rows: [{ row, column: 'Notes', reason: 'holds a NUL byte' }],
        },
      ]);
      expect(json().valid).toBe(before === '' ? 1 : 901);
    }
  });
});

describe('two columns of one name', () => {
  it('are told apart by their place, and the one with values is taken', async () => {
    const [, ...rows] = ['', 'x@lumen.example,Ana,ana@lumen.example', ',Bo,bo@lumen.example'];
    const world = await newWorld({ stdin: `Email,Name,Email\n${rows.join('\n')}\n` });
    const { err } = await world.outreach('leads import -');
    expect(err).toContain('Of 2 columns for email, "Email" is used; "Email (2)" becomes a variable.');
    expect(err).toContain(
      '1 row of these has an address in "Email (2)": --map "Email=email" --map "Email (2)=email"',
    );
    const mapped = '--map "Email=email" --map "Email (2)=email" --json';
    expect((await world.outreach(`leads import - ${mapped}`)).json()).toMatchObject({
      valid: 2,
      rejected: 0,
    });
    const second = await world.outreach('leads import - --json', {
      stdin: 'Email,Name,Email\n,Ana,ana@lumen.example\n',
    });
    expect(second.json()).toMatchObject({ valid: 1, rejected: 0 });
  });

  it('a NUL byte in an address is named', async () => {
    const padding = 'x'.repeat(100);
    const world = await newWorld({ stdin: `Email,Name\na\0b@lumen.example,${padding}\n` });
    const { err } = await world.outreach('leads import -');
    expect(err).toContain('malformed address: row 2 (holds a NUL byte)');
  });
});

describe('a file that is refused', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `lead${n}@lumen.example,x`).join('\n');
  it.each<[string, string, string | Buffer, string, string]>([
    ['compressed', 'a b.csv.gz', gzipSync(rows.join('\n')), 'gzip', 'gunzip -c "a b.csv.gz" | outreach'],
    ['a workbook', 'a.xlsx', Buffer.from('PK\u0003\u0004'), 'Excel workbook', 'save the sheet as CSV'],
    ['a PDF', 'a.pdf', '%PDF-1.7\nx', 'it is a PDF', 'save the sheet as CSV'],
    ['no text', 'a.csv', Buffer.alloc(500), 'it holds a NUL byte at offset 0, line 1', ''],
    ['UTF-32', 'a.csv', Buffer.from('fffe000061000000', 'hex'), 'it is in UTF-32', 'Save it as UTF-8'],
    ['UTF-32, other way', 'a.csv', Buffer.from('0000feff00000061', 'hex'), 'it is in UTF-32', ''],
    [
      'nought after nought',
      'a.csv',
      Buffer.from('a\nb\0\0\0b\0c\0'),
      'it holds a NUL byte at offset 3, line 2',
      '',
    ],
    ['blank', 'a.csv', '\n \n', 'is empty', ''],
    ['an empty list', 'a.json', '[]', 'holds no objects', 'Every lead is a JSON object'],
    ['broken JSON', 'a.ndjson', '{"email":"a@b.example"}\n{"email": oops}\n', 'at line 2', ''],
    [
      'a quote that opens far above its end',
      'a.csv',
      `Email,N\n${many}\na@b.example,"x\n${many}`,
      'row 5002, line 5002: ',
      '',
    ],
    ['a quote inside', 'a.csv', 'Email,N\na@b.example,b "c" d\n', 'row 2, line 2', ''],
    ['a forbidden name', 'a.csv', 'Email,__proto__\na@b.example,1\n', '"__proto__" is not allowed', '=-"'],
    ['addresses without a name', 'a.csv', 'A,B\n1,a@b.example\n', 'No column', 'mean --map "B=email"'],
  ])('%s', async (_, name, content, message, hint) => {
    const { world } = await worldWith({ [name]: content });
    const { exit, out, err } = await world.outreach(['leads', 'import', name, '--json']);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    const { error } = JSON.parse(err.trim());
    expect(error.message).toContain(message);
    expect(error.hint ?? '').toContain(hint);
    expect(world.requests).toEqual([]);
  });

  it('that is not there, is a folder, or may not be read', async () => {
    const { world } = await worldWith({ 'shut.csv': 'Email\n' });
    await mkdir(join(world.home, 'folder'));
    await chmod(join(world.home, 'shut.csv'), 0);
    expect((await world.outreach('leads import nowhere.csv')).err).toContain('there is no such file');
    expect((await world.outreach('leads import folder')).err).toContain('it is a folder');
    if (process.getuid?.() !== 0)
      expect((await world.outreach('leads import shut.csv')).err).toContain('permission denied');
  });

  it('with many long headers in a message that can be read', async () => {
    const headers = Array.from({ length: 100 }, (_, n) => `Column ${n} ${'x'.repeat(500)}`);
    const { world } = await worldWith({ 'a.csv': `${headers.join(',')}\n` });
    const { err } = await world.outreach('leads import a.csv');
    expect(err).toContain('and 80 more');
    expect(err.length).toBeLessThan(3000);
  });
});

describe('the rejects file', () => {
  const people = { 'people.csv': 'Email,Name\nnope,a\nzoe@lumen.example,b\n' };

  it('does not take the place of one that somebody is mending', async () => {
    const { world } = await worldWith(people);
    const run = async () => (await world.outreach('leads import people.csv --json')).json().rejectsFile;
    expect([await run(), await run()]).toEqual(['people.rejects.csv', 'people.rejects.csv']);
    await writeFile(join(world.home, 'people.rejects.csv'), 'half mended');
    expect(await run()).toBe('people.rejects-2.csv');
    expect(await readFile(join(world.home, 'people.rejects.csv'), 'utf8')).toBe('half mended');
  });

  it('is never the file that is imported', async () => {
    const { world } = await worldWith(people);
    const { exit, err } = await world.outreach('leads import people.csv --rejects ./people.csv');
    expect({ exit, err }).toMatchObject({
      exit: 2,
      err: expect.stringContaining('the file that is read'),
    });
    expect(await readFile(join(world.home, 'people.csv'), 'utf8')).toBe(people['people.csv']);
    expect(world.requests).toEqual([]);
  });

  it('that cannot be written is said before anything is sent', async () => {
    const { world } = await worldWith(people);
    const { exit, err } = await world.outreach('leads import people.csv --rejects nowhere/rejects.csv');
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('Cannot write nowhere') });
    expect(world.requests).not.toContain('POST /leads');
  });

  it('is named after what came in on a pipe, too', async () => {
    const { world } = await worldWith({});
    const { rejectsFile } = (
      await world.outreach('leads import - --json', { stdin: people['people.csv'] })
    ).json();
    expect(rejectsFile).toBe('leads.rejects.csv');
  });
});

describe('a dry run', () => {
  const content =
    'Email,First Name,City\nnope,a,b\nzoe@lumen.example,Zoë,Porto\nli@lumen.example\n,,\nZOE@lumen.example,Zoe,\n';

  it('gives the whole verdict and the first request as data, and leaves nothing behind', async () => {
    const { world } = await worldWith({ 'people.csv': content });
    const { exit, err, json } = await world.outreach('leads import people.csv --dry-run --json');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(json()).toMatchObject({
      dryRun: true,
      read: 5,
      valid: 1,
      sent: 0,
      sentBefore: 0,
      rejected: 2,
      replaced: 1,
      empty: 1,
      batches: 1,
      rejectsFile: null,
      mapping: [
        { column: 'Email', becomes: 'email' },
        { column: 'First Name', becomes: 'firstName' },
        { column: 'City', becomes: 'var:City' },
      ],
      rejects: [
        {
          kind: 'malformed address',
          count: 1,
          rows: [{ row: 2, column: 'Email', reason: 'the address has no @' }],
        },
        { kind: 'wrong number of columns', count: 1, rows: [{ row: 4, column: '' }] },
      ],
      replacedRows: [{ row: 3, by: 6 }],
      operation: 'leads.upsert',
      method: 'POST',
      path: '/leads',
      body: { leads: [{ email: 'ZOE@lumen.example', firstName: 'Zoe' }] },
    });
    expect(world.requests).toEqual([]);
    expect((await readdir(world.home)).filter((name) => name.includes('rejects'))).toEqual([]);
  });

  it('tells a person the mapping, the verdict and the first leads', async () => {
    const { world } = await worldWith({ 'people.csv': content });
    const { out, err } = await world.outreach('leads import people.csv --dry-run --no-color', { tty: true });
    expect(out).toMatch(
      /^COLUMN +BECOMES +SAMPLE\nEmail +email +nope\nFirst Name +firstName +a\n.*Leads to send +1\n.*Duplicates +1\n.*ZOE@/s,
    );
    expect(out).not.toContain('POST /leads');
    expect(err).toContain('1 row rejected, malformed address: row 2 (the address has no @)');
    expect(err).toContain('nothing was sent');
  });

  it('writes the rejects where it was told to', async () => {
    const { world } = await worldWith({ 'people.csv': content });
    const line = 'leads import people.csv --dry-run --rejects why.csv --json';
    expect((await world.outreach(line)).json().rejectsFile).toBe('why.csv');
    expect(await readFile(join(world.home, 'why.csv'), 'utf8')).toContain('the address has no @');
  });

  it('of a file without a lead says why as data', async () => {
    const { world } = await worldWith({ 'people.csv': 'Email\nnope\n' });
    const { exit, err } = await world.outreach('leads import people.csv --dry-run --json');
    expect(exit).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'no_valid_rows',
      details: { rejects: [{ kind: 'malformed address', count: 1, rows: [{ row: 2, column: 'Email' }] }] },
    });
  });
});

it('takes quotes, brackets and backslashes within the texts of a JSON file', async () => {
  const people = ['"', '\\', '\\"', '"},{"', '"]', 'a\\"b,[{'].map((company, nth) => ({
    email: `p${nth}@lumen.example`,
    company,
  }));
  for (const content of [people, { items: people, total: people.length }]) {
    const { world } = await worldWith({ 'people.json': JSON.stringify(content) });
    expect((await world.outreach('leads import people.json')).exit).toBe(0);
    const { items } = (await world.outreach('leads list --all --json')).json();
    const found = items.map(({ email, company }: (typeof people)[0]) => ({ email, company }));
    expect(found.reverse()).toEqual(people);
  }
});

it('takes one JSON document up to 100 MB, and longer files a line at a time', { tags: 'slow' }, async () => {
  const blank = ' '.repeat(100 * 1024 * 1024);
  const { world } = await worldWith({ 'people.json': `[{"email":"a@b.example"}${blank}]` });
  const { exit, err } = await world.outreach('leads import people.json');
  expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining('longer than 100 MB') });
  expect(err).toContain('Write an object a line instead');
});

describe('a file that is damaged', () => {
  const people = Array.from({ length: 30 }, (_, nth) => ({ email: `p${nth}@lumen.example` }));

  it.each([
    ['behind its list', JSON.stringify({ items: people, total: 30 }).slice(0, -1)],
    ['at the end of its list', JSON.stringify({ items: people }).slice(0, -1)],
    ['within its list', JSON.stringify(people).slice(0, -1)],
    ['within an item', JSON.stringify(people).slice(0, -5)],
  ])('is refused where its JSON is cut off %s', async (_, text) => {
    const { world } = await worldWith({ 'people.json': text });
    const { exit, err } = await world.outreach('leads import people.json');
    expect(exit).toBe(2);
    expect(err).toContain('people.json is not JSON');
    expect(world.ledger.of('leads.upsert')).toEqual([]);
    expect(world.requests).not.toContain('POST /leads');
  });

  it.each([
    [1, 0],
    [3, 2],
  ])('is text with %i NUL bytes of a hundred: exit %i', async (share, exit) => {
    const line = `zoe@lumen.example,${'x'.repeat(80)}\n`;
    const noughts = Buffer.alloc(share * 40);
    const text = Buffer.from(`Email,Notes\n${line.repeat(39)}`);
    const last = Buffer.concat([Buffer.from('li@lumen.example,"'), noughts, Buffer.from('"\n')]);
    const { world } = await worldWith({ 'people.csv': Buffer.concat([text, last]) });
    const run = await world.outreach('leads import people.csv --dry-run');
    expect(run.exit).toBe(exit);
    if (exit === 2) expect(run.err).toContain('it holds a NUL byte at offset');
  });
});

it.each([
  ['<!DOCTYPE html>\n<html><body class="x">Log in</body></html>\n'],
  ['\ufeff  <html xmlns="urn:x">\n<table border="0"><tr><td>Email</td></tr></table>\n'],
  ['<table class="x">\n<tr><td>Email</td></tr></table>\n'],
  ['<?xml version="1.0"?>\n<Workbook/>\n'],
])('says of the page %j in a CSV file what it is', async (content) => {
  const world = await newWorld();
  await writeFile(join(world.home, 'page.csv'), content);
  for (const line of ['leads import page.csv', 'leads audit page.csv', 'blocklist import page.csv']) {
    const { exit, err } = await world.outreach(line);
    expect([exit, err]).toEqual([2, expect.stringContaining('page.csv is an HTML or XML page')]);
    expect(err).toContain('save the sheet as CSV');
  }
});
