import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';
import { manyLeads } from './many-items.ts';

const ann = 'leads add ann@acme.com --first-name Ann --company Acme --var City=Porto';

async function worldWith(csv: string) {
  const world = await newWorld();
  await world.outreach(ann);
  await writeFile(join(world.home, 'people.csv'), csv);
  return world;
}

const person = async (world: TestWorld, address: string) => {
  const { firstName, lastName, company, customVariables } = (
    await world.outreach(`leads get ${address} --json`)
  ).json();
  return { firstName, lastName, company, ...customVariables };
};
const people = async (world: TestWorld) =>
  (await world.outreach('leads list --all --json')).json().items.map(({ email }: { email: string }) => email);

const file = [
  'email,first_name,last_name,company,city',
  'ANN@acme.com,WRONG,Moss,WRONG,WRONG',
  'ben@acme.com,Ben,,Acme,',
].join('\n');

describe('a column whose name is no merge tag', () => {
  const header = 'email,Umsatz (€)\n';

  it('keeps the one under which it is stored, for all people of the file', async () => {
    const world = await worldWith(`${header}ann@acme.com,7\nben@acme.com,8\n`);
    await world.outreach(['leads', 'update', 'ann@acme.com', '--var', 'Umsatz (€)=5']);
    const rehearsed = (await world.outreach('leads import people.csv --dry-run --json')).json();
    expect(rehearsed.mapping).toMatchObject([{}, { becomes: 'var:Umsatz (€)' }]);
    expect((await world.outreach('leads import people.csv')).exit).toBe(0);
    expect(await person(world, 'ann@acme.com')).toEqual({
      ...{ firstName: 'Ann', lastName: null, company: 'Acme' },
      ...{ City: 'Porto', 'Umsatz (€)': '7' },
    });
    expect(await person(world, 'ben@acme.com')).toMatchObject({ 'Umsatz (€)': '8' });
  });

  it('is found by the first person of the file where others are newer', async () => {
    const world = await worldWith(`${header}ann@acme.com,7\n`);
    await world.outreach(['leads', 'update', 'ann@acme.com', '--var', 'Umsatz (€)=5']);
    const others = Array.from({ length: 201 }, (_, at) => `new${at}@lumen.example\n`);
    await world.outreach('leads import -', { stdin: `email\n${others.join('')}` });
    await world.outreach('leads import people.csv');
    expect(await person(world, 'ann@acme.com')).toMatchObject({ 'Umsatz (€)': '7' });
  });

  it('gets one that can be typed where nothing is stored', async () => {
    const world = await worldWith(`${header}ann@acme.com,7\n`);
    await world.outreach('leads import people.csv');
    expect(await person(world, 'ann@acme.com')).toMatchObject({ umsatz: '7' });
  });
});

describe('an import that says who is touched', () => {
  it('adds only new people, and changes no one', async () => {
    const world = await worldWith(file);
    const done = (await world.outreach('leads import people.csv --only-new --json')).json();
    expect(done).toMatchObject({
      valid: 2,
      sent: 1,
      skipped: 1,
      batches: 1,
      diff: { new: 1, changed: 0, same: 1 },
    });
    expect(await person(world, 'ann@acme.com')).toEqual({
      firstName: 'Ann',
      lastName: null,
      company: 'Acme',
      City: 'Porto',
    });
    expect(await people(world)).toEqual(['ben@acme.com', 'ann@acme.com']);
  });

  it('changes only people who are there', async () => {
    const world = await worldWith(file);
    const done = (await world.outreach('leads import people.csv --only-existing --json')).json();
    expect(done).toMatchObject({ sent: 1, skipped: 1, diff: { new: 1, changed: 1 } });
    expect(await people(world)).toEqual(['ann@acme.com']);
    expect(await person(world, 'ann@acme.com')).toMatchObject({ firstName: 'WRONG', City: 'WRONG' });
  });

  it('fills only what is empty', async () => {
    const world = await worldWith(file);
    const done = (await world.outreach('leads import people.csv --keep-existing --json')).json();
    expect(done).toMatchObject({ sent: 2, skipped: 0, diff: { new: 1, changed: 1, wereEmpty: 1 } });
    expect(await person(world, 'ann@acme.com')).toEqual({
      firstName: 'Ann',
      lastName: 'Moss',
      company: 'Acme',
      City: 'Porto',
    });
  });

  it('gives a default only to those who have no value', async () => {
    const world = await worldWith('email,first_name\nann@acme.com,\nben@acme.com,\ncy@acme.com,Cy\n');
    const line = 'leads import people.csv --default firstName=there --default var:city=a=b';
    expect((await world.outreach(line)).exit).toBe(0);
    expect(await person(world, 'ann@acme.com')).toMatchObject({ firstName: 'Ann', City: 'Porto' });
    expect(await person(world, 'ben@acme.com')).toMatchObject({ firstName: 'there', city: 'a=b' });
    expect(await person(world, 'cy@acme.com')).toMatchObject({ firstName: 'Cy' });
  });

  it('overwrites with a value of the file that is the default as well', async () => {
    const world = await worldWith('email,first_name\nann@acme.com,there\n');
    await world.outreach('leads import people.csv --default firstName=there');
    expect(await person(world, 'ann@acme.com')).toMatchObject({ firstName: 'there' });
  });

  it.each([
    ['--default email=x', 'cannot fill "email"'],
    ['--default city=x', 'cannot fill "city"'],
    ['--default firstName', 'lacks a value'],
    ['--only-new --only-existing', '--only-new and --only-existing cannot be used together'],
  ])('refuses %s', async (options, message) => {
    const world = await worldWith(file);
    const before = world.requests.length;
    const { exit, err } = await world.outreach(`leads import people.csv ${options}`);
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining(message) });
    expect(world.requests).toHaveLength(before);
  });

  it('leaves a middle name alone that the service would not take, and says so', async () => {
    const world = await worldWith('email,middle name,last_name\nann@acme.com,Q,Moss\n');
    const done = (await world.outreach('leads import people.csv --only-existing --json')).json();
    expect(done.diff).toMatchObject({ changed: 1, middleNames: 1, wereEmpty: 1 });
  });

  it('shows old and new values, and asks for few addresses among many leads one by one', async () => {
    const world = await worldWith(
      `email\n${Array.from({ length: 300 }, (_, n) => `lead${n}@lumen.example`).join('\n')}\n`,
    );
    await world.outreach('leads import people.csv');
    await writeFile(join(world.home, 'one.csv'), 'email,first_name,city\nann@acme.com,Anna,Porto\n');
    const before = world.requests.length;
    const { json } = await world.outreach('leads import one.csv --dry-run --diff --json');
    expect(world.requests.slice(before)).toHaveLength(json().diff.calls);
    expect(json().diff).toMatchObject({ changed: 1, calls: 2 });
    expect(json().diff.examples).toEqual([
      {
        row: 2,
        email: 'ann@acme.com',
        fields: ['firstName'],
        changes: [{ field: 'firstName', from: 'Ann', to: 'Anna' }],
      },
    ]);
    const shown = await world.outreach('leads import one.csv --dry-run --diff', { tty: true });
    expect(shown.err).toContain('To compare, it asks the service for 1 address: 2 calls');
    expect(shown.out).toContain('First name "Ann" -> "Anna"');
  });

  it('says nothing of the cost where there is no one to compare with', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'people.csv'), file);
    expect((await world.outreach('leads import people.csv --only-new')).err).not.toContain('To compare');
    await writeFile(join(world.home, 'more.csv'), 'email\nann@acme.com\nnew@acme.com\n');
    const more = await world.outreach('leads import more.csv --only-new --dry-run');
    expect(more.err).toContain('it reads all 2 leads of the service');
  });

  it('makes over 2,000 calls only for --yes or a person who agrees', async () => {
    const world = await newWorld({ between: manyLeads });
    const rows = Array.from({ length: 2000 }, (_, n) => `lead${n}@lumen.example`).join('\n');
    await writeFile(join(world.home, 'people.csv'), `email\n${rows}\n`);
    for (const line of ['--only-new', '--only-new --dry-run']) {
      const before = world.requests.length;
      const { exit, err } = await world.outreach(`leads import people.csv ${line}`);
      expect({ exit, err }).toMatchObject({ exit: 3, err: expect.stringContaining('2,001 calls') });
      expect(world.requests.slice(before)).toHaveLength(1);
    }
  });
});

describe('an import into a campaign', () => {
  const csv = 'email\nann@acme.com\nben@gmail.com\ncy@gmail.com\n';
  const line = 'leads import people.csv --campaign Launch --yes';

  it('says how many the campaign has afterwards, and how many did not join, with -q as well', async () => {
    const world = await worldWith(csv);
    await world.outreach('campaigns create Launch');
    const before = world.requests.length;
    expect((await world.outreach(`${line} --json --no-before`)).json()).toMatchObject({
      sent: 3,
      inCampaign: 1,
      notJoined: 2,
    });
    const listed = world.requests.slice(before).filter((request) => request.startsWith('GET /leads'));
    // Before and after, and two that look for people who opted out.
    expect(listed).toHaveLength(4);
    const { out } = await world.outreach(`${line} --restart -q --no-color`, { tty: true });
    expect(out).toMatch(/In the campaign +1\nDid not join +3\n/);
    await writeFile(join(world.home, 'people.csv'), 'email\ndan@acme.com\n');
    expect((await world.outreach(`${line} --no-color`, { tty: true })).out).toMatch(/In the campaign +2\n/);
  });

  it('warns of people who did not join one that has others, in a pipe and with --json as well', async () => {
    const world = await worldWith('email\neve@acme.com\nfay@acme.com\n');
    await world.outreach('campaigns create Launch');
    await world.outreach(line);
    world.database.prepare("UPDATE lead SET unsubscribed_at = 1 WHERE email = 'eve@acme.com'").run();
    await world.outreach('campaigns create Next');
    await world.outreach('leads add gus@acme.com --campaign Next');
    const next = 'leads import people.csv --campaign Next --yes';
    const { exit, json, err } = await world.outreach(`${next} --json`);
    expect({ exit, done: json() }).toMatchObject({ exit: 0, done: { sent: 2, inCampaign: 2, notJoined: 1 } });
    expect(err).toContain('1 of 2 people did not join campaign 2');
    expect((await world.outreach(`${next} --restart`)).err).toContain(
      '2 of 2 people did not join campaign 2',
    );
  });

  it('is done where that cannot be read', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.method === 'GET' && request.path === '/leads'
          ? { status: 500, headers: {}, body: '{}' }
          : next(request, signal),
    });
    await writeFile(join(world.home, 'people.csv'), csv);
    await world.outreach('campaigns create Launch');
    const refused = await world.outreach(`${line} --json`);
    expect(refused.exit).toBe(11);
    expect(refused.err).toContain('--no-before imports without');
    const { exit, json, err } = await world.outreach(`${line} --json --no-before`);
    expect({ exit, done: json() }).toMatchObject({
      exit: 0,
      done: { sent: 3, inCampaign: null, notJoined: null },
    });
    expect(err).toContain('is not known');
  });
});
