import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeKey,
  isKey,
  isSandboxKey,
  keyProblem,
  redactKeys,
  sandboxKey,
  sandboxReadOnlyKey,
} from '../../src/contract/keys.ts';

const letters = fc.constantFrom(...'ABCXYZabcxyz0189');
const part = (length: number) => fc.string({ unit: letters, minLength: length, maxLength: length });
const anyKey = fc.tuple(part(8), part(40)).map(([tag, secret]) => `run_${tag}_${secret}`);

describe('a key', () => {
  it('has 53 characters of the form of the specification', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect([key.length, isKey(key), keyProblem(key)]).toEqual([53, true, undefined]);
      }),
    );
  });

  it('is none after any one character was taken away, put in or changed', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(52), fc.constantFrom('', '-', 'é', ' ', '\n', '_a'), (key, at, instead) => {
        const broken = `${key.slice(0, at)}${instead}${key.slice(at + 1)}`;
        expect(isKey(broken)).toBe(false);
        const problem = keyProblem(broken);
        expect(problem).toBeTypeOf('string');
        expect(problem).not.toContain(key.slice(13, 30));
      }),
    );
    expect(isKey(`${sandboxKey}\n`)).toBe(false);
  });

  it('is shown by its beginning and its last four characters', () => {
    expect(describeKey(`run_ab12cd34_${'s'.repeat(36)}wxyz`)).toBe('run_ab12cd34_…wxyz');
    expect(describeKey('hunter2')).toBe('a malformed key');
  });

  it('is taken out of any text, whole or cut off', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(40), fc.string(), (key, cut, text) => {
        const told = redactKeys(`${text}|${key}|${key.slice(0, 53 - cut)}`);
        expect(told).not.toContain(key);
        expect(told.match(/run_\w{8}_\w{5,}/)).toBeNull();
      }),
    );
  });

  it('of the sandbox carries the tag', () => {
    for (const key of [sandboxKey, sandboxReadOnlyKey])
      expect([isKey(key), isSandboxKey(key)]).toEqual([true, true]);
    expect(sandboxKey).not.toBe(sandboxReadOnlyKey);
    expect(isSandboxKey(`run_sandbox0_${'a'.repeat(40)}`)).toBe(false);
  });
});
