import { type CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedRecord, RecordSplitter } from '../../../src/cli/input/record-splitter.ts';
import { runs } from '../../sweep/slice.ts';

/** The records of a text that comes in pieces, or in which one it is malformed. */
function split(pieces: readonly string[], delimiter: string) {
  const splitter = new RecordSplitter(delimiter);
  try {
    return [...pieces.flatMap((piece) => splitter.take(piece)), ...splitter.end()];
  } catch (error) {
    if (error instanceof MalformedRecord) return { record: error.record };
    throw error;
  }
}

/** The same by a parser of another make. */
function parsed(text: string, delimiter: string) {
  try {
    return parse(text, { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
  } catch (error) {
    return { record: (error as CsvError & { records: number }).records };
  }
}

describe('a splitter of records', () => {
  it('gives what csv-parse gives, of any text cut anywhere', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', '"', '"', ',', ',', ';', 'a', 'ü', ' ', '\n', '\r', '\r\n'), {
          maxLength: 20,
        }),
        fc.array(fc.nat(20), { maxLength: 3 }),
        fc.constantFrom(',', ';'),
        (signs, cuts, delimiter) => {
          const text = signs.join('');
          const at = [0, ...cuts.sort((a, b) => a - b), text.length];
          const pieces = at.slice(1).map((to, index) => text.slice(at[index], to));
          expect(split(pieces, delimiter)).toEqual(parsed(text, delimiter));
        },
      ),
      { numRuns: runs(5000) },
    );
  });

  it.each([
    ['a,b\r\nc,"d\ne', 'a quoted field is never closed.', 2],
    ['a\n"b\n\nc",d\ne"', 'a field that is not quoted holds a quote.', 5],
    ['a\r"b"c', 'something follows the closing quote of a field.', 2],
  ])('says why and in which line %j is malformed', (text, message, line) => {
    const splitter = new RecordSplitter(',');
    const run = () => [...text].flatMap((sign) => splitter.take(sign)).concat(splitter.end());
    expect(run).toThrow(expect.objectContaining({ message, line }));
  });
});
