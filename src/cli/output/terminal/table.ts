import Table from 'cli-table3';
import { type AnyColumn, cellIn, type Kind } from '../../declare/view.ts';
import { alignsRight, type DrawnCell, drawCell, nothing } from '../text/cell.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, truncate, wrap } from '../text/width.ts';
import { gap, layColumns, type Measured } from './columns.ts';
import { fieldLines } from './record.ts';

/** The drawing library is quadratic in the rows it is given at once. */
const slice = 50;
/** In a narrower window every field gets a line of its own. */
const narrow = 60;
/** What should not be cut and is wider than this is cut all the same, unless it is an id or a secret. */
const widestWhole = 24;
/** So much of a name is shown where something has to be cut, and so much before text has more than it needs. */
const usualName = 28;
const widestName = 40;
/** In less a column of text or prose gives way to a more important one. */
const readable: Partial<Record<Kind, number>> = { text: 16, prose: 24, name: usualName };

/** A table whose widths are settled: rows may come page by page. */
interface Layout {
  head(): Iterable<Safe>;
  rows(rows: readonly unknown[]): Iterable<Safe>;
}

/** First pass: measures `sample` (every row there is, or the first page of a stream) and settles the widths. */
export function layTable(columns: readonly AnyColumn[], sample: readonly unknown[], style: Style): Layout {
  const headers = columns.map(([header]) => safeLine(header.toUpperCase()));
  const cellsOf = (row: unknown) =>
    columns.map((column) => drawCell(cellIn(row, column), column[2] ?? 'text', 'list', style));
  const naturals = headers.map(displayWidth);
  const rows = sample.map(cellsOf);
  for (const row of rows)
    for (const [index, { text }] of row.entries())
      naturals[index] = Math.max(naturals[index] ?? 0, displayWidth(text));

  const measured = columns.map((column, place) => {
    const whole = wholeIn[column[2] ?? 'text'];
    const longest = whole ? Math.max(0, ...rows.map((row) => whole(row[place]))) : 0;
    const { rank, ...rest } = measure(column, place, naturals[place] ?? 0, longest);
    const isEmpty = rows.length > 0 && rows.every((row) => row[place]?.text === nothing);
    return { ...rest, rank: place > 0 && isEmpty ? Number.POSITIVE_INFINITY : rank };
  });
  const laid = style.width < narrow ? undefined : layColumns(measured, style.width);
  if (laid === undefined) return fieldLayout(columns, cellsOf, style);

  const { shown, widths } = laid;
  for (const [place, header] of headers.entries()) if (!shown.includes(place)) style.notShown.add(header);
  const taken = shown.map((place) => columns[place] as AnyColumn);
  const aligns = taken.map((column) => (alignsRight(column, sample) ? 'right' : 'left'));
  const draw = (lines: readonly (readonly Safe[])[]) => drawSlice(lines, widths, aligns);
  const lines = (row: unknown): Safe[][] => {
    const cells = cellsOf(row);
    const drawn = shown.map((place, at) =>
      linesOf(cells[place] as DrawnCell, taken[at], widths[at] ?? 0, style),
    );
    const most = Math.max(1, ...drawn.map(({ length }) => length));
    const rows: Safe[][] = [];
    for (let line = 0; line < most; line++) rows.push(drawn.map((cell) => cell[line] ?? safe``));
    return rows;
  };
  return {
    *head() {
      for (const line of draw([
        shown.map((place, at) => truncate(headers[place] ?? safe``, widths[at] ?? 0, style.glyphs.ellipsis)),
      ]))
        yield style.paint.dim(line);
    },
    *rows(rows) {
      for (let at = 0; at < rows.length; at += slice) yield* draw(rows.slice(at, at + slice).flatMap(lines));
    },
  };
}

/** A longer word is broken; a shorter one, such as an address, has the room it needs. */
const longestUnbroken = 40;
/** Not broken even where a list has to be drawn one field per line instead. */
const longWord = 12;
function wordIn(cell: DrawnCell | undefined): number {
  let longest = 0;
  for (const word of (cell?.text ?? '').split(' ')) {
    const width = displayWidth(word);
    if (width <= longestUnbroken) longest = Math.max(longest, width);
  }
  return longest;
}

/** In the place of a name an address is shown whole. */
const isAddress = (text: string): boolean => text.includes('@');

/** How wide the longest part of a cell is that must not be broken. */
const wholeIn: Partial<Record<Kind, (cell: DrawnCell | undefined) => number>> = {
  prose: wordIn,
  name: (cell) => (cell && isAddress(cell.text) ? displayWidth(cell.text) : 0),
};

function measure(
  [, , kind = 'text', given]: AnyColumn,
  place: number,
  natural: number,
  longestWhole: number,
): Measured {
  const isWhole =
    kind === 'id' ||
    kind === 'secret' ||
    kind === 'spark' ||
    (readable[kind] === undefined && natural <= widestWhole);
  const needed = isWhole ? natural : Math.min(natural, Math.max(longestWhole, readable[kind] ?? widestWhole));
  const usual = place === 0 || kind === 'secret' ? 0 : kind === 'state' ? 2 : 5;
  const common = { natural, needed, rank: given ?? usual };
  if (kind === 'name') return { ...common, least: Math.max(longestWhole, usualName), first: widestName };
  return kind === 'prose' ? { ...common, least: Math.min(longestWhole, longWord) } : common;
}

const wraps: readonly Kind[] = ['prose', 'id', 'secret'];
/** Prose is wrapped, and so is the id of a later page that is longer than those measured; anything else is cut. */
function linesOf(
  { text, tone }: DrawnCell,
  column: AnyColumn | undefined,
  width: number,
  style: Style,
): Safe[] {
  const kind = column?.[2] ?? 'text';
  const lines =
    wraps.includes(kind) || (kind === 'name' && isAddress(text))
      ? wrap(text, width)
      : [truncate(text, width, style.glyphs.ellipsis)];
  return lines.map((line) => inTone(line, tone, style.paint));
}

function fieldLayout(
  columns: readonly AnyColumn[],
  cellsOf: (row: unknown) => DrawnCell[],
  style: Style,
): Layout {
  const labels = columns.map(([header]) => safeLine(header));
  let first = true;
  return {
    head: () => [],
    *rows(rows) {
      for (const row of rows) {
        if (!first) yield safe``;
        first = false;
        for (const [index, cell] of cellsOf(row).entries())
          yield* fieldLines(labels[index] ?? safe``, cell, style);
      }
    },
  };
}

/**
 * The library measures text by an older notion of width, so it sees ASCII only: any other cell goes in as a placeholder of
 * the same width and is put back afterwards.
 */
const standIn = '\ue000';
const ascii = /^[ -~]*$/;

function drawSlice(
  lines: readonly (readonly Safe[])[],
  widths: readonly number[],
  aligns: readonly ('left' | 'right')[],
): Safe[] {
  const replaced: Safe[] = [];
  const table = new Table({
    chars: borders,
    colWidths: [...widths],
    colAligns: [...aligns],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const line of lines) {
    const cells: string[] = [];
    for (const cell of line) {
      const isPlain = ascii.test(cell);
      if (!isPlain) replaced.push(cell);
      cells.push(isPlain ? cell : standIn.repeat(displayWidth(cell)));
    }
    table.push(cells);
  }
  let next = 0;
  return table
    .toString()
    .replaceAll(standIns, () => replaced[next++] ?? '')
    .split('\n')
    .map((line) => line.trimEnd()) as Safe[];
}

const standIns = new RegExp(`${standIn}+`, 'g');
const borders = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
  middle: ' '.repeat(gap),
};
