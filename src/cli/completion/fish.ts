import type { Branch, Tables } from './tables.ts';
import { answerOf, type OfferedOption, type Place, type Word } from './words.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A line of the answer: fish shows what follows the tab beside the word. */
const described = (text: string, about: string) =>
  about === '' ? quoted(text) : `${quoted(text)}\\t${quoted(about)}`;

const wordList = (words: readonly Word[]) => words.map(({ text, about }) => described(text, about)).join(' ');

const optionList = (options: readonly OfferedOption[]) =>
  options.flatMap(({ names, about }) => names.map((name) => described(name, about))).join(' ');

function cases<T>(branches: readonly Branch<T>[], answer: (value: T) => string, indent = '        '): string {
  return branches
    .map(
      ({ keys, answer: value }) =>
        `${indent}case ${keys.map(quoted).join(' ')}\n${indent}    ${answer(value)}`,
    )
    .join('\n');
}

const say = (words: string) => `string join \\n -- ${words}`;
/** How to complete it first: the kind, whose names, and whether commas part several. Then the words. */
const place = (place: Place) => {
  const { kind, of, many } = answerOf(place);
  return say([kind, of || "''", many ? '1' : "''", wordList(place.words)].join(' ').trimEnd());
};

/** A star in a case of fish is a wildcard, also in quotes. */
const withoutStar = ({ keys, answer }: Branch<Place>): Branch<Place> => ({
  keys: keys.map((key) => key.replace(/\*$/, 'more')),
  answer,
});

export const fishParts = (tables: Tables): Record<keyof Tables, string> => ({
  commands: cases(tables.commands, (words) => say(wordList(words))),
  options: cases(tables.options, (options) => say(optionList(options))),
  everywhere: say(optionList(tables.everywhere)),
  values: cases(tables.values, place),
  everywhereValues: cases(tables.everywhereValues, place, '                '),
  places: cases(tables.places.map(withoutStar), place),
});
