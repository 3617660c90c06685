import type { Branch, Tables } from './tables.ts';
import type { OfferedOption, Place, Word } from './words.ts';

const quoted = (text: string) => (/^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const list = (words: readonly Word[]) => `list=(${words.map(({ text }) => quoted(text)).join(' ')})`;

function cases<T>(branches: readonly Branch<T>[], answer: (value: T) => string): string {
  return branches
    .map(({ keys, answer: value }) => `    ${keys.map((key) => `'${key}'`).join('|')}) ${answer(value)} ;;`)
    .join('\n');
}

const optionList = (options: readonly OfferedOption[]) =>
  `list=(${options.flatMap(({ names }) => names).join(' ')})`;

const place = ({ kind, words }: Place) =>
  words.length === 0 ? `kind=${kind}` : `kind=${kind} ${list(words)}`;

/**
 * Works from bash 3.2 on, with and without the bash-completion package. bash cuts words at `=` and `:`; they are put
 * together again before they are read.
 */
export const bashParts = (tables: Tables): Record<keyof Tables, string> => ({
  commands: cases(tables.commands, list),
  options: cases(tables.options, optionList),
  everywhere: tables.everywhere.flatMap(({ names }) => names).join(' '),
  values: cases(tables.values, place),
  everywhereValues: cases(tables.everywhereValues, place).replaceAll(/^/gm, '    '),
  places: cases(tables.places, place),
});
