import { dataTable } from '../../base/data-table.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { CountryForm } from '../declare/params.ts';
import otherCountries from './other-countries.tsv';
import { type Place, withNearest, wrongValue } from './wrong-value.ts';

/** A country: its code (ISO 3166-1) and its English name. */
interface Country {
  readonly code: string;
  readonly name: string;
}

/** The country that a name in eight languages, or a code, means; undefined where that is none, or not one alone. */
export function countryCalled(text: string): Country | undefined {
  const { byName, byCode } = countries();
  const typed = text.trim().toUpperCase();
  const code = byCode.has(typed) ? typed : byName.get(folded(text));
  return code ? { code, name: byCode.get(code) ?? code } : undefined;
}

/**
 * What the service calls a country. A name that no country has is left as it is: the service may know it. Throws `usage`
 * where a code is wanted and none is meant.
 */
export function countryFrom(word: string, form: CountryForm = 'name', place: Place): string {
  const country = countryCalled(word);
  if (country === undefined) {
    if (form === 'name') return word;
    throw withNearest(
      wrongValue(place, 'a country like Germany or DE', word),
      place,
      word,
      countriesLike(word),
    );
  }
  if (form === 'code') return country.code;
  if (folded(country.name) !== folded(word)) place.note(`${place.label} ${word} means ${country.name}.`);
  return country.name;
}

/** The English names of countries that are written nearly like it. */
export function countriesLike(text: string): readonly string[] {
  const { byName, byCode } = countries();
  const codes = nearest(folded(text), [...byName.keys()]).map((name) => byName.get(name) ?? '');
  return [...new Set(codes)].filter(Boolean).map((code) => byCode.get(code) ?? code);
}

/** The country of a list that a name or a code means, as the list writes it. */
export function countryIn(list: readonly string[], text: string): string | undefined {
  const code = countryCalled(text)?.code;
  return code && list.find((listed) => countryCalled(listed)?.code === code);
}

/** Whether lists of countries may well call it something else: `Turkey` for `Türkiye`. */
export const hasOtherNames = ({ code, name }: Country): boolean =>
  /[^A-Za-z -]/.test(name) || otherNames().some((other) => other.code === code);

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What the tables of languages list beside countries: unions, and codes for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
/** In use, and in none of the tables. Two countries are called Congo. */
const otherNames = () => dataTable(otherCountries, ['name', 'code']);

let known: ReturnType<typeof allCountries> | undefined;

/** Worked out once, when a country is first asked for: it takes some 50 ms. */
const countries = () => {
  known ??= allCountries();
  return known;
};

/** Countries by their codes, in English. */
export function englishNames(): Map<string, string> {
  const byCode = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const first of letters)
    for (const second of letters) {
      const code = first + second;
      const name = english.of(code);
      // A withdrawn code means another one: DD is DE.
      const isCurrent = !noCountries.has(code) && new Intl.Locale(`und-${code}`).region === code;
      if (name !== undefined && isCurrent) byCode.set(code, name);
    }
  return byCode;
}

function allCountries() {
  const byCode = englishNames();
  const byName = new Map<string, string>();
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const code of byCode.keys()) {
        const name = folded(names.of(code) ?? '');
        // A name that two have means neither.
        if (name !== '') byName.set(name, (byName.get(name) ?? code) === code ? code : '');
      }
    }
  for (const { name, code } of otherNames()) byName.set(folded(name), code);
  return { byCode, byName };
}

/** Without case, accents and punctuation: `Côte d’Ivoire` as `cote d ivoire`. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
