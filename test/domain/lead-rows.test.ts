import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonParser } from '../../src/base/lossless-json.ts';
import { LeadMaker } from '../../src/domain/lead-file/lead-maker.ts';
import { mapColumns } from '../../src/domain/lead-file/lead-mapping.ts';
import { LeadRows } from '../../src/domain/lead-file/lead-rows.ts';
import type { Cell } from '../../src/domain/lead-file/row.ts';

const mapping = mapColumns(['First Name', 'Email', 'Met at'], { choices: new Map() });

const parse = await jsonParser();

function judged(cells: Cell[][], columns = mapping) {
  const rows = new LeadRows();
  const maker = new LeadMaker(columns, parse);
  const all = cells.map((row, index) => {
    const one = { number: index + 2, cells: row };
    return { number: one.number, made: maker.judge(one), rejection: rows.take(one, maker.judge(one)) };
  });
  const leads = all.flatMap(({ number, made }) =>
    'lead' in made && rows.rowOf(made.lead.email) === number ? [made.lead] : [],
  );
  const rejects = all.flatMap(({ number, rejection }) =>
    rejection ? [[number, rejection.column, rejection.kind, rejection.reason]] : [],
  );
  return { leads, rejects, verdict: rows.verdict(), rows };
}

describe('the rows of a lead file', () => {
  it('become leads with only what they hold', () => {
    const { leads, verdict } = judged([
      ['Ana', ' ana@lumen.example ', 'Fair, hall 4'],
      ['', 'li@orchid.example', ''],
    ]);
    expect(leads).toEqual([
      { email: 'ana@lumen.example', firstName: 'Ana', customVariables: { 'Met at': 'Fair, hall 4' } },
      { email: 'li@orchid.example' },
    ]);
    expect(verdict).toMatchObject({ read: 2, valid: 2, trimmed: 1 });
  });

  it('are rejected with row, column and reason', () => {
    const { rejects, verdict } = judged([
      ['A', 'ana.at.lumen', ''],
      ['B', '', 'x'],
      ['C', 'c@lumen.example'],
    ]);
    expect(rejects).toEqual([
      [2, 'Email', 'malformed address', 'the address has no @'],
      [3, 'Email', 'no address', 'the email address is missing'],
      [4, '', 'wrong number of columns', 'has 2 columns where the header has 3'],
    ]);
    expect(verdict.rejects.find(({ kind }) => kind === 'no address')).toEqual({
      kind: 'no address',
      count: 1,
      rows: [{ row: 3, column: 'Email', reason: 'the email address is missing' }],
    });
  });

  it('let the last row win where an address stands twice, whatever its case', () => {
    const { leads, verdict, rows } = judged([
      ['Old', 'ana@lumen.example', ''],
      ['New', 'ANA@Lumen.example', ''],
    ]);
    expect(leads).toEqual([{ email: 'ANA@Lumen.example', firstName: 'New' }]);
    expect(verdict).toMatchObject({ replaced: 1, replacedRows: [{ row: 2, by: 3 }] });
    expect(rows.rowOf('Ana@lumen.EXAMPLE')).toBe(3);
  });

  it('of JSON keep their types as variables, and are text in the named fields', () => {
    const { leads, rejects } = judged([
      [{ text: '7', value: 7 }, 'ana@lumen.example', { text: '{"hall":4}', value: { hall: 4 } }],
      [{ text: '["Ana"]', value: ['Ana'] }, 'li@orchid.example', ''],
    ]);
    expect(leads[0]).toMatchObject({ firstName: '7', customVariables: { 'Met at': { hall: 4 } } });
    expect(rejects).toEqual([
      [3, 'First Name', 'malformed value', 'holds a list or an object where text belongs'],
    ]);
  });

  it('take the variables of an export apart, by the rules for keys', () => {
    const columns = mapColumns(['email', 'City', 'customVariables'], { choices: new Map() });
    const { leads, rejects } = judged(
      [
        ['a@lumen.example', 'Porto', '{"Met at":"Fair","size":12,"gone":null}'],
        ['b@lumen.example', '', '{"CITY":"Porto"}'],
        ['c@lumen.example', '', '{"Constructor":1}'],
        ['d@lumen.example', '', 'Fair'],
        ['e@lumen.example', '', '{"order":12345678901234567890}'],
      ],
      columns,
    );
    expect(leads).toEqual([
      { email: 'a@lumen.example', customVariables: { City: 'Porto', 'Met at': 'Fair', size: 12 } },
      { email: 'e@lumen.example', customVariables: { order: 12345678901234567890n } },
    ]);
    expect(rejects.map(([row, , , reason]) => [row, reason])).toEqual([
      [3, 'holds "CITY", and {city} is in the row already'],
      [4, 'holds the key "Constructor", which is not allowed'],
      [5, 'is not a JSON object of custom variables'],
    ]);
  });

  it('are all accounted for', () => {
    const cell = fc.oneof(
      fc.constant(''),
      fc.constant('  '),
      fc.constantFrom('a@b.example', 'A@b.example', 'c@d.example', 'nope'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 })), (cells) => {
        const { leads, verdict } = judged(cells);
        const { read, valid, rejected, empty, replaced } = verdict;
        expect(valid + rejected + empty + replaced).toBe(read);
        expect(leads).toHaveLength(valid);
        expect(new Set(leads.map(({ email }) => email.toLowerCase())).size).toBe(valid);
      }),
    );
  });
});
