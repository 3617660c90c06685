import stringWidth from 'string-width';
import type { Safe } from './safe-text.ts';

let segmenter: Intl.Segmenter | undefined;
/** For each piece it finds, the segmenter copies all of the text that it was given. */
const usualWindow = 64;

/**
 * The pieces that a terminal draws as one. The segmenter takes milliseconds to make and plain text needs none. It gets a
 * long text by windows, each of which starts where the last piece of the one before did: that one may go on.
 */
function* graphemesOf(text: string): Iterable<string> {
  if (isPlain(text)) {
    for (const character of text) yield character;
    return;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let from = 0;
  for (let size = usualWindow; from < text.length; ) {
    const end = from + size;
    // Not between the two halves of a character: the first alone would end a piece that the whole one belongs to.
    const window = text.slice(from, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end + 1 : end);
    const isLast = from + window.length === text.length;
    let found = 0;
    for (const { segment, index } of segmenter.segment(window)) {
      if (!isLast && index + segment.length === window.length) break;
      found += segment.length;
      yield segment;
    }
    from += found;
    // A piece that is longer than the window.
    size = found === 0 ? size * 2 : usualWindow;
  }
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Of graphemes beyond ASCII: a text has few different ones, and measuring one takes a dozen property lookups. */
const measured = new Map<string, number>();
const mostMeasured = 20_000;
const longestMeasured = 32;

function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && isPlain(grapheme)) return 1;
  const known = measured.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(grapheme);
  if (measured.size < mostMeasured && grapheme.length <= longestMeasured) measured.set(grapheme, width);
  return width;
}

/** How many cells of a terminal the text takes; colours take none. It takes one argument alone: lists are mapped by it. */
export const displayWidth = (text: string): number => widthUpTo(text, Number.POSITIVE_INFINITY);

/** The same; of a text that takes more than `enough`, any number above that. */
function widthUpTo(text: string, enough: number): number {
  if (isPlain(text)) return text.length;
  // An escape sequence is more than one grapheme.
  if (text.includes('\u001b') || text.includes('\u009b')) return stringWidth(text);
  let width = 0;
  for (const grapheme of graphemesOf(text)) {
    width += graphemeWidth(grapheme);
    if (width > enough) break;
  }
  return width;
}

/** Cut to at most `width` cells between graphemes; `ellipsis` marks the cut. */
export function truncate(text: Safe, width: number, ellipsis = '…'): Safe {
  if (widthUpTo(text, width) <= width) return text;
  const room = width - displayWidth(ellipsis);
  if (room < 0) return '' as Safe;
  let used = 0;
  let kept = '';
  for (const grapheme of graphemesOf(text)) {
    used += graphemeWidth(grapheme);
    if (used > room) break;
    kept += grapheme;
  }
  return (kept + ellipsis) as Safe;
}

/** Filled with spaces to `width` cells, never cut. */
export function pad(text: Safe, width: number, side: 'left' | 'right' = 'right'): Safe {
  const fill = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return (side === 'right' ? text + fill : fill + text) as Safe;
}

/** Lines of at most `width` cells (never under 2), broken at spaces, words that are longer at the borders in them. */
export function wrap(text: Safe, width: number): Safe[] {
  const room = Math.max(2, width);
  return text.split('\n').flatMap((line) => wrapLine(line, room)) as Safe[];
}

function wrapLine(line: string, width: number): string[] {
  if (widthUpTo(line, width) <= width) return [line.trimEnd()];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  const turn = () => {
    lines.push(current.trimEnd());
    current = '';
    used = 0;
  };
  const add = (piece: string, cells: number) => {
    if (used + cells > width) turn();
    current += piece;
    used += cells;
  };
  for (const token of line.split(/( +)/)) {
    const cells = widthUpTo(token, width);
    if (used + cells <= width) add(token, cells);
    else if (token.startsWith(' ')) turn();
    else if (cells <= width) add(token, cells);
    else addPieces(token, width, add);
  }
  if (current.trimEnd() !== '' || lines.length === 0) turn();
  return lines;
}

/** Where a long word goes on in the next line: an address at its domain, then an address, a link or a key at its parts. */
const borders = [/(?<=@)/, /(?<=[./,:;?&=_-])/];

/** The parts of a word that fit, else its graphemes, else the characters of one that is wider than a line. */
function addPieces(
  word: string,
  width: number,
  add: (piece: string, cells: number) => void,
  [border, ...finer] = borders,
): void {
  for (const part of border === undefined ? graphemesOf(word) : word.split(border)) {
    const cells = border === undefined ? graphemeWidth(part) : widthUpTo(part, width);
    if (cells <= width) add(part, cells);
    else if (border === undefined) for (const character of part) add(character, displayWidth(character));
    else addPieces(part, width, add, finer);
  }
}

const continues = ' \\';

/** A command line in lines of this width, broken between its words: the sign at their ends continues it in a shell. */
export function breakCommand(line: Safe, width: number, indent = 0): Safe[] {
  if (displayWidth(line) <= width) return [line];
  const lines: string[] = [];
  for (const word of line.match(/\s*(?:"[^"]*"|'[^']*'|\S)+/g) ?? []) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length === 0 || displayWidth(longer) > width - continues.length)
      lines.push(lines.length === 0 ? word : `${' '.repeat(indent)}    ${word.trim()}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((part, at) => (at < lines.length - 1 ? `${part}${continues}` : part) as Safe);
}
