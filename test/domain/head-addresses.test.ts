import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/contract/checks/email-address.ts';
import { HeadAddresses } from '../../src/domain/lead-file/head-addresses.ts';

/** As a reader would get it: in pieces that are cut anywhere, through characters, too. */
function lookedAt(text: string, cuts: readonly number[], most = 1000): HeadAddresses {
  const head = new HeadAddresses(most);
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [at, from] of places.slice(0, -1).entries()) head.take(bytes.subarray(from, places[at + 1]));
  head.end();
  return head;
}

const part = fc.stringMatching(/^[a-c1é'+_-]{1,2}$/);
const address = fc
  .tuple(part, part, fc.constantFrom('x.io', 'X.io', 'ü.io', 'K.io', 'k.io'))
  .map(([one, two, domain]) => `${one}.${two}@${domain}`);
const around = fc.constantFrom(['', ''], [' ', ''], ['"', '"'], ['" ', '"'], ['\u00a0', '\ufeff']);
const cuts = fc.array(fc.nat(), { maxLength: 5 });

describe('addresses at the head of a file', () => {
  it('are never said to stand once where a row further down has them again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(address, around, fc.constantFrom('', 'Ana', 'see b@x.io', '@'))),
        cuts,
        fc.constantFrom('\n', '\r\n'),
        (rows, where, end) => {
          const text = rows
            .map(([email, [left, right], other]) => `${other},${left}${email}${right},z`)
            .join(end);
          const head = lookedAt(text, where);
          const keys = rows.map(([email]) => addressKey(email));
          for (const key of keys)
            if (keys.indexOf(key) !== keys.lastIndexOf(key)) expect(head.standsOnce(key)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are found where they stand once, however the file comes', () => {
    fc.assert(
      fc.property(cuts, fc.integer({ min: 1, max: 40 }), (where, count) => {
        const emails = Array.from({ length: count }, (_, n) => `lead.${n}@lumen-${n}.example`);
        const head = lookedAt(`Email\n${emails.map((email) => `"${email}",x`).join('\n')}\n`, where);
        for (const email of emails) expect(head.standsOnce(email.toUpperCase())).toBe(true);
        expect(head.standsOnce('lead.0@lumen.example')).toBe(false);
      }),
    );
  });

  it('are so many, and of later ones nothing is said', () => {
    const head = lookedAt('a@x.io\nb@x.io\nc@x.io\na@x.io\n', [], 2);
    expect(['a', 'b', 'c'].map((name) => head.standsOnce(`${name}@x.io`))).toEqual([false, true, false]);
  });

  it('are not told of at all where a piece is no text that could hold any', () => {
    expect(lookedAt(`a@x.io,${'x'.repeat(100_000)},b@x.io`, []).standsOnce('a@x.io')).toBe(true);
    expect(lookedAt(`a@x.io,${'x'.repeat(100_000)}`, []).standsOnce('a@x.io')).toBe(false);
  });

  it.each([
    [',', true],
    [';', true],
    ['\t', true],
    ['|', true],
    ['-', false],
    ['x', false],
    ['§', false],
    ['@', false],
  ])('can be found between columns that %j separates: %s', (delimiter, can) => {
    expect(HeadAddresses.understands(delimiter)).toBe(can);
  });
});
