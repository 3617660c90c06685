import { expect, it } from 'vitest';
import { hasOneCase, namedInCase } from '../../src/domain/lead-file/name-shape.ts';

it.each([
  ['JÜRGEN', 'Jürgen'],
  ['anna', 'Anna'],
  ['ANN-KATHRIN', 'Ann-Kathrin'],
  ['VON DER BERG', 'von der Berg'],
  ['de la cruz', 'de la Cruz'],
  ['MCDONALD', 'McDonald'],
  ["O'NEIL", "O'Neil"],
  ['o’neil-mcdonald', 'O’Neil-McDonald'],
  ['MACK', 'Mack'],
  ['SMITH III', 'Smith III'],
  ['ŁUKASZ', 'Łukasz'],
  ['İBRAHİM', 'İbrahim'],
])('a last name %s is written %s', (given, written) => {
  expect(hasOneCase(given)).toBe(true);
  expect(namedInCase(given, true)).toBe(written);
  expect(hasOneCase(written)).toBe(false);
});

const asTheyAre = [
  'Jürgen',
  'McDonald',
  'van der Berg',
  'JP',
  'A.',
  'a',
  'B.J.',
  'von',
  '田中',
  '',
  "D'Angelo",
];

it.each([
  ...asTheyAre,
  '=SUM(A1)',
  '=UPPER(B2)',
  '+FOO()',
  '@SUM',
  'ann@acme.com',
  'UNIT 42',
  '{{first_name}}',
])('%j stays as it is', (name) => {
  expect(hasOneCase(name)).toBe(false);
  expect(namedInCase(name, true)).toBe(name);
});

it('has no particle in a first name', () => {
  expect(namedInCase('DA VINCI')).toBe('Da Vinci');
});
