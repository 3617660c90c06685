import { expect, it } from 'vitest';
import { unreadOf } from '../../../src/cli/launch/walk-leads.ts';

it.each<[string, Parameters<typeof unreadOf>, string | undefined]>([
  ['every lead that is counted was listed', [450, 450], undefined],
  ['more were listed than are counted', [451, 450], undefined],
  ['the service does not count', [450, null], undefined],
  ['one lead is counted and was not listed', [449, 450], 'the service listed 449 leads of 450'],
  ['none was listed', [0, 450], 'the service listed 0 leads of 450'],
  ['the count is below zero', [0, -1], 'the service listed 0 leads and counts -1'],
  ['the count is no whole number', [1, 1.5], 'the service listed 1 lead and counts 1.5'],
  ['the newest lead was not listed', [450, 450, false], 'the service listed 450 leads, and more came'],
])('a walk where %s', (_, walked, why) => expect(unreadOf(...walked)).toBe(why));
