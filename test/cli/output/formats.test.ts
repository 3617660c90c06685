import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addProtection, removeProtection } from '../../../src/cli/files/formula-protection.ts';
import { csvLine, tsvFileLine } from '../../../src/cli/output/formats/csv.ts';
import { tsvLine } from '../../../src/cli/output/formats/tsv.ts';
import { exactJson, jsonDocument, ndjsonLine } from '../../../src/cli/output/text/json.ts';
import { actsOnTerminal } from './hostile.ts';
import { anyText } from './text.ts';

const names: Record<string, string> = { t: '\t', n: '\n', r: '\r' };
const readTsv = (line: string) =>
  line
    .slice(0, -1)
    .split('\t')
    .map((cell) =>
      cell.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/g, (_all, code, name) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : (names[name] ?? ''),
      ),
    );

const withoutBackslash = anyText.map((text) => text.replaceAll('\\', ''));

describe('TSV', () => {
  it('escapes what would break the line', () => {
    expect(tsvLine(['a\tb', 'c\r\nd', 'C:\\Temp\\', 7, 12345678901234567890n, true, null, undefined])).toBe(
      'a\\tb\tc\\r\\nd\tC:\\Temp\\\t7\t12345678901234567890\ttrue\t\t\n',
    );
  });

  it('comes back as it was, in one line that acts on no terminal', () => {
    fc.assert(
      fc.property(fc.array(withoutBackslash, { minLength: 1, maxLength: 5 }), (cells) => {
        const line = tsvLine(cells);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(actsOnTerminal(line.slice(0, -1).replaceAll('\t', ''))).toBe(false);
        expect(readTsv(line)).toEqual(cells);
      }),
    );
  });
});

describe('CSV', () => {
  it('quotes every cell and ends lines as RFC 4180 has it', () => {
    expect(csvLine(['a', 'b"c', 'd,e', 1, null])).toBe('"a","b""c","d,e","1",""\r\n');
  });

  it.each([
    '=1+1',
    '+49 30 1234',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '  =1',
    '\u00a0=1',
    '\u200b=1',
    '\u0000=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "'=1",
    '\n=1',
    '\r=1',
    '\ttext',
  ])('disarms %j', (cell) => {
    expect(addProtection(cell).startsWith("'")).toBe(true);
    expect(removeProtection(addProtection(cell))).toBe(cell);
  });

  it('disarms every physical line of a cell', () => {
    expect(addProtection('hello\n=cmd()\r\nfine\r@x')).toBe("hello\n'=cmd()\r\nfine\r'@x");
  });

  it('leaves plain text, quotes and numbers alone', () => {
    const left = ['Anna', "O'Brien", "'tis", "'t Hooft", "'s-Hertogenbosch", 'a=b', '', "'"];
    for (const cell of left) expect([addProtection(cell), removeProtection(cell)]).toEqual([cell, cell]);
    expect(csvLine([-5, -5n])).toBe('"-5","-5"\r\n');
  });

  it('comes back as it was after the inverse', () => {
    const sign = fc.constantFrom('=', '+', '-', '@', "'", ' ', '\t', '\n', '\r', '\u00a0', '＝', 'a', '\0');
    const tricky = fc.array(sign, { maxLength: 10 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, tricky), { minLength: 1, maxLength: 5 }), (raw) => {
        // A file has no half characters.
        const cells = raw.map((cell) => Buffer.from(cell).toString());
        for (const [line, delimiter] of [
          [csvLine(cells), ','],
          [tsvFileLine(cells), '\t'],
        ] as const) {
          const [row] = parse(line, { delimiter, record_delimiter: '\r\n' }) as string[][];
          expect(row?.map(removeProtection)).toEqual(cells);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves no line that a spreadsheet would run', () => {
    fc.assert(
      fc.property(anyText, (cell) => {
        for (const line of addProtection(cell).split(/[\r\n]+/))
          expect(line).not.toMatch(/^[\s\0-\x1f]*[=+\-@＝＋－＠]/);
      }),
    );
  });
});

describe('JSON', () => {
  it('keeps every digit', () => {
    expect(exactJson({ id: 9007199254740993n, list: [1n, 0.1], none: undefined })).toBe(
      '{"id":9007199254740993,"list":[1,0.1]}',
    );
    expect(exactJson(undefined)).toBe('null');
  });

  it('is the same with and without bigints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(exactJson({ value, big: 1n })).toBe(JSON.stringify({ value, big: 1 }));
        expect(JSON.parse(jsonDocument(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(ndjsonLine(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('puts a record in one line, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = ndjsonLine({ text });
        expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(JSON.parse(line)).toEqual({ text });
      }),
    );
  });
});
