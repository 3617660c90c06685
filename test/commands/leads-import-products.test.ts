import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter } from '../../src/cli/input/record-splitter.ts';
import { anyCharacter } from '../any-character.ts';
import { runs } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';

/** Files as other products export them: real headers, made-up people. */
const folder = join(import.meta.dirname, 'lead-files');

const zoe = {
  email: 'zoe@lumen.example',
  firstName: 'Zoë',
  lastName: 'Marlowe',
  company: 'Lumen, Inc.',
  title: 'Head of Growth',
};
const bo = { email: 'bo@orchard.example', firstName: 'Bo', lastName: 'Ek', company: 'Orchard', title: 'CEO' };
const phones = [{ phone: '+49 30 711097' }, { phone: '+46 8 123' }];
const website = { website: 'https://lumen.example' };
const linkedin = { linkedin: 'https://www.linkedin.com/in/zoe-marlowe' };

interface Product {
  readonly name: string;
  /** Of both people, beside what all products tell. */
  readonly more: readonly object[];
  /** Some of the variables of the first person, as they have to be. */
  readonly variables: Readonly<Record<string, string>>;
}

const products: Readonly<Record<string, Product>> = {
  'linkedin.csv': {
    name: 'a LinkedIn connections',
    more: [linkedin, { linkedin: 'https://www.linkedin.com/in/bo-ek' }],
    variables: { 'Connected On': '12 Mar 2024' },
  },
  'google.csv': {
    name: 'a Google contacts',
    more: [website, {}],
    variables: { e_mail_2_value: 'zoe@home.example', 'Name Prefix': 'Dr.' },
  },
  'google-old.csv': { name: 'a Google contacts', more: [], variables: { Name: 'Zoë Marlowe' } },
  'outlook.csv': {
    name: 'an Outlook',
    more: [website, {}],
    variables: { Salutation: 'Dr.', 'Mobile Phone': '+49 170 1', e_mail_2_address: 'zoe@home.example' },
  },
  'outlook-classic.csv': { name: 'an Outlook', more: [website, {}], variables: { Salutation: 'Dr.' } },
  'outlook-german.csv': { name: 'an Outlook', more: [website, {}], variables: { Anrede: 'Frau Dr.' } },
  'hubspot.csv': {
    name: 'a HubSpot',
    more: [{ ...website, ...linkedin }, {}],
    variables: { 'Mobile Phone Number': '+49 170 1', 'Lead Status': 'NEW' },
  },
  'salesforce.csv': { name: 'a Salesforce', more: [], variables: { Salutation: 'Dr.', Mobile: '+49 170 1' } },
  'salesforce-leads.csv': { name: 'a Salesforce', more: [], variables: { Rating: 'Hot' } },
  'pipedrive.csv': {
    name: 'a Pipedrive',
    more: [],
    variables: { person_email_home: 'zoe@home.example', person_phone_mobile: '+49 170 1' },
  },
  'apollo.csv': {
    name: 'an Apollo',
    more: [{ ...website, ...linkedin }, {}],
    variables: { 'Secondary Email': 'zoe@home.example', 'Corporate Phone': '+49 30 700' },
  },
  'zoominfo.csv': {
    name: 'a ZoomInfo',
    more: [{ ...website, ...linkedin }, {}],
    variables: { Salutation: 'Dr.', 'Mobile phone': '+49 170 1' },
  },
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const delimited = (rows: readonly string[][], delimiter: string): string =>
  rows
    .map((cells) => `${cells.map((cell) => (cell === '' ? '' : quoted(cell))).join(delimiter)}\r\n`)
    .join('');

const encodings: readonly [name: string, encode: (content: string) => Buffer][] = [
  ['UTF-8', (content) => Buffer.from(content)],
  ['UTF-8 with a mark', (content) => Buffer.from(`\ufeff${content}`)],
  ['UTF-16, as the Unicode text of Excel', (content) => Buffer.from(`\ufeff${content}`, 'utf16le')],
  ['Windows-1252', (content) => Buffer.from(content, 'latin1')],
];
const delimiters = [
  (rows: readonly string[][]) => delimited(rows, ','),
  (rows: readonly string[][]) => delimited(rows, ';'),
  (rows: readonly string[][]) => `sep=;\r\n${delimited(rows, ';')}`,
  (rows: readonly string[][]) => delimited(rows, '\t'),
];

async function recordsOf(file: string): Promise<string[][]> {
  const splitter = new RecordSplitter(',');
  return [...splitter.take(await readFile(join(folder, file), 'utf8')), ...splitter.end()];
}

type Sent = { customVariables?: Record<string, string> };

async function importer() {
  let sent: Sent[] = [];
  let number = 0;
  const world = await newWorld({
    between: (next) => (request, signal) => {
      if (`${request.method} ${request.path}` === 'POST /leads')
        sent.push(...JSON.parse(request.body ?? '').leads);
      return next(request, signal);
    },
  });
  return async (content: Buffer | string, options: readonly string[] = []) => {
    sent = [];
    const name = `people-${++number}.csv`;
    await writeFile(join(world.home, name), content);
    const { exit, err } = await world.outreach(['leads', 'import', name, ...options]);
    return { exit, err, sent };
  };
}

/** Imports a file in a world where no choice is remembered; gives what reached the service. */
const imported = async (content: Buffer | string, options: readonly string[] = []) =>
  (await importer())(content, options);

describe.each(Object.entries(products))('%s', (file, { name, more, variables }) => {
  const inAll = file === 'linkedin.csv' ? [{}, {}] : phones;
  const expected = [zoe, bo].map((person, at) => ({ ...person, ...inAll[at], ...more[at] }));

  it('is read with every delimiter and in every encoding', async () => {
    const records = await recordsOf(file);
    const imported = await importer();
    const turn = Object.keys(products).indexOf(file);
    for (const [at, separated] of delimiters.entries()) {
      // Each product has each of both once; all pairs come up.
      const [encoding, encode] = encodings[(turn + at) % encodings.length] ?? [];
      const { exit, err, sent } = await imported(encode?.(separated(records)) ?? '');
      expect({ encoding, exit }).toEqual({ encoding, exit: 0 });
      expect(err).toContain(`Looks like ${name} export`);
      expect(sent.map(({ customVariables: _, ...lead }) => lead)).toEqual(expected);
      expect(sent[0]?.customVariables).toMatchObject(variables);
    }
  });
});

it('is said of every file that is there', async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(products).sort());
});

describe('lines before the header', () => {
  const header = 'First Name,Email,Company,Phone,Notes';
  const people = Array.from({ length: 3 }, (_, n) => `P${n},p${n}@lumen.example,Lumen,,x`);

  it('are skipped and counted, and rows are numbered as a spreadsheet numbers them', async () => {
    const content = `Report: all people\n\nExported on,1 May\n${header}\n${people[0]}\nBo,nope,,,\n`;
    const { err, sent } = await imported(content);
    expect(err).toContain('3 lines before the header skipped.');
    expect(err).toContain('row 6 (the address has no @)');
    expect(sent).toHaveLength(1);
  });

  it('are said to be skipped with --json as well', async () => {
    const world = await newWorld({ stdin: `Report\n\n${header}\n${people[0]}\n` });
    const { err, json } = await world.outreach('leads import - --json');
    expect([err, json().sent]).toEqual([expect.stringContaining('2 lines before the header skipped.'), 1]);
  });

  const note = fc.constantFrom(
    '',
    'Notes:',
    '"a, b, and ""c"""',
    'Bob\'s 5" list',
    ',,,,',
    ';;',
    'Company: Lumen',
    'Company,Lumen',
    'a,b',
    'x\ty',
    'sep',
    'https://lumen.example/?a=1',
    '"two\nlines"',
  );

  it('never take a lead with them, whatever they and the order of the columns are', async () => {
    const imported = await importer();
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { maxLength: 20 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        async (notes, order, delimiter) => {
          const turned = [header, ...people].map((line) => {
            const cells = line.split(',');
            return order.map((at) => cells[at]).join(delimiter);
          });
          const { exit, sent } = await imported([...notes, ...turned].join('\n'));
          expect({ exit, count: sent.length }).toEqual({ exit: 0, count: 3 });
          expect(sent).toEqual(
            people.map((_, n) => ({
              email: `p${n}@lumen.example`,
              firstName: `P${n}`,
              company: 'Lumen',
              customVariables: { Notes: 'x' },
            })),
          );
        },
      ),
      { numRuns: runs(30) },
    );
  });

  const odd = fc.constantFrom(
    '',
    'Email',
    'First Name',
    'Email,Company',
    'Notes:',
    '"a\nb"',
    'Email,First Name,Phone,Company',
  );

  it('are never seen in a file whose first rows look odd', async () => {
    const imported = await importer();
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 5 }), async (rows) => {
        const { exit, err, sent } = await imported([header, ...rows, ...people].join('\n'));
        expect({ exit, count: sent.length }).toEqual({ exit: 0, count: 3 });
        expect(err).not.toContain('before the header');
      }),
      { numRuns: runs(15) },
    );
  });

  it.each([
    'ann@lost.example is our best lead',
    'Ann Berg <ann@lost.example>',
    '"Ann ""A"" ann@lost.example"',
  ])('never are a line with an address in it: %s', async (line) => {
    const { exit, sent } = await imported(`${line}\nEmail,First Name\nb@kept.example,B\n`);
    expect([exit, sent]).toEqual([2, []]);
  });

  it('are not looked for where a row above has as many values or an address', async () => {
    for (const above of ['Ana,ana@lumen.example', 'a,b,c,d,e']) {
      const { exit, sent } = await imported(`${above}\n${header}\n${people[0]}\n`);
      expect({ exit, sent }).toEqual({ exit: 2, sent: [] });
    }
  });
});

describe('of several columns', () => {
  it('the better one for email and phone is used and named, and the others become variables', async () => {
    const { err, sent } = await imported(
      'Personal Email,Email,Mobile,Work Phone\nana@home.example,ana@lumen.example,+1,+2\n',
    );
    expect(err).toContain('Of 2 columns for email, "Email" is used; "Personal Email" becomes a variable.');
    expect(err).toContain('Of 2 columns for phone, "Work Phone" is used; "Mobile" becomes a variable.');
    expect(sent).toEqual([
      {
        email: 'ana@lumen.example',
        phone: '+2',
        customVariables: { 'Personal Email': 'ana@home.example', Mobile: '+1' },
      },
    ]);
  });

  it('one without a value gives way, and its tag is never that of the field', async () => {
    const { sent } = await imported('Work Email,Email,Other Email\n,ana@lumen.example,ana@home.example\n');
    expect(sent).toEqual([
      { email: 'ana@lumen.example', customVariables: { 'Other Email': 'ana@home.example' } },
    ]);
    const shadow = await imported(
      'Work Email,Email,Other Email\na@lumen.example,b@lumen.example,c@lumen.example\n',
    );
    expect(shadow.sent[0]?.customVariables).toEqual({
      'Other Email 2': 'b@lumen.example',
      'Other Email': 'c@lumen.example',
    });
  });

  it('another one fills in only where that is said, and how is said', async () => {
    const content = 'Email,Home Email\nana@lumen.example,\n,bo@home.example\n';
    const { err, sent } = await imported(content);
    expect(sent).toHaveLength(1);
    const options = '--map "Email=email" --map "Home Email=email"';
    expect(err).toContain(`1 row of these has an address in "Home Email": ${options}`);
    const chosen = await imported(content, ['--map', 'Email=email', '--map', 'Home Email=email']);
    expect(chosen.sent).toEqual([{ email: 'ana@lumen.example' }, { email: 'bo@home.example' }]);
  });
});

describe('a column of full names', () => {
  it('is split where that is said, and only offered elsewhere', async () => {
    const content = 'Email,Name\nana@lumen.example,"Berg, Anna"\n';
    const { err, sent } = await imported(content);
    expect(err).toContain('(e.g. Berg, Anna) becomes a custom variable; --map "Name=fullName" splits it');
    expect(sent).toEqual([{ email: 'ana@lumen.example', customVariables: { Name: 'Berg, Anna' } }]);
    const split = await imported(content, ['--map', 'Name=fullName']);
    expect(split.sent).toEqual([{ email: 'ana@lumen.example', firstName: 'Anna', lastName: 'Berg' }]);
  });

  it('fills in what a row lacks', async () => {
    const content = 'Email,First Name,Name\na@lumen.example,Annie,Anna Berg\nb@lumen.example,,Bo Ek\n';
    const { sent } = await imported(content, ['--map', 'Name=fullName']);
    expect(sent.map((lead) => Object.values(lead).slice(1).sort())).toEqual([
      ['Annie', 'Berg'],
      ['Bo', 'Ek'],
    ]);
  });
});

describe('--variables', () => {
  const content = 'Email,City,Plan\na@lumen.example,Porto,Pro\n';
  it.each([
    ['all', { City: 'Porto', Plan: 'Pro' }],
    ['none', undefined],
    ['city', { City: 'Porto' }],
    ['Plan,City', { City: 'Porto', Plan: 'Pro' }],
  ])('%s', async (word, variables) => {
    const { sent } = await imported(content, ['--variables', word]);
    expect(sent[0]?.customVariables).toEqual(variables);
  });

  it('refuses a column that is not there', async () => {
    const { exit, err } = await imported(content, ['--variables', 'Town']);
    expect(exit).toBe(2);
    expect(err).toContain('The file has no column "Town"');
  });

  it('still counts the rows that a column left out could fill', async () => {
    const { err, sent } = await imported(
      'Email,Home Email,__proto__\na@lumen.example,,\n,b@home.example,\n',
      ['--variables', 'none'],
    );
    expect(sent).toEqual([{ email: 'a@lumen.example' }]);
    expect(err).toContain('1 row of these has an address in "Home Email"');
    expect(err).toContain('"Home Email" is skipped.');
  });

  it('leaves --map alone', async () => {
    const { sent } = await imported(content, ['--variables', 'none', '--map', 'Plan=var:tier']);
    expect(sent[0]?.customVariables).toEqual({ tier: 'Pro' });
  });
});

it('keeps the apostrophe of a name, and takes off the one in front of a formula', async () => {
  const { sent } = await imported(
    "Email,Last Name,City,Phone\na@lumen.example,'t Hooft,'s-Hertogenbosch,'+49 30\n",
  );
  expect(sent).toEqual([
    {
      email: 'a@lumen.example',
      lastName: "'t Hooft",
      phone: '+49 30',
      customVariables: { City: "'s-Hertogenbosch" },
    },
  ]);
});

it('ends well or says what is wrong, whatever is in a file', async () => {
  const imported = await importer();
  const cell = fc.oneof(
    fc.constantFrom(
      'Email',
      'Name',
      'Title',
      'URL',
      'E-mail 2 - Value',
      'Notes:',
      'a@lumen.example',
      'Mr',
      '"',
      "'=1",
      '',
    ),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  );
  const line = fc.tuple(fc.array(cell, { maxLength: 6 }), fc.constantFrom(',', ';', '\t', '|'));
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const maps = fc.constantFrom(
    [],
    ['--map', 'Name=fullName'],
    ['--variables', 'none'],
    ['--dry-run', '--json'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), end, maps, async (lines, ending, options) => {
      const { exit } = await imported(lines.map(([cells, sign]) => cells.join(sign)).join(ending), options);
      expect([0, 2]).toContain(exit);
    }),
    { numRuns: runs(60) },
  );
});
