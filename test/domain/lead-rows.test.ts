import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapColumns } from '../../src/domain/lead-mapping.ts';
import { judgeRows, type Row } from '../../src/domain/lead-rows.ts';

const mapping = mapColumns(['First Name', 'Email', 'Met at'], new Map());
const rowsOf = (...cells: string[][]): Row[] =>
  cells.map((row, index) => ({ number: index + 2, cells: row }));

describe('the rows of a lead file', () => {
  it('become leads with only what they hold', () => {
    const { leads } = judgeRows(
      rowsOf(['Ana', ' ana@lumen.example ', 'Fair, hall 4'], ['', 'li@orchid.example', '']),
      mapping,
    );
    expect(leads).toEqual([
      { email: 'ana@lumen.example', firstName: 'Ana', customVariables: { 'Met at': 'Fair, hall 4' } },
      { email: 'li@orchid.example' },
    ]);
  });

  it('are rejected with row, column and reason', () => {
    const { rejects } = judgeRows(
      rowsOf(['A', 'ana.at.lumen', ''], ['B', '', 'x'], ['C', 'c@lumen.example']),
      mapping,
    );
    expect(rejects.map(({ row, column, kind, reason }) => [row.number, column, kind, reason])).toEqual([
      [2, 'Email', 'malformed address', 'the address has no @'],
      [3, 'Email', 'no address', 'there is no email address'],
      [4, '', 'wrong number of columns', 'has 2 columns where the header has 3'],
    ]);
  });

  it('let the last row win where an address stands twice, whatever its case', () => {
    const verdict = judgeRows(
      rowsOf(['Old', 'ana@lumen.example', ''], ['New', 'ANA@Lumen.example', '']),
      mapping,
    );
    expect(verdict.leads).toEqual([{ email: 'ANA@Lumen.example', firstName: 'New' }]);
    expect(verdict.replaced).toEqual([{ row: 2, by: 3, email: 'ANA@Lumen.example' }]);
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
        const { read, leads, rejects, empty, replaced } = judgeRows(rowsOf(...cells), mapping);
        expect(leads.length + rejects.length + empty + replaced.length).toBe(read);
        expect(new Set(leads.map(({ email }) => email.toLowerCase())).size).toBe(leads.length);
      }),
    );
  });
});
