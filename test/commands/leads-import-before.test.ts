import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { commands } from './few-a-call.ts';
import { manyLeads } from './many-items.ts';
import { call } from './mcp-serve/session.ts';

async function worldWith(csv: string, options: WorldOptions = {}) {
  const world = await newWorld(options);
  await world.outreach('leads add ann@acme.com --first-name Ann --company Acme --var City=Porto');
  await world.outreach('leads add ben@acme.com --first-name =Ben');
  await writeFile(join(world.home, 'people.csv'), csv);
  return world;
}

const file = [
  'email,first_name,last_name,company,city',
  'ann@acme.com,WRONG,Moss,Acme,WRONG',
  'ben@acme.com,WRONG,,,',
  'cy@acme.com,Cy,,,',
].join('\n');

const textOf = (world: TestWorld, name: string) => readFile(join(world.home, name), 'utf8');
const filesOf = async (world: TestWorld) =>
  (await readdir(world.home)).filter((name) => name.includes('before')).sort();
const leads = async (world: TestWorld) =>
  (await world.outreach('leads list --all --json'))
    .json()
    .items.map(({ email, firstName, lastName, company, customVariables }: Record<string, unknown>) => ({
      email,
      firstName,
      lastName,
      company,
      customVariables,
    }));

describe('the file of old values', () => {
  it('brings back no one who was deleted since, whose opt-out is gone', async () => {
    const world = await worldWith(file);
    expect((await world.outreach('leads import people.csv')).exit).toBe(0);
    expect((await world.outreach('leads delete ann@acme.com --yes')).exit).toBe(0);
    const undone = await world.outreach('leads import people.before.csv --json');
    expect(undone.json()).toMatchObject({ sent: 1, skipped: 1 });
    expect(undone.err).toContain(
      '1 person of the file is no longer there, and is not restored: ann@acme.com.',
    );
    expect((await leads(world)).map(({ email }: { email: string }) => email).sort()).toEqual([
      ...['ben@acme.com', 'cy@acme.com'],
    ]);
  });

  it('puts them back, and lists what it cannot', async () => {
    const world = await worldWith(file);
    const before = await leads(world);
    const done = (await world.outreach('leads import people.csv --json')).json();
    expect(done).toMatchObject({
      sent: 3,
      before: 'people.before.csv',
      beforeWhy: null,
      diff: { new: 1, changed: 2, wereEmpty: 1 },
    });
    expect(await textOf(world, 'people.before.csv')).toBe(
      [
        '"email","firstName","lastName","customVariables","_was_empty","_new"',
        '"ann@acme.com","Ann","","{""City"":""Porto""}","lastName",""',
        `"ben@acme.com","'=Ben","","","",""`,
        '"cy@acme.com","","","","","yes"',
        '',
      ].join('\r\n'),
    );
    expect((await stat(join(world.home, 'people.before.csv'))).mode & 0o777).toBe(0o600);
    const undone = (await world.outreach('leads import people.before.csv --no-before --json')).json();
    expect(undone).toMatchObject({ sent: 2, empty: 1, before: null, beforeWhy: '--no-before' });
    const [cy, ben, ann] = await leads(world);
    expect(cy.email).toBe('cy@acme.com');
    expect([ben, { ...ann, lastName: null }]).toEqual(before);
    expect(ann.lastName).toBe('Moss');
  });

  it('that has nothing to put back says so, and is offered to no one', async () => {
    const world = await worldWith('email,phone\nann@acme.com,1\nnew@acme.com,2\n');
    const done = await world.outreach('leads import people.csv --no-color', { tty: true });
    expect(done.out).toMatch(/It puts back +nothing; it only lists 1 field that was empty and 1 new person/);
    expect(done.err).not.toContain('put the old values back');
    const undone = await world.outreach('leads import people.before.csv');
    expect([undone.exit, undone.err]).toEqual([
      2,
      expect.stringContaining('people.before.csv has no old value to put back, so nothing was sent'),
    ]);
    await writeFile(join(world.home, 'people.csv'), 'email,phone\nann@acme.com,3\n');
    const changed = await world.outreach('leads import people.csv --no-color', { tty: true });
    expect(changed.out).toMatch(/It puts back +1 value\n/);
    expect(changed.err).toContain('put the old values back: outreach leads import people.before-2.csv');
  });

  it('is not made where no one changes', async () => {
    const world = await worldWith('email\nann@acme.com\nnew@acme.com\n');
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
      before: null,
      beforeWhy: 'no one who was there changes',
    });
    expect(await filesOf(world)).toEqual([]);
  });

  it('never takes the place of another file', async () => {
    const world = await worldWith(file);
    await writeFile(join(world.home, 'people.before.csv'), 'mine');
    const first = (await world.outreach('leads import people.csv --json')).json();
    expect(first.before).toBe('people.before-2.csv');
    await writeFile(join(world.home, 'people.csv'), file.replaceAll('WRONG', 'WORSE'));
    const second = (await world.outreach('leads import people.csv --before old.csv --json')).json();
    expect(second.before).toBe('old.csv');
    await writeFile(join(world.home, 'people.csv'), file.replaceAll('WRONG', 'WORST'));
    const again = (await world.outreach('leads import people.csv --before=old.csv --json')).json();
    expect(again.before).toBe('old-2.csv');
    expect(await textOf(world, 'old-2.csv')).toContain('"WORSE"');
    for (const options of ['--before', '--before=-', '--before x.csv --no-before'])
      expect([options, (await world.outreach(`leads import people.csv ${options}`)).exit]).toEqual([
        options,
        2,
      ]);
    await mkdir(join(world.home, 'lists'));
    await writeFile(join(world.home, 'lists', 'people.csv'), file);
    const beside = (await world.outreach('leads import lists/people.csv --json')).json();
    expect(beside.before).toBe(join('lists', 'people.before.csv'));
    expect(await textOf(world, beside.before)).toContain('"WORST"');
    expect(await textOf(world, 'people.before.csv')).toBe('mine');
    const stdin = file.replaceAll('WRONG', 'OTHER');
    const third = await world.outreach('leads import - --json', { stdin });
    expect(third.json().before).toBe('import-1.before.csv');
  });

  it('does not bring back someone who was new and is gone, nor give anyone its columns', async () => {
    const world = await worldWith(file);
    await world.outreach('leads import people.csv');
    await world.outreach('leads delete cy@acme.com --yes');
    await world.outreach('leads import people.before.csv --no-before');
    expect((await world.outreach('leads get cy@acme.com')).exit).toBe(6);
    await writeFile(join(world.home, 'marks.csv'), 'email,_note,city\nann@acme.com,x,Lisboa\n');
    await world.outreach('leads import marks.csv --no-before');
    const { customVariables } = (await world.outreach('leads get ann@acme.com --json')).json();
    expect(customVariables).toEqual({ City: 'Lisboa' });
  });

  it('keeps names and types of variables, also one that is called like a field', async () => {
    const world = await newWorld();
    const body = `{"leads":[{"email":"ann@acme.com","customVariables":{"First Name":"x","Phone 2":1234567890123456789,"tags":["a",{"b":1}],"ok":true}}]}`;
    await world.outreach('api leads.upsert --input - --yes', { stdin: body });
    await writeFile(
      join(world.home, 'people.csv'),
      'email,customVariables\nann@acme.com,"{""first name"":""y"",""Phone 2"":2,""tags"":3,""ok"":4}"\n',
    );
    const before = (await world.outreach('leads get ann@acme.com --json')).out;
    await world.outreach('leads import people.csv');
    expect((await world.outreach('leads get ann@acme.com --json')).json().customVariables.tags).toBe(3);
    await world.outreach('leads import people.before.csv');
    const withoutTime = (text: string) => text.replace(/"updatedAt": ?"[^"]+"/, '');
    expect(withoutTime((await world.outreach('leads get ann@acme.com --json')).out)).toBe(
      withoutTime(before),
    );
  });

  it.each([
    ['Unsubscribed', 'no', 'yes'],
    ['ZeroBounce Status', 'valid', 'invalid'],
  ])('puts back a row that an import would leave out: %s from %s to %s', async (column, first, last) => {
    const world = await newWorld();
    const put = (value: string) =>
      writeFile(join(world.home, 'people.csv'), `email,${column}\nann@acme.com,${value}\nben@acme.com,x\n`);
    const values = async () =>
      (await leads(world)).map((lead: Record<string, unknown>) => lead.customVariables);
    await put(last);
    await world.outreach('leads import people.csv --keep opted-out,invalid');
    const before = await values();
    // An import would not take the opt-out back.
    await world.outreach(['leads', 'update', 'ann@acme.com', '--var', `${column}=${first}`]);
    await world.outreach('leads import people.csv --keep opted-out,invalid');
    expect(await values()).toEqual(before);
    const [file = ''] = await filesOf(world);
    const undone = await world.outreach(`leads import ${file} --json`);
    expect(undone.json()).toMatchObject({ sent: 1, rejected: 0, before: 'people.before.before.csv' });
    expect(undone.err.includes('1 person who opted out does not count as opted out')).toBe(last === 'yes');
    expect(await values()).not.toEqual(before);
    const again = await world.outreach('leads import people.before.before.csv --json');
    expect(again.json()).toMatchObject({ sent: 1, rejected: 0, leftOut: { invalid: 0, optedOut: 0 } });
    expect(await values()).toEqual(before);
  });

  it('is not imported into a campaign, by any command', { tags: ['slow', 'needed'] }, async () => {
    const world = await worldWith(file);
    await world.outreach('leads import people.csv');
    await world.outreach('campaigns create Autumn');
    const joined = await world.outreach('leads import people.before.csv --campaign 1');
    expect([joined.exit, joined.err]).toEqual([
      2,
      expect.stringContaining('people.before.csv has old values, and is not imported into a campaign'),
    ]);
    await writeFile(
      join(world.home, 'a.md'),
      '---\nname: Winter\n---\n--- step ---\nSubject: Hi\n\nHello.\n',
    );
    const writes = () => world.requests.filter((request) => !request.startsWith('GET ')).length;
    const before = writes();
    const launched = await world.outreach('campaigns apply a.md --leads people.before.csv --yes');
    expect([launched.exit, launched.err, writes()]).toEqual([
      2,
      expect.stringContaining('people.before.csv has old values'),
      before,
    ]);
  });

  it('is made for an agent in its folder, and nowhere else', async () => {
    const world = await worldWith(file);
    await mkdir(join(world.home, 'room'));
    await writeFile(join(world.home, 'room', 'people.csv'), file);
    const options = '--tools effects --folder room';
    expect(await call(world, options, 'leads_import', { file: 'people.csv' })).toMatchObject({
      before: 'people.before.csv',
    });
    expect(await filesOf(world)).toEqual([]);
    expect(await textOf(world, 'room/people.before.csv')).toContain('"Ann"');
  });

  it.each([
    ['', 0],
    ['--before old.csv', 11],
    ['--keep-existing', 11],
  ])('is left out, with a warning, where who is there cannot be read: %s', async (options, exit) => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.method === 'GET' && request.path === '/leads'
          ? { status: 200, headers: {}, body: '{"leads":7}' }
          : next(request, signal),
    });
    await writeFile(join(world.home, 'people.csv'), file);
    const done = await world.outreach(`leads import people.csv --json ${options}`);
    expect(done.exit).toBe(exit);
    if (exit !== 0) return;
    expect(done.json()).toMatchObject({
      sent: 3,
      before: null,
      beforeWhy: expect.stringMatching(/cannot be read/),
    });
    expect(done.err).toContain('No file of old values');
  });

  it('costs the calls that were said, whatever share changes', { tags: 'slow' }, async () => {
    const csv = (name: (n: number) => string) =>
      `email,first name\n${Array.from({ length: 2000 }, (_, n) => `lead${n}@lumen.example,${name(n)}`).join('\n')}\n`;
    const world = await worldWith(csv(() => 'Al'));
    await world.outreach('leads import people.csv --no-before');
    await writeFile(
      join(world.home, 'people.csv'),
      csv((n) => (n % 10 < 3 ? 'Bo' : 'Al')),
    );
    world.requests.length = 0;
    const { err } = await world.outreach('leads import people.csv');
    const reads = world.requests.filter((request) => request.startsWith('GET'));
    expect(err).toContain(`reads all 2,002 leads of the service: ${reads.length} calls`);
    expect(reads).toHaveLength(12);
    expect(world.requests.length - reads.length).toBe(2);
    expect((await textOf(world, 'people.before.csv')).trim().split('\n')).toHaveLength(601);
  });

  it('is left to --before where it takes over 600 calls to know who is there', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `lead${n}@lumen.example,Al`).join('\n');
    const world = await worldWith(`email,first name\n${rows}\nann@acme.com,WRONG\n`, { between: manyLeads });
    const { before, beforeWhy } = (await world.outreach('leads import people.csv --json')).json();
    expect({ before, beforeWhy }).toEqual({
      before: null,
      beforeWhy: expect.stringMatching(/takes 602 calls; --before <file> makes/),
    });
    const named = await world.outreach('leads import people.csv --restart --before old.csv --json');
    expect(named.json()).toMatchObject({ before: null, diff: { calls: 602, same: 601 } });
  });

  it('is whole before the first change, and the same line ends an import that was cut off anywhere', async () => {
    const rows = Array.from({ length: 8 }, (_, n) => `lead${n}@acme.com`);
    const csv = (name: string) => `email,first_name\n${rows.map((email) => `${email},${name}`).join('\n')}\n`;
    let whole: string | undefined;
    const changedWith: boolean[] = [];
    for (let end = 0; end < 30; end++) {
      const state = { left: Number.POSITIVE_INFINITY, lost: false };
      const world: TestWorld = await newWorld({
        commands,
        between:
          (next: Transport): Transport =>
          async (request, signal) => {
            if (request.method === 'POST' && state.left <= end)
              changedWith.push(existsSync(join(world.home, 'people.before.csv')));
            state.left -= 1;
            if (state.left >= 0) return next(request, signal);
            if (state.left === -1 && state.lost) await next(request, signal);
            throw new WireFailure(state.lost ? 'reset' : 'refused', state.lost, 'gone');
          },
      });
      await writeFile(join(world.home, 'people.csv'), csv('Old'));
      await world.outreach('leads import people.csv');
      await writeFile(join(world.home, 'people.csv'), csv('New'));
      Object.assign(state, { left: end, lost: end % 2 === 1 });
      const cut = await world.outreach('leads import people.csv --json');
      if (cut.exit === 0) break;
      const files = await filesOf(world);
      if (files.length > 0) {
        whole ??= await textOf(world, 'people.before.csv');
        expect(await textOf(world, 'people.before.csv')).toBe(whole);
      }
      state.left = Number.POSITIVE_INFINITY;
      expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
        before: 'people.before.csv',
        valid: 8,
      });
      expect(await filesOf(world)).toEqual(['people.before.csv']);
      expect(await textOf(world, 'people.before.csv')).toBe(
        whole ?? (await textOf(world, 'people.before.csv')),
      );
      expect((await world.outreach('leads get lead7@acme.com --json')).json().firstName).toBe('New');
      await world.outreach('leads import people.before.csv --no-before');
      for (const n of [0, 4, 7])
        expect((await world.outreach(`leads get lead${n}@acme.com --json`)).json().firstName).toBe('Old');
    }
    expect(changedWith).toContain(true);
    expect(changedWith).not.toContain(false);
    expect(whole?.match(/"Old"/g)).toHaveLength(8);
  });
});
