import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { fileFailure } from '../../src/local/file-failure.ts';
import { readJsonFile } from '../../src/local/json-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-json-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string): unknown {
  const path = join(folder, 'x.json');
  writeFileSync(path, text, { mode: 0o600 });
  try {
    return readJsonFile(path).data;
  } catch (error) {
    if (error instanceof Failure) return error.message.replace(path, '');
    throw error;
  }
}

describe('a JSON file of ours', () => {
  it.each([
    ['{"a": tru}', ':1:10: this is not JSON'],
    ['{"a": 1}x', ':1:9: this is not JSON'],
    ['{\n\t"a": \'x\'}', ':2:7: this is not JSON'],
    ['run_ab12cd34_secret', ':1:1: this is not JSON'],
    ['', ':1:1: this is not JSON'],
    ['{"a": "x', ':1:9: this is not JSON'],
    ['null', ': this is not a JSON object'],
    ['\uFEFF{"a": 1}', { a: 1 }],
  ])('%j is read as %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('is told where it was broken', () => {
    const object = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean()),
    );
    fc.assert(
      fc.property(object, fc.nat(), (value, seed) => {
        const text = JSON.stringify(value);
        const at = seed % (text.length + 1);
        // A control character is allowed nowhere within JSON.
        const column = at + 1;
        expect(read(`${text.slice(0, at)}\u0001${text.slice(at)}`)).toBe(`:1:${column}: this is not JSON`);
      }),
      { numRuns: 200 },
    );
  });

  it('is empty where there is none', () => {
    expect(readJsonFile(join(folder, 'none.json'))).toEqual({ data: {} });
  });
});

it('one that another program has open is named with what to do', () => {
  const busy = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  expect(fileFailure(busy, 'C:\\oh\\config.json', 'write')).toMatchObject({
    message: 'Could not write C:\\oh\\config.json: another program has it open',
    hint: 'Close it there, and try again.',
  });
});
