import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuoteCheck } from '../../../src/cli/input/quote-check.ts';

function parses(text: string): boolean {
  try {
    parse(text, { delimiter: ',', record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
    return true;
  } catch {
    return false;
  }
}

describe('a check of quotes', () => {
  it('finds in any text, cut anywhere, what a parser would stumble over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', '"', '"', ',', 'a', '\n', '\r', 'ü', ' '), { maxLength: 12 }),
        fc.nat(14),
        (signs, cut) => {
          const text = signs.join('');
          const bytes = Buffer.from(text);
          const check = new QuoteCheck(',');
          check.take(bytes.subarray(0, cut));
          check.take(bytes.subarray(cut));
          expect(check.holds()).toBe(parses(text));
        },
      ),
      { numRuns: 5000 },
    );
  });
});
