import { expect, it } from 'vitest';
import { inline } from '../../../src/cli/output/text/inline.ts';

it.each([
  ['Ann Berg', 'Ann Berg'],
  [`Berg${' '.repeat(40)}Lead 7 will be kept`, 'Berg Lead 7 will be kept'],
  ['Ann\n? Delete nothing Type y or n:', 'Ann ? Delete nothing Type y or n:'],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
])('takes gaps out of a name, and cuts a long one: %j', (text, line) => {
  expect(inline(text)).toBe(line);
});
