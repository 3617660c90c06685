import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEntries } from '../../src/domain/lead-file/json-entries.ts';

const joined = (entries: ReadonlyMap<string, string> | undefined) =>
  `{${[...(entries ?? [])].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

describe('the entries of a JSON object', () => {
  it('keep every digit, in one line', () => {
    const text = '{ "a" : 12345678901234567890,\n"b": {"c": [1e400, 0.10000000000000000555 ]},"d":"\\" ,}"}';
    expect([...(jsonEntries(text) ?? [])]).toEqual([
      ['a', '12345678901234567890'],
      ['b', '{"c":[1e400,0.10000000000000000555]}'],
      ['d', '"\\" ,}"'],
    ]);
  });

  it.each(['', '[]', 'null', '1', '"x"', '{', '{"a":1}x', '{"a":1234567890123456789'])(
    'are none in %j',
    (text) => {
      expect(jsonEntries(text)).toBeUndefined();
    },
  );

  it('are the same whether or not a number needs care', () => {
    const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(objects, fc.constantFrom(0, 1, 2), (value, indent) => {
        const careful = { ...value, ' care': 0 };
        const text = JSON.stringify(careful, undefined, indent).replace(/0(?=\n?\}$)/, '1e400');
        expect(joined(jsonEntries(text))).toBe(JSON.stringify(careful).replace(/0(?=\}$)/, '1e400'));
      }),
      { numRuns: 40 },
    );
  });
});
