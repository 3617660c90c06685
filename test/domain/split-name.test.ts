import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSalutation, splitName } from '../../src/domain/lead-file/split-name.ts';

describe('a full name', () => {
  it.each([
    ['Anna Berg', 'Anna', '', 'Berg'],
    ['  Anna   Berg ', 'Anna', '', 'Berg'],
    ['Anna', 'Anna', '', ''],
    ['', '', '', ''],
    ['Berg, Anna', 'Anna', '', 'Berg'],
    ['van der Berg, Anna Maria', 'Anna', 'Maria', 'van der Berg'],
    ['Anna van der Berg', 'Anna', '', 'van der Berg'],
    ['Anna Maria von Berg', 'Anna', 'Maria', 'von Berg'],
    ['Charles de Gaulle', 'Charles', '', 'de Gaulle'],
    ['Mary Jane Smith', 'Mary', 'Jane', 'Smith'],
    ["Anna 't Hooft", 'Anna', '', "'t Hooft"],
    ['Dick Van Dyke', 'Dick', '', 'Van Dyke'],
    ['Van Morrison', 'Van', '', 'Morrison'],
    ['Dr. Anna Berg', 'Anna', '', 'Berg'],
    ['Herr Prof. Dr. Max Muster', 'Max', '', 'Muster'],
    ['Mr Smith', '', '', 'Smith'],
    ['John Smith, PhD', 'John', '', 'Smith'],
    ['John Smith Jr.', 'John', '', 'Smith'],
    ['Smith, John, Jr.', 'John', '', 'Smith'],
    ['Smith, John, Lumen Inc', 'John', '', 'Smith'],
    ['伊藤 美咲', '美咲', '', '伊藤'],
    ['Jean-Luc O’Neil', 'Jean-Luc', '', 'O’Neil'],
  ])('%s', (text, firstName, middleName, lastName) => {
    const { firstName: first = '', middleName: middle = '', lastName: last = '' } = splitName(text);
    expect({ first, middle, last }).toEqual({ first: firstName, middle: middleName, last: lastName });
  });

  it('of any text gives only words of it, and each once', () => {
    const word = fc.constantFrom('Anna', 'van', 'Dr.', 'Jr', ',', 'Müller', '美咲', "'t", '-', '  ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (text) => {
          const words = text.split(/[\s,]+/).filter((one) => one !== '');
          for (const part of Object.values(splitName(text)).join(' ').split(' ').filter(Boolean)) {
            const at = words.indexOf(part);
            expect(at).toBeGreaterThanOrEqual(0);
            words.splice(at, 1);
          }
        },
      ),
    );
  });
});

it.each([
  ['Mr', true],
  ['Dr.', true],
  ['Frau Dr.', true],
  ['Mr./Mrs.', true],
  ['Director', false],
  ['Dr. of Growth', false],
  ['', false],
])('%s is a salutation: %s', (text, is) => expect(isSalutation(text)).toBe(is));
