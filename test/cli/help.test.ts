import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { commandHelp, groupHelp } from '../../src/cli/describe/help.ts';
import { continued, wrap } from '../../src/cli/describe/help-layout.ts';
import { rootHelp } from '../../src/cli/describe/root-help.ts';
import { topicHelp, topics, topicsHelp } from '../../src/cli/describe/topics.ts';
import { isGroup, resolve } from '../../src/cli/line/find-command.ts';
import { parseLine } from '../../src/cli/line/parse-line.ts';
import { tree } from '../../src/commands/index.ts';
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
const help = ({ path, node }: Page, width: number) =>
  isGroup(node) ? groupHelp(node, path, { width }) : commandHelp(node, path, { width });
const sampleHelp = async (words: string[], width = 100) => {
  const page = (await pagesOf(sampleTree)).find(({ path }) => path.join(' ') === words.join(' '));
  return page === undefined ? '' : help(page, width);
};

describe('help', () => {
  it('shows a command in the order in which it is read', async () => {
    expect(await sampleHelp(['things', 'add'])).toMatchSnapshot();
    expect(await sampleHelp(['things', 'parts', 'buy'])).toMatchSnapshot();
  });

  it('shows a group and the whole program, a line for each', async () => {
    expect(await sampleHelp(['things'])).toMatchSnapshot();
    expect(rootHelp(sampleTree, { width: 80 })).toMatchSnapshot();
  });

  it('breaks lines on a narrow terminal', async () => {
    expect(await sampleHelp(['things', 'list'], 44)).toMatchSnapshot();
  });

  it('is never wider than the terminal, and never wider than 100', () => {
    for (const width of [48, 60, 80, 100, 200]) {
      const texts = [
        rootHelp(tree, { width }),
        topicsHelp({ width }),
        ...topics.map((topic) => topicHelp(topic, { width })),
        ...pages.map((page) => help(page, width)),
      ];
      for (const line of texts.flatMap((text) => text.split('\n')))
        if (line.length > Math.min(width, 100))
          expect(line.trim().replace(/ \\$/, '')).toMatch(/^(\S+|'[^']*'|"[^"]*")$/);
    }
  });

  it('loads no group for the page of the program', () => {
    const untouchable = tree.map((entry) => ({ ...entry, load: () => Promise.reject(new Error('loaded')) }));
    expect(rootHelp(untouchable, { width: 80 })).toContain('leads');
  });

  it('has colour only from outside', () => {
    const styles = { heading: (t: string) => `<${t}>`, name: (t: string) => t, faint: (t: string) => t };
    expect(rootHelp(tree, { width: 80, styles })).toContain('<USAGE>');
    for (const page of pages) expect(help(page, 80)).not.toMatch(/\x1b/);
  });
});

describe('the examples in help', () => {
  it.each(
    commands.flatMap(({ path, command }) =>
      command.examples.map((example) => [example, path, command] as const),
    ),
  )('%s', async (example, path, command) => {
    const argv = outreachWords(example);
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
