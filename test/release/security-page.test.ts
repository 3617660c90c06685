import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(join(root, file), 'utf8');
const page = await read('SECURITY.md');
const promises = page.split('\n').filter((line) => /^\| .*\| .*`test\//.test(line));

describe('SECURITY.md', () => {
  it('names for each promise the tests that hold it', async () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    // The head of the table and the line below it promise nothing.
    expect(promises).toEqual(rows.slice(2));
    expect(promises.length).toBeGreaterThan(10);
    for (const promise of promises) {
      const [, , , tests = ''] = promise.split('|');
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      for (const file of files) {
        expect(file).toMatch(/^test\/.*\.test\.ts$/);
        expect(await read(file), file).toMatch(/\b(?:it|describe)\b/);
      }
    }
  });

  it('names no other file that is not there', async () => {
    for (const [, file = ''] of page.matchAll(/(?:`|\]\()((?:docs|test|\.github)\/[^`)\s]+)/g))
      await access(join(root, file));
  });

  it('has the figures of the crash tests', async () => {
    const crashes = await read('docs/crash-tests.md');
    const [, kinds = '', memory = '', processes = ''] =
      /(\d+) kinds of calls, in ([\d,]+) cases in memory and ([\d,]+) as processes/.exec(page) ?? [];
    expect(kinds).not.toBe('');
    for (const figure of [`${kinds} kinds of calls`, `| ${memory} |`, `| ${processes} |`])
      expect(crashes).toContain(figure);
  });

  it('is one page', () => {
    expect(page.split('\n').length).toBeLessThan(70);
  });
});
