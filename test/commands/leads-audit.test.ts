import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';

async function worldWith(files: Readonly<Record<string, string | Buffer>>) {
  const world = await newWorld();
  for (const [name, content] of Object.entries(files)) await writeFile(join(world.home, name), content);
  return world;
}

async function audit(content: string | Buffer, line = '', more: Readonly<Record<string, string>> = {}) {
  const world = await worldWith({ 'people.csv': content, ...more });
  const { exit, out, err } = await world.outreach(`leads audit people.csv --json ${line}`);
  const problems = out === '' ? [] : JSON.parse(out).problems;
  const rules = problems.map(({ rule }: { rule: string }) => rule);
  return { world, exit, err, answer: out === '' ? undefined : JSON.parse(out), problems, rules };
}

const sequence = '--- step ---\nSubject: For {company}\n\nHello {firstName},\n';

describe('leads audit', () => {
  it.each<[string, string, string[], number[]]>([
    ['a clean file', 'ana@lumen.example', [], []],
    ['an address without an @', 'nope', ['malformed-address'], [2]],
    ['no address beside a name', ',Ana', ['malformed-address'], [2]],
    ['a row with a cell too many', 'ana@lumen.example,Ana,x', ['malformed-address'], [2]],
    [
      'one address twice',
      'ANA@lumen.example\nbo@lumen.example\nana@lumen.example',
      ['duplicate-address'],
      [2],
    ],
    ['one address with spaces, twice', ' ana@lumen.example \nana@lumen.example', ['duplicate-address'], [2]],
    ['two addresses that are alike', 'ana@lumen.example\nana@lumen.example.org', [], []],
    ['a role', 'bo@lumen.example\ninfo@lumen.example', ['role-address'], [3]],
    ['a disposable domain', 'ana@mailinator.com', ['disposable-address'], [2]],
    ['an address for tests', 'test@test.de\nana@example.com\nana@contest.de', ['test-address'], [2, 3]],
    [
      'names in one case',
      'a@lumen.example,JÜRGEN\nb@lumen.example,anna\nc@lumen.example,JP',
      ['name-shape'],
      [2, 3],
    ],
    ['a misspelt domain', 'ana@gmial.com', ['typo-domain'], [2]],
    ['a personal provider', 'ana@gmail.com', ['personal-mailbox'], [2]],
    ['an empty row between others', 'ana@lumen.example\n,\nbo@lumen.example', [], []],
  ])('sees %s', async (_, rows, rules, numbers) => {
    const content = `Email,First Name\n${rows.replace(/^([^,\n]*)$/gm, '$1,')}\n`.replaceAll(',,\n', ',\n');
    const found = await audit(content);
    expect(found.rules).toEqual(rules);
    expect(found.problems[0]?.rows ?? []).toEqual(numbers);
    expect(found.exit).toBe(rules.includes('malformed-address') ? 16 : 0);
    expect(found.answer).toMatchObject({ passed: !rules.includes('malformed-address') });
  });

  it('names a duplicate as its own row writes it', async () => {
    const { problems } = await audit(
      'Email\nANA@lumen.example\nbo@lumen.example\nAna@lumen.example\nana@lumen.example\n',
    );
    expect(problems).toMatchObject([
      {
        rule: 'duplicate-address',
        count: 2,
        rows: [2, 4],
        examples: ['ANA@lumen.example', 'Ana@lumen.example'],
      },
    ]);
  });

  it('answers with the promised shape, and needs neither key nor service', async () => {
    const { answer, exit, world } = await audit('Email\nnope\nana@lumen.example\n');
    expect(exit).toBe(16);
    expect(answer).toEqual({
      read: 2,
      passed: false,
      problems: [
        {
          rule: 'malformed-address',
          severity: 'block',
          count: 1,
          message: '1 row has no usable email address: the address has no @',
          examples: ['nope'],
          fix: 'outreach leads audit people.csv --fix people.fixed.csv',
          rows: [2],
        },
      ],
    });
    const keyless = await newWorld({ env: { OUTREACH_BASE_URL: 'https://nowhere.example' } });
    await writeFile(join(keyless.home, 'people.csv'), 'Email\nana@lumen.example\n');
    expect((await keyless.outreach('leads audit people.csv --json')).json()).toMatchObject({ passed: true });
    expect((await world.outreach('sandbox ledger --json')).json().total).toBe(0);
  });

  it('does not call an address unusable where another cell of its row is malformed', async () => {
    const { problems } = await audit('Email,City\nana@lumen.example\nbo@lumen.example,Bonn\n');
    expect(problems[0].message).toBe('1 row cannot become a lead: wrong number of columns');
  });

  it('lists the first hundred rows and ten examples of a problem, and counts all', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `info@lumen${n}.example`);
    const { problems } = await audit(`Email\n${rows.join('\n')}\n`);
    expect(problems[0]).toMatchObject({ count: 250, examples: rows.slice(0, 10) });
    expect(problems[0].rows).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  });

  it('checks of several rows with one address only the last, which is the one that is sent', async () => {
    const content = 'Email,First Name,Company\nana@lumen.example,,\nana@lumen.example,Ana,Lumen\n';
    const { rules, exit } = await audit(content, '--sequence seq.md', { 'seq.md': sequence });
    expect({ rules, exit }).toEqual({ rules: ['duplicate-address'], exit: 0 });
  });

  it('sees merge tags without a value, and tags that no lead has', async () => {
    const content = 'Email,First Name,Company\nana@lumen.example,,Lumen\nbo@lumen.example,Bo,Lumen\n';
    const text = sequence.replace('Hello', 'Hello {frist_name},');
    const { problems, exit } = await audit(content, '--sequence seq.md', { 'seq.md': text });
    expect(exit).toBe(16);
    expect(problems).toMatchObject([
      {
        rule: 'merge-tag-unknown',
        count: 2,
        rows: [2, 3],
        message: expect.stringContaining('Write another tag in seq.md'),
        fix: null,
      },
      {
        rule: 'merge-tag-empty',
        count: 1,
        rows: [2],
        examples: ['ana@lumen.example'],
        fix: 'outreach leads audit people.csv --sequence seq.md --fix people.fixed.csv',
      },
    ]);
  });

  it('reads files as an import does: other columns, encodings, products, objects', async () => {
    const latin = Buffer.from('E-Mail;Vorname\nzo\xeb@lumen.example;Zo\xeb\n', 'latin1');
    expect(await audit(latin)).toMatchObject({ exit: 0, answer: { read: 1, passed: true } });
    expect(await audit('Who\nnope\n', '--map Who=email')).toMatchObject({ rules: ['malformed-address'] });
    const { world } = await audit('Email\nana@lumen.example\n', '', {
      'people.ndjson': '{"email":"nope"}\n{"email":"info@lumen.example","City":"Porto"}\n',
    });
    const { out, exit } = await world.outreach('leads audit people.ndjson --json');
    expect({ exit, problems: JSON.parse(out).problems }).toMatchObject({
      exit: 16,
      problems: [{ rows: [1] }, { rule: 'role-address', rows: [2] }],
    });
    const piped = await world.outreach('leads audit - --json', { stdin: 'Email\nnope\n' });
    expect(JSON.parse(piped.out).problems[0].fix).toBe('outreach leads audit - --fix leads.fixed.csv');
  });

  it.each([
    ['an empty file', ''],
    ['a file without rows', 'Email\n'],
    ['a file without addresses', 'Name\nAna\n'],
    ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0])],
    ['an open quote', 'Email\n"ana@lumen.example\n'],
  ])('refuses %s like an import', async (_, content) => {
    const { exit, err, world } = await audit(content);
    const imported = await world.outreach('leads import people.csv --json');
    expect({ exit, code: JSON.parse(err).error.code }).toEqual({
      exit: imported.exit,
      code: JSON.parse(imported.err.trim().split('\n').at(-1) ?? '').error.code,
    });
    expect(exit).toBe(2);
  });

  it('shows a pipe the problems as rows', async () => {
    const world = await worldWith({ 'people.csv': 'Email\nnope\ninfo@lumen.example\n' });
    const { out } = await world.outreach('leads audit people.csv');
    expect(out.split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
      ['malformed-address', 'block', '1'],
      ['role-address', 'warn', '1'],
      [''],
    ]);
  });
});

describe('leads audit --fix', () => {
  const content = [
    'Email;First Name;Note',
    'ana@lumen.example;Ana;=1+1',
    '" Bo@Lumen.example ";Bo;-3',
    'cy@gmial.com;Cy;"two\nlines"',
    'nope;No;',
    '"Dee <dee@acme.example>";Dee;"a ""quoted"" word"',
    'Ana@lumen.example;Anna;last',
    'info@acme.example;;',
    'x@mailinator.com;X;',
  ].join('\n');

  it('still ends with 16 where a merge tag of the sequence has no column', async () => {
    const files = { 'seq.md': sequence.replace('{company}', '{kompany}') };
    const { exit } = await audit(
      'Email\nana@lumen.example\nnope\n',
      '--sequence seq.md --fix fixed.csv',
      files,
    );
    expect(exit).toBe(16);
  });

  it('writes the rows that can be sent, and says row by row what it changed and left out', async () => {
    const { world, answer, exit } = await audit(content, '--fix fixed.csv');
    expect(exit).toBe(0);
    expect(await readFile(join(world.home, 'fixed.csv'), 'utf8')).toBe(
      [
        '"Email";"First Name";"Note"',
        '"bo@lumen.example";"Bo";"\'-3"',
        '"cy@gmail.com";"Cy";"two\nlines"',
        '"dee@acme.example";"Dee";"a ""quoted"" word"',
        '"ana@lumen.example";"Anna";"last"',
        '"info@acme.example";"";""',
        '"x@mailinator.com";"X";""',
        '',
      ].join('\r\n'),
    );
    expect(answer.fixed).toEqual({
      file: 'fixed.csv',
      written: 6,
      count: 4,
      rows: [
        { row: 3, from: ' Bo@Lumen.example ', to: 'bo@lumen.example', why: 'spaces removed, lower case' },
        { row: 4, from: 'cy@gmial.com', to: 'cy@gmail.com', why: 'misspelt domain' },
        {
          row: 6,
          from: 'Dee <dee@acme.example>',
          to: 'dee@acme.example',
          why: 'address taken out of its text',
        },
        { row: 7, from: 'Ana@lumen.example', to: 'ana@lumen.example', why: 'lower case' },
      ],
    });
    expect(answer.leftOut).toEqual({
      count: 2,
      rows: [
        {
          row: 2,
          address: 'ana@lumen.example',
          rule: 'duplicate-address',
          reason: 'row 7 has the same address',
        },
        { row: 5, address: 'nope', rule: 'malformed-address', reason: 'the address has no @' },
      ],
    });
    const again = await world.outreach('leads audit fixed.csv --json');
    expect({ exit: again.exit, read: again.json().read }).toEqual({ exit: 0, read: 6 });
    expect((await world.outreach('leads import fixed.csv --json')).json()).toMatchObject({
      sent: 6,
      rejected: 0,
    });
    expect((await world.outreach('leads get bo@lumen.example --json')).json().customVariables).toEqual({
      Note: '-3',
    });
  });

  it('leaves out rows with warnings only where that was said', async () => {
    const line = '--fix fixed.csv --leave-out role-address,disposable-address,personal-mailbox';
    const { world, answer } = await audit(content, line);
    expect(answer.leftOut.rows.slice(2)).toEqual(
      [
        {
          row: 8,
          address: 'info@acme.example',
          rule: 'role-address',
          reason: 'info@ is the address of a role',
        },
        {
          row: 9,
          address: 'x@mailinator.com',
          rule: 'disposable-address',
          reason: 'the address is disposable',
        },
      ].toSpliced(0, 0, {
        row: 5,
        address: 'nope',
        rule: 'malformed-address',
        reason: 'the address has no @',
      }),
    );
    const { problems } = (await world.outreach('leads audit fixed.csv --json')).json();
    expect(problems).toEqual([]);
  });

  it('leaves out rows whose tags have no value: it invents none', async () => {
    const { world, answer } = await audit(
      'Email,First Name,Company\nana@lumen.example,,Lumen\nbo@lumen.example,Bo,Lumen\n',
      '--sequence seq.md --fix fixed.csv',
      { 'seq.md': sequence },
    );
    expect(answer.leftOut.rows).toEqual([
      {
        row: 2,
        address: 'ana@lumen.example',
        rule: 'merge-tag-empty',
        reason: 'it has no value for {firstname}',
      },
    ]);
    expect((await world.outreach('leads audit fixed.csv --sequence seq.md')).exit).toBe(0);
  });

  it('writes objects as objects, with their types, and as a table where its name says so', async () => {
    const { world } = await audit('Email\nana@lumen.example\n', '', {
      'people.json':
        '[{"email":"Bo@lumen.example","n":12345678901234567890,"deep":{"a":[1]}},{"email":"nope"},{"email":"cy@lumen.example","City":"Porto"}]',
    });
    await world.outreach('leads audit people.json --fix fixed.ndjson');
    expect(await readFile(join(world.home, 'fixed.ndjson'), 'utf8')).toBe(
      '{"email":"bo@lumen.example","n":12345678901234567890,"deep":{"a":[1]}}\n{"email":"cy@lumen.example","City":"Porto"}\n',
    );
    await world.outreach('leads audit people.json --fix fixed.tsv');
    expect((await readFile(join(world.home, 'fixed.tsv'), 'utf8')).split('\r\n')[0]).toBe(
      '"email"\t"n"\t"deep"\t"City"',
    );
    expect((await world.outreach('leads audit fixed.tsv')).exit).toBe(0);
  });

  it('offers only what it has not done', async () => {
    const rows = 'Email,First Name\ninfo@lumen.example,=SUM(A1)\nana@gmial.com,ANNA\n';
    const { world, answer } = await audit(rows, '--fix fixed.csv --leave-out personal-mailbox');
    const fixes = Object.fromEntries(
      answer.problems.map(({ rule, fix }: { rule: string; fix: string | null }) => [rule, fix]),
    );
    const again = 'outreach leads audit people.csv --fix fixed.csv --leave-out';
    expect(fixes).toEqual({
      'role-address': `${again} role-address --leave-out personal-mailbox`,
      'typo-domain': null,
      'name-shape': `${again} personal-mailbox --fix-names`,
    });
    for (const fix of Object.values(fixes))
      if (fix) expect((await world.outreach(fix.replace('outreach ', ''))).exit).toBe(0);
    expect(await readFile(join(world.home, 'fixed.csv'), 'utf8')).toContain('=SUM(A1)');
  });

  it('never writes over the file it reads, nor what cannot be read again', async () => {
    const { world } = await audit('Email\nana@lumen.example\n');
    for (const line of [
      '--fix people.csv',
      '--fix ./people.csv',
      '--fix fixed.json',
      '--fix-names',
      '--leave-out role-address',
    ])
      expect((await world.outreach(`leads audit people.csv ${line}`)).exit).toBe(2);
    expect(await readFile(join(world.home, 'people.csv'), 'utf8')).toBe('Email\nana@lumen.example\n');
  });

  it('writes no file where no row is left', async () => {
    const { world, answer, exit, err } = await audit('Email\nnope\n', '--fix fixed.csv');
    expect({ exit, ...answer.fixed }).toMatchObject({ exit: 16, file: null, written: 0 });
    // The same line again would find the same.
    expect(err).not.toContain('--fix');
    await expect(readFile(join(world.home, 'fixed.csv'))).rejects.toThrow('ENOENT');
  });

  it('lists a thousand rows, and counts all of them', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => `Lead${n}@lumen.example`);
    const { answer } = await audit(`Email\n${rows.join('\n')}\n`, '--fix fixed.csv');
    expect(answer.fixed).toMatchObject({ count: 1200, written: 1200 });
    expect(answer.fixed.rows).toHaveLength(1000);
  });

  it('gives a file that passes, with every cell but addresses as it was, whatever the cells hold', {
    tags: 'slow',
  }, async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('=1+1', "'=1", '-2', '@x', '"', "'t Hooft", 'a;b', '\t', 'x\ny'),
    );
    const address = fc.constantFrom(
      'ana@lumen.example',
      ' Bo@lumen.example',
      'cy@gmial.com',
      'CY@gmail.com',
      'nope',
      '',
      '<dee@acme.example>',
      'info@acme.example',
    );
    const world = await newWorld();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(address, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const sound = rows.map(([email, note]) => [email, note.replaceAll('\0', '')] as const);
        const content = sound.map(([email, Note]) => JSON.stringify({ email, Note })).join('\n');
        await writeFile(join(world.home, 'p.ndjson'), content);
        const { out, exit } = await world.outreach('leads audit p.ndjson --json --fix p.csv');
        if (exit === 2) return;
        const { fixed } = JSON.parse(out);
        if (fixed.file === null) return;
        const again = await world.outreach('leads audit p.csv --json --fix q.csv');
        expect({ exit: again.exit, ...again.json() }).toMatchObject({
          exit: 0,
          read: fixed.written,
          passed: true,
          leftOut: { count: 0 },
          fixed: { count: 0 },
        });
        expect(again.json().problems.map(({ rule }: { rule: string }) => rule)).not.toContain(
          'duplicate-address',
        );
        expect(await readFile(join(world.home, 'q.csv'))).toEqual(await readFile(join(world.home, 'p.csv')));
      }),
      { numRuns: runs(30) },
    );
  });
});

it('says that of several addresses in one cell the first is used, and writes that one', async () => {
  const world = await newWorld();
  const line = 'leads audit - --fix fixed.csv';
  const { err } = await world.outreach(line, { stdin: 'Email\nz2@lumen.example;z3@lumen.example\n' });
  expect(err).toContain('1 row with several addresses in one cell: the first is used.');
  const written = await readFile(join(world.home, 'fixed.csv'), 'utf8');
  expect(written).toContain('z2@lumen.example');
  expect(written).not.toContain('z3');
});

describe('leads audit of several files', () => {
  it.each([
    ['out.csv', 'people.csv'],
    ['people.csv', 'out.csv'],
  ])('names a person who opted out by another of them, in whatever order: %s %s', async (...files) => {
    const world = await worldWith({
      'out.csv': 'E-Mail,Work,Opted out\nx@lumen.example,"Bo <bo@lumen.example>",yes\n',
      'people.csv': 'E-Mail,Work\nx@orchid.example,bo@lumen.example\nx@orchid.example,ann@lumen.example\n',
    });
    const line = `leads audit ${files.join(' ')} --map Work=email --json`;
    const { exit, json } = await world.outreach(line);
    const problems = new Map(
      json().files.map((one: { file: string; problems: unknown[] }) => [one.file, one.problems]),
    );
    expect([exit, problems.get('people.csv')]).toEqual([
      0,
      [
        {
          ...{ rule: 'opted-out', severity: 'warn', count: 1, rows: [2], examples: ['bo@lumen.example'] },
          message: '1 row names a person who opted out in out.csv; block that person before the import',
          fix: 'outreach blocklist import out.csv --only opted-out --column Work',
        },
      ],
    ]);
    expect(problems.get('out.csv')).toMatchObject([
      {
        rule: 'opted-out',
        message: expect.stringContaining('an import leaves it out'),
        // A fixed file would no longer say it to the other.
        fix: 'outreach blocklist import out.csv --only opted-out --column Work',
      },
    ]);
  });

  const files = {
    'a.csv': 'Email\nana@lumen.example\nbo@lumen.example\nbo@lumen.example\n',
    'b.csv': 'Email\nBO@lumen.example\ncy@lumen.example\n',
    'c.csv': 'Email\nnope\nbo@lumen.example\n',
  };

  it('answers for each, and names the file that has an address already', async () => {
    const world = await worldWith(files);
    const { exit, out } = await world.outreach('leads audit a.csv b.csv c.csv --json');
    const answer = JSON.parse(out);
    expect(exit).toBe(16);
    expect(Object.keys(answer)).toEqual(['files', 'total']);
    expect(answer.total).toBe(3);
    const shown = answer.files.map(
      ({
        file,
        read,
        passed,
        problems,
      }: {
        file: string;
        read: number;
        passed: boolean;
        problems: Named[];
      }) => [
        [file, read, passed],
        ...problems.map(({ rule, count, rows, message }) => [rule, count, rows, message]),
      ],
    );
    const one = '1 row has an address that';
    expect(shown).toEqual([
      [
        ['a.csv', 3, true],
        ['duplicate-address', 1, [3], `${one} a later row has too; the last one wins`],
      ],
      [
        ['b.csv', 2, true],
        ['duplicate-address', 1, [2], `${one} a.csv has too; leave these rows out of one of the files`],
      ],
      [
        ['c.csv', 2, false],
        ['malformed-address', 1, [2], '1 row has no usable email address: the address has no @'],
        ['duplicate-address', 1, [3], `${one} b.csv has too; leave these rows out of one of the files`],
      ],
    ]);
  });

  it('is one table, and ends well where nothing blocks', async () => {
    const world = await worldWith(files);
    const { exit, out, err } = await world.outreach('leads audit a.csv b.csv --no-color', { tty: true });
    expect(exit).toBe(0);
    expect(out).toMatch(/FILE +ROWS +RULE +WHAT WAS FOUND\n *a\.csv +3 .*\n *b\.csv +2 /s);
    expect(out).toContain('5 rows read in 2 files. Nothing blocks these leads.');
    expect(err).toContain('a.csv: 2 of 3 rows would be imported.');
  });

  it('is one record a file in CSV and NDJSON', async () => {
    const world = await worldWith(files);
    const lines = async (option: string) =>
      (await world.outreach(`leads audit a.csv b.csv ${option}`)).out.trim().split(/\r?\n/);
    const [header, ...records] = await lines('--csv');
    expect(header).toBe('"file","read","passed","problems"');
    expect(records.map((record) => record.split(',').slice(0, 3).join())).toEqual([
      '"a.csv","3","true"',
      '"b.csv","2","true"',
    ]);
    expect((await lines('--ndjson')).map((line) => JSON.parse(line).file)).toEqual(['a.csv', 'b.csv']);
    expect(await lines('--fields file,read')).toEqual(['a.csv\t3', 'b.csv\t2']);
  });

  it('says how many rows an import takes, and whom it leaves out', async () => {
    const world = await worldWith({
      'a.csv': 'Email,Opted Out\nana@lumen.example,\nbo@lumen.example,yes\nnope,\nana@lumen.example,\n',
    });
    const { out, err } = await world.outreach('leads audit a.csv --no-color', { tty: true });
    expect(err).toContain('1 of 4 rows would be imported.');
    expect(out).toContain('1 row names a person who opted out; an import leaves it out');
    const imported = await world.outreach('leads import a.csv --json');
    expect(imported.json()).toMatchObject({ read: 4, valid: 1, sent: 1 });
  });

  it('fixes one file at a time', async () => {
    const world = await worldWith(files);
    const { exit, err } = await world.outreach('leads audit a.csv b.csv --fix fixed.csv --json');
    expect([exit, JSON.parse(err).error.hint]).toEqual([2, 'outreach leads audit a.csv --fix a.fixed.csv']);
  });

  it('names the one that cannot be read', async () => {
    const world = await worldWith({ ...files, 'd.csv': 'Name\nAna\n' });
    const { exit, err } = await world.outreach('leads audit a.csv d.csv --json');
    expect([exit, JSON.parse(err).error.message]).toEqual([2, 'd.csv: No column holds the email address.']);
  });
});

interface Named {
  readonly rule: string;
  readonly count: number;
  readonly rows: number[];
  readonly message: string;
}
