import type { Branch, Tables } from './tables.ts';
import { answerOf, type OfferedOption, type Place, type Word } from './words.ts';

const quoted = (text: string) => (/^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const list = (words: readonly Word[]) => `list=(${words.map(({ text }) => quoted(text)).join(' ')})`;

function cases<T>(branches: readonly Branch<T>[], answer: (value: T) => string): string {
  return branches
    .map(({ keys, answer: value }) => `    ${keys.map((key) => `'${key}'`).join('|')}) ${answer(value)} ;;`)
    .join('\n');
}

const optionList = (options: readonly OfferedOption[]) =>
  `list=(${options.flatMap(({ names }) => names).join(' ')})`;

const place = (place: Place) => {
  const { kind, of, many } = answerOf(place);
  const parts = [`kind=${kind}`, ...(of ? [`of=${of}`] : []), ...(many ? ['many=1'] : [])];
  return [...parts, ...(place.words.length > 0 ? [list(place.words)] : [])].join(' ');
};

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
