import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import meanings from '../../src/base/failure-codes.json';
import {
  codesOf,
  exitCodeOf,
  failureKinds,
  kindOf,
  plainCode,
  serviceCode,
} from '../../src/base/failure-codes.ts';

const kinds = Object.keys(failureKinds) as (keyof typeof failureKinds)[];
const codes = kinds.flatMap(codesOf);

const root = resolve(import.meta.dirname, '../../src');
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|tsv)$/.test(name) && !name.includes('failure-codes.'))
  .map((name) => readFileSync(join(root, name), 'utf8').replaceAll('\t', "'"))
  .join('\n');

/** Codes that are put together from a word and what went wrong. */
const made = /^(order_|signature_|receiver_|open_|invalid_(kind|nth|phase|probability|times)$)/;

describe('the table of failures', () => {
  it('lists no code that the program never uses', { tags: 'slow' }, () => {
    const plain = new Set<string>(kinds.map(plainCode));
    const unused = codes.filter(
      (code) => !plain.has(code) && !source.includes(`'${code}'`) && !made.test(code),
    );
    expect(unused).toEqual([]);
  });

  it('lists no kind that the program never raises', () => {
    const raised = (code: string) => source.includes(`'${code}'`) || made.test(code);
    expect(kinds.filter((kind) => !codesOf(kind).some(raised))).toEqual([]);
  });

  it('has a meaning for every code, and every exit code once', () => {
    expect(Object.keys(meanings)).toEqual(kinds);
    for (const kind of kinds) {
      expect(Object.keys(meanings[kind])).toEqual(codesOf(kind));
      for (const meaning of Object.values(meanings[kind])) expect(meaning).toMatch(/^\S.*[^.]$/);
    }
    const exits = kinds.map(exitCodeOf);
    expect(new Set(exits).size).toBe(exits.length);
  });
});

describe('a failure', () => {
  it('takes its kind from its code', () => {
    expect(new Failure('bad_days', 'No')).toMatchObject({ kind: 'usage', code: 'bad_days', outcome: 'none' });
    expect(new Failure('answer_not_kept', 'No')).toMatchObject({
      kind: 'unknown-outcome',
      outcome: 'unknown',
    });
  });

  it('takes the first kind of a code that has several, unless another is named', () => {
    expect(kindOf('input_required')).toBe('usage');
    expect(new Failure('input_required', 'No', { kind: 'not-confirmed' }).kind).toBe('not-confirmed');
  });

  it('keeps a code of the service as it came', () => {
    expect(new Failure(serviceCode('seat_limit'), 'No', { kind: 'payment' })).toMatchObject({
      kind: 'payment',
      code: 'seat_limit',
    });
  });

  it('keeps what a change does not name', () => {
    const failure = new Failure('timeout', 'No', { kind: 'unknown-outcome', status: 502, hint: 'Look' });
    expect(failure.with({ message: 'Yes' })).toMatchObject({
      kind: 'unknown-outcome',
      code: 'timeout',
      status: 502,
      hint: 'Look',
      message: 'Yes',
    });
  });
});
