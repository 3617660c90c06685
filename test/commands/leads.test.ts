import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';
import { withReplies } from './conversation.ts';

const example = join(import.meta.dirname, '../../examples/crm-export.csv');

async function worldWith(csv: string | Buffer) {
  const world = await newWorld();
  await writeFile(join(world.home, 'people.csv'), csv);
  return world;
}

describe('leads', () => {
  it('are created once per address, whatever its case, and only what is given changes', async () => {
    const world = await newWorld();
    await world.outreach('leads add Ana@lumen.example --first-name Ana --company Lumen --var city=Porto');
    await world.outreach('leads add ana@LUMEN.example --title "Head of Sales"');
    const list = (await world.outreach('leads list --json')).json();
    expect(list).toMatchObject({ total: 1, page: 1, hasMore: false });
    expect(list.items[0]).toMatchObject({
      firstName: 'Ana',
      company: 'Lumen',
      title: 'Head of Sales',
      customVariables: { city: 'Porto' },
    });
  });

  it.each([
    [{ count: 1, leads: [{ id: 1, email: 'other@x.example' }] }, 14, 'cannot be read: it has other leads'],
    [{ count: 2, leads: [] }, 14, 'cannot be read: it has 0 leads and the count 2, of 1 sent'],
    [{ count: 0, leads: [] }, 15, 'has not taken the lead'],
    [{ count: 1, leads: [{ id: 1, email: 'ANA@lumen.example' }] }, 0, 'Saved.'],
  ])('are added where the answer has them: %j', async (answer, exit, words) => {
    const world = await newWorld({
      between: () => async () => ({ status: 200, headers: {}, body: JSON.stringify(answer) }),
    });
    const run = await world.outreach('leads add ana@lumen.example');
    expect([run.exit, run.err]).toEqual([exit, expect.stringContaining(words)]);
  });

  it('are named by id or by address', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example --first-name Ana');
    const byAddress = (await world.outreach('leads get ANA@lumen.example --json')).json();
    expect((await world.outreach(`leads get ${byAddress.id} --json`)).json()).toEqual(byAddress);
    const missing = await world.outreach('leads get nobody@lumen.example --json');
    expect(missing).toMatchObject({ exit: 6, out: '' });
  });

  it('refuse an address that cannot be one before anything is sent', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('leads add ana.at.lumen');
    expect(exit).toBe(2);
    expect(err).toContain('the address has no @');
    expect(world.requests).toEqual([]);
  });

  it('keep a booked meeting until it is cleared', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    const booked = (await world.outreach('leads categorize 1 meeting_booked --json')).json();
    expect(booked.meetingBookedAt).toEqual(expect.any(String));
    const moved = (await world.outreach('leads categorize 1 interested --json')).json();
    expect(moved).toMatchObject({ tag: 'interested', meetingBookedAt: booked.meetingBookedAt });
    expect((await world.outreach('leads meeting clear 1 --json')).json().meetingBookedAt).toBeNull();
  });

  it('are deleted only with consent', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    const refused = await world.outreach('leads delete ana@lumen.example');
    expect(refused.exit).toBe(3);
    expect(world.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
    expect((await world.outreach('leads delete ana@lumen.example --yes')).exit).toBe(0);
    expect((await world.outreach('leads list --json')).json().total).toBe(0);
  });

  it('are deleted with the running campaigns that they leave in the question', async () => {
    const seed = {
      leads: ['ana@lumen.example', 'bo@lumen.example'].map((email) => ({ email })),
      campaigns: ['Autumn', 'Winter'].map((name, at) => ({
        name,
        status: at === 0 ? 'running' : 'draft',
        schedule: { daysSchedule: '1,2,3,4,5' },
        leads: ['ana@lumen.example'],
        sequence: [{ subject: 'Hi', body: 'Hello' }],
      })),
    };
    const world = await newWorld({ stdin: JSON.stringify(seed) });
    await world.outreach('sandbox seed - --yes');
    const factsOf = async (line: string) =>
      JSON.parse((await world.outreach(`${line} --json`)).err).error.details.facts;
    expect(await factsOf('leads delete ana@lumen.example')).toContain(
      'Lead 1, ana@lumen.example leaves running campaigns: Autumn (campaign 1)',
    );
    expect((await factsOf('leads delete bo@lumen.example')).join()).not.toContain('running');
    expect(await factsOf('leads delete ana@lumen.example bo@lumen.example')).toEqual(
      expect.arrayContaining([
        'Lead 1, ana@lumen.example leaves running campaigns: Autumn (campaign 1)',
        'Lead 2, bo@lumen.example',
      ]),
    );
    const asked = world.requests.length;
    expect((await world.outreach('leads delete ana@lumen.example --yes')).exit).toBe(0);
    expect(world.requests.slice(asked).join()).not.toContain('/campaigns');
  });

  it('say which categories there are when one is misspelt', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('leads categorize 1 intrested');
    expect(exit).toBe(2);
    expect(err).toContain('interested');
    expect(err).toContain('outreach leads categorize 1 interested');
  });
});

describe('leads import', () => {
  it('takes the example file whole and says what became of every kind of bad row', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(['leads', 'import', example]);
    expect(exit).toBe(0);
    for (const part of [
      'malformed address',
      'no email address',
      'wrong number of columns',
      '6 duplicates: the later row wins (',
      '5 empty rows skipped.',
      'Trimmed spaces from 33 addresses.',
    ])
      expect(err).toContain(part);
    expect(out).toContain('crm-export.rejects.csv');

    const result = (await world.outreach(['leads', 'import', example, '--json'])).json();
    expect(result).toMatchObject({
      created: null,
      updated: null,
      unchanged: null,
      batches: 1,
      rejectsFile: 'crm-export.rejects.csv',
      campaignId: null,
    });
    expect(result.read).toBeGreaterThanOrEqual(600);
    expect(result.sent).toBe(result.valid);
    const list = (await world.outreach('leads list --json')).json();
    expect(list.total).toBe(result.valid);
  });

  it('keeps accents, other scripts and line breaks', async () => {
    const csv =
      '\uFEFFFirst Name,Email,Notes\r\nZoë,zoe@lumen.example,"first, then\r\nsecond ""quoted"""\r\n陽菜,hina@orchid.example,\r\n';
    const world = await worldWith(csv);
    await world.outreach('leads import people.csv');
    const zoe = (await world.outreach('leads get zoe@lumen.example --json')).json();
    expect(zoe).toMatchObject({
      firstName: 'Zoë',
      customVariables: { Notes: 'first, then\r\nsecond "quoted"' },
    });
    expect((await world.outreach('leads get hina@orchid.example --json')).json().firstName).toBe('陽菜');
  });

  it('writes rejects that can be mended and imported again', async () => {
    const world = await worldWith('Name,Email\nAna,ana.at.lumen.example\nLi,li@orchid.example\n');
    const first = (await world.outreach('leads import people.csv --json')).json();
    expect(first).toMatchObject({ read: 2, valid: 1, rejected: 1, rejectsFile: 'people.rejects.csv' });
    const path = join(world.home, 'people.rejects.csv');
    const rejects = await readFile(path, 'utf8');
    expect(rejects).toContain('"2","Email","the address has no @"');
    await writeFile(path, rejects.replace('ana.at.lumen', 'ana@lumen'));
    const second = (await world.outreach('leads import people.rejects.csv --json')).json();
    expect(second).toMatchObject({ read: 1, valid: 1, rejected: 0, rejectsFile: null });
    expect((await world.outreach('leads get ana@lumen.example --json')).json().customVariables).toEqual({
      Name: 'Ana',
    });
  });

  it('sends batches of a thousand', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `lead${n}@lumen.example`);
    const world = await worldWith(`Email\n${rows.join('\n')}\n`);
    expect((await world.outreach('leads import people.csv --json')).json()).toMatchObject({
      sent: 2500,
      batches: 3,
    });
    expect(world.requests).toEqual(['GET /leads', 'POST /leads', 'POST /leads', 'POST /leads']);
  });

  it('finds the delimiter and reads what other programs write', async () => {
    const world = await worldWith(Buffer.from('Vorname;E-Mail\nJ\xfcrgen;juergen@lumen.example\n', 'latin1'));
    await world.outreach('leads import people.csv');
    expect((await world.outreach('leads get juergen@lumen.example --json')).json().firstName).toBe('Jürgen');
  });

  it('reads from a pipe', async () => {
    const world = await newWorld();
    const { exit } = await world.outreach('leads import - --json', { stdin: 'email\nana@lumen.example\n' });
    expect(exit).toBe(0);
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
  });

  it.each([
    ['an empty file', '', 'people.csv is empty'],
    ['a header alone', 'Email,Name\n', 'contains no rows of leads'],
    ['a file without header', 'ana@lumen.example,Ana\nli@orchid.example,Li\n', 'lacks its header row'],
    [
      'a file with a long preamble',
      `${'a line of a report\n'.repeat(25)}Email,First Name\nana@lumen.example,Ana\n`,
      'has more than 20 lines above it',
    ],
    [
      'a quote that is never closed',
      'Email,Notes\nana@lumen.example,"and so on\n',
      'a quoted field is never closed',
    ],
    ['something binary', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]), 'is not a text file'],
  ])('answers %s', async (_, content, message) => {
    const world = await worldWith(content);
    const { exit, out, err } = await world.outreach('leads import people.csv');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
    expect(world.requests).toEqual([]);
  });

  it('answers a wrong delimiter, a missing file and a mapping that leads nowhere', async () => {
    const world = await worldWith('Email,Name\nana@lumen.example,Ana\n');
    expect((await world.outreach(['leads', 'import', 'people.csv', '--delimiter', ';'])).err).toContain(
      'No column holds the email address',
    );
    expect((await world.outreach('leads import nowhere.csv')).err).toContain('nowhere.csv');
    const mapped = await world.outreach(['leads', 'import', 'people.csv', '--map', 'Name=frstName']);
    expect(mapped.exit).toBe(2);
    expect(mapped.err).toContain('firstName');
  });

  it('asks before it adds people to a running campaign, because that sends', async () => {
    const world = await worldWith('Email\nana@lumen.example\n');
    await runningCampaign(world);
    const before = world.requests.length;
    const refused = await world.outreach('leads import people.csv --campaign 1 --json');
    expect(refused).toMatchObject({ exit: 3, out: '' });
    expect(world.requests.slice(before).filter((request) => request.startsWith('POST'))).toEqual([]);
    expect(
      (await world.outreach('leads import people.csv --campaign 1 --yes --json')).json().campaignId,
    ).toBe(1);
  });

  it('sends nothing in a dry run and shows the request', async () => {
    const world = await worldWith('Email\nana@lumen.example\nnope\n');
    const { exit, out } = await world.outreach('leads import people.csv --dry-run');
    expect(exit).toBe(0);
    expect(out).toContain('/leads');
    expect(out).toContain('ana@lumen.example');
    expect(world.requests).toEqual([]);
  });

  it('asks about at most as many as may be new to the campaign, and leaves no file where it is refused', async () => {
    const world = await newWorld();
    await runningCampaign(world);
    const file = 'email\nnope\nana@lumen.example\nben@lumen.example\n';
    await writeFile(join(world.home, 'people.csv'), file);
    const over = await world.outreach('leads import people.csv --campaign 1 --yes --max-recipients 1');
    const unasked = await world.outreach('leads import people.csv --campaign 1');
    expect([over.exit, unasked.exit, await readdir(world.home)]).toEqual([
      3,
      3,
      expect.not.arrayContaining([expect.stringContaining('rejects')]),
    ]);
    expect(unasked.err).toContain('Emails 2 people.');
    const done = await world.outreach('leads import people.csv --campaign 1 --yes --json');
    expect([done.exit, done.json().rejectsFile]).toEqual([0, 'people.rejects.csv']);
    const again = await world.outreach('leads import people.csv --campaign 1 --restart');
    expect([again.exit, again.err]).toEqual([3, expect.stringContaining('Emails up to 2 people.')]);
  });
});

async function runningCampaign(world: Awaited<ReturnType<typeof newWorld>>): Promise<void> {
  await writeFile(join(world.home, 'sequence.md'), '--- step ---\nSubject: Hello\n\nHello there.\n');
  for (const line of [
    'leads add first@orchid.example',
    'campaigns create Autumn',
    'leads add first@orchid.example --campaign 1',
    'campaigns sequence set 1 sequence.md',
    'campaigns senders attach 1 1',
    'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    'campaigns resume 1 --yes',
  ]) {
    const { exit, err } = await world.outreach(line);
    expect(exit, `${line}: ${err}`).toBe(0);
  }
}

it('says at a terminal who was deleted, and gives a pipe the columns', async () => {
  const world = await newWorld({ tty: true, columns: 200 });
  const add = (name: string) => world.outreach(`leads add ${name}@lumen.example --first-name ${name}`);
  await add('ana');
  const { out } = await world.outreach('leads delete ana@lumen.example --yes --no-color');
  expect(out).toMatch(/^Deleted lead \d+, ana \(ana@lumen\.example\)$/m);
  const pipe = await newWorld();
  await pipe.outreach('leads add bo@lumen.example');
  expect((await pipe.outreach('leads delete bo@lumen.example --yes')).out).toMatch(
    /^\d+\tbo@lumen\.example$/m,
  );
});

it('shows a conversation in a pipe as one line for each message', async () => {
  const world = await newWorld({ saved: await withReplies() });
  const campaign = 1;
  const { leadId } = (await world.outreach('replies list --json')).json().items[0];
  const { items } = (await world.outreach(`leads conversation ${leadId} --json`)).json();
  const lines = (await world.outreach(`leads conversation ${leadId}`)).out.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t').slice(0, 3))).toEqual(
    items.map((item: { id: number; direction: string; fromAddress: string; campaignId: number }) => {
      expect(item.campaignId).toBe(campaign);
      return [String(item.id), item.direction, item.fromAddress];
    }),
  );
});

describe('a lead who may have opted out', () => {
  const line = 'outreach blocklist add ana@lumen.example';

  it.each(['', '--yes'])('is not deleted without a word on the blocklist: %s', async (yes) => {
    const world = await newWorld({ tty: true, stdin: 'n\n' });
    await world.outreach('leads add ana@lumen.example');
    const open = await world.outreach(`leads delete ana@lumen.example --dry-run ${yes}`);
    expect(open.out + open.err).toContain('An unsubscribe is forgotten');
    expect((open.out + open.err).replaceAll(/\s+/g, ' ')).toContain(line);
    await world.outreach(line.replace('outreach ', ''));
    const blocked = await world.outreach(`leads delete ana@lumen.example --dry-run ${yes}`);
    expect(blocked.out + blocked.err).not.toContain('An unsubscribe');
  });

  it('is spoken of by a script that deletes it as well', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    const { exit, err } = await world.outreach('leads delete ana@lumen.example --yes');
    expect([exit, err]).toEqual([0, expect.stringContaining('outreach blocklist add <address>')]);
  });
});

describe('a category that means no more email', () => {
  it.each(['not_interested', 'bounced', 'interested'])('%s', async (category) => {
    const world = await newWorld();
    await world.outreach('campaigns create Five');
    await world.outreach('leads import - --campaign 1', { stdin: 'email\nana@lumen.example\n' });
    const draft = await world.outreach(`leads categorize ana@lumen.example ${category}`);
    expect(draft.err).not.toContain('stops no email');
    world.database.exec("UPDATE campaign SET status = 'running'");
    await world.outreach('leads add bo@lumen.example');
    const [inIt, outOfIt] = [
      await world.outreach(`leads categorize ana@lumen.example ${category}`),
      await world.outreach(`leads categorize bo@lumen.example ${category}`),
    ];
    const said =
      'A category stops no email. The lead is in running campaign 1 "Five". To stop what is scheduled: outreach blocklist add ana@lumen.example && outreach leads delete 1';
    expect(inIt.err.includes(said)).toBe(category !== 'interested');
    expect(outOfIt.err).not.toContain('stops no email');
  });
});

describe('a lead who opts out, or gets the address of a person who wants no email', () => {
  it('is said to get what is scheduled, where a variable says that the person opted out', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Five');
    await world.outreach('leads add ana@lumen.example --campaign 1');
    world.database.exec("UPDATE campaign SET status = 'running'");
    const other = await world.outreach('leads update 1 --var city=Bonn');
    expect(other.err).not.toContain('stops no email');
    const { err } = await world.outreach('leads update 1 --var unsubscribed=yes');
    expect(err).toContain('A variable stops no email. The lead is in running campaign 1 "Five".');
  });

  it.each([
    ['blocklist add gone@lumen.example', 'is on the blocklist'],
    ['leads forget gone@lumen.example --yes', 'was forgotten before'],
  ])('is asked about before: %s', async (line, why) => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    await world.outreach(line);
    const update = 'leads update 1 --email gone@lumen.example';
    const { exit, err } = await world.outreach(update);
    expect([exit, err]).toEqual([3, expect.stringContaining(`gone@lumen.example ${why}`)]);
    expect((await world.outreach('leads get 1 --json')).json().email).toBe('ana@lumen.example');
    expect((await world.outreach(`${update} --yes`)).exit).toBe(0);
  });

  it.each(['leads move ana@lumen.example Five', 'leads add ana@lumen.example --campaign Five'])(
    'joins a draft campaign with a warning: %s',
    async (line) => {
      const world = await newWorld();
      await world.outreach('campaigns create Five');
      await world.outreach('leads add ana@lumen.example --var unsubscribed=yes');
      const { exit, err } = await world.outreach(line);
      expect([exit, err]).toEqual([
        0,
        expect.stringContaining('ana@lumen.example opted out before, so the launch checks stop campaign 1.'),
      ]);
    },
  );
});
