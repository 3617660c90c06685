import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { isForbiddenKey, tagOf } from '../../src/contract/checks/variable-key.ts';
import { mapColumns } from '../../src/domain/lead-file/lead-mapping.ts';

const none = new Map<string, string>();
const uses = (headers: string[], choices: Map<string, string> = none) =>
  mapColumns(headers, { choices }).map(({ use }) =>
    use.kind === 'field' ? use.field : use.kind === 'variable' ? `{${use.key}}` : '-',
  );

describe('the columns of a lead file', () => {
  it('are recognised by the names people use', () => {
    expect(
      uses(['First Name', 'SURNAME', 'E-Mail', 'Company', 'Job Title', 'LinkedIn URL', 'phone_number']),
    ).toEqual(['firstName', 'lastName', 'email', 'company', 'title', 'linkedin', 'phone']);
  });

  it('become custom variables when no field takes them', () => {
    expect(uses(['Email', 'Met at', 'Notes'])).toEqual(['email', '{Met at}', '{Notes}']);
  });

  it('follow what was chosen, and the chosen field is taken from its usual column', () => {
    const choices = new Map([
      ['Account', 'company'],
      ['Notes', '-'],
      ['Region', 'var:area'],
    ]);
    expect(uses(['Email', 'Account', 'Company', 'Notes', 'Region'], choices)).toEqual([
      'email',
      'company',
      '{Company}',
      '-',
      '{area}',
    ]);
  });

  it('are of an export only where all of its columns are there', () => {
    const exported = ['id', 'tag', 'meetingBookedAt', 'createdAt', 'updatedAt'];
    expect(uses([...exported, 'email'])).toEqual(['-', '-', '-', '-', '-', 'email']);
    for (const missing of exported) {
      const some = exported.filter((name) => name !== missing);
      expect(uses(['email', ...some])).toEqual(['email', ...some.map((name) => `{${name}}`)]);
    }
  });

  it('have merge tags that can be typed, each its own', () => {
    expect(
      uses([
        'Email',
        'Umsatz (€)',
        '# Employees',
        'Last Activity Date (GMT+1)',
        '€',
        'Umsatz ($)',
        'Met at',
        'met_at',
        'Region',
        'region!',
        'Gro\u0308\u00dfe',
      ]).slice(1),
    ).toEqual([
      '{umsatz}',
      '{employees}',
      '{last_activity_date_gmt_1}',
      '{column_5}',
      '{umsatz_2}',
      '{Met at}',
      '{met_at_2}',
      '{Region}',
      '{region_2}',
      '{größe}',
    ]);
    expect(uses(['Email', 'Umsatz (€)', 'Umsatz'])).toEqual(['email', '{umsatz_2}', '{Umsatz}']);
  });

  it('keep the names that are stored already', () => {
    const headers = ['Email', 'Umsatz (€)', 'Umsatz', 'Umsatz ($)', '€'];
    const stored = new Set(['umsatz_(€)', '€']);
    expect(mapColumns(headers, { choices: new Map(), stored }).map(({ use }) => use)).toMatchObject([
      { field: 'email' },
      { key: 'Umsatz (€)' },
      { key: 'Umsatz' },
      { key: 'umsatz_2' },
      { key: '€' },
    ]);
  });

  it('are numbered where their merge tag would reach into objects', () => {
    expect(mapColumns(['email', ':prototype'], { choices: none })[1]?.use).toEqual({
      kind: 'variable',
      key: 'column_2',
    });
  });

  it('never share a merge tag, whatever the headers are', () => {
    const header = fc.oneof(
      fc.string(),
      fc.constantFrom('a', 'A', 'a_2', 'a!', 'a 2', '?', 'Title', 'E-Mail!'),
    );
    fc.assert(
      fc.property(fc.array(header, { maxLength: 12 }), (more) => {
        fc.pre(!more.some(isForbiddenKey));
        const stored = new Set(more.filter((_, at) => at % 2 === 0).map(tagOf));
        const mapping = mapColumns(['email', ...more], { choices: new Map(), stored });
        const tags = mapping.flatMap(({ use }) => (use.kind === 'variable' ? [tagOf(use.key)] : []));
        expect(new Set(tags).size).toBe(tags.length);
        for (const tag of tags.filter((one) => !stored.has(one)))
          expect(tag).toMatch(/^(?:\p{L}\p{M}*|\p{N})(?:_?(?:\p{L}\p{M}*|\p{N}))*$/u);
      }),
    );
  });

  it('of several that mean a field the best is taken', () => {
    expect(uses(['Email', 'Work email', 'Title', 'Job Title'])).toEqual([
      '{Other Email}',
      'email',
      '{Other Title}',
      'title',
    ]);
  });

  it.each([
    [
      ['Title', 'Role'],
      ['VP', 'Buyer'],
      ['title', '{Role}'],
    ],
    [
      ['Titel', 'Funktion'],
      ['Dipl.-Ing.', 'Einkauf'],
      ['{Titel}', 'title'],
    ],
    [['Title'], ['Mr'], ['{Salutation}']],
    [
      ['Title', 'Salutation'],
      ['Mr', 'Mr'],
      ['{Salutation 2}', '{Salutation}'],
    ],
    [
      ['URL', 'Website'],
      ['https://linkedin.com/in/ana', 'https://a.example'],
      ['linkedin', 'website'],
    ],
    [
      ['Account', 'Company'],
      ['Lumen', 'Lumen'],
      ['{Account}', 'company'],
    ],
    [
      ['Account', 'Company'],
      ['Lumen', ''],
      ['company', '{Other Company}'],
    ],
  ])('%j with %j become %j', (headers, values, expected) => {
    const mapping = mapColumns(['Email', ...headers], {
      choices: none,
      sample: ['a@lumen.example', ...values],
    });
    const uses = mapping.map(({ use }) =>
      use.kind === 'field' ? use.field : use.kind === 'variable' ? `{${use.key}}` : '-',
    );
    expect(uses).toEqual(['email', ...expected]);
  });

  it.each([
    ['nope', 'ana@home.example', 'Email'],
    ['yes', 'nope', 'Email'],
    ['', 'ana@home.example', 'Home Email'],
  ])(
    'an address is taken from a private column only where the other is empty: %j, %j',
    (one, other, taken) => {
      const mapping = mapColumns(['Email', 'Home Email'], { choices: none, sample: [one, other] });
      expect(mapping.find(({ use }) => use.kind === 'field')?.header).toBe(taken);
    },
  );

  it('of a rejects file are chosen by their names alone', () => {
    const headers = ['_row', '_column', '_reason', 'Work Email', 'Home Email'];
    const mapping = mapColumns(headers, { choices: none, sample: ['7', '', 'x', '', 'ana@home.example'] });
    expect(mapping[3]?.use).toEqual({ kind: 'field', field: 'email' });
  });

  it('may fill in for each other where that was chosen', () => {
    const choices = new Map([
      ['B', 'email'],
      ['A', 'email'],
    ]);
    expect(mapColumns(['A', 'B'], { choices }).map(({ use }) => use)).toEqual([
      { kind: 'field', field: 'email', turn: 1 },
      { kind: 'field', field: 'email' },
    ]);
  });

  it('refuse names that would reach into objects', () => {
    for (const header of ['__proto__', 'constructor', 'prototype']) {
      expect(() => uses(['Email', header])).toThrow(/not allowed/);
    }
  });

  it('refuse a choice for a column or a field that is not there', () => {
    expect(() => uses(['Email'], new Map([['Mail', 'email']]))).toThrow('The file has no column "Mail".');
    expect(() => uses(['Email', 'X'], new Map([['X', 'compnay']]))).toThrow(
      '"compnay" is not a field of a lead.',
    );
  });

  it('never lose a column, whatever its header', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 8, selector: (header) => header.trim().toLowerCase() }),
        (extra) => {
          const headers = ['Email', ...extra];
          try {
            expect(mapColumns(headers, { choices: none }).map(({ header }) => header)).toEqual(headers);
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
          }
        },
      ),
    );
  });
});
