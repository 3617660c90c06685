import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHider } from '../../src/base/text/hide-secrets.ts';
import { anyCharacter } from '../any-character.ts';
import { runs } from '../sweep/slice.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const words = (least: number, most: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: least, maxLength: most }).map((all) => all.join(''));
const secretsLike = words(40, 40).filter((text) => new Set(text).size > 12);

/** A part of a secret: where it begins and how long it is. */
const parts = fc
  .record({ secret: secretsLike, from: fc.nat(28), length: fc.integer({ min: 12, max: 40 }) })
  .map(({ secret, from, length }) => ({ secret, part: secret.slice(from, from + length) }))
  .filter(({ part }) => new Set(part).size > 2);

function hiderOf(secret: string) {
  const hider = createHider();
  hider.remember(secret);
  return hider;
}

const hex = (letter: string) => letter.charCodeAt(0).toString(16);
const base64 = (kind: 'base64' | 'base64url') => (part: string, before: string, after: string) =>
  Buffer.from(`${before}${part}${after}`).toString(kind);

/** How a part may be written; `before` and `after` are what is around it. */
const writings: Readonly<Record<string, (part: string, before: string, after: string) => string>> = {
  plain: (part, before, after) => `${before}${part}${after}`,
  base64: base64('base64'),
  base64url: base64('base64url'),
  percent: (part, before, after) => before + part.replaceAll(/./g, (letter) => `%${hex(letter)}`) + after,
  'percent, some of it in capitals': (part, before, after) =>
    before +
    part.replaceAll(/./g, (letter, at) => (at % 3 === 1 ? `%${hex(letter).toUpperCase()}` : letter)) +
    after,
  // One more backslash before it would make the first code a plain text.
  'in JSON': (part, before, after) =>
    `${before.replace(/\\+$/, '')}\\\\${part.replaceAll(/./g, (letter, at) => (at % 4 < 2 ? `\\u00${hex(letter)}` : letter))}${after}`,
};

const around = fc.string({ maxLength: 30 });

it.each(Object.keys(writings))('hides any 12 characters of a secret in a row: %s', (name) => {
  const write = writings[name] as (typeof writings)[string];
  fc.assert(
    fc.property(parts, around, around, ({ secret, part }, before, after) => {
      const hidden = hiderOf(secret).hide(write(part, before, after));
      // What is left of it is shorter than what is hidden, read in each of the ways.
      expect(hidden).toContain('[hidden]');
      for (const read of [
        hidden,
        unescaped(hidden),
        ...[0, 1, 2, 3].map((cut) =>
          Buffer.from(hidden.replaceAll('[hidden]', '').slice(cut), 'base64').toString('latin1'),
        ),
      ])
        for (let at = 0; at + 12 <= part.length; at++) expect(read).not.toContain(part.slice(at, at + 12));
    }),
    { numRuns: runs(600) },
  );
});

/** As far as it can be. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:%|\\u00)([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

it('leaves alone what is not a part of a secret, or is too short or too plain to be one', {
  tags: 'slow',
}, () => {
  const secret = 'q7Wm2Zk9Rb4Xc6Vn8Lp1Tj3Hg5Fd0Sa000000000';
  const { hide } = hiderOf(secret);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      expect(hide(text)).toBe(text);
    }),
    { numRuns: runs(300) },
  );
  for (const text of [secret.slice(0, 11), '000000000000', 'a000000000000', `%20${secret.slice(3, 14)}%3A`])
    expect(hide(text)).toBe(text);
});

it('looks through a long text, and leaves the numbers of JSON alone', () => {
  const { hide } = hiderOf('q7Wm2Zk9Rb4Xc6Vn8Lp1Tj301234567890123456');
  const part = 'Rb4Xc6Vn8Lp1Tj3012345';
  const codedPart = part.replaceAll(/./g, (letter) => `%${hex(letter)}`);
  for (const [from, step] of [
    [65_000, 37],
    [131_000, 53],
  ] as const)
    for (let at = from; at < from + 1200; at += step) {
      const text = `${'x%41-'.repeat(at / 5)}${codedPart}${' y'.repeat(40_000)}${part}`;
      expect(hide(text)).toBe(text.replace(codedPart, '[hidden]').replace(part, '[hidden]'));
    }
  const numbers = '{"id":345678901234,"all":[-12345678901234.5, 345678901234]}';
  expect(hide(numbers)).toBe(numbers);
  expect(hide('{"id":"345678901234"}')).toBe('{"id":"[hidden]"}');
});

it('keeps JSON what it was, but for the secret', () => {
  fc.assert(
    fc.property(
      parts,
      fc.jsonValue(),
      fc.constantFrom(...Object.keys(writings)),
      ({ secret, part }, value, name) => {
        const write = writings[name] as (typeof writings)[string];
        const text = JSON.stringify({ before: value, said: 'SAID', after: value }).replace('SAID', () =>
          write(part, '', ''),
        );
        const read = JSON.parse(hiderOf(secret).hide(text));
        expect(read.said).toContain('[hidden]');
        expect({ ...read, said: '' }).toEqual({ ...JSON.parse(text), said: '' });
      },
    ),
    { numRuns: runs(300) },
  );
});
