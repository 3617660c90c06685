import Table from 'cli-table3';
import type { Column } from '../../declare/view.ts';
import { cellText } from '../text/cell.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, truncate } from '../text/width.ts';
import { columnWidths, gap } from './columns.ts';
import { fieldLines } from './record.ts';

/** The drawing library is quadratic in the rows it is given at once. */
const slice = 50;
/** In a narrower window every field gets a line of its own. */
const narrow = 60;
/** A "number" wider than this is not one that must be shown whole. */
const widestNumber = 24;

/** A table whose widths are settled: rows may come page by page. */
export interface Layout {
  head(): Iterable<Safe>;
  rows(rows: readonly unknown[]): Iterable<Safe>;
}

/** First pass: measures `sample` (every row there is, or the first page of a stream) and settles the widths. */
export function layTable(
  columns: readonly Column<never>[],
  sample: readonly unknown[],
  style: Style,
): Layout {
  const headers = columns.map(([header]) => safeLine(header.toUpperCase(), { ascii: style.ascii }));
  const cellsOf = (row: unknown) =>
    columns.map(([, value, kind]) => cellText(value(row as never), kind ?? 'text', style.ascii));
  const naturals = headers.map(displayWidth);
  for (const row of sample)
    for (const [index, cell] of cellsOf(row).entries())
      naturals[index] = Math.max(naturals[index] ?? 0, displayWidth(cell));

  const widths = columnWidths(
    naturals.map((natural, index) => ({
      natural,
      rigid: (columns[index]?.[2] ?? 'text') !== 'text' && natural <= widestNumber,
    })),
    style.width,
  );
  if (widths === undefined || style.width < narrow) return fieldLayout(columns, cellsOf, style);

  const aligns = columns.map(([, , kind]) => (kind === 'number' ? 'right' : 'left'));
  const draw = (lines: readonly (readonly Safe[])[]) => drawSlice(lines, widths, aligns, style);
  return {
    *head() {
      for (const line of draw([headers])) yield style.paint.dim(line);
    },
    *rows(rows) {
      for (let at = 0; at < rows.length; at += slice)
        yield* draw(rows.slice(at, at + slice).map((row) => cellsOf(row)));
    },
  };
}

function fieldLayout(
  columns: readonly Column<never>[],
  cellsOf: (row: unknown) => Safe[],
  style: Style,
): Layout {
  const labels = columns.map(([header]) => safeLine(header, { ascii: style.ascii }));
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
  style: Style,
): Safe[] {
  const replaced: Safe[] = [];
  const cells = lines.map((line) =>
    line.map((cell, index) => {
      const fitted = truncate(cell, widths[index] ?? 0, style.glyphs.ellipsis);
      if (ascii.test(fitted)) return fitted;
      replaced.push(fitted);
      return standIn.repeat(displayWidth(fitted));
    }),
  );
  const table = new Table({
    chars: borders,
    colWidths: [...widths],
    colAligns: [...aligns],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...cells);
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
