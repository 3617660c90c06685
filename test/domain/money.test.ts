import { expect, it } from 'vitest';
import { usd } from '../../src/base/dollars.ts';

it.each([
  [1234.5, '$1,234.50'],
  [0, '$0.00'],
  [0.0042, '$0.0042'],
  [0.012, '$0.012'],
  [1.23456789, '$1.2346'],
  [0.00001234, '$0.000012'],
  [0.1 + 0.2, '$0.30'],
  [-3, '-$3.00'],
])('writes %d as %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});
