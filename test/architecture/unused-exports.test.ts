import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seams } from './seams.ts';
import { unusedExports } from './unused-exports.ts';

const root = resolve(import.meta.dirname, '../..');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** What is built, started or loaded by itself: scripts and the launcher take what these export. */
const entries = [
  'src/main.ts',
  'src/docs/front.ts',
  'src/cli/completion/names/answer-names.ts',
  'src/cli/describe/front-page.ts',
];

const listed = Object.entries(seams).flatMap(([path, names]) => names.split(' ').map((name) => [path, name]));

describe('exports', () => {
  it('are taken by another file of src or scripts, or are seams that tests need', { tags: 'slow' }, () => {
    const found = unusedExports([...filesIn('src'), ...filesIn('scripts')]).filter(
      (one) => one.startsWith('src/') && !entries.includes(one.split(' ')[0] ?? ''),
    );
    expect(found.sort()).toEqual(listed.map((words) => words.join(' ')).sort());
  });

  it('that are seams are taken by a test', () => {
    const tests = filesIn('test').filter(({ path }) => path !== 'test/architecture/seams.ts');
    const isTaken = ([path = '', name = '']: string[]) =>
      tests.some(({ text }) => text.includes(`/${path}'`) && new RegExp(`\\b${name}\\b`).test(text));
    expect(listed.filter((one) => !isTaken(one))).toEqual([]);
  });
});

describe('an export is unused', () => {
  const a = 'export const one = 1;\nexport interface Two {}\nexport const { three, f: [four] } = x;';
  it.each([
    ['nothing', '', ['one', 'Two', 'three', 'four']],
    ['an import', "import { one as o, type Two } from '../a.ts';", ['three', 'four']],
    ['an export of others', "export { one, type Two } from '../a.ts';", ['three', 'four']],
    ['an import at run time', "const { one } = await import('../a.ts'); one(four);", ['Two', 'three']],
    ['a namespace', "import * as a from '../a.ts'; a.three();", ['one', 'Two', 'four']],
    ['a type in place', "type T = import('../a.ts').Two;", ['one', 'three', 'four']],
    ['another file of that name', "import { one } from './a.ts';", ['one', 'Two', 'three', 'four']],
  ])('but for what is taken by %s', (_, text, unused) => {
    const found = unusedExports([
      { path: 'src/a.ts', text: a },
      { path: 'src/b/c.ts', text },
    ]);
    expect(found.filter((one) => one.startsWith('src/a.ts'))).toEqual(unused.map((one) => `src/a.ts ${one}`));
  });
});
