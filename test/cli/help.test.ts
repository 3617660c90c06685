import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { continued, drawHelp, wrap } from '../../src/cli/describe/draw-help.ts';
import { frontPage } from '../../src/cli/describe/front-page.ts';
import { helpOf } from '../../src/cli/describe/help-of.ts';
import { topicHelp, topics, topicsHelp } from '../../src/cli/describe/topics.ts';
import { isGroup, resolve } from '../../src/cli/line/find-command.ts';
import { parseLine } from '../../src/cli/line/parse-line.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';
import { sampleTree } from './sample-tree.ts';
import { outreachWords } from './shell-words.ts';

interface Page {
  path: string[];
  node: Group | AnyCommand;
}

async function pagesOf(entries: readonly GroupEntry[]): Promise<Page[]> {
  const below = ({ path, node }: Page): Page[] => {
    const children = isGroup(node) ? [...node.commands, ...(node.groups ?? [])] : [];
    return [
      { path, node },
      ...children.flatMap((child) => below({ path: [...path, child.name], node: child })),
    ];
  };
  const loaded = await Promise.all(entries.map((entry) => entry.load()));
  return loaded.flatMap((node) => below({ path: [node.name], node }));
}

const pages = [...(await pagesOf(tree)), ...(await pagesOf(sampleTree))];
const commands = pages.flatMap(({ path, node }) => (isGroup(node) ? [] : [{ path, command: node }]));
const help = (page: Page, width: number, all = false) => drawHelp(helpOf(tree, page, all), { width });
const rootHelp = (entries: readonly GroupEntry[], width: number) =>
  drawHelp(helpOf(entries, { path: [] }), { width });
const sampleHelp = async (words: string[], width = 100, all = false) => {
  const page = (await pagesOf(sampleTree)).find(({ path }) => path.join(' ') === words.join(' '));
  return page === undefined ? '' : help(page, width, all);
};

describe('help', () => {
  it('shows a command in the order in which it is read', async () => {
    expect(await sampleHelp(['things', 'add'])).toMatchSnapshot();
    expect(await sampleHelp(['things', 'parts', 'buy'])).toMatchSnapshot();
    expect(await sampleHelp(['things', 'add'], 100, true)).toMatchSnapshot();
  });

  it('shows a group and the whole program, a line for each', async () => {
    expect(await sampleHelp(['things'])).toMatchSnapshot();
    expect(rootHelp(sampleTree, 80)).toMatchSnapshot();
  });

  it('breaks lines on a narrow terminal', async () => {
    expect(await sampleHelp(['things', 'list'], 44)).toMatchSnapshot();
  });

  it('is never wider than the terminal, and never wider than 100', { tags: 'slow' }, () => {
    for (const width of [48, 60, 80, 100, 200]) {
      const texts = [
        rootHelp(tree, width),
        ...[topicsHelp(), ...topics.map(topicHelp)].map((page) => drawHelp(page, { width })),
        ...pages.flatMap((page) => [help(page, width), help(page, width, true)]),
      ];
      for (const line of texts.flatMap((text) => text.split('\n')))
        if (line.length > Math.min(width, 100))
          expect(line.trim().replace(/ \\$/, '')).toMatch(/^(\S+|'[^']*'|\S*"[^"]*")$/);
    }
  });

  it('loads no group for the page of the program', () => {
    const untouchable = tree.map((entry) => ({ ...entry, load: () => Promise.reject(new Error('loaded')) }));
    expect(rootHelp(untouchable, 80)).toContain('leads');
  });

  it('has colour only from outside', () => {
    const styles = { heading: (t: string) => `<${t}>`, name: (t: string) => t };
    expect(drawHelp(helpOf(tree, { path: [] }), { width: 80, styles })).toContain('<USAGE>');
    for (const page of pages) expect(help(page, 80)).not.toMatch(/\x1b/);
  });
});

describe('the length of help', () => {
  const lines = commands
    .map(({ path, command }) => help({ path, node: command }, 80).split('\n').length - 1)
    .sort((a, b) => a - b);

  it('is half a window for most commands, and a page for the longest', () => {
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(34);
  });

  it('leaves nothing out with --all', async () => {
    const world = await newWorld();
    const page = async (line: string) => (await world.outreach(line)).out.replaceAll(/\s+/g, ' ');
    const [short, long] = [await page('campaigns pause --help'), await page('campaigns pause --help --all')];
    expect(short).not.toMatch(/only these fields|130 interrupted/);
    for (const text of [
      'only these fields',
      ' 130 interrupted',
      '-y, --yes',
      'outreach profiles route campaigns.pause',
    ])
      expect(long).toContain(text);
  });
});

describe('the launcher', () => {
  it('draws the data of a page as the program does', { tags: 'slow' }, () => {
    for (const page of pages)
      for (const width of [40, 80, 91]) {
        const parts = JSON.parse(JSON.stringify(helpOf(tree, page)));
        expect(frontPage(parts, { columns: width, env: { NO_COLOR: '1' } })).toBe(help(page, width));
      }
  });
});

describe('the examples in help', () => {
  it.each(
    commands.flatMap(({ path, command }) =>
      command.examples.map((example) => [example, path, command] as const),
    ),
  )('%s', async (example, path, command) => {
    const argv = outreachWords(example.replaceAll(/"\$\([^)]*\)"/g, '1'));
    const entries = sampleTree.some(({ name }) => name === path[0]) ? sampleTree : tree;
    const found = await resolve(entries, argv);
    expect(found.path).toEqual(path);
    await expect(parseLine(command, { ...found, argv })).resolves.toBeDefined();
  });
});

describe('layout', () => {
  const text = fc.array(fc.stringMatching(/^[!-~]{1,30}$/)).map((words) => words.join(' '));

  it('wraps without losing a character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 5, max: 120 }), (words, width) => {
        const lines = wrap(words, width);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''));
      }),
    );
  });

  it('continues a shell line so that it means the same', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z-]{1,20}$/), fc.stringMatching(/^'[a-z ]{0,30}'$/));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 20, max: 80 }), (words, width) => {
        const pasted = continued(words.join(' '), width).join('\n').replaceAll('\\\n', '');
        expect(pasted.match(/(?:'[^']*'|[^\s'])+/g)).toEqual(words);
      }),
    );
  });
});
