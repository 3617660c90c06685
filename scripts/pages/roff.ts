import { continued } from '../../src/cli/describe/draw-help.ts';
import type { HelpPart } from '../../src/cli/describe/help-page.ts';

/** Lines to copy are broken for a window of 60 columns: a manual page cannot know how wide it will be. */
const lineWidth = 51;

/** What a part of a help page says, without its title, in the man macros. */
export function roffOf({ title, text, rows = [], lines = [], example = [] }: HelpPart): string[] {
  const isUsage = title === 'USAGE';
  return [
    ...(text === undefined ? [] : text.split('\n\n').flatMap((part) => textOf(part.split('\n')))),
    ...unfilled(example),
    ...rows.flatMap(([term, meaning]) => ['.TP', termOf(term), proseOf(meaning)]),
    ...(isUsage ? filled(lines.map(termOf)) : unfilled(lines.flatMap((line) => continued(line, lineWidth)))),
  ];
}

/** Text that is set off has its layout. */
const textOf = (lines: readonly string[]): string[] =>
  lines.every((line) => line.startsWith(' ')) ? unfilled(lines) : filled(lines.map(proseOf));

const filled = (lines: readonly string[]): string[] => ['.PP', lines.join('\n.br\n')];

/** As they are, line by line. */
const unfilled = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['.PP', '.nf', ...lines.map((line) => atStart(escaped(line))), '.fi'];

/** What is in backticks is bold in its place. */
const proseOf = (text: string): string =>
  breakable(atStart(text.replace(/`([^`]+)`|[^`]+|`/g, (part, code) => (code ? bold(code) : escaped(part)))));

/** `--campaign <campaign>`: what is typed is bold, what is replaced is not. */
const termOf = (term: string): string =>
  term.replace(/<[^>]*>|(?<!-)\[[^\]]*\]|(?:-\[|[^<[])+|[<[]/g, (part) =>
    /^[<[]./.test(part) ? `\\fI${escaped(part)}\\fR` : bold(part),
  );

/** An address may be broken behind its signs where the line is shorter than it. */
const breakable = (text: string): string =>
  text.replace(/\S{40,}/g, (word) => word.replace(/\/|\\-/g, (sign) => `${sign}\\:`));

export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;

/** As one argument of a macro. */
export const quoted = (text: string): string => `"${escaped(text)}"`;

/** Signs that roff reads as a command, or draws as another sign than the one that is typed at a shell. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

export const escaped = (text: string): string =>
  text.replace(
    /[^ -~]|[\\\-'"`^~]/gu,
    (sign) => signs[sign] ?? `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/** A line that begins with a dot would be a command. */
const atStart = (line: string): string => (/^[.]/.test(line) ? `\\&${line}` : line);
