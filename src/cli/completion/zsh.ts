import type { Branch, Tables } from './tables.ts';
import { answerOf, type OfferedOption, type Place, type Word } from './words.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** `_describe` cuts at the first colon that is not escaped. */
const described = (text: string, about: string) => {
  const word = text.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
  return quoted(about === '' ? word : `${word}:${about}`);
};

const list = (words: readonly Word[]) =>
  `list=(${words.map(({ text, about }) => described(text, about)).join(' ')})`;

const optionWords = (options: readonly OfferedOption[]) =>
  options.flatMap(({ names, about }) => names.map((name) => described(name, about))).join(' ');

const place = (place: Place) => {
  const { kind, of, many } = answerOf(place);
  const parts = [`kind=${kind}`, ...(of ? [`of=${of}`] : []), ...(many ? ['many=1'] : [])];
  return [...parts, ...(place.words.length > 0 ? [list(place.words)] : [])].join(' ');
};

function cases<T>(branches: readonly Branch<T>[], answer: (value: T) => string): string {
  return branches
    .map(({ keys, answer: value }) => `    (${keys.map(quoted).join('|')}) ${answer(value)} ;;`)
    .join('\n');
}

/** Good as a file `_outreach` in fpath and for `source <(outreach completion zsh)`. */
export const zshParts = (tables: Tables): Record<keyof Tables, string> => ({
  commands: cases(tables.commands, list),
  options: cases(tables.options, (options) => `list=(${optionWords(options)})`),
  everywhere: optionWords(tables.everywhere),
  values: cases(tables.values, place),
  everywhereValues: cases(tables.everywhereValues, place).replaceAll(/^/gm, '    '),
  places: cases(tables.places, place),
});
