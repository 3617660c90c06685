import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The text of a page, by its path in the repository. */
export const readPage = (page: string): Promise<string> => readFile(join(root, page), 'utf8');

export interface PageLine {
  /** Without the word outreach. */
  readonly line: string;
  /** The exit codes that the page promises: 0 unless it names others. */
  readonly exits: readonly number[];
  /** It asks, and a reader presses y. */
  readonly asks: boolean;
  /** Only a person can take it further: it does not end by itself, or no option answers it. */
  readonly atTerminal: boolean;
}

/** The lines that a reader types, as `$ outreach …`, with what the page says of each behind `#`. */
export const typedLines = (page: string): PageLine[] =>
  [...page.matchAll(/^\$ outreach (.+?)(?:\s+# (.+))?$/gm)].map(([, line = '', remark = '']) => ({
    line,
    exits: /(^|: )exit/.test(remark) ? [...remark.matchAll(/\d+/g)].map(Number) : [0],
    asks: remark === 'asks',
    atTerminal: remark === 'at a terminal',
  }));

/** The scripts and statements of a page, by their language, in its order. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, its, text = '']) =>
    its === language ? [text] : [],
  );

/** The lines that a sentence or a table names, with a number in the place of `<id>`. */
export const namedLines = (page: string): string[] =>
  [...page.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`outreach ([^`]+)`/g)].map(([, line = '']) =>
    line.replace('<id>', '1'),
  );
