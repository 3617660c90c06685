import stringWidth from 'string-width';
import type { Safe } from './safe-text.ts';

let segmenter: Intl.Segmenter | undefined;
/** The pieces that a terminal draws as one. The segmenter takes milliseconds to make and plain text needs none. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Of graphemes beyond ASCII: a text has few different ones, and measuring one takes a dozen property lookups. */
const measured = new Map<string, number>();
const mostMeasured = 20_000;
const longestMeasured = 32;

function graphemeWidth(grapheme: string): number {
  const known = measured.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(grapheme);
  if (measured.size < mostMeasured && grapheme.length <= longestMeasured) measured.set(grapheme, width);
  return width;
}

/** How many cells of a terminal the text takes; colours take none. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  // An escape sequence is more than one grapheme.
  if (text.includes('\u001b') || text.includes('\u009b')) return stringWidth(text);
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** Cut to at most `width` cells between graphemes; `ellipsis` marks the cut. */
export function truncate(text: Safe, width: number, ellipsis = '…'): Safe {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  if (room < 0) return '' as Safe;
  let used = 0;
  let kept = '';
  for (const { segment } of graphemesOf(text)) {
    used += graphemeWidth(segment);
    if (used > room) break;
    kept += segment;
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
  if (displayWidth(line) <= width) return [line.trimEnd()];
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
    const cells = displayWidth(token);
    if (used + cells <= width) add(token, cells);
    else if (token.startsWith(' ')) turn();
    else if (cells <= width) add(token, cells);
    else for (const piece of pieces(token, width)) add(piece, displayWidth(piece));
  }
  if (current.trimEnd() !== '' || lines.length === 0) turn();
  return lines;
}

/** Where a long word goes on in the next line: an address at its domain, then an address, a link or a key at its parts. */
const borders = [/(?<=@)/, /(?<=[./,:;?&=_-])/];

/**
 * The parts of a word that fit; of one that does not its graphemes; the characters of one that is wider than a line, since
 * some scripts chain them without end.
 */
function* pieces(word: string, width: number, [border, ...finer] = borders): Iterable<string> {
  if (border !== undefined)
    for (const part of word.split(border))
      if (displayWidth(part) <= width) yield part;
      else yield* pieces(part, width, finer);
  else
    for (const { segment } of graphemesOf(word))
      if (graphemeWidth(segment) <= width) yield segment;
      else yield* segment;
}
