import { dataTable } from '../../base/data-table.ts';
import type { Link } from './links.ts';
import table from './opt-outs.tsv';

const phrases = dataTable(table, ['language', 'pattern']).map(({ pattern }) => new RegExp(pattern, 'iu'));

/** A link that is named for it, in any of the languages. */
const links =
  /unsub|opt-?_?out|abmeld|abbestell|desabonn|desinscri|disiscri|afmeld|uitschrijv|darse-de-baja|\/baja\b|preferences/i;

/** Does the text say how to get no more email, in one of the languages of the table, or link to it? */
export const saysOptOut = (text: string, found: readonly Link[]): boolean => {
  const words = text.replaceAll(/\s+/g, ' ');
  return phrases.some((phrase) => phrase.test(words)) || found.some(({ raw }) => links.test(raw));
};

/** Postal codes with what is around them in an address, by country. */
const codes: readonly RegExp[] = [
  // United States, Canada, United Kingdom
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/,
  /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  // Germany, France, Spain, Italy; Austria, Switzerland, Belgium, Denmark; the Netherlands; Sweden
  /\b(?:[A-Z]{1,2}-)?\d{5},? \p{Lu}\p{L}/u,
  /(?:\d\p{L}?,|\p{L},|\n|^|·|\||\b[A-Z]{1,2}-)\s{0,3}[1-9]\d{3} \p{Lu}\p{L}/u,
  /\b\d{4} ?[A-Z]{2}\b/,
  /\b\d{3} \d{2} \p{Lu}\p{L}/u,
  // Poland, Portugal, Japan
  /\b\d{2}-\d{3} \p{Lu}/u,
  /\b\d{4}-\d{3} \p{Lu}/u,
  /〒/,
  /\bP\.? ?O\.? ?Box \d/i,
];

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Does the text have this postal address, however it is broken into lines; without one, anything like one? */
export function hasPostalAddress(text: string, address?: string | null): boolean {
  const wanted = wordsOf(address ?? '');
  if (wanted.length === 0) return codes.some((code) => code.test(text));
  const there = new Set(wordsOf(text));
  let [names, missing] = [0, 0];
  for (const word of wanted) {
    const isNumber = /\d/.test(word);
    if (isNumber && !there.has(word)) return false;
    if (!isNumber) names += 1;
    if (!isNumber && !there.has(word)) missing += 1;
  }
  // The country is often left out, so that not every name has to be there.
  return missing <= names / 2;
}
