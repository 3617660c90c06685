import type { Branch, Tables } from './tables.ts';
import { answerOf, type OfferedOption, type Place, type Word } from './words.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Word and meaning, with a tab between. */
const described = (text: string, about: string) => quoted(about === '' ? text : `${text}\t${about}`);

const array = (items: readonly string[]) => `@(${items.join(', ')})`;
const wordArray = (words: readonly Word[]) => array(words.map(({ text, about }) => described(text, about)));
const optionArray = (options: readonly OfferedOption[]) =>
  array(options.flatMap(({ names, about }) => names.map((name) => described(name, about))));
/** How to complete it first: the kind, whose names, and whether commas part several. Then the words. */
const place = (place: Place) => {
  const { kind, of, many } = answerOf(place);
  const words = place.words.map(({ text, about }) => described(text, about));
  return array([kind, of, many ? '1' : ''].map(quoted).concat(words));
};

function table<T>(branches: readonly Branch<T>[], answer: (value: T) => string): string {
  const lines = branches.flatMap(({ keys, answer: value }) =>
    keys.map((key) => `        ${quoted(key)} = ${answer(value)}`),
  );
  return `@{\n${lines.join('\n')}\n    }`;
}

/** For Windows PowerShell 5.1 and PowerShell 7. Where nothing is offered, PowerShell offers files by itself. */
export const powershellParts = (tables: Tables): Record<keyof Tables, string> => ({
  commands: table(tables.commands, wordArray),
  options: table(tables.options, optionArray),
  everywhere: optionArray(tables.everywhere),
  values: table(tables.values, place),
  everywhereValues: table(tables.everywhereValues, place),
  places: table(tables.places, place),
});
