import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

async function worldWith(content: Buffer, name = 'a.csv') {
  const world = await newWorld();
  await writeFile(join(world.home, name), content);
  return world;
}

describe('the encoding of leads', () => {
  const header = 'email,firstName\n';
  const row = 'ana@lumen.example,Jürgen\n';
  const swapped = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  it.each<[string, string, Buffer, string]>([
    ['utf-8', '', utf8(header + row), 'Jürgen'],
    ['utf-8', '', utf8(`\ufeff${header}${row}`), 'Jürgen'],
    ['windows-1252', '', latin1(header + row), 'Jürgen'],
    ['windows-1252', '', Buffer.concat([latin1(header + row), Buffer.from([0x80])]), 'Jürgen'],
    ['utf-16le', '', Buffer.from(`\ufeff${header}${row}`, 'utf16le'), 'Jürgen'],
    ['utf-16be', '', swapped(header + row), 'Jürgen'],
    ['windows-1252', '--encoding latin1', utf8(header + row), 'JÃ¼rgen'],
    ['iso-8859-2', '--encoding ISO-8859-2', latin1(header + row.replace('ü', 'ø')), 'Jřrgen'],
    ['utf-16le', '--encoding utf-16', Buffer.from(header + row, 'utf16le'), 'Jürgen'],
  ])('is %s %s', async (encoding, options, content, name) => {
    const world = await worldWith(content);
    const { json } = await world.outreach(`leads import a.csv ${options} --json`);
    expect(json()).toMatchObject({ encoding, sent: 1 });
    expect((await world.outreach('leads get 1 --json')).json().firstName).toBe(name);
  });

  it('is said on stderr where it was guessed', async () => {
    const world = await worldWith(latin1(header + row));
    expect((await world.outreach('leads import a.csv')).err).toContain('was read as Windows-1252');
    expect((await world.outreach('leads import a.csv --encoding windows-1252')).err).not.toContain('1252');
  });

  it.each([
    ['a.csv', latin1('eva@lumen.example,J\xfcrgen\n'), 'csv', 'firstName'],
    ['a.ndjson', latin1('{"email":"eva@lumen.example","firstName":"J\xfcrgen"}\n'), 'ndjson', 'firstName'],
  ] as const)(
    'one bad byte in %s costs its row and no other',
    { tags: 'slow' },
    async (name, bad, kind, column) => {
      const good = Array.from({ length: 50 }, (_, n) =>
        kind === 'csv'
          ? `lead${n}@lumen.example,Jürgen\n`
          : `{"email":"lead${n}@lumen.example","firstName":"Jürgen"}\n`,
      ).join('');
      const before = utf8(kind === 'csv' ? header + good : good);
      const world = await worldWith(
        Buffer.concat([before, bad, utf8(good.replaceAll('lead', 'more'))]),
        name,
      );
      const { exit, json } = await world.outreach(`leads import ${name} --json`);
      expect({ exit, ...json() }).toMatchObject({ exit: 0, encoding: 'utf-8', sent: 100, rejected: 1 });
      const { items } = (await world.outreach('leads list --all --json')).json();
      expect(new Set(items.map(({ firstName }: { firstName: string }) => firstName))).toEqual(
        new Set(['Jürgen']),
      );
      const rejects = await readFile(join(world.home, `a.rejects.${kind}`), 'utf8');
      expect(rejects).toContain('a letter of it is not UTF-8');
      expect(rejects).toContain(column);
      // As it was meant, to be looked at and imported again.
      expect(rejects).toContain('Jürgen');
      const again = await world.outreach(`leads import a.rejects.${kind} --json`);
      expect(again.json()).toMatchObject({ sent: 1, rejected: 0 });
    },
  );

  it('is found across the pieces in which a file is read', async () => {
    const piece = 128 * 1024;
    for (const shift of [0, 1, 2, 3]) {
      const filler = 'x'.repeat(piece - header.length - 'ana@lumen.example,\n'.length - shift);
      const content = utf8(`${header}ana@lumen.example,${filler}\neva@lumen.example,🙂\nkim@lumen.example,`);
      const world = await worldWith(Buffer.concat([content, Buffer.from([0xf0, 0x9f])]));
      const { json } = await world.outreach('leads import a.csv --json');
      expect(json()).toMatchObject({ encoding: 'utf-8', sent: 2, rejected: 1 });
      expect((await world.outreach('leads get eva@lumen.example --json')).json().firstName).toBe('🙂');
    }
  });

  it.each<[string, string, Buffer]>([
    ['in its header', '', Buffer.concat([latin1('email,Stra\xdfe\n'), utf8(row)])],
    ['not utf-16le', '--encoding utf-16le', Buffer.from([0x61])],
    ["no encoding 'klingon'", '--encoding klingon', utf8(header + row)],
  ])('is refused: %s', async (words, options, content) => {
    const world = await worldWith(content);
    const { exit, err } = await world.outreach(`leads import a.csv ${options}`);
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(words) });
    expect(world.requests).toEqual([]);
  });
});

describe('the encoding of other rows', () => {
  it('of the blocklist', async () => {
    const world = await worldWith(
      Buffer.concat([utf8('zoë@acme.com\n'), latin1('k\xfc.example\nli.example\n')]),
    );
    const { json } = await world.outreach('blocklist import a.csv --json');
    expect(json()).toMatchObject({
      encoding: 'utf-8',
      rejects: expect.arrayContaining([
        { row: 2, value: 'kü.example', reason: expect.stringContaining('a letter of it') },
      ]),
    });
    await writeFile(join(world.home, 'b.csv'), latin1('Domain,Remark\nacme.com,f\xfcr\n'));
    expect((await world.outreach('blocklist import b.csv')).err).toContain('Windows-1252');
  });

  it('of mailboxes', async () => {
    const columns = 'email,firstName,imapServerUrl,smtpServerUrl,password\n';
    const row = (email: string, name: string) => `${email},${name},i.example,s.example,secret\n`;
    const content = [utf8(columns + row('a@lumen.example', 'Zoë')), latin1(row('b@lumen.example', 'J\xfc'))];
    const world = await worldWith(Buffer.concat(content));
    const { json } = await world.outreach('senders connect-csv a.csv --json');
    expect(json().items).toMatchObject([
      { row: 2, result: 'connected' },
      { row: 3, result: 'incomplete', message: expect.stringContaining('a letter of it') },
    ]);
  });

  it('of addresses to verify', async () => {
    const content = [utf8('Email,Name\na@lumen.example,Zoë\n'), latin1('b@lumen.example,J\xfc\n')];
    const world = await worldWith(Buffer.concat(content));
    const { err } = await world.outreach('verification jobs create --file a.csv --yes');
    expect(err).toContain('Skipped 1 row. Row 3: a letter of it');
  });
});

describe('a byte that is not UTF-8 in a document', () => {
  const content = latin1('{"name":\n"J\xfcrgen"}');

  it.each([
    'api leads.upsert --input a.csv',
    'campaigns sequence set 1 a.csv',
    'sandbox seed a.csv --check',
    'finder search --filters-file a.csv',
    'copilot launch Autumn --sequence a.csv',
    'copilot launch Autumn --icp a.csv',
    'drafts edit 1 --file a.csv',
    'senders update 1 --signature-file a.csv',
    'mcp call search_leads --input a.csv',
  ])('is named by %s', async (line) => {
    const world = await worldWith(content);
    await world.outreach('campaigns create Autumn');
    const { exit, err } = await world.outreach(line, { stdin: '{"sequence":[]}' });
    expect({ exit, err }).toEqual({
      exit: 2,
      err: expect.stringContaining('byte 0xfc at offset 11, line 2, is not UTF-8'),
    });
  });

  it('does not show a part of a secret', async () => {
    const world = await worldWith(latin1('p\xfcss'));
    const line = 'senders connect a@lumen.example --imap i.example --smtp s.example --password-file a.csv';
    const { exit, err } = await world.outreach(line);
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining('a byte at offset 1, line 1') });
  });

  it('may be UTF-16 with a mark, as PowerShell writes it', async () => {
    const world = await worldWith(Buffer.from('\ufeff{"leads":[{"email":"ana@lumen.example"}]}', 'utf16le'));
    expect((await world.outreach('api leads.upsert --input a.csv')).exit).toBe(0);
  });
});
