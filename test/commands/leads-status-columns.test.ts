import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { columnVerdictIn, optOutIn } from '../../src/domain/address/status-column.ts';
import { newWorld, type WorldOptions } from '../world.ts';
import { call } from './mcp-serve/session.ts';

interface Listed {
  readonly email: string;
  readonly customVariables?: Record<string, unknown>;
}

type Tried = Awaited<ReturnType<typeof newWorld>>;

/** Exports as the products document them; an address says what becomes of its row. */
const exports = join(import.meta.dirname, 'fixtures', 'columns');

async function worldWith(content: string, name = 'list.csv', options?: WorldOptions) {
  const world = await newWorld(options);
  await writeFile(join(world.home, name), content);
  return world;
}

const imported = async (world: Tried): Promise<string[]> =>
  (await world.outreach('leads list --all --json'))
    .json()
    .items.map(({ email }: { email: string }) => email)
    .sort();

const addressesIn = (text: string, kind: string): string[] =>
  (text.match(new RegExp(`\\b${kind}\\d@lumen\\.example`, 'g')) ?? []).sort();

const zerobounce = readFileSync(join(exports, 'zerobounce.csv'), 'utf8');
const hubspot = readFileSync(join(exports, 'hubspot.csv'), 'utf8');

it.each(readdirSync(exports))(
  'leaves out what %s calls invalid or opted out, and no other row',
  async (file) => {
    const text = readFileSync(join(exports, file), 'utf8');
    const world = await worldWith(text, file);
    const done = (await world.outreach(['leads', 'import', file, '--json'])).json();
    const [invalid, out] = [addressesIn(text, 'invalid'), addressesIn(text, 'out')];
    expect(invalid.length + out.length).toBeGreaterThan(0);
    expect(done.leftOut).toEqual({ invalid: invalid.length, optedOut: out.length });
    expect(await imported(world)).toEqual(addressesIn(text, 'keep'));
    const rejects = (await readFile(join(world.home, done.rejectsFile), 'utf8')).split('\n');
    expect(
      addressesIn(rejects.filter((row) => row.includes('known-invalid: ')).join('\n'), 'invalid'),
    ).toEqual(invalid);
    expect(addressesIn(rejects.filter((row) => row.includes('opted-out: ')).join('\n'), 'out')).toEqual(out);
  },
);

it.each(['Status', 'Lead Status', 'Subscription Status'])(
  'leaves out by a column %s that mixes the words of several tools',
  async (heading) => {
    const rows = ['keep1,active', 'keep2,valid', 'out1,unsubscribed', 'invalid1,invalid'];
    const text = rows.map((row) => row.replace(',', '@lumen.example,')).join('\n');
    const world = await worldWith(`Email,${heading}\n${text}\n`);
    const done = (await world.outreach('leads import list.csv --json')).json();
    expect(done.leftOut).toEqual({ invalid: 1, optedOut: 1 });
    expect(await imported(world)).toEqual(addressesIn(text, 'keep'));
  },
);

it.each(readdirSync(exports))(
  'imports the columns of %s so that each lead shows what they say',
  async (file) => {
    const world = await worldWith(readFileSync(join(exports, file), 'utf8'), file);
    await world.outreach(['leads', 'import', file, '--keep', 'invalid,opted-out']);
    const { items } = (await world.outreach('leads list --all --json')).json();
    for (const { email, customVariables = {} } of items as Listed[]) {
      expect([email, optOutIn(customVariables) !== undefined]).toEqual([email, email.startsWith('out')]);
      expect([email, columnVerdictIn(customVariables) === 'invalid']).toEqual([
        email,
        email.startsWith('invalid'),
      ]);
    }
  },
);

const rowsOf = (values: readonly string[], who: string): string[] =>
  values.map((value, at) => `${who}${at}@lumen.example,"${value}"`);

it.each<[header: string, plain: string[], doubtful: string[], others: string[]]>([
  ['Status', ['Opted out', 'Do not contact', 'unsubscribed'], ['DNC', 'Not interested'], ['Open', '']],
  ['Status', ['Opt-out'], ['Opted out - by phone and mail'], ['Trial', 'Past due', 'Unsubscribed']],
  ['Status', ['OPTED_OUT'], ['Lost - opted out'], ['Opted out of SMS', 'Not opted out', 'Active']],
  ['Lead Status', ['Unsubscribed', 'Not interested', 'Do not email'], [], ['Completed', 'Paused', 'Trial']],
  ['HubSpot Lead Status', ['Opted Out', "Don't contact"], ['Unsubscribed by link'], ['New', 'Interested']],
  ['Lead Stage', ['Do Not Contact'], ['Closed: do not contact'], ['Cold', 'do not call', '']],
  ['Stage', ['Do Not Contact', 'Unsubscribed'], ['Not interested'], ['Cold', 'Interested']],
  ['Contact Status', ['do not mail'], ['Blacklisted', 'Remove me'], ['Customer', '']],
  ['Campaign Status', ['Unsubscribed'], ['unsub'], ['Active', 'Paused', 'Completed']],
  ['Lead Category', ['Not Interested', 'Do Not Contact'], [], ['Information Request', 'Interested']],
  ['Marketing contact status', ['Unsubscribed'], [], ['Marketing contact', 'Non-marketing contact']],
  ['Email permission status', ['Unsubscribed'], [], ['Explicit', 'Implicit']],
  ['Email Status', ['Opted out'], [], ['Sent', 'Opened']],
  ['Category', ['not_interested', 'unsubscribed'], [], ['interested', 'out_of_office', '']],
  ['Category', ['Not interested'], [], ['Gloves', 'Shoes']],
  [
    'Tags',
    [],
    ['vip, Unsubscribed', 'Opted out;vip', 'do not contact', '[""a"",""DNC""]'],
    ['vip', 'how to opt out'],
  ],
  ['Lists', [], ['Unsubscribed'], ['Newsletter', 'Unsubscribed from SMS', 'not unsubscribed']],
])(
  'in a column %s, %j are out and blocked, and %j only left out, beside %j',
  async (header, plain, doubtful, others) => {
    const rows = [...rowsOf(plain, 'out'), ...rowsOf(doubtful, 'doubtful'), ...rowsOf(others, 'keep')];
    const text = rows.join('\n');
    const world = await worldWith(`Email,${header}\n${text}\n`);
    const done = (await world.outreach('leads import list.csv --json')).json();
    expect(done.leftOut).toEqual({ invalid: 0, optedOut: plain.length + doubtful.length });
    expect(await imported(world)).toEqual(addressesIn(text, 'keep'));
    await world.outreach('blocklist import list.csv --only opted-out');
    const { items } = (await world.outreach('blocklist list --all --json')).json();
    expect(items.map((one: { emailAddress: string }) => one.emailAddress).sort()).toEqual(
      addressesIn(text, 'out'),
    );
  },
);

it('leaves out by the listing of leads who said no or bounced', async () => {
  const rows = ['out1,not_interested', 'invalid1,bounced', 'keep1,', 'keep2,interested'];
  const text = rows.map((row) => row.replace(',', '@lumen.example,Ana,Moss,Lumen,CTO,')).join('\n');
  for (const [lines, optedOut] of [
    [text, 1],
    [text.replace(/^out1.*\n/, '').replace(/interested$/, ''), 0],
  ]) {
    const world = await worldWith(`Email,First name,Last name,Company,Title,Category\n${lines}\n`);
    const done = (await world.outreach('leads import list.csv --json')).json();
    expect(done.leftOut).toEqual({ invalid: 1, optedOut });
    expect(await imported(world)).toEqual(addressesIn(text, 'keep'));
  }
});

/** A column, its values, and more columns with one value in all rows. */
const alike: [header: string, values: string[], others?: Record<string, string>][] = [
  ['Status', ['open', 'closed', 'won', 'lost', 'invalid']],
  ['Status', ['Active', 'Cancelled', 'Unsubscribed', 'Trial']],
  ['Status', ['valid', 'expired', 'invalid']],
  ['Status', ['bounced', 'paid', 'overdue']],
  ['Lead Status', ['New', 'Invalid', 'Unqualified', 'Bad timing']],
  ['Email Status', ['sent', 'opened', 'clicked', 'replied', 'bounced']],
  ['Verification Status', ['approved', 'pending review', 'rejected', 'invalid']],
  ['Result', ['pass', 'fail', 'error', 'invalid']],
  ['Result', ['good', 'bad', 'unknown']],
  ['State', ['CA', 'NY', 'unknown', 'TX']],
  ['Quality', ['good', 'bad', 'risky']],
  ['Valid', ['2026-12-31', '2027-06-30', 'no']],
  ['VAT Status', ['valid', 'invalid', 'unknown']],
  ['Phone Status', ['valid', 'invalid', 'disposable']],
  ['Disposable', ['yes', 'no', 'true'], { Product: 'Gloves' }],
  ['Unsubscribed', ['3', '0', '14']],
  ['Opt-out rate', ['0.4 %', '1.2%', '0%']],
  ['Opted in', ['no', 'false', 'NEVER_SUBSCRIBED']],
  ['SMS Opt Out', ['true', 'yes', '1']],
  ['Do Not Call', ['true', 'yes', '1']],
  ['Subscription Status', ['active', 'unsubscribed', 'past_due']],
  ['Status', ['Canceled', 'Unsubscribed', 'Trial']],
  ['Marketing contact status', ['Non-marketing contact', 'Marketing contact']],
  ['Opt out status', ['active', 'valid', 'open', 'see notes', 'pending', 'No', '0']],
  ['Opted-out state', ['subscribed', 'never asked', '-', 'FALSE']],
  ['Opt out', ['active', 'Valid', 'open', 'deliverable', '0.0', '0.00', '1970-01-01T00:00:00Z', 'NaN']],
  ['Safe', ['no', 'yes']],
  ['Email Marketing Consent', ['NEVER_SUBSCRIBED', 'SUBSCRIBED', 'false']],
];

it.each(alike)('leaves out no row for the column %s with %j', async (header, values, others = {}) => {
  const rows = values.map((value, at) => [`a${at}@lumen.example`, value, ...Object.values(others)].join(','));
  const world = await worldWith(
    `${[['Email', header, ...Object.keys(others)].join(','), ...rows].join('\n')}\n`,
  );
  const done = (await world.outreach('leads import list.csv --json')).json();
  expect(done).toMatchObject({ read: values.length, sent: values.length, rejected: 0, rejectsFile: null });
  const audit = (await world.outreach('leads audit list.csv --fix fixed.csv --json')).json();
  expect([audit.problems, audit.fixed.written]).toEqual([[], values.length]);
});

const jsonOf = (csv: string): object[] => {
  const [header = [], ...rows] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
};
const ndjsonOf = (csv: string): string =>
  jsonOf(csv)
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');

describe('rows that a column leaves out of an import', () => {
  it('are those who opted out, although a cell or two of the column hold something else', async () => {
    const world = await worldWith(
      'Email,Unsubscribed\na@lumen.example,true\nb@lumen.example,false\nc@lumen.example,3\nd@lumen.example,2026-10-01\n',
    );
    const done = (await world.outreach('leads import list.csv --json')).json();
    expect(done).toMatchObject({ valid: 2, leftOut: { invalid: 0, optedOut: 2 } });
    await writeFile(
      join(world.home, 'mail.csv'),
      'Email,Email Status\ne@lumen.example,Sent\nf@lumen.example,Unsubscribed\ng@lumen.example,Opened\n',
    );
    expect((await world.outreach('leads import mail.csv --json')).json().leftOut.optedOut).toBe(1);
  });

  it.each([
    ['NDJSON', 'list.ndjson', ndjsonOf(zerobounce)],
    ['a JSON list', 'list.json', JSON.stringify(jsonOf(zerobounce))],
    ['TSV', 'list.tsv', zerobounce.replaceAll(',', '\t')],
  ])('are the same in %s, and from standard input', async (_, name, content) => {
    const world = await worldWith(content, name);
    const expected = { valid: 4, rejected: 4, leftOut: { invalid: 4, optedOut: 0 } };
    expect((await world.outreach(`leads import ${name} --json`)).json()).toMatchObject(expected);
    const piped = await world.outreach('leads import - --json', { stdin: content });
    expect(piped.json()).toMatchObject(expected);
    expect(await imported(world)).toEqual(addressesIn(zerobounce, 'keep'));
  });

  it('are in one line with their counts, and in the rejects file with their reason', async () => {
    const world = await worldWith(hubspot);
    const { err, exit } = await world.outreach('leads import list.csv');
    expect(exit).toBe(0);
    expect(err).toContain(
      '5 rows left out: 2 invalid by "Invalid email address", "Email hard bounce reason" (row 5, row 6), 3 opted out by "Unsubscribed from all email", "Opted out of email: Marketing Information" (row 3, row 4, row 8); --keep invalid takes the invalid ones.',
    );
    expect(await readFile(join(world.home, 'list.rejects.csv'), 'utf8')).toContain(
      '"6","Email hard bounce reason","known-invalid: it says ""Unknown user""","5","Ed"',
    );
    // The file with them stays what it is: they are left out again.
    expect((await world.outreach('leads import list.rejects.csv --json')).exit).toBe(2);
    expect(await imported(world)).toEqual(['keep1@lumen.example', 'keep2@lumen.example']);
  });

  it('are named with those that do not plainly say it, whom the line that blocks does not count', async () => {
    const world = await worldWith(
      'Email,Unsubscribed\na@lumen.example,yes\nb@lumen.example,perhaps\nb@lumen.example,no\nc@lumen.example,no\n',
    );
    const { err } = await world.outreach('leads import list.csv');
    expect(err).toContain('3 opted out by "Unsubscribed" (row 2, row 3, row 4; 2 not plainly).');
    expect(err).toContain('1 person who opted out is left out.');
  });

  it('come with --keep; who opted out never into a campaign', async () => {
    const world = await worldWith(hubspot);
    await world.outreach('campaigns create Autumn');
    const kept = await world.outreach('leads import list.csv --campaign 1 --keep invalid --json');
    expect(kept.json()).toMatchObject({ valid: 4, leftOut: { invalid: 0, optedOut: 3 } });
    for (const keep of ['opted-out', 'invalid,opted-out']) {
      const refused = await world.outreach(`leads import list.csv --campaign 1 --keep ${keep} --json`);
      expect([refused.exit, JSON.parse(refused.err).error.code]).toEqual([2, 'contradicting_options']);
    }
    expect((await imported(world)).length).toBe(4);
    const all = await world.outreach('leads import list.csv --keep invalid,opted-out --json');
    expect(all.json()).toMatchObject({ valid: 7, rejected: 0, leftOut: { invalid: 0, optedOut: 0 } });
    // The columns are imported as any other, for the launch checks to see.
    expect(
      (await world.outreach('leads get out1@lumen.example --json')).json().customVariables,
    ).toMatchObject({
      'Unsubscribed from all email': 'Yes',
    });
  });

  it('end the line as other rejected rows do', async () => {
    const world = await worldWith(zerobounce);
    expect((await world.outreach('leads import list.csv --strict --json')).exit).toBe(2);
    expect(await imported(world)).toEqual([]);
    const failed = await world.outreach('leads import list.csv --fail-on-rejects --json');
    expect([failed.exit, failed.json().leftOut]).toEqual([15, { invalid: 4, optedOut: 0 }]);
    const whole = await world.outreach('leads import list.csv --keep invalid --strict --json');
    expect([whole.exit, whole.json().sent]).toEqual([0, 8]);
    const [header = '', ...rows] = zerobounce.split('\n');
    const dead = [header, ...rows.filter((row) => row.startsWith('invalid'))].join('\n');
    await writeFile(join(world.home, 'dead.csv'), dead);
    expect((await world.outreach('leads import dead.csv --json')).exit).toBe(2);
  });

  it('stay out with all rows of their address, in whatever order, and with the column ignored', async () => {
    const rows = ['a,valid', 'b,invalid', 'a,INVALID', 'B,valid', 'c,valid', 'd,'];
    const world = await worldWith(
      `Email,ZeroBounce Status\n${rows.map((row) => row.replace(',', '@lumen.example,')).join('\n')}\n`,
    );
    const done = (
      await world.outreach(['leads', 'import', 'list.csv', '--map', 'ZeroBounce Status=-', '--json'])
    ).json();
    expect(done).toMatchObject({ read: 6, valid: 2, rejected: 3, replaced: 1, leftOut: { invalid: 3 } });
    expect(await imported(world)).toEqual(['c@lumen.example', 'd@lumen.example']);
  });

  it('are known in columns of objects that come late, and in custom variables', async () => {
    const early = Array.from({ length: 1200 }, (_, at) => ({ email: `e${at}@lumen.example` }));
    const late = [
      { email: 'late1@lumen.example', zb_status: 'spamtrap' },
      { email: 'late2@lumen.example', customVariables: { email_status: 'invalid' } },
      { email: 'late3@lumen.example', unsubscribed: true },
      { email: 'late4@lumen.example', status: 'undeliverable' },
      { email: 'late5@lumen.example', status: 'won' },
    ];
    const content = [...early, ...late].map((one) => `${JSON.stringify(one)}\n`).join('');
    const world = await worldWith(content, 'list.ndjson');
    const done = (await world.outreach('leads import list.ndjson --dry-run --json')).json();
    expect(done).toMatchObject({ valid: 1201, leftOut: { invalid: 3, optedOut: 1 } });
  });

  it('are decided by the whole file, where the first thousands of rows have nothing in the column', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `e${at}@lumen.example,${at < 2990 ? '' : 'open'}`);
    const world = await worldWith(`Email,Status\n${rows.join('\n')}\nlast@lumen.example,undeliverable\n`);
    expect((await world.outreach('leads import list.csv --dry-run --json')).json().leftOut.invalid).toBe(0);
    await writeFile(
      join(world.home, 'list.csv'),
      `Email,Status\n${rows.join('\n').replaceAll('open', 'deliverable')}\nlast@lumen.example,undeliverable\n`,
    );
    expect((await world.outreach('leads import list.csv --dry-run --json')).json().leftOut.invalid).toBe(1);
  });

  it('are left out for an agent as well', { tags: 'slow' }, async () => {
    const world = await newWorld();
    await mkdir(join(world.home, 'room'));
    await writeFile(join(world.home, 'room', 'list.csv'), hubspot);
    const options = '--tools effects --folder room';
    expect(await call(world, options, 'leads_import', { file: 'list.csv' })).toMatchObject({
      valid: 2,
      leftOut: { invalid: 2, optedOut: 3 },
    });
    expect(
      await call(world, options, 'blocklist_import', { file: 'list.csv', only: 'opted-out' }),
    ).toMatchObject({ created: 3 });
  });
});

describe('an audit', () => {
  it('warns of rows that an import leaves out, and of a share of risky addresses', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `e${at}@lumen.example,${at < 5 ? 'catch-all' : 'valid'}`,
    );
    const world = await worldWith(`Email,ZB Status\n${rows.join('\n')}\ndead@lumen.example,invalid\n`);
    const { exit, json } = await world.outreach('leads audit list.csv --json');
    expect([exit, json().passed]).toEqual([0, true]);
    expect(json().problems).toMatchObject([
      { rule: 'known-invalid', severity: 'warn', count: 1, rows: [22], examples: ['dead@lumen.example'] },
      { rule: 'risky-share', severity: 'warn', count: 5, rows: [2, 3, 4, 5, 6] },
    ]);
    const without = (
      await world.outreach(`${json().problems[1].fix.replace('outreach ', '')} --json`)
    ).json();
    expect([without.fixed.written, without.leftOut.count]).toEqual([15, 6]);
    const few = rows.with(4, 'e4@lumen.example,valid');
    await writeFile(join(world.home, 'few.csv'), `Email,ZB Status\n${few.join('\n')}\n`);
    expect((await world.outreach('leads audit few.csv --json')).json().problems).toEqual([]);
    const many = [...rows, ...rows.map((row) => row.replace('e', 'f').replace('catch-all', 'valid'))];
    await writeFile(join(world.home, 'many.csv'), `Email,ZB Status\n${many.join('\n')}\n`);
    expect((await world.outreach('leads audit many.csv --json')).json().problems).toEqual([]);
  });

  it('writes the fixed file without them, whatever text their address is in', async () => {
    const world = await worldWith(
      `Email,ZB Status,Email Opt Out
"Ana <ana@lumen.example>",invalid,false
ana@lumen.example,valid,false
bo@lumen.example,valid,true
BO@lumen.example,valid,false
cy@lumen.example,catch-all,false
`,
    );
    const { leftOut, fixed } = (await world.outreach('leads audit list.csv --fix fixed.csv --json')).json();
    expect(fixed.written).toBe(1);
    expect(leftOut.rows.map(({ row, rule }: { row: number; rule: string }) => [row, rule])).toEqual([
      [2, 'known-invalid'],
      [3, 'known-invalid'],
      [4, 'opted-out'],
      [5, 'opted-out'],
    ]);
    expect(addressesIn(await readFile(join(world.home, 'fixed.csv'), 'utf8'), 'keep')).toEqual([]);
    const again = (await world.outreach('leads import fixed.csv --json')).json();
    expect(again).toMatchObject({ read: 1, valid: 1, rejected: 0 });
  });
});

describe('blocklist import --only', () => {
  it('blocks the addresses of these rows, and no domain', async () => {
    const world = await worldWith(
      hubspot.replace('Lead Status', 'Domain').replaceAll('Open', 'lumen.example'),
    );
    const blocked = async () =>
      (await world.outreach('blocklist list --all --json'))
        .json()
        .items.map((one: { emailAddress: string | null; domain: string }) => one.emailAddress ?? one.domain)
        .sort();
    const out = await world.outreach('blocklist import list.csv --only opted-out --json');
    expect(out.json()).toMatchObject({ read: 3, valid: 3, created: 3 });
    expect(await blocked()).toEqual(addressesIn(hubspot, 'out'));
    expect((await world.outreach('blocklist import list.csv --only invalid --json')).json().created).toBe(2);
    expect(await blocked()).toEqual([...addressesIn(hubspot, 'invalid'), ...addressesIn(hubspot, 'out')]);
  });

  it('blocks everyone whom the import leaves out, and names who cannot be read', async () => {
    const cells = [
      'one@lumen.example; two@lumen.example',
      '"three@lumen.example,four@lumen.example"',
      '"Five <five@lumen.example>"',
      'mailto:six@lumen.example?subject=x',
      '<seven@lumen.example>',
      'eight@lumen.example|nine@@lumen.example',
      'ten at lumen.example',
      '',
    ];
    const world = await worldWith(`Email,Unsubscribed\n${cells.map((cell) => `${cell},yes`).join('\n')}\n`);
    const left = await world.outreach('leads import list.csv --json');
    expect(left.failure?.extra.rejects).toMatchObject([
      { kind: 'opted-out', count: 6 },
      { kind: 'malformed address', count: 1 },
      { kind: 'no address', count: 1 },
    ]);
    const done = await world.outreach('blocklist import list.csv --only opted-out --json');
    expect([done.exit, done.json().created]).toEqual([15, 8]);
    expect(done.json().rejects).toMatchObject([
      { row: 7, value: 'nine@@lumen.example' },
      { row: 8, value: 'ten at lumen.example' },
      { row: 9, value: '', reason: 'the email address is missing' },
    ]);
    expect(done.failure?.message).toContain(
      '3 rows of people who opted out have no usable address: row 7 (nine@@lumen.example), row 8',
    );
    expect((await world.outreach('blocklist import list.csv --only opted-out')).err).not.toContain('Skipped');
    expect((await world.outreach('blocklist import list.csv --only opted-out --strict')).exit).toBe(2);
  });

  it.each([
    [
      'Opt out status',
      ['opted out', 'Unsubscribed', 'yes', 'TRUE', '1', 'opted_out', '2026-10-01'],
      ['Flurbo', 'DNC', 'Not interested', 'NEVER_CONTACT', 'Remove me', 'unsub', 'Blacklisted', 'Complained'],
    ],
    [
      'Opt out',
      ['yes', 'x', '1.0', '12.10.26', 'Opted out', 'unsubscribed by link', '45231'],
      ['see notes', '?'],
    ],
    ['Unsubscribed', ['Mar 12 2024', 'yes, by phone', '✓'], ['complained', 'on hold']],
  ])(
    'blocks by %s those who plainly opted out, and leaves those out who may have',
    async (name, plain, doubtful) => {
      const rows = [
        ...rowsOf(plain, 'out'),
        ...rowsOf(doubtful, 'doubtful'),
        ...rowsOf(['active', 'no', ''], 'keep'),
      ];
      const text = rows.join('\n');
      const world = await worldWith(`Email,${name}\n${text}\n`);
      const done = await world.outreach('leads import list.csv');
      expect(await imported(world)).toEqual(addressesIn(text, 'keep'));
      expect(done.err).toContain(`${plain.length} people who opted out are left out`);
      const { err } = await world.outreach('blocklist import list.csv --only opted-out');
      expect(err.includes('do not plainly say')).toBe(doubtful.length > 0);
      const { items } = (await world.outreach('blocklist list --all --json')).json();
      expect(items.map((one: { emailAddress: string }) => one.emailAddress).sort()).toEqual(
        addressesIn(text, 'out'),
      );
    },
  );

  it.each([
    ['--map Work=email', '--column Work', ['w1@lumen.example']],
    [
      '--map Work=email --map Home=email',
      '--column Work --column Home',
      ['h1@lumen.example', 'w1@lumen.example'],
    ],
    ['', '', ['e1@lumen.example']],
  ])('of an import with "%s" reads the same columns', async (map, column, blocked) => {
    const world = await worldWith(
      'E-Mail Adresse;Work;Home;Opt out\ne1@lumen.example;w1@lumen.example;"H <h1@lumen.example>";yes\n' +
        'e2@lumen.example;w2@lumen.example;;no\n',
    );
    const line = `blocklist import list.csv --only opted-out${column && ` ${column}`} --delimiter ;`;
    const shown = (text: string) =>
      stripVTControlCharacters(text).replaceAll(/["\\]/g, '').replaceAll(/\s+/g, ' ');
    const done = await world.outreach(`leads import list.csv ${map} --delimiter ; --no-before`);
    expect(shown(done.err)).toContain(`outreach ${line}`);
    const audit = await world.outreach(`leads audit list.csv ${map} --delimiter ;`, { tty: true });
    expect(shown(audit.err)).toContain(`outreach ${line}`);
    expect((await world.outreach(line)).exit).toBe(0);
    const { items } = (await world.outreach('blocklist list --all --json')).json();
    expect(items.map((one: { emailAddress: string }) => one.emailAddress).sort()).toEqual(blocked);
  });

  it('finds the people whose custom variables say so', async () => {
    const world = await worldWith(
      'email,customVariables\nbo@lumen.example,"{""is_unsubscribed"":true}"\ndi@lumen.example,"{""city"":""Bonn""}"\n',
    );
    const done = await world.outreach('blocklist import list.csv --only opted-out --json');
    expect(done.json()).toMatchObject({ read: 1, created: 1 });
  });

  it('does nothing where no row says so, and refuses a file without such a column', async () => {
    const world = await worldWith('Email,ZB Status\nana@lumen.example,valid\n');
    const none = await world.outreach('blocklist import list.csv --only invalid --json');
    expect([none.exit, none.json()]).toMatchObject([0, { valid: 0, created: 0 }]);
    await writeFile(join(world.home, 'crm.csv'), 'Email,Status\nana@lumen.example,open\n');
    const refused = await world.outreach('blocklist import crm.csv --only opted-out --json');
    expect([refused.exit, JSON.parse(refused.err).error.code]).toEqual([2, 'no_such_column']);
    expect((await world.outreach('blocklist list --json')).json().total).toBe(0);
  });
});

describe('a person in a running campaign who opts out in a file', () => {
  const file = 'Email,Unsubscribed from all email\nana@lumen.example,true\nnew@lumen.example,false\n';

  it('is named by the import, with the line that blocks them and says what stops the rest', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    await writeFile(join(world.home, 'crm.csv'), file);
    const { exit, err } = await world.outreach('leads import crm.csv');
    const line = 'outreach blocklist import crm.csv --only opted-out';
    expect([exit, err.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        `1 person who opted out is left out. To block them, and to see what stops emails already scheduled: ${line}`,
      ),
    ]);
    const blocking = await world.outreach(line.replace('outreach ', ''));
    expect([blocking.exit, blocking.err]).toEqual([
      0,
      expect.stringContaining('--rule blocklisted --leads | outreach leads delete -'),
    ]);
    const checked = await world.outreach('blocklist check ana@lumen.example new@lumen.example --json');
    expect(checked.json().items.map(({ blocked }: { blocked: boolean }) => blocked)).toEqual([true, false]);
  });
});
