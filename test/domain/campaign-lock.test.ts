import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import type { FieldName, FieldValue } from '../../src/domain/campaign-file/campaign-fields.ts';
import {
  type Lock,
  lockText,
  parseLock,
  storedValue,
  withEntry,
} from '../../src/domain/campaign-file/lock.ts';

const name = 'campaigns/outreach.lock.json';

const failing = (text: string): Failure => {
  try {
    parseLock(name, text);
  } catch (error) {
    return error as Failure;
  }
  throw new Error('it was read');
};

const base = new Map<FieldName, FieldValue>([
  ['name', 'Autumn'],
  ['dailyLimit', 200],
]);
const lock = withEntry(new Map(), 'acme', 'autumn.md', { id: 12, createdAt: '2026-03-02T08:00:00Z', base });
const text = lockText(lock);

describe('the lock', () => {
  it('is sorted, indented text with a newline at its end, and reads as what was written', () => {
    expect(text).toBe(`{
  "version": 1,
  "accounts": {
    "acme": {
      "files": {
        "autumn.md": {
          "id": 12,
          "createdAt": "2026-03-02T08:00:00Z",
          "base": {
            "dailyLimit": 200,
            "name": "Autumn"
          }
        }
      }
    }
  }
}
`);
    expect(parseLock(name, text)).toEqual(lock);
  });

  it('is the same text in whichever order it was made, and reads back', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const entry = fc.record({
      id: fc.integer({ min: 1 }),
      createdAt: fc.option(fc.string()),
      base: fc.dictionary(fc.string(), value).map((fields) => new Map(Object.entries(fields))),
    });
    const files = fc.dictionary(fc.string(), entry).map((all) => new Map(Object.entries(all)));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), files), (accounts) => {
        const made = new Map(Object.entries(accounts)) as Lock;
        const written = lockText(made);
        expect(lockText(parseLock(name, written))).toBe(written);
        expect(lockText(new Map([...made].reverse()))).toBe(written);
      }),
      { numRuns: 50 },
    );
  });

  it('takes a file out', () => {
    expect(withEntry(lock, 'acme', 'autumn.md', undefined)).toEqual(new Map([['acme', new Map()]]));
  });

  it('has the digest of a long text, and of one that looks like a digest', () => {
    const digest = /^sha256:[0-9a-f]{64}$/;
    expect(storedValue('x'.repeat(80))).toBe('x'.repeat(80));
    expect(storedValue('x'.repeat(81))).toMatch(digest);
    expect(storedValue(storedValue('x'.repeat(81)))).not.toBe(storedValue('x'.repeat(81)));
    expect(storedValue(['a@b.example'])).toEqual(['a@b.example']);
  });
});

describe('a lock that cannot be read', () => {
  it.each<[string, string, string | RegExp]>([
    ['an empty file', '', ', line 1: this is not JSON'],
    ['half a file', text.slice(0, 90), ', line 7: this is not JSON'],
    [
      'a comma too many',
      text.replace('"dailyLimit": 200,', '"dailyLimit": 200,,'),
      ', line 10: this is not JSON',
    ],
    [
      'merge markers',
      text.replace('          "id"', '<<<<<<< HEAD\n          "id"'),
      ', line 7: there are merge markers',
    ],
    ...['__proto__', 'constructor'].map((key): [string, string, string] => [
      `an account ${key}`,
      `{"version":1,"accounts":{"${key}":{"files":{"x.md":{"id":1}}}}}`,
      ': files.x.md.createdAt is required',
    ]),
    ['a list', '[]', ': the whole must be an object'],
    ['another version', text.replace('"version": 1', '"version": "one"'), ': version must be one of 1'],
    [
      'a file without an id',
      text.replace('"id": 12', '"id": "12"'),
      ': accounts.acme.files.autumn.md.id must be a whole number',
    ],
    ['a base that is none', text.replace('200', '{}'), /: accounts.acme.files.autumn.md.base.dailyLimit /],
  ])('%s: names the place', (_, damaged, what) => {
    const { code, message, hint } = failing(damaged);
    expect(code).toBe('bad_lock_file');
    expect(message.slice(name.length)).toEqual(typeof what === 'string' ? what : expect.stringMatching(what));
    expect(hint).toContain('delete the file');
  });

  it('says that a newer version wrote it', () => {
    const { code, message } = failing(text.replace('"version": 1', '"version": 2'));
    expect({ code, message }).toEqual({
      code: 'newer_format',
      message: `${name}: this was written by a newer version of outreach`,
    });
  });
});
