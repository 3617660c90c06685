import { dataTable } from '../../../base/data-table.ts';
import table from './names.tsv';

/** First and last names by the language group of a country. People are drawn from both lists independently. */
interface Names {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

export const namesOf: Readonly<Record<string, Names>> = Object.fromEntries(
  dataTable(table, ['group', 'first', 'last']).map(({ group, first, last }) => [
    group,
    { first: first.split(' '), last: last.split(' ') },
  ]),
);

/** Letters that Unicode does not take apart into a base and an accent. */
const special: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': '',
  "'": '',
};

const plain = /^[\x20-\x26\x28-\x7e]*$/;

/** Lower case without accents: how text is compared, and what an address is made of. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłßæœđðþı’']/g, (letter) => special[letter] ?? '');
}
