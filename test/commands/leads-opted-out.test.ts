import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couldSayOut, optOutIn, sayingOf, statusColumnsOf } from '../../src/domain/address/status-column.ts';
import { newWorld, type WorldOptions } from '../world.ts';

const header = 'First Name,Email,Unsubscribed from all email';

async function worldWith(rows: readonly string[], head = header, options: WorldOptions = {}) {
  const world = await newWorld(options);
  await writeFile(join(world.home, 'crm.csv'), `${[head, ...rows].join('\n')}\n`);
  return world;
}

const addresses = async (world: Awaited<ReturnType<typeof newWorld>>) =>
  (await world.outreach('leads list --all --json')).json().items.map(({ email }: { email: string }) => email);

describe('people who opted out', () => {
  it('are stored as such where they are taken, whatever later rows of their address say', async () => {
    const world = await worldWith([
      'Ana,ana@lumen.example,Yes',
      'Anna,ANA@lumen.example,No',
      'Bo,bo@lumen.example,No',
      'Bob,bo@lumen.example,Yes',
      'Bobby,bo@lumen.example,Yes',
    ]);
    const done = await world.outreach('leads import crm.csv --keep opted-out,invalid --json');
    expect(done.json()).toMatchObject({ read: 5, valid: 2, sent: 2, replaced: 3, rejected: 0 });
    const { items } = (await world.outreach('leads list --all --json')).json();
    expect(items.map(({ firstName }: { firstName: string }) => firstName).sort()).toEqual(['Ana', 'Bobby']);
    await world.outreach('campaigns create Autumn');
    for (const at of [1, 2]) await world.outreach(`leads add ${items[at - 1].email} --campaign 1`);
    const check = await world.outreach('campaigns check 1 --only recipients --json');
    const rules = check.json().problems as { rule: string; count: number }[];
    expect(rules.find(({ rule }) => rule === 'opted-out')).toMatchObject({ count: 2 });
  });

  it('are named by an audit and left out of an import, with the reason in the rejects file', async () => {
    const world = await worldWith([
      'Ana,ana@lumen.example,false',
      'Bo,bo@lumen.example,true',
      'Cy,cy@lumen.example,',
    ]);
    const audit = await world.outreach('leads audit crm.csv --json');
    expect(audit.exit).toBe(0);
    expect(audit.json().problems).toMatchObject([
      { rule: 'opted-out', severity: 'warn', count: 1, rows: [3], examples: ['bo@lumen.example'] },
    ]);
    const done = await world.outreach('leads import crm.csv --json');
    expect(done.exit).toBe(0);
    expect(done.json()).toMatchObject({
      valid: 2,
      sent: 2,
      rejected: 1,
      leftOut: { invalid: 0, optedOut: 1 },
    });
    expect((await addresses(world)).sort()).toEqual(['ana@lumen.example', 'cy@lumen.example']);
    expect(await readFile(join(world.home, 'crm.rejects.csv'), 'utf8')).toContain(
      '"3","Unsubscribed from all email","opted-out: it says ""true""","Bo","bo@lumen.example","true"',
    );
  });

  it('get no email, whatever other rows say of their address', async () => {
    const world = await worldWith([
      'Ana,ana@lumen.example,true',
      'Ana,ANA@lumen.example,false',
      'Bo,bo@lumen.example,false',
      'Bo,bo@lumen.example,true',
      'Cy,cy@lumen.example,false',
    ]);
    const done = (await world.outreach('leads import crm.csv --json')).json();
    expect(done).toMatchObject({
      read: 5,
      valid: 1,
      rejected: 3,
      replaced: 1,
      leftOut: { invalid: 0, optedOut: 3 },
    });
    expect(await addresses(world)).toEqual(['cy@lumen.example']);
    const audit = (await world.outreach('leads audit crm.csv --json')).json();
    expect(audit.problems[0]).toMatchObject({ rule: 'opted-out', count: 3, rows: [2, 3, 5] });
  });

  it('are not in a fixed file either', async () => {
    const world = await worldWith([
      'Ana,ana@lumen.example,',
      'Ana,"Ana <ana@lumen.example>",yes',
      'Bo,bo@lumen.example,',
    ]);
    const fixed = (await world.outreach('leads audit crm.csv --fix fixed.csv --json')).json();
    expect(fixed.leftOut.rows.map(({ row, rule }: { row: number; rule: string }) => [row, rule])).toEqual([
      [2, 'opted-out'],
      [3, 'opted-out'],
    ]);
    expect(await readFile(join(world.home, 'fixed.csv'), 'utf8')).not.toContain('ana@');
  });

  it('stay out with the column left out by --map, in JSON, and end the line as other rejects do', async () => {
    const world = await worldWith(['Ana,ana@lumen.example,true', 'Bo,bo@lumen.example,']);
    const line = ['leads', 'import', 'crm.csv', '--map', 'Unsubscribed from all email=-', '--json'];
    expect((await world.outreach([...line, '--strict'])).exit).toBe(2);
    expect((await world.outreach([...line, '--fail-on-rejects'])).exit).toBe(15);
    expect(await addresses(world)).toEqual(['bo@lumen.example']);
    await writeFile(join(world.home, 'crm.json'), '[{"email":"cy@lumen.example","optedOut":true}]');
    expect((await world.outreach('leads import crm.json --json')).exit).toBe(2);
    expect(await addresses(world)).toEqual(['bo@lumen.example']);
  });

  it.each([
    '"Bo <bo@lumen.example>"',
    'mailto:bo@lumen.example;1',
    '"bo@lumen.example (work)"',
    '"x@lumen.example; bo@lumen.example"',
    'bo@lumen.example.',
    'b\u200bo@lumen.example',
    'bo [at] lumen [dot] example',
    'bo＠lumen.example',
    '"=""bo@lumen.example"""',
  ])('are known in whatever text their address is: %s', async (cell) => {
    const world = await worldWith([`Bo,${cell},yes`, 'Bo,bo@lumen.example,no', 'Cy,cy@lumen.example,']);
    const audit = (await world.outreach('leads audit crm.csv --fix fixed.csv --json')).json();
    expect(audit.problems[0]).toMatchObject({ rule: 'opted-out', count: 2, rows: [2, 3] });
    expect(await readFile(join(world.home, 'fixed.csv'), 'utf8')).not.toContain('bo@');
    expect((await world.outreach('leads import crm.csv --json')).json().leftOut).toEqual({
      invalid: 0,
      optedOut: 2,
    });
    expect(await addresses(world)).toEqual(['cy@lumen.example']);
  });

  it('are known by custom variables, in JSON and in an export of ours', async () => {
    const world = await worldWith(['Cy,cy@lumen.example,']);
    const lead = { email: 'bo@lumen.example', customVariables: { 'Unsubscribed from all email': 'true' } };
    await writeFile(
      join(world.home, 'crm.ndjson'),
      `${JSON.stringify(lead)}\n{"email":"cy@lumen.example"}\n`,
    );
    expect((await world.outreach('leads import crm.ndjson --json')).json().leftOut).toEqual({
      invalid: 0,
      optedOut: 1,
    });
    await writeFile(
      join(world.home, 'export.csv'),
      'email,customVariables\nbo@lumen.example,"{""is_unsubscribed"":true}"\ndi@lumen.example,"{""city"":""Bonn""}"\n',
    );
    expect((await world.outreach('leads import export.csv --json')).json()).toMatchObject({
      valid: 1,
      rejected: 1,
    });
    expect((await addresses(world)).sort()).toEqual(['cy@lumen.example', 'di@lumen.example']);
  });

  it.each(['custom_fields', 'properties'])(
    'are known by another object, as by the launch checks: %s',
    async (name) => {
      const world = await worldWith([]);
      const row = (email: string, unsubscribed: boolean) => ({
        email,
        [name]: { city: 'Bonn', more: { unsubscribed } },
      });
      const rows = [
        row('bo@lumen.example', true),
        { email: 'bo@lumen.example' },
        row('di@lumen.example', false),
      ];
      await writeFile(join(world.home, 'crm.json'), JSON.stringify(rows));
      const done = await world.outreach('leads import crm.json --json');
      expect(done.json()).toMatchObject({ sent: 1, leftOut: { optedOut: 2 } });
      expect(done.err).toContain('1 person who opted out is left out');
      expect(await addresses(world)).toEqual(['di@lumen.example']);
      const blocked = await world.outreach('blocklist import crm.json --only opted-out --json');
      expect(blocked.json()).toMatchObject({ created: 1 });
    },
  );

  it('are known by a value in an object of its own, by a list of objects, and by the path of one in a heading', async () => {
    const world = await worldWith([]);
    const rows = [
      { email: 'ann@lumen.example', properties: { hs_email_optout: { value: 'true' } } },
      { email: 'bo@lumen.example', hs_email_optout: { value: 'true' } },
      { email: 'cy@lumen.example', lists: [{ name: 'News', status: 'unsubscribed' }] },
      { email: 'di@lumen.example', person: { contact: { doNotContact: { flag: 'yes' } } } },
      { email: 'ed@lumen.example', properties: { hs_email_optout: { value: 'false', at: '2024-05-01' } } },
    ];
    await writeFile(join(world.home, 'crm.json'), JSON.stringify(rows));
    const done = await world.outreach('leads import crm.json --json');
    expect(done.json()).toMatchObject({ sent: 1, leftOut: { optedOut: 4 } });
    await writeFile(
      join(world.home, 'flat.csv'),
      'email,properties.hs_email_optout.value\nfay@lumen.example,true\ngus@lumen.example,false\n',
    );
    expect((await world.outreach('leads import flat.csv --json')).json()).toMatchObject({
      sent: 1,
      leftOut: { optedOut: 1 },
    });
    expect((await addresses(world)).sort()).toEqual(['ed@lumen.example', 'gus@lumen.example']);
  });

  it.each([
    { unsubscribed: { email: true, sms: false } },
    { consent: { unsubscribed: { at: '2026-02-02', by: 'link' } } },
    { consent: { email: 'denied' } },
    { consent: 'denied' },
    { optedOut: { date: '2026-02-02' } },
    { do_not_contact: { email: true } },
    { tags: ['newsletter', 'unsubscribed'] },
    { 'Email permission': 'Denied' },
    { 'Kein Kontakt': 'x' },
    { Suppression: 'yes' },
    { Complained: 'true' },
    { 'Sequence status': 'opted_out' },
    { 'Reply category': 'Not interested' },
  ])('are known by %j', (variables) => expect(optOutIn(variables)).toBeDefined());

  it.each([
    { unsubscribed: { email: false, sms: true } },
    { unsubscribed: { date: null } },
    { subscribed: { at: '2026-02-02' } },
    { consent: { email: 'granted', date: '2026-02-02' } },
    { 'Email permission': 'Granted' },
    { Suppression: 'no' },
    { 'Reply category': 'Interested' },
  ])('are not known by %j', (variables) => expect(optOutIn(variables)).toBeUndefined());

  it.each([
    ['a text message', { sms: { opted_out: true } }],
    [
      'one channel of two',
      { subscriptions: { email: { consent: 'SUBSCRIBED' }, sms: { consent: 'UNSUBSCRIBED' } } },
    ],
    ['a list that says no', { opted_out: [{ channel: 'email', value: false }] }],
  ])('are not those who opted out of something else: %s', async (_, more) => {
    const world = await worldWith([]);
    await writeFile(join(world.home, 'crm.json'), JSON.stringify([{ email: 'ann@lumen.example', ...more }]));
    expect((await world.outreach('leads import crm.json --json')).json()).toMatchObject({
      sent: 1,
      leftOut: { optedOut: 0 },
    });
  });

  it('are known in an object as deep as an answer may be, in no time', async () => {
    let value: unknown = true;
    for (let depth = 0; depth < 150; depth += 1) value = { value };
    expect(optOutIn({ properties: { unsubscribed: value } })).toBe('unsubscribed');
    expect(couldSayOut({ properties: { unsubscribed: value } })).toBe(true);
  });

  it('are told from columns of objects alone where one says it', async () => {
    const world = await worldWith([]);
    await writeFile(
      join(world.home, 'crm.json'),
      '[{"email":"bo@lumen.example","properties":{"city":"Bonn"}}]',
    );
    const { exit, err } = await world.outreach('blocklist import crm.json --only opted-out');
    expect([exit, err]).toEqual([2, expect.stringContaining('says who opted out')]);
  });

  it('stay opted out where an object in a variable says otherwise later', async () => {
    const world = await worldWith([]);
    const row = (value: boolean) =>
      writeFile(
        join(world.home, 'crm.json'),
        JSON.stringify([{ email: 'ana@lumen.example', properties: { unsubscribed: { value } } }]),
      );
    await row(true);
    expect((await world.outreach('leads import crm.json --keep opted-out --json')).json().sent).toBe(1);
    await row(false);
    const { err } = await world.outreach('leads import crm.json --json');
    expect(err).toContain('1 person opted out before, and the file says otherwise');
    const ana = (await world.outreach('leads get ana@lumen.example --json')).json();
    expect(ana.customVariables).toEqual({ properties: { unsubscribed: { value: true } } });
  });

  it.each(['draft', 'paused'])('join no campaign by a file that does not say it: %s', async (status) => {
    const world = await worldWith(['Ana,ana@lumen.example,yes', 'Bo,bo@lumen.example,no']);
    await world.outreach('leads import crm.csv --keep opted-out');
    await world.outreach('campaigns create Autumn');
    world.database.prepare('UPDATE campaign SET status = ?').run(status);
    const people = ['Anna,ana@lumen.example', 'Bob,bo@lumen.example', 'Cy,cy@lumen.example'];
    await writeFile(join(world.home, 'new.csv'), ['First Name,Email', ...people, ''].join('\n'));
    const line = 'leads import new.csv --campaign Autumn --json';
    const rehearsed = (await world.outreach(`${line} --dry-run`)).json();
    expect(rehearsed).toMatchObject({ valid: 3, skipped: 1, diff: { optedOut: 1, new: 1, changed: 1 } });
    const { exit, err, json } = await world.outreach(line);
    expect([exit, json()]).toMatchObject([0, { sent: 2, skipped: 1, inCampaign: 2, notJoined: 0 }]);
    expect(err).toContain('1 person opted out before, and is not added to the campaign: ana@');
    expect((await world.outreach('leads list --campaign Autumn --json')).json().total).toBe(2);
    // Without a campaign the values of the file are taken.
    await world.outreach('leads import new.csv');
    expect((await world.outreach('leads get ana@lumen.example --json')).json().firstName).toBe('Anna');
  });

  it('join no campaign with --no-before either, and the dry run still shows the leads', async () => {
    const world = await worldWith(['Ana,ana@lumen.example,yes']);
    await world.outreach('leads import crm.csv --keep opted-out');
    await world.outreach('campaigns create Autumn');
    await writeFile(join(world.home, 'new.csv'), 'Email\nana@lumen.example\ncy@lumen.example\n');
    const line = 'leads import new.csv --campaign Autumn';
    const { out } = await world.outreach(`${line} --dry-run --no-color`, { tty: true });
    expect(out).toMatch(/Opted out before +1\n.*Lead 1.*cy@lumen\.example/s);
    const { json } = await world.outreach(`${line} --no-before --json`);
    expect(json()).toMatchObject({ sent: 1, skipped: 1, inCampaign: 1, before: null });
  });

  it('are said to be perhaps among those who join where --no-before and a broken list leave it open', async () => {
    const world = await worldWith(['Ana,ana@lumen.example,no'], header, {
      between: (next) => async (request, signal) =>
        request.method === 'GET' && request.path === '/leads'
          ? { status: 500, headers: {}, body: '{}' }
          : next(request, signal),
    });
    await world.outreach('campaigns create Autumn');
    const { exit, err, json } = await world.outreach('leads import crm.csv --campaign 1 --no-before --json');
    expect([exit, json()]).toMatchObject([0, { sent: 1 }]);
    expect(err).toContain('People who opted out before may be among those who join');
  });

  it('are not those in whose row another person opted out, neither for the import nor for a launch', async () => {
    const world = await worldWith([]);
    const contacts = (email?: string) => [{ email, unsubscribed: true }];
    const rows = [
      { email: 'ana@lumen.example', contacts: contacts('bo@lumen.example') },
      { email: 'cy@lumen.example', contacts: contacts(' CY@lumen.example') },
      { email: 'di@lumen.example', contacts: contacts() },
      { email: 'ed@lumen.example', contacts: contacts('unknown') },
      {
        email: 'fay@lumen.example',
        'Home Email': 'fay@home.example',
        contacts: contacts('fay@home.example'),
      },
      { email: 'gus@lumen.example', customVariables: { email: 'gus@old.example', unsubscribed: true } },
    ];
    await writeFile(join(world.home, 'crm.json'), JSON.stringify(rows));
    await world.outreach('campaigns create Autumn');
    const done = (await world.outreach('leads import crm.json --campaign 1 --json')).json();
    expect(done).toMatchObject({ sent: 1, leftOut: { optedOut: 5 } });
    expect(await addresses(world)).toEqual(['ana@lumen.example']);
    const again = (await world.outreach('leads import crm.json --campaign 1 --restart --json')).json();
    expect(again).toMatchObject({ sent: 1, diff: { optedOut: 0 } });
    const { problems } = (await world.outreach('campaigns check 1 --json')).json();
    expect(problems.map(({ rule }: { rule: string }) => rule)).not.toContain('opted-out');
  });

  it.each(['', '--no-before', '--keep-existing'])(
    'stay opted out where a later file says otherwise, and are counted: %s',
    async (options) => {
      const rows = ['Ana,ana@lumen.example,yes', 'Bo,bo@lumen.example,no'];
      const world = await worldWith(rows);
      await world.outreach('leads import crm.csv --keep opted-out');
      await writeFile(
        join(world.home, 'crm.csv'),
        'First Name,Email,UNSUBSCRIBED FROM ALL EMAIL\nAnna,ana@lumen.example,no\nBo,bo@lumen.example,never\n',
      );
      const { err, json } = await world.outreach(`leads import crm.csv --json ${options}`);
      expect(json().diff).toMatchObject({ optOuts: 1, changed: options === '--keep-existing' ? 0 : 2 });
      expect(err).toContain('1 person opted out before, and the file says otherwise');
      const ana = (await world.outreach('leads get ana@lumen.example --json')).json();
      expect(ana.firstName).toBe(options === '--keep-existing' ? 'Ana' : 'Anna');
      expect(Object.values(ana.customVariables)).toEqual(['yes']);
      await world.outreach([
        'leads',
        'update',
        'ana@lumen.example',
        '--var',
        'Unsubscribed from all email=no',
      ]);
      const after = await world.outreach('leads import crm.csv --json');
      expect(after.err).not.toContain('opted out before');
    },
  );

  it.each(['--variables none', '--map Unsubscribed=-', '--map Unsubscribed=var:gone'])(
    'are stored as such where they are taken, whatever their column becomes: %s',
    async (options) => {
      const world = await worldWith(['Ana,ana@lumen.example,Yes'], 'First Name,Email,Unsubscribed');
      await world.outreach(`leads import crm.csv --keep opted-out ${options}`);
      const { customVariables } = (await world.outreach('leads get ana@lumen.example --json')).json();
      expect(customVariables).toMatchObject({ Unsubscribed: 'Yes' });
    },
  );

  it('are looked up first where that takes few calls, and else the import says that it cannot', async () => {
    const world = await worldWith(['Ana,ana@lumen.example,no'], header, {
      between: (next) => async (request, signal) =>
        request.method === 'GET' && request.path === '/leads'
          ? { status: 200, headers: {}, body: '{"leads":7}' }
          : next(request, signal),
    });
    const { exit, err } = await world.outreach('leads import crm.csv --json');
    expect([exit, err]).toEqual([0, expect.stringContaining('Opt-outs that the service has are lost where')]);
  });

  it('are said with -q, too', async () => {
    const world = await worldWith(['Ana,ana@lumen.example,true', 'Bo,bo@lumen.example,', 'Cy,,']);
    const { out, err } = await world.outreach('leads import crm.csv -q', { tty: true });
    expect(stripVTControlCharacters(out)).toMatch(/Why rejected +opted-out: 1, no address: 1/);
    expect(err).toBe('');
  });

  it('never come back, in whatever order their rows are', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const world = await worldWith(rows.map(([who, out]) => `X,${who}@lumen.example,${out}`));
          const { exit, json, err } = await world.outreach('leads import crm.csv --json');
          const out = new Set(rows.filter(([, isOut]) => isOut).map(([who]) => who));
          const left = [...new Set(rows.map(([who]) => who))].filter((who) => !out.has(who));
          expect(exit).toBe(left.length === 0 ? 2 : 0);
          const { valid, rejected, replaced } = left.length === 0 ? JSON.parse(err).error.details : json();
          if (left.length > 0)
            expect([valid, valid + rejected + replaced]).toEqual([left.length, rows.length]);
          expect((await addresses(world)).sort()).toEqual(left.map((who) => `${who}@lumen.example`).sort());
        },
      ),
      { numRuns: 30 },
    );
  });
});

it.each([
  ['Unsubscribed from all email', true],
  ['Email Opt Out', true],
  ['has_opted_out_of_email', true],
  ['Unsubscribed At', true],
  ['Désinscrit', true],
  ['is_unsubscribed', true],
  ['Opt Out Date', true],
  ['Opted out of email: Marketing Information', true],
  ['Has Opted Out Of Fax', false],
  ['Opt-out reason', false],
  ['Unsubscribe link', false],
  ['Opted in', false],
  ['Opt out status', true],
  ['Status', false],
])('the column %s says who opted out: %s', (name, is) =>
  expect(statusColumnsOf(name).some(({ words }) => words.get('*') === 'out')).toBe(is),
);

it.each([
  ['TRUE', true],
  ['1', true],
  ['ja', true],
  ['Sí', true],
  ['x', true],
  ['on', true],
  ['✓', true],
  ['45231.5', true],
  ['Mar 12 2024', true],
  ['yes, please', true],
  ['-', false],
  ['Não', false],
  ['2026-10-01T09:30:00Z', true],
  ['01.10.2026', true],
  ['', false],
  ['false', false],
  ['0', false],
  ['no', false],
  ['nein', false],
  ['https://acme.example/unsubscribe', false],
])('the value %j means that the person opted out: %s', (text, is) => {
  const [column] = statusColumnsOf('Unsubscribed');
  expect(column && sayingOf(column, text) === 'out').toBe(is);
});
