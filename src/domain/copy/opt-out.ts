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
