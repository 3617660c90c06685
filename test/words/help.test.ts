import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group } from '../../src/cli/declare/command.ts';
import { drawHelp } from '../../src/cli/describe/draw-help.ts';
import { helpOf } from '../../src/cli/describe/help-of.ts';
import { topicHelp, topics } from '../../src/cli/describe/topics.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';
import { messagesOf } from './messages.ts';

const linesOf = (parts: Parameters<typeof drawHelp>[0]) =>
  drawHelp(parts, { width: 80 }).trimEnd().split('\n');

function pagesOf(node: Group | AnyCommand, path: string[]): { path: string; lines: string[] }[] {
  if (!isGroup(node)) return [{ path: path.join(' '), lines: linesOf(helpOf(tree, { path, node })) }];
  return [...node.commands, ...(node.groups ?? [])].flatMap((child) => pagesOf(child, [...path, child.name]));
}

const groups = await Promise.all(tree.map((entry) => entry.load()));
const pages = groups.flatMap((node) => pagesOf(node, [node.name]));
const over = (test: (lines: string[]) => boolean) =>
  pages.filter(({ lines }) => test(lines)).map(({ path }) => path);

/** The lines below a title, to the next one. */
function partOf(lines: readonly string[], title: string): readonly string[] {
  const from = lines.indexOf(title);
  if (from < 0) return [];
  const to = lines.findIndex((line, at) => at > from && /^[A-Z]/.test(line));
  return lines.slice(from + 1, to < 0 ? undefined : to - 1);
}

describe('the help of a command', () => {
  it('has one sentence before USAGE', () => {
    expect(over((lines) => lines.indexOf('USAGE') !== 2)).toEqual([]);
  });

  it('has three examples at most', () => {
    const examples = (lines: string[]) =>
      partOf(lines, 'EXAMPLES').filter((line) => line.startsWith('  outreach ')).length;
    expect(over((lines) => examples(lines) > 3)).toEqual([]);
  });

  it('has notes of 15 lines at most', () => {
    expect(over((lines) => partOf(lines, 'NOTES').length > 15)).toEqual([]);
  });

  it('has at most 60 lines, and for half of the commands at most 34', () => {
    expect(over((lines) => lines.length > 60)).toEqual([]);
    expect(over((lines) => lines.length > 34).length).toBeLessThanOrEqual(pages.length / 2);
  });

  it('names no guess of ours', () => {
    expect(over((lines) => /endpoint not documented/i.test(lines.join(' ')))).toEqual([]);
  });
});

describe('a topic', () => {
  it.each(topics.map((topic) => [topic.name, linesOf(topicHelp(topic)).length] as const))(
    '%s has its lines',
    (name, lines) => {
      expect(lines).toBeLessThanOrEqual(name === 'safety' ? 70 : 100);
    },
  );
});

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file}`);

describe('the sentences of help and messages', () => {
  const all = sources.flatMap((file) => messagesOf(file));
  const longer = (words: number) =>
    all
      .filter((message) => message.words > words)
      .map(({ file, line, sentence }) => `${file}:${line} ${sentence}`);

  it('have no more than 30 words', () => {
    expect(all.length).toBeGreaterThan(5000);
    expect(longer(30)).toEqual([]);
  });

  it('have no more than 18 words in 95 of 100', () => {
    expect(longer(18).length).toBeLessThanOrEqual(all.length / 20);
  });
});
