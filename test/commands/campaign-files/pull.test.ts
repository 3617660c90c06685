import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../../src/contract/keys.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

const steps = JSON.stringify({
  signature: 'Ana',
  steps: [
    { subject: 'Hello', body: 'One' },
    { body: 'Two', delayDays: 3, useSameThread: true },
  ],
});

async function folderWorld(options?: WorldOptions) {
  const world = await newWorld(options);
  await world.outreach('campaigns create "Autumn launch!" --daily-limit 200');
  await world.outreach('campaigns create Winter');
  await world.outreach('campaigns schedule 1 --days mon-fri');
  await world.outreach('campaigns senders attach 1 anna.berg@northwind-mail.example');
  expect((await world.outreach('campaigns sequence set 1 - --yes', { stdin: steps })).exit).toBe(0);
  world.requests.length = 0;
  const path = (name: string) => join(world.home, 'camp', name);
  const pull = (more = '') => world.outreach(`campaigns pull camp --json ${more}`);
  return {
    world,
    path,
    pull,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    edit: (name: string, from: string, to: string) => {
      const text = readFileSync(path(name), 'utf8');
      expect(text).toContain(from);
      writeFileSync(
        path(name),
        text.replace(from, () => to),
      );
    },
    files: () => (existsSync(path('')) ? readdirSync(path('')).sort() : undefined),
  };
}

const autumn = { file: 'autumn-launch.md', campaignId: 1 };
const winter = { file: 'winter.md', campaignId: 2 };
const lockName = 'outreach.lock.json';

const writes = ({ requests }: TestWorld) => requests.filter((request) => !request.startsWith('GET '));

describe('campaigns pull', () => {
  it('writes a file for each campaign and the lock, in three calls each, and then nothing', async () => {
    const { world, pull, read, files } = await folderWorld();
    const first = await pull();
    expect([first.exit, first.json()]).toEqual([
      0,
      {
        items: [
          { ...autumn, written: 'new' },
          { ...winter, written: 'new' },
        ],
      },
    ]);
    expect([world.requests.length, writes(world), files()]).toEqual([
      8,
      [],
      ['autumn-launch.md', lockName, 'winter.md'],
    ]);
    expect(read('autumn-launch.md')).toMatch(
      /^---\nname: Autumn launch!\nflow: multiple_leads_scheduled\nschedule: \{ days: mon-fri, from: 09:00, to: 17:00 \}\nsenders: \[anna.berg@northwind-mail.example\]\ndailyLimit: 200\n/,
    );
    const [account] = Object.values(JSON.parse(read(lockName)).accounts) as {
      files: Record<string, { id: number; base: object }>;
    }[];
    expect(account?.files['autumn-launch.md']).toMatchObject({
      id: 1,
      base: {
        dailyLimit: 200,
        'steps.2.delayDays': 3,
        signature: 'Ana',
        senders: ['anna.berg@northwind-mail.example'],
      },
    });
    const bytes = [read('autumn-launch.md'), read('winter.md'), read(lockName)];
    const again = await pull();
    expect(again.json().items.map(({ written }: { written: string }) => written)).toEqual(['same', 'same']);
    expect([read('autumn-launch.md'), read('winter.md'), read(lockName)]).toEqual(bytes);
  });

  it('says at a terminal what it did, and in a pipe what is where', async () => {
    const { world } = await folderWorld();
    const shown = await world.outreach('campaigns pull camp', { tty: true });
    expect([shown.out, shown.err]).toEqual([
      expect.stringMatching(/FILE .*autumn-launch\.md +1 +new/s),
      expect.stringContaining('2 campaigns: 2 new.'),
    ]);
    expect((await world.outreach('campaigns pull camp')).out).toBe(
      'autumn-launch.md\t1\tsame\nwinter.md\t2\tsame\n',
    );
  });

  it.each([
    ['items', { items: [{ ...winter, written: 'new' }] }],
    ['items.file', { items: [{ file: winter.file }] }],
    ['file', { items: [{ file: winter.file }] }],
  ])('shows of --fields %s what --fields help lists', async (names, expected) => {
    const { pull } = await folderWorld();
    expect((await pull(`2 --fields ${names}`)).json()).toEqual(expected);
  });

  it('takes only the campaigns that are named, by id or exact name', async () => {
    const { pull, files } = await folderWorld();
    expect((await pull('"autumn launch!" 1')).json().items).toEqual([{ ...autumn, written: 'new' }]);
    expect(files()).toEqual(['autumn-launch.md', lockName]);
    expect((await pull('2')).json().items).toEqual([{ ...winter, written: 'new' }]);
  });

  it.each(['12', 'Spring'])('writes no file where there is no campaign %s', async (name) => {
    const { pull, files } = await folderWorld();
    expect([(await pull(`1 ${name}`)).exit, files()]).toEqual([6, []]);
  });

  it('takes what changed at the service, and leaves comments and layout as they are', async () => {
    const { world, pull, read, edit, files } = await folderWorld();
    await pull();
    edit('autumn-launch.md', 'dailyLimit: 200', '# The cap.\ndailyLimit:  200   # a day');
    edit('autumn-launch.md', 'One', '\n\nOne');
    await world.outreach('campaigns update 1 --daily-limit 150 --min-health 60');
    await world.outreach('campaigns update 2 --name "Winter sale"');
    const before = read('autumn-launch.md');
    const { err, json } = await pull();
    expect(json().items).toEqual([
      { ...autumn, written: 'changed' },
      { ...winter, written: 'changed' },
    ]);
    expect(read('autumn-launch.md')).toBe(
      before
        .replace('dailyLimit:  200   # a day', 'dailyLimit:  150   # a day')
        .replace('---\n\n--- step', 'minHealth: 60\n---\n\n--- step'),
    );
    expect([read('winter.md').includes('name: Winter sale'), files(), err]).toEqual([
      true,
      ['autumn-launch.md', lockName, 'winter.md'],
      '',
    ]);
  });

  it('keeps the lines of days, and the file where the comment of one goes', async () => {
    const { world, pull, read, edit } = await folderWorld();
    await pull();
    const at = read('autumn-launch.md').match(/^schedule:.*$/m)?.[0] ?? '';
    const lines = (days: string) => `schedule:\n  days:\n${days}  from: "09:00"   # local\n  to: "17:00"`;
    edit('autumn-launch.md', at, lines('    - mon\n    - wed   # midweek\n'));
    await world.outreach('campaigns apply camp --yes');
    await world.outreach('campaigns schedule 1 --days mon,thu');
    const mine = read('autumn-launch.md');
    const { err, json } = await pull('1');
    const saved = 'autumn-launch.md.orig';
    expect(json().items).toEqual([{ ...autumn, written: 'changed', saved }]);
    expect([read(saved), read('autumn-launch.md')]).toEqual([
      mine,
      mine.replace('    - wed   # midweek\n', '    - thu\n'),
    ]);
    expect(err).toContain(`Comments that are gone from autumn-launch.md were saved as ${saved}.`);
    await world.outreach('campaigns schedule 1 --days thu,fri');
    expect((await pull('1')).json().items).toEqual([{ ...autumn, written: 'changed' }]);
    expect(read('autumn-launch.md')).toContain('  days:\n    - thu\n    - fri\n  from: "09:00"   # local\n');
  });

  it('keeps no file beside one whose comments all stay, whatever is quoted in them', async () => {
    const { world, pull, read, edit, files } = await folderWorld();
    await pull();
    edit(
      'autumn-launch.md',
      'dailyLimit: 200',
      `# was "Fall" until May, for the client's and Ana's list\ndailyLimit: 200`,
    );
    await world.outreach('campaigns update 1 --daily-limit 150');
    const { err } = await pull('1');
    expect([files(), err]).toEqual([['autumn-launch.md', lockName, 'winter.md'], '']);
    expect(read('autumn-launch.md')).toContain(`# was "Fall" until May, for the client's and Ana's list\n`);
  });

  it('keeps what was never applied beside the file, each time', async () => {
    const { world, pull, read, edit, files } = await folderWorld();
    await pull();
    edit('autumn-launch.md', 'dailyLimit: 200', 'dailyLimit: 90');
    const mine = read('autumn-launch.md');
    const saved = 'autumn-launch.md.orig';
    const { err, json } = await pull();
    expect([read(saved), err]).toEqual([mine, expect.stringContaining(saved)]);
    expect(json().items).toEqual([
      { ...autumn, written: 'changed', saved },
      { ...winter, written: 'same' },
    ]);
    expect(read('autumn-launch.md')).toContain('dailyLimit: 200');
    rmSync(join(world.home, 'camp', lockName));
    edit('autumn-launch.md', 'One', 'Another one');
    await pull();
    expect([read('autumn-launch.md.orig'), read('autumn-launch.md.orig2').includes('Another one')]).toEqual([
      mine,
      true,
    ]);
    expect((await pull()).json().items[0].written).toBe('same');
    expect(files()).toHaveLength(5);
  });

  it('keeps the same text once, and names the copy also with -q', async () => {
    const { world, pull, read, edit, files } = await folderWorld();
    await pull();
    for (const _ of [1, 2]) {
      edit('autumn-launch.md', 'dailyLimit: 200', 'dailyLimit: 90');
      const { out, err } = await world.outreach('campaigns pull camp -q');
      expect([out, err]).toEqual([
        'autumn-launch.md\t1\tchanged\tautumn-launch.md.orig\nwinter.md\t2\tsame\t\n',
        '',
      ]);
    }
    expect(files()).toEqual(['autumn-launch.md', 'autumn-launch.md.orig', lockName, 'winter.md']);
    expect(read('autumn-launch.md.orig')).toContain('dailyLimit: 90');
  });

  it('warns where a value of the profile becomes a plain one', async () => {
    const { world, pull, read, edit, path } = await folderWorld();
    await pull();
    mkdirSync(path('values'));
    writeFileSync(path('values/sandbox.yaml'), 'limit: 200\nseason: Autumn\nend: 17\n');
    edit('autumn-launch.md', 'dailyLimit: 200', `dailyLimit: \${limit}`);
    edit('autumn-launch.md', 'name: Autumn', `name: \${season}`);
    edit('autumn-launch.md', 'to: 17:00', `to: "\${end}:00"`);
    expect(await pull()).toMatchObject({ exit: 0, err: '' });
    await world.outreach('campaigns update 1 --daily-limit 70 --name "Winter launch"');
    await world.outreach('campaigns schedule 1 --to 16:00');
    const { err } = await pull();
    for (const [key, reference, written] of [
      ['dailyLimit', `\${limit}`, 'dailyLimit: 70'],
      ['name', `\${season}`, 'name: Winter launch'],
      ['schedule.to', `\${end}`, 'to: 16:00'],
    ] as const) {
      expect(err).toMatch(
        new RegExp(
          `autumn-launch\\.md: ${key} has no .${reference.slice(1)} any more: .* change values/sandbox.yaml`,
        ),
      );
      expect(read('autumn-launch.md')).toContain(written);
    }
  });

  it('leaves what resolves to the same: a value, all mailboxes of a domain', async () => {
    const { world, pull, read, edit, path } = await folderWorld();
    await world.outreach(
      'campaigns senders attach 1 anna.berg@northwind-mail.example mira.osei@northwind-mail.example tom.hale@northwind-mail.example',
    );
    await pull();
    mkdirSync(path('values'));
    writeFileSync(path('values/sandbox.yaml'), 'limit: 200\n');
    edit('autumn-launch.md', 'dailyLimit: 200', `dailyLimit: \${limit}`);
    edit(
      'autumn-launch.md',
      read('autumn-launch.md').match(/senders: .*/)?.[0] ?? '',
      'senders: ["*@northwind-mail.example"]',
    );
    const mine = read('autumn-launch.md');
    expect((await pull()).json().items[0].written).toBe('same');
    await world.outreach('campaigns senders attach 1 jonas.lind@try-northwind.example');
    await world.outreach('campaigns update 1 --daily-limit 70');
    await pull();
    expect(read('autumn-launch.md')).toBe(
      mine
        .replace(`\${limit}`, '70')
        .replace(
          '"*@northwind-mail.example"',
          '"*@northwind-mail.example", jonas.lind@try-northwind.example',
        ),
    );
  });

  it('knows a file by the lock, else by its name', async () => {
    const { world, pull, read, edit, path, files } = await folderWorld();
    await pull();
    await world.outreach('campaigns update 1 --name Spring');
    expect((await pull()).json().items[0]).toEqual({ ...autumn, written: 'changed' });
    writeFileSync(path('own.md'), read('winter.md'));
    rmSync(path('winter.md'));
    expect((await pull('2')).json().items).toEqual([{ file: 'own.md', campaignId: 2, written: 'same' }]);
    expect(
      Object.keys(
        Object.values(JSON.parse(read(lockName)).accounts as Record<string, { files: object }>)[0]?.files ??
          {},
      ),
    ).toEqual(['autumn-launch.md', 'own.md']);
    edit('own.md', 'name: Winter', 'name: Own');
    rmSync(path(lockName));
    await pull('2');
    expect(files()).toEqual(['autumn-launch.md', 'outreach.lock.json', 'own.md', 'winter.md']);
  });

  it('gives two campaigns of one name two files, also without a lock', async () => {
    const { world, pull, path } = await folderWorld();
    await world.outreach('campaigns create winter');
    await world.outreach('campaigns create Spring');
    await world.outreach('campaigns update 4 --name Winter');
    const { items } = (await pull()).json();
    expect(items.map(({ file }: { file: string }) => file)).toEqual([
      'autumn-launch.md',
      'winter-3.md',
      'winter-4.md',
      'winter.md',
    ]);
    rmSync(path(lockName));
    const again = (await pull()).json().items;
    expect(again).toEqual(items.map((item: object) => ({ ...item, written: 'same' })));
  });

  it('writes nothing where a file cannot be read, or the lock', async () => {
    const { pull, path, files } = await folderWorld();
    mkdirSync(path(''));
    writeFileSync(path('bad.md'), '---\nname: Bad\ndailyLimit: many\n---\n');
    const { exit, err } = await pull();
    expect([exit, err, files()]).toEqual([2, expect.stringContaining('bad_campaign_file'), ['bad.md']]);
    rmSync(path('bad.md'));
    writeFileSync(path(lockName), '{');
    expect([(await pull()).exit, files()]).toEqual([2, [lockName]]);
  });

  it('makes a folder but not its parents, and writes through no link', async () => {
    const { world, pull, path } = await folderWorld();
    const { exit, err } = await world.outreach('campaigns pull a/b');
    expect([exit, err, existsSync(join(world.home, 'a'))]).toEqual([
      2,
      expect.stringContaining('no folder a'),
      false,
    ]);
    await pull();
    rmSync(path('winter.md'));
    writeFileSync(join(world.home, 'other'), 'mine');
    symlinkSync(join(world.home, 'other'), path(`${lockName}2`));
    rmSync(path(lockName));
    symlinkSync(join(world.home, 'other'), path(lockName));
    expect([(await pull()).exit, readFileSync(join(world.home, 'other'), 'utf8')]).toEqual([2, 'mine']);
    expect(existsSync(path('winter.md'))).toBe(false);
    writeFileSync(join(world.home, 'file'), '');
    expect((await world.outreach('campaigns pull file')).exit).toBe(2);
  });

  it('leaves out what cannot be read, and says how to set its path', async () => {
    let isMissing = true;
    const { pull, read } = await folderWorld({
      between: (next) => async (request, signal) =>
        isMissing && request.method === 'GET' && /^\/campaigns\/\d+(\/sequence)?$/.test(request.path)
          ? { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
          : next(request, signal),
    });
    const { exit, err } = await pull();
    expect([exit, err]).toEqual([0, expect.stringContaining('settings left out of 2 files: ')]);
    const once = read('autumn-launch.md');
    expect(once).toMatch(
      /^---\nname: .*\nflow: .*\nschedule: .*\nsenders: .*\n(# Left out by campaigns pull: .*profiles route campaigns\.(get|sequence) .*\n){2}---\n\n$/,
    );
    expect((await pull()).json().items[0].written).toBe('same');
    isMissing = false;
    await pull();
    expect(read('autumn-launch.md')).toMatch(
      /^---\nname(?:(?!# Left).)*--- step .*--- signature ---\nAna\n$/s,
    );
  });

  it.each(['﻿', ''])('keeps the line ends and the mark %j of a file', async (mark) => {
    const { world, pull, path, read } = await folderWorld();
    await pull();
    writeFileSync(path('autumn-launch.md'), mark + read('autumn-launch.md').replaceAll('\n', '\r\n'));
    const before = read('autumn-launch.md');
    expect((await pull()).json().items[0].written).toBe('same');
    await world.outreach('campaigns update 1 --daily-limit 150');
    await pull();
    expect(read('autumn-launch.md')).toBe(before.replace('200', '150'));
  });

  it('keeps the encoding of a file', async () => {
    const { world, pull, path, read } = await folderWorld();
    await pull();
    const text = `\uFEFF${read('autumn-launch.md')}`;
    writeFileSync(path('autumn-launch.md'), Buffer.from(text, 'utf16le').swap16());
    await world.outreach('campaigns update 1 --daily-limit 150');
    await pull();
    expect(readFileSync(path('autumn-launch.md'))).toEqual(
      Buffer.from(text.replace('200', '150'), 'utf16le').swap16(),
    );
  });

  it('leaves a campaign out whose name would be taken for a key', async () => {
    const { world, pull, files } = await folderWorld();
    await world.outreach('campaigns create run_ab12cd34_0123456789012345678901234567890123456789');
    world.database.exec(
      "UPDATE campaign SET name = 'run_ab12cd34_0123456789012345678901234567890123456789' WHERE id = 2",
    );
    const { exit, err, out } = await pull();
    expect([exit, err, files()]).toEqual([
      0,
      expect.stringContaining('Campaign 2 is left out'),
      ['autumn-launch.md', lockName],
    ]);
    expect(err + out).not.toContain('0123456789');
  });

  it('replaces no file that changes meanwhile, and says what was written before', async () => {
    let meanwhile = () => {};
    const { world, pull, read, edit } = await folderWorld({
      between: (next) => async (request, signal) => {
        if (request.path === '/campaigns/2/sequence') meanwhile();
        return next(request, signal);
      },
    });
    await pull();
    await world.outreach('campaigns update 1 --daily-limit 150');
    await world.outreach('campaigns update 2 --daily-limit 150');
    meanwhile = () => edit('winter.md', 'name: Winter', 'name: Winter # mine');
    const { exit, err } = await pull();
    const { code, message } = JSON.parse(err).error;
    expect([exit, code, message]).toEqual([
      7,
      'changed_meanwhile',
      expect.stringMatching(/^1 of 2 files written, then: camp\/winter\.md /),
    ]);
    expect([read('autumn-launch.md').includes('150'), read('winter.md').includes('150')]).toEqual([
      true,
      false,
    ]);
    expect(read(lockName).match(/"dailyLimit": \d+/g)).toEqual(['"dailyLimit": 150']);
  });

  it('needs no more than a key that reads', async () => {
    const env = { OUTREACH_API_KEY: sandboxReadOnlyKey };
    const { exit, out } = await (await newWorld({ env })).outreach('campaigns pull camp');
    expect([exit, out]).toEqual([0, '']);
  });

  it('leaves whole files where it is interrupted, and goes on the next time', async () => {
    const { world, pull, files } = await folderWorld({
      between: (next) => async (request, signal) => {
        if (request.path === '/campaigns/2/sequence' && !interrupted) {
          interrupted = true;
          world.interrupt();
        }
        return next(request, signal);
      },
    });
    let interrupted = false;
    expect([(await pull()).exit, files()]).toEqual([130, []]);
    expect((await pull()).exit).toBe(0);
  });
});

it('keeps the lock in the folder for locks where one is set, and finds it there again', async () => {
  const { world, path, pull } = await folderWorld({ env: { OUTREACH_LOCK_FOLDER: 'locks' } });
  mkdirSync(join(world.home, 'locks'));
  expect((await pull()).exit).toBe(0);
  expect(existsSync(path('outreach.lock.json'))).toBe(false);
  expect(readdirSync(join(world.home, 'locks'))).toEqual([expect.stringMatching(/^[0-9a-f]+\.lock\.json$/)]);
  const plan = (await world.outreach('campaigns plan camp --json')).json();
  expect(plan.items.map(({ action }: { action: string }) => action)).toEqual(['same', 'same']);
});
