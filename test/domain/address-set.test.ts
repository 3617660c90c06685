import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressSet } from '../../src/domain/lead-file/address-set.ts';
import { NumberSet } from '../../src/domain/lead-file/number-set.ts';

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

describe('a set of addresses that was cleared', () => {
  it('knows none of them, and takes new ones', () => {
    const set = new AddressSet();
    for (let n = 1; n <= 5000; n++) set.put(`lead${n}@lumen.example`, n);
    set.clear();
    expect([set.size, set.rowOf('lead7@lumen.example')]).toEqual([0, 0]);
    expect([set.put('lead7@lumen.example', 3), set.rowOf('lead7@lumen.example')]).toEqual([0, 3]);
  });
});

describe('a set of numbers', () => {
  it('holds what was put in, in order, and comes back from its bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000)), (numbers) => {
        const set = new NumberSet();
        for (const number of numbers) set.add(number);
        const sorted = [...new Set(numbers)].sort((a, b) => a - b);
        for (const one of [set, new NumberSet(set.bytes)]) {
          expect([...one.from()]).toEqual(sorted);
          expect(one.size).toBe(sorted.length);
        }
      }),
    );
  });
});
