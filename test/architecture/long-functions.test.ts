import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longFunctions, mostLines } from './long-functions.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

describe('functions', () => {
  it(`have at most ${mostLines} lines, closures included`, { tags: 'needed' }, () => {
    const found = sources.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const isShort = text.split('\n').length <= mostLines;
      return isShort ? [] : [...longFunctions(path, text).keys()];
    });
    expect(found).toEqual([]);
  });

  it('are measured with what they hold, wherever they are', () => {
    const lines = (count: number) => '\n'.repeat(count - 1);
    const long = (code: string) => [...longFunctions('a.ts', code)];
    expect(long(`export function f() {${lines(81)}}`)).toEqual([['a.ts f', 81]]);
    expect(long(`const f = () => ({${lines(81)}});`)).toEqual([['a.ts f', 81]]);
    expect(long(`const o = { run() {${lines(82)}} };`)).toEqual([['a.ts run', 82]]);
    expect(long(`class A { go() { const g = () => {${lines(81)}}; } }`).map(([name]) => name)).toEqual([
      'a.ts go',
      'a.ts g',
    ]);
    expect(long(`function f() {${lines(80)}}${lines(200)}`)).toEqual([]);
  });
});
