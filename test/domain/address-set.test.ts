import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressSet } from '../../src/domain/lead-file/address-set.ts';

describe('a set of addresses', () => {
  it('tells apart and finds again what a map does', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.emailAddress(), fc.string({ maxLength: 2 }))), (keys) => {
        const set = new AddressSet();
        const map = new Map<string, number>();
        for (const [at, key] of keys.entries()) {
          expect(set.put(key, at + 1)).toBe(map.get(key) ?? 0);
          map.set(key, at + 1);
        }
        for (const [key, row] of map) expect(set.rowOf(key)).toBe(row);
        expect(set.size).toBe(map.size);
      }),
    );
  });

  it.each([0, 3000, 200_000, 4_000_000])(
    'keeps two hundred thousand like addresses apart, with %i expected',
    (guess) => {
      const set = new AddressSet();
      // However wrong it is.
      set.expect(guess);
      let taken = 0;
      for (let n = 1; n <= 200_000; n++) if (set.put(`lead${n}@lumen.example`, n) !== 0) taken += 1;
      expect(taken).toBe(0);
      expect([set.size, set.rowOf('lead77@lumen.example'), set.rowOf('lead0@lumen.example')]).toEqual([
        200_000, 77, 0,
      ]);
    },
  );
});
