import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json';
import { manPages } from '../scripts/pages/man-pages.ts';
import { roffOf } from '../scripts/pages/roff.ts';
import type { AnyCommand, Group } from '../src/cli/declare/command.ts';
import { helpOf } from '../src/cli/describe/help-of.ts';
import type { HelpPart } from '../src/cli/describe/help-page.ts';
import { topicHelp, topics } from '../src/cli/describe/topics.ts';
import { isGroup } from '../src/cli/line/find-command.ts';
import { tree } from '../src/commands/index.ts';
import { needTools } from './tool-here.ts';

const pages = await manPages(tree);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outreach-man-'));
  for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** Both formatters that systems have, as they write for a terminal, on lines that need no breaks. */
const formatters = {
  groff: ['groff', '-ww', '-man', '-Tutf8', '-P-cbou', '-rLL=900n'],
  mandoc: ['mandoc', '-T', 'utf8', '-O', 'width=900'],
} as const;

/** What one prints, one blank between words. Throws where it warns. */
async function rendered(formatter: keyof typeof formatters, files: readonly string[]): Promise<string> {
  const [program, ...options] = formatters[formatter];
  const { stdout, stderr } = await execa(program, [...options, ...files], { cwd: folder });
  expect(stderr).toBe('');
  return words(stdout.replaceAll(/.\u0008/gu, ''));
}

const words = (text: string) =>
  text
    .replaceAll(/ \\\n\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Help of what follows the name of the program, and of all commands below it. */
const helpBelow = (node: Group | AnyCommand, path: readonly string[]): HelpPart[] => [
  ...(isGroup(node) && path.length > 1 ? [] : helpOf(tree, { path, node }, true)),
  ...(isGroup(node) ? [...node.commands, ...(node.groups ?? [])] : []).flatMap((child) =>
    helpBelow(child, [...path, child.name]),
  ),
];

/** Without the seven of the indent. */
const columns = 80 - 7;

describe('a manual page at 80 columns', () => {
  it.each(Object.entries(pages))('has no line that cannot be broken in %s', (_, page) => {
    const blocks = [...page.matchAll(/^\.nf\n([\s\S]*?)\n\.fi$/gm)].flatMap(([, block = '']) =>
      block.split('\n'),
    );
    const plain = blocks.map((line) =>
      line.replaceAll(/\\\[u\w+\]|\\\(\w\w|\\[e-]/g, '?').replaceAll('\\&', ''),
    );
    expect(plain.filter((line) => line.length > columns)).toEqual([]);
  });

  it('begins with what the program is', () => {
    expect(pages['outreach.1']).toMatch(/\.SH "DESCRIPTION"\n(?!.*status: what)/);
  });
});

const withoutBackticks = (text: string) => text.replaceAll(/`([^`]+)`/g, '$1');

/** What a person reads there, but for what a manual has in other words: other pages, and codes of every command. */
const textsOf = ({ title, text = '', rows = [], lines = [], example = [] }: HelpPart): string[] =>
  ['EXIT CODES', 'LEARN MORE'].includes(title ?? '')
    ? []
    : [...[text, ...rows.flat()].map(withoutBackticks), ...lines, ...example].map(words);

describe('the manual pages', () => {
  it('are there for the program, each group and each topic, and the package installs them', async () => {
    expect(Object.keys(pages)).toEqual([
      'outreach.1',
      ...tree.map(({ name }) => `outreach-${name}.1`),
      ...topics.map(({ name }) => `outreach-${name}.7`),
    ]);
    expect(packageJson.man).toEqual(Object.keys(pages).map((name) => `dist/man/${name}`));
  });

  it('are built the same each time', async () => {
    const built = resolve(import.meta.dirname, '../dist/man');
    expect((await readdir(built)).toSorted()).toEqual(Object.keys(pages).toSorted());
    for (const [name, text] of Object.entries(pages))
      expect(await readFile(join(built, name), 'utf8')).toBe(text);
    expect(await manPages(tree)).toEqual(pages);
  });

  it('write every hyphen as the sign that is typed, which not every groff makes of a bare one', () => {
    for (const text of Object.values(pages)) {
      const [, ...lines] = text.split('\n');
      expect(lines.filter((line) => /(?<!\\)-/.test(line))).toEqual([]);
    }
  });

  it('have nothing that mandoc or groff warns about', async (context) => {
    needTools(context, 'mandoc', 'groff');
    const files = Object.keys(pages);
    await execa('mandoc', ['-T', 'lint', '-W', 'warning', ...files], { cwd: folder });
    for (const width of [58, 78, 118]) {
      const { stderr } = await execa('groff', ['-ww', '-man', '-Tutf8', '-z', `-rLL=${width}n`, ...files], {
        cwd: folder,
      });
      expect(stderr).toBe('');
    }
  });

  it.for(['groff', 'mandoc'] as const)(
    'say all that help says, in %s',
    { tags: 'slow' },
    async (formatter, context) => {
      needTools(context, formatter);
      const text = await rendered(formatter, Object.keys(pages));
      const groups = await Promise.all(tree.map((entry) => entry.load()));
      const help = [...groups.flatMap((node) => helpBelow(node, [node.name])), ...topics.flatMap(topicHelp)];
      const missing = [...new Set(help.flatMap(textsOf))].filter((wanted) => !text.includes(wanted));
      expect(missing).toEqual([]);
    },
  );

  it.for(['groff', 'mandoc'] as const)('keep every sign of a text, in %s', async (formatter, context) => {
    needTools(context, formatter);
    const anyText = fc
      .string({ unit: fc.constantFrom(...String.fromCharCode(...range(32, 127)), '…', 'ö'), minLength: 1 })
      .map((text) => text.replaceAll('`', '').trim().replaceAll(/ +/g, ' '))
      .filter((text) => text !== '');
    const texts = fc.sample(anyText, { numRuns: 300, seed: 18 });
    const body = texts.flatMap((text) =>
      roffOf({ text: `. ${text} .`, rows: [[text, text]], lines: [text] }),
    );
    await writeFile(join(folder, 'signs.1'), ['.TH S 1 2026-11-21', '.nh', '.SH S', ...body, ''].join('\n'));
    const shown = await rendered(formatter, ['signs.1']);
    const missing = texts.filter((text) => !shown.includes(words(`. ${text} . ${text} ${text} ${text}`)));
    expect(missing).toEqual([]);
  });
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
