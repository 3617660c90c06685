import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollars, inMillionths } from '../../src/base/dollars.ts';

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [0.008, '$0.008'],
    [0.0085, '$0.0085'],
    [0.5, '$0.50'],
    [1234.5, '$1,234.50'],
    [1234.56789, '$1,234.56789'],
    [-3, '-$3.00'],
    [1e-7, '$0.0000001'],
    [1.5e-9, '$0.0000000015'],
    [1e21, '$1,000,000,000,000,000,000,000.00'],
  ])('writes %d as %s', (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });

  it('can be read back exactly, so that two amounts never read the same', () => {
    const amount = fc.double({ min: 0, max: 1e12, noNaN: true }).filter((usd) => usd === 0 || usd > 1e-50);
    fc.assert(
      fc.property(amount, (usd) => {
        expect(Number(dollars(usd).replaceAll(/[$,]/g, ''))).toBe(usd + 0);
      }),
    );
  });
});

describe('inMillionths', () => {
  it('leaves every decimal price as it is, and drops what binary adds to it', () => {
    const price = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 1000 }), (millionths, times) => {
        expect(inMillionths(millionths / 1e6)).toBe(millionths / 1e6);
        expect(inMillionths((millionths / 1e6) * times)).toBe((millionths * times) / 1e6);
      }),
    );
  });

  it('rounds up what is between', () => {
    expect(inMillionths(1 / 3)).toBe(0.333334);
    expect(inMillionths(0.1 + 0.2)).toBe(0.3);
  });
});
