import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactText, parseExact } from '../../../src/base/exact-json.ts';
import { textOf } from '../../../src/domain/merge-tags.ts';

const numbers = ['9007199254740993', '-9223372036854775808', '12345678901234567890', '1e400', '-1E+400'];

it.each(numbers)('writes %s as it came, wherever it is', (digits) => {
  const text = `{"a":[1,{"b":${digits}}],"c":${digits}}`;
  expect(exactText(parseExact(text))).toBe(text);
  expect(textOf((parseExact(text) as { c: unknown }).c)).toBe(digits);
});

it('writes every whole number as it came', () => {
  fc.assert(
    fc.property(fc.bigInt(), (whole) => {
      expect(exactText(parseExact(`[${whole}]`))).toBe(`[${whole}]`);
    }),
  );
});

it('is the built-in for all other JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(exactText(parseExact(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});
