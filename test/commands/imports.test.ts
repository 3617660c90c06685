import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';

const start = 'imports instantly start --key-stdin';
const accounts = 'imports instantly accounts --key-stdin';
const key = 'key-of-the-other-tool';

const errorOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

describe('imports instantly start', () => {
  it('brings campaigns over as drafts, and shows the key nowhere', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(`${start} --json --debug`, { stdin: `${key}\n` });
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'queued' });
    expect(out + err).not.toContain(key);
    await world.sandbox.advance(60_000);
    const { items } = (await world.outreach('campaigns list --json')).json();
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['draft', 'draft', 'draft']);
  });

  it('hides the key in a dry run', async () => {
    const world = await newWorld();
    const { exit, json, out } = await world.outreach(`${start} --dry-run --json`, { stdin: key });
    expect(exit).toBe(0);
    expect(json().body).toEqual({ apiKey: '[hidden]' });
    expect(out).not.toContain(key);
    expect(world.requests).toEqual([]);
  });

  it('takes the key from a file, and from nowhere else', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'key.txt'), `${key}\n`);
    expect((await world.outreach('imports instantly start --key-file key.txt')).exit).toBe(0);
    expect((await world.outreach('imports instantly start')).exit).toBe(3);
    expect((await world.outreach(['imports', 'instantly', 'start', '--key', key])).exit).toBe(2);
    expect((await world.outreach('imports instantly start --key-stdin --key-file key.txt')).exit).toBe(2);
    expect((await world.outreach(start, { stdin: '\n' })).exit).toBe(2);
  });

  it.each([
    ['wrong-key', 4, 'Instantly does not accept this API key'],
    ['malformed-key', 2, 'form of an Instantly key'],
    ['unavailable-key', 14, 'outreach campaigns list'],
  ])('tells of the key %s', async (stdin, exit, words) => {
    const world = await newWorld();
    const run = await world.outreach(start, { stdin });
    expect(run.exit).toBe(exit);
    expect(run.err).toContain(words);
    expect(world.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });
});

describe('imports instantly accounts', () => {
  it('lists them and writes the file, never over another', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach(`${accounts} --csv-file boxes.csv --json`, { stdin: key });
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ csvFile: 'boxes.csv' });
    const path = join(world.home, 'boxes.csv');
    expect(await readFile(path, 'utf8')).toBe(json().imapCsvTemplate);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, 'filled in');
    const again = await world.outreach(`${accounts} --csv-file boxes.csv`, { stdin: key });
    expect(again.exit).toBe(2);
    expect(again.err).toContain('it is there already');
    expect(await readFile(path, 'utf8')).toBe('filled in');
    expect((await world.outreach(accounts, { stdin: key })).out).toContain('google');
  });

  it.each([
    ['wrong-key', 4],
    ['malformed-key', 2],
    ['unavailable-key', 11],
  ])('tells of the key %s', async (stdin, exit) => {
    const world = await newWorld();
    const run = await world.outreach(`${accounts} --json`, { stdin });
    expect({ exit: run.exit, out: run.out }).toEqual({ exit, out: '' });
    expect(errorOf(run.err).outcome).toBe('none');
  });
});

describe('senders connect-csv', () => {
  const line = 'senders connect-csv boxes.csv';
  const header = 'email,firstName,lastName,imapServerUrl,smtpServerUrl,loginString,password';
  const row = (email: string, password: string, imap = 'imap.lumen.example:993') =>
    `${email},Ana,Berg,${imap},smtp.lumen.example:587,${email},${password}`;
  const worldWith = async (...lines: string[]) => {
    const world = await newWorld();
    await writeFile(join(world.home, 'boxes.csv'), `${lines.join('\n')}\n`);
    return world;
  };

  it('connects what the import from Instantly lists, once the passwords are filled in', async () => {
    const world = await newWorld();
    await world.outreach(`${accounts} --csv-file boxes.csv`, { stdin: key });
    const path = join(world.home, 'boxes.csv');
    const empty = await world.outreach(`${line} --json`);
    expect(empty.exit).toBe(2);
    expect(empty.json().items[0]).toMatchObject({
      row: 2,
      result: 'incomplete',
      message: 'password missing',
    });
    expect(world.requests).not.toContain('POST /sender-emails');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/,$/gm, ',"secret, with a comma"'));
    const { exit, out, err, json } = await world.outreach(`${line} --json`);
    expect(exit).toBe(0);
    for (const { result, senderEmailId } of json().items) {
      expect(result).toBe('connected');
      expect(senderEmailId).toBeGreaterThan(6);
    }
    expect(out + err).not.toContain('secret, with a comma');
    const count = world.requests.filter((request) => request === 'POST /sender-emails').length;
    const again = (await world.outreach(`${line} --json`)).json();
    expect(new Set(again.items.map(({ result }: { result: string }) => result))).toEqual(
      new Set(['already connected']),
    );
    for (const { senderEmailId } of again.items) expect(senderEmailId).toBeGreaterThan(0);
    expect(world.requests.filter((request) => request === 'POST /sender-emails')).toHaveLength(count);
  });

  it('gives every row its result, and ends with 15 where some are connected', async () => {
    const world = await worldWith(
      header,
      row('one@lumen.example', 'correct horse'),
      row('two@lumen.example', 'wrong'),
      row('three@lumen.example', ''),
      row('four@gmail.com', 'battery'),
      row('five@lumen.example', 'staple'),
      row('ONE@lumen.example', 'again'),
    );
    const { exit, json, err } = await world.outreach(`${line} --json`);
    expect(exit).toBe(15);
    expect(json().items.map(({ row, result }: { row: number; result: string }) => [row, result])).toEqual([
      [2, 'connected'],
      [3, 'failed'],
      [4, 'incomplete'],
      [5, 'failed'],
      [6, 'connected'],
      [7, 'incomplete'],
    ]);
    expect(errorOf(err)).toMatchObject({ code: 'partly_connected', outcome: 'done' });
    expect(errorOf(err).hint).toContain('app password');
    expect((await world.outreach(line)).out).toContain('rejected the login');
  });

  it('stops where no seat is left: the next rows would fail, too', async () => {
    const world = await worldWith(
      header,
      ...[1, 2, 3, 4, 5].map((n) => row(`box${n}@lumen.example`, 'secret')),
    );
    world.database.prepare("UPDATE workspace SET plan = 'trial' WHERE id = 1").run();
    world.database.prepare('DELETE FROM sender WHERE id > 1').run();
    const { exit, json, err } = await world.outreach(`${line} --json`);
    expect(exit).toBe(15);
    expect(json().items.map(({ result }: { result: string }) => result)).toEqual([
      'connected',
      'connected',
      'failed',
      'not tried',
      'not tried',
    ]);
    expect(errorOf(err).hint).toContain('add seats in the app');
  });

  it.each([
    [[row('one@lumen.example', 'wrong')], 11],
    [[row('one@gmail.com', 'secret')], 2],
    [[row('one@gmail.com', 'secret'), row('two@lumen.example', 'wrong')], 16],
  ])('ends as its rows did where none is connected', async (rows, exit) => {
    const world = await worldWith(header, ...rows);
    expect((await world.outreach(line)).exit).toBe(exit);
  });

  it('understands the columns of other tools', async () => {
    const world = await worldWith(
      'Email;IMAP Host;IMAP Port;SMTP Host;SMTP Port;IMAP Username;IMAP Password',
      'one@lumen.example;imap.lumen.example;993;smtp.lumen.example;465;one;secret',
    );
    const { json, out } = await world.outreach(`${line} --dry-run --json`);
    expect(json().body).toEqual({
      email: 'one@lumen.example',
      imapServerUrl: 'imap.lumen.example:993',
      smtpServerUrl: 'smtp.lumen.example:465',
      loginString: 'one',
      password: '[hidden]',
    });
    expect(out).not.toContain('secret');
    expect(world.requests).toEqual([]);
  });

  it.each([
    ['email,password\na@b.example,x', 'lacks the columns imapServerUrl, smtpServerUrl'],
    [header, 'contains no mailboxes'],
  ])('refuses a file that is none', async (content, reason) => {
    const world = await worldWith(content);
    const { exit, err } = await world.outreach(line);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests).toEqual([]);
  });

  it('keeps what it has when somebody stops it', async () => {
    let stops = 1;
    const world: TestWorld = await newWorld({
      between: (next) => (request, signal) => {
        if (request.body?.includes('two@') && stops-- > 0) world.interrupt();
        return next(request, signal);
      },
    });
    const boxes = ['one', 'two', 'three'].map((name) => row(`${name}@lumen.example`, 'secret'));
    await writeFile(join(world.home, 'boxes.csv'), [header, ...boxes].join('\n'));
    expect((await world.outreach(`${line} --json`)).exit).toBe(130);
    const { items } = (await world.outreach('senders list --all --json')).json();
    const addresses = items.map(({ address }: { address: string }) => address);
    expect(addresses).toContain('one@lumen.example');
    expect(addresses).not.toContain('three@lumen.example');
    expect((await world.outreach(line)).exit).toBe(0);
  });

  it('does not show a password that a refusal repeats', async () => {
    const world = await newWorld({
      between: (next) => (request, signal) =>
        request.method === 'POST'
          ? Promise.resolve({ status: 502, headers: {}, body: '{"error": "login failed for a:open sesame"}' })
          : next(request, signal),
    });
    await writeFile(join(world.home, 'boxes.csv'), `${header}\n${row('a@lumen.example', 'open sesame')}\n`);
    const { exit, out, err } = await world.outreach(`${line} --json`);
    expect(exit).toBe(11);
    expect(out + err).not.toContain('open sesame');
    expect(err).toContain('[hidden]');
  });
});

it('says in its help that it can end for want of a key', async () => {
  const world = await newWorld();
  const { exitCodes } = (await world.outreach('imports instantly accounts --help --json')).json();
  expect((await world.outreach('imports instantly accounts --json')).exit).toBe(3);
  expect(exitCodes).toContain(3);
});
