import type { World } from '../declare/world.ts';
import { colourLevel, loadPaint } from '../output/text/paint.ts';
import type { Safe } from '../output/text/safe-text.ts';
import { columnsOf } from '../output/text/window.ts';
import type { HelpPart, Row } from './help-page.ts';

/** How help is coloured; the plain ones change nothing. */
interface HelpStyles {
  readonly heading: (text: string) => string;
  readonly name: (text: string) => string;
}

interface HelpOptions {
  /** Cells of the terminal; help uses 100 of them at most, and 80 where the terminal does not know its width. */
  readonly width: number;
  readonly styles?: HelpStyles;
}

const same = (text: string) => text;
const plain: HelpStyles = { heading: same, name: same };

const indent = '  ';
const widestTerm = 30;

/** Draws a help page for a terminal. Every text is ours and plain, so a character is a cell. */
export function drawHelp(parts: readonly HelpPart[], { width, styles = plain }: HelpOptions): string {
  const cells = Math.max(20, Math.min(width || 80, 100));
  const drawn: string[] = [];
  for (const part of parts) {
    const left = part.title === undefined ? '' : indent;
    const width = cells - indent.length;
    const example: string[] = [];
    for (const given of part.example ?? [])
      for (const line of given.length <= width ? [given] : wrap(given, width))
        example.push(line === '' ? '' : indent + line);
    // To paste: a long one goes on below, with the shell's own sign for it.
    const lines: string[] = [];
    for (const given of part.lines ?? [])
      for (const line of continued(given, width)) lines.push(indent + line);
    const texts = [
      part.text === undefined ? '' : drawText(part.text, left, cells),
      example.join('\n'),
      drawRows(part, cells, styles),
      lines.join('\n'),
    ];
    const text = texts.filter((one) => one !== '').join('\n\n');
    if (text !== '') drawn.push(part.title === undefined ? text : `${styles.heading(part.title)}\n${text}`);
  }
  return `${drawn.join('\n\n')}\n`;
}

const drawText = (text: string, left: string, cells: number): string =>
  wrap(text, cells - left.length)
    .map((line) => (line === '' ? '' : left + line))
    .join('\n');

function drawRows({ rows = [], column }: HelpPart, cells: number, styles: HelpStyles): string {
  const longest = column ?? longestTerm(rows);
  const from = indent.length + longest + 2;
  const beside = cells - from >= 24;
  const lines: string[] = [];
  for (const row of rows) {
    if (beside) {
      lines.push(drawRow(row, from, cells, styles));
      continue;
    }
    const [term, meaning] = row;
    for (const line of wrap(term, cells - indent.length)) lines.push(indent + styles.name(line));
    if (meaning !== '') lines.push(drawText(meaning, indent + indent, cells));
  }
  return lines.join('\n');
}

/** The column that several lists share, so that they are aligned. */
export function longestTerm(rows: readonly Row[]): number {
  let longest = 0;
  for (const [{ length }] of rows) if (length <= widestTerm) longest = Math.max(longest, length);
  return longest;
}

function drawRow([term, meaning]: Row, from: number, cells: number, { name }: HelpStyles): string {
  const lines = wrap(meaning, cells - from);
  const padding = from - indent.length - term.length;
  if (padding < 2) return [indent + name(term), ...lines.map((line) => ' '.repeat(from) + line)].join('\n');
  const [first = '', ...rest] = lines;
  const head = `${indent}${name(term)}${first === '' ? '' : ' '.repeat(padding) + first}`;
  return [head, ...rest.map((line) => ' '.repeat(from) + line)].join('\n');
}

/** Breaks at spaces; a word longer than the line is cut. Line breaks in the text stay. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/ +/).flatMap((long) => cut(long, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && longer.length > width) lines.push(line);
      line = line !== '' && longer.length > width ? word : longer;
    }
    lines.push(line);
  }
  return lines;
}

const cut = (word: string, width: number): string[] =>
  word.length <= width ? [word] : [word.slice(0, width), ...cut(word.slice(width), width)];

/** Breaks a shell line between words, never inside quotes, so that it still means the same. */
export function continued(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const words = withValues(line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [], width);
  const parts: string[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= width)
      parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(last === undefined ? word : `${indent}${word}`);
  }
  return parts.map((part, at) => (at < parts.length - 1 ? `${part} \\` : part));
}

/** An option and its value stay together where they fit: `--size 11-50` is one piece. */
function withValues(words: readonly string[], width: number): string[] {
  const pieces: string[] = [];
  for (const word of words) {
    const last = pieces.at(-1) ?? '';
    const isValue = /^--[\w-]+$/.test(last) && !/^[-|<>&;]/.test(word);
    if (isValue && last.length + word.length + indent.length + 3 <= width)
      pieces[pieces.length - 1] = `${last} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}

type Place = { stdout: { columns?: number; isTTY?: boolean }; env: World['env'] };

/** How help looks on this stdout. */
export async function helpOptions({ stdout, env }: Place, noColor: boolean): Promise<HelpOptions> {
  const paint = await loadPaint(colourLevel({ flag: noColor, env, stream: stdout }));
  const ours = (style: (text: Safe) => Safe) => (text: string) => style(text as Safe);
  return { width: columnsOf(stdout), styles: { heading: ours(paint.bold), name: ours(paint.accent) } };
}
