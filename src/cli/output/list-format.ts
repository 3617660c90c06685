import { type AnyColumn, cellIn } from '../declare/view.ts';
import { autoColumns, fieldColumns, fieldNames } from './formats/auto-view.ts';
import { csvLine } from './formats/csv.ts';
import { type Path, pick, valueAt } from './formats/fields.ts';
import type { Mode } from './formats/mode.ts';
import { tsvLine } from './formats/tsv.ts';
import { exactJson, ndjsonLine } from './text/json.ts';
import { plainValue } from './text/raw-text.ts';
import { jsonSafe, safeBlock } from './text/safe-text.ts';
import type { Style } from './text/style.ts';

/** What is known of a list when its last item is out. Unknown counts are null. */
export interface Summary {
  readonly total: number | null;
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
  /** Present, and false, only where the list broke off. */
  readonly complete?: false;
}

/** A list as text, piece by piece, so that its pages need not be in memory together. */
export interface ListFormat {
  /** Sees the first items: they settle widths and headers. */
  open(first: readonly unknown[]): Iterable<string>;
  items(items: readonly unknown[]): Iterable<string>;
  close(summary: Summary): Iterable<string>;
}

export interface ListOptions {
  readonly columns: readonly AnyColumn[] | undefined;
  readonly paths: readonly Path[] | undefined;
  /** The names of the fields that the items have, whether there are items or not. */
  readonly declared: readonly string[];
  readonly empty: string;
  /** Blanks for each level of a JSON document; 0 for one line. */
  readonly indent: 0 | 2;
  /** In a pipe the names of the columns come first. */
  readonly header: boolean;
  /** A format for a file, shown on a terminal: escaped there. */
  readonly toTerminal: boolean;
  warn(line: string): void;
}

export async function listFormat(
  mode: Mode,
  options: ListOptions,
  style: () => Promise<Style>,
): Promise<ListFormat> {
  if (mode === 'json') return jsonList(options);
  if (mode === 'ndjson') return ndjsonList(options);
  if (mode === 'csv') return csvList(options);
  if (mode === 'tsv') {
    let columns: readonly AnyColumn[] = [];
    return {
      open(first) {
        columns = columnsFor(options, first);
        return options.header ? [tsvLine(columns.map(([name]) => name))] : [];
      },
      *items(items) {
        for (const item of items) yield tsvLine(columns.map((column) => plainValue(cellIn(item, column))));
      },
      close: nothing,
    };
  }
  return tableList(options, await style());
}

const columnsFor = ({ columns, paths }: ListOptions, first: readonly unknown[]): readonly AnyColumn[] =>
  paths ? fieldColumns(paths, first) : (columns ?? autoColumns(first));

const nothing = (): Iterable<string> => [];

function jsonList({ paths, indent }: ListOptions): ListFormat {
  let empty = true;
  const line = (depth: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const colon = indent === 0 ? ':' : ': ';
  return {
    open: () => [`{${line(1)}"items"${colon}[`],
    *items(items) {
      for (const item of items) {
        const text = exactJson(paths ? pick(item, paths) : item, indent);
        yield `${empty ? '' : ','}${line(2)}${jsonSafe(text).replaceAll('\n', line(2))}`;
        empty = false;
      }
    },
    *close(summary) {
      yield `${empty ? '' : line(1)}]`;
      for (const [name, value] of Object.entries(summary))
        yield `,${line(1)}"${name}"${colon}${exactJson(value)}`;
      yield `${line(0)}}\n`;
    },
  };
}

const ndjsonList = ({ paths }: ListOptions): ListFormat => ({
  open: nothing,
  *items(items) {
    for (const item of items) yield ndjsonLine(paths ? pick(item, paths) : item);
  },
  close: nothing,
});

function csvList({ paths, declared, toTerminal, warn }: ListOptions): ListFormat {
  let header: readonly Path[] = [];
  const leftOut = new Set<string>();
  const line = (cells: readonly unknown[]) => {
    const text = csvLine(cells);
    return toTerminal ? `${safeBlock(text.slice(0, -2))}\r\n` : text;
  };
  return {
    *open(first) {
      header = paths ?? [...new Set([...declared, ...fieldNames(first)])].map((name) => [name]);
      if (header.length > 0) yield line(header.map((path) => path.join('.')));
    },
    *items(items) {
      for (const item of items) {
        yield line(header.map((path) => valueAt(item, path)));
        if (!paths)
          for (const name of fieldNames([item]))
            if (!header.some(([known]) => known === name)) leftOut.add(name);
      }
    },
    close() {
      if (leftOut.size > 0)
        warn(
          `Not in the CSV, since the first page had no such fields: ${[...leftOut].join(', ')}. --fields adds them.`,
        );
      return [];
    },
  };
}

async function tableList(options: ListOptions, style: Style): Promise<ListFormat> {
  const { layTable } = await import('./terminal/table.ts');
  let layout: ReturnType<typeof layTable> | undefined;
  return {
    *open(first) {
      if (first.length > 0) {
        layout = layTable(columnsFor(options, first), first, style);
        yield* ended(layout.head());
      } else if (options.empty !== '') yield `${options.empty}\n`;
    },
    *items(items) {
      if (layout) yield* ended(layout.rows(items));
    },
    close: nothing,
  };
}

/** As lines. */
export function* ended(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`;
}
