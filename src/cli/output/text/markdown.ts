import { safeLine } from './safe-text.ts';

/**
 * What has a meaning in Markdown, HTML or formulas, what makes a link of the text behind it, and what names a user or an
 * issue. A price is no formula: `$` in front of a digit, at the start or behind a space or a bracket.
 */
const special = /[&<>`*_~|[\]\\]|\$(?!\d)|(?<=[^\s(])\$|:(?=\/\/)|\bwww\.|[@#]|\bGH-/gi;
/** GitHub looks for names and numbers in the finished text: nothing may follow the sign. */
const mention = /[@#-]$/;
const nothing = '&#8203;';

/** Text of others within a line of Markdown: no link, no mention, no markup. */
export const markdownText = (text: string): string =>
  safeLine(text).replace(special, (found) => {
    const entities = [...found].map((char) => `&#${char.codePointAt(0)};`).join('');
    return mention.test(found) ? entities + nothing : entities;
  });

/** As many lines as there is room for, in characters. */
export function beginningOf(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  for (const [at, line] of lines.entries()) {
    left -= line.length + 1;
    if (left < 0) return lines.slice(0, at);
  }
  return lines;
}

/** More in a row than copy has: a fence has to be longer than all of them. */
const mostBackticks = 20;

/** Lines of others, and a fence that none of them closes. */
export function fenced(lines: readonly string[]): {
  readonly fence: string;
  readonly lines: readonly string[];
} {
  const within = lines.map((line) => safeLine(line.replaceAll(/`{21,}/g, `${'`'.repeat(mostBackticks)}…`)));
  let longest = 2;
  for (const line of within)
    for (const { length } of line.match(/`{3,}/g) ?? []) longest = Math.max(longest, length);
  return { fence: '`'.repeat(longest + 1), lines: within };
}
