import { Failure } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { CountryForm } from '../declare/params.ts';
import { type Place, withNearest, wrongValue } from './wrong-value.ts';

/** A country: its code (ISO 3166-1) and its English name. */
interface Country {
  readonly code: string;
  readonly name: string;
}

/** The countries that a name in eight languages, or a code, means: usually one, none where no country has it. */
export function countriesCalled(text: string): readonly Country[] {
  const { byName, byCode } = countries();
  const code = text.trim().toUpperCase();
  const codes = byCode.has(code) ? [code] : [...(byName.get(folded(text)) ?? [])];
  return codes.map((code) => ({ code, name: byCode.get(code) ?? code }));
}

/**
 * What the service calls a country that was named in one of eight languages. A name that no country has is left as it is:
 * the service may know it. Throws `usage` where several are meant, and for a code where none is.
 */
export function countryFrom(word: string, form: CountryForm = 'name', place: Place): string {
  const found = countriesCalled(word);
  const [country] = found;
  if (form === 'place' && (found.length > 1 || isCity(word))) return word;
  if (country === undefined || found.length > 1) {
    if (form !== 'place') refuseSeveral(word, found, place);
    if (form !== 'code') return word;
    const near = countriesLike(word);
    throw withNearest(wrongValue(place, 'a country like Germany or DE', word), place, word, near);
  }
  if (form === 'code') return country.code;
  if (folded(country.name) !== folded(word)) place.note(`${place.label} ${word} means ${country.name}.`);
  return country.name;
}

/** `Germany,Frnace`, or `DE FR`: the countries that a word lists; the word itself where a part of it is not like one. */
export function countriesIn(word: string): readonly string[] {
  if (countriesCalled(word).length > 0) return [word];
  const parts = word.split(',').map((part) => part.trim());
  const isKnown = (part: string) => countriesCalled(part).length > 0;
  const apart = word.split(/\s+/);
  if (apart.every(isKnown)) return apart;
  return parts.some(isKnown) && parts.every((part) => isKnown(part) || countriesLike(part).length > 0)
    ? parts
    : [word];
}

/** Grenada in Spanish, but more people live in the city. */
const isCity = (word: string): boolean => folded(word) === 'granada';

function refuseSeveral(word: string, found: readonly Country[], { label }: Place): void {
  const { byName, byCode } = countries();
  const part = ` ${folded(word)} `;
  const holding = [...byName].filter(([name]) => part.trim() !== '' && ` ${name} `.includes(part));
  const codes = [...found.map(({ code }) => code), ...holding.flatMap(([, of]) => [...of])];
  const names = [...new Set(codes)].map((code) => byCode.get(code) ?? code);
  if (names.length < 2) return;
  const some = names.length > 4 ? [...names.slice(0, 4), 'others'] : names;
  const meant = `${some.slice(0, -1).join(', ')} or ${some.at(-1)}`;
  throw new Failure('ambiguous', `${label} ${word} can be ${meant}`, {
    hint: `Write the whole name, for example ${label} "${names[0]}".`,
  });
}

/** The English names of countries that are written nearly like it. */
export function countriesLike(text: string): readonly string[] {
  const { byName, byCode } = countries();
  const meant = partsOfWorld[folded(text)];
  if (meant !== undefined) return [byCode.get(meant) ?? meant];
  const codes = nearest(folded(text), [...byName.keys()]).flatMap((name) => [...(byName.get(name) ?? [])]);
  return [...new Set(codes)].map((code) => byCode.get(code) ?? code);
}

/** Whether lists of countries may well call it something else: `Turkey` for `Türkiye`. */
export const hasOtherNames = ({ code, name }: Country): boolean =>
  /[^A-Za-z -]/.test(name) || Object.values(otherNames).includes(code);

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What the tables of languages list beside countries: unions, and codes for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
/** In use, and in none of the tables. */
const otherNames: Readonly<Record<string, string>> = {
  England: 'GB',
  'Great Britain': 'GB',
  Holland: 'NL',
  Turkey: 'TR',
  'Czech Republic': 'CZ',
  'Ivory Coast': 'CI',
  UAE: 'AE',
  USA: 'US',
  'United States of America': 'US',
  'Russian Federation': 'RU',
  'Viet Nam': 'VN',
};

/** The short name of two countries. */
const shared: Readonly<Record<string, readonly string[]>> = { Congo: ['CG', 'CD'] };
/** Not names of a country, but often meant so. */
const partsOfWorld: Readonly<Record<string, string>> = { america: 'US', britain: 'GB' };

interface Countries {
  readonly byCode: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
}

let known: Countries | undefined;

/** Worked out once, when a country is first asked for: it takes some 50 ms. */
function countries(): Countries {
  known ??= allCountries();
  return known;
}

/** Countries by their codes, in English. */
export function englishNames(): Map<string, string> {
  const byCode = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code);
    // A withdrawn code means another one: DD is DE.
    const isCurrent = !noCountries.has(code) && new Intl.Locale(`und-${code}`).region === code;
    if (name !== undefined && isCurrent) byCode.set(code, name);
  }
  return byCode;
}

function allCountries(): Countries {
  const byCode = englishNames();
  const byName = new Map<string, Set<string>>();
  const add = (name: string, code: string) =>
    void (name !== '' && byName.set(folded(name), (byName.get(folded(name)) ?? new Set()).add(code)));
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const code of byCode.keys()) add(names.of(code) ?? '', code);
    }
  for (const [name, code] of Object.entries(otherNames)) add(name, code);
  for (const [name, codes] of Object.entries(shared)) for (const code of codes) add(name, code);
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
    .replaceAll('ø', 'o')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
