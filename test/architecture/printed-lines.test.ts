import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines } from '../../src/cli/advice/lines.ts';
import { printedLines } from './printed-lines.ts';

const root = resolve(import.meta.dirname, '../../src');
const groups = new Set([...lines.keys()].map((path) => path.split(' ')[0]));

/** The command that `words` begin with, or why there is none. */
function wrongIn(words: string): string[] {
  const all = words.split(' ');
  if (!groups.has(all[0])) return [];
  const paths = all.map((_, at) => all.slice(0, all.length - at).join(' '));
  const path = paths.find((path) => lines.has(path));
  if (path === undefined) return [`outreach ${words}: no such command`];
  return lines.get(path)?.changes === 'reads' ? [] : [`outreach ${path}: it changes something`];
}

const hole = '$' + '{x}';

describe('a line of the program in its texts', () => {
  it('only reads: what changes something is made by advise() or pattern()', { tags: 'slow' }, () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const wrong = files.flatMap((name) =>
      printedLines(readFileSync(join(root, name), 'utf8'))
        .flatMap(wrongIn)
        .map((what) => `${name}: ${what}`),
    );
    expect(files.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["const a = 'Stop it: outreach campaigns pause 1';", 'campaigns pause'],
    [`const a = \`outreach journal settle ${hole} --done\`;`, 'journal settle'],
    [`const a = b\`See ${hole}. outreach credits buy ${hole}\`;`, 'credits buy'],
    ["const a = commandLine(['leads', 'delete', id]);", 'leads delete'],
    ["const a = 'outreach campaigns stop 1';", 'campaigns stop'],
    [`const a = \`outreach campaigns ${hole} 1\`;`, 'campaigns'],
  ])('is found in %s', (text, named) => {
    const [first = '', ...more] = printedLines(text).flatMap(wrongIn);
    expect([first.startsWith(`outreach ${named}:`), more]).toEqual([true, []]);
  });

  it.each([
    "const a = 'See: outreach leads list';",
    "const a = 'outreach campaigns pause --help shows how';",
    "export const a = command({ examples: ['outreach campaigns pause 1'], about: 'outreach campaigns pause' });",
    "const a = 'only outreach gives this';",
    'const a = commandLine(argv);',
  ])('is well in %s', (text) => expect(printedLines(text).flatMap(wrongIn)).toEqual([]));
});
