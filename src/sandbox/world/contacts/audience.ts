import { createHash } from 'node:crypto';
import {
  type Filters,
  filterFields,
  freeTextFields,
  normalFilters,
} from '../../../contract/schema/filters.ts';
import { type Companies, companyCount, companyOf } from './companies.ts';
import { cities, countries } from './geography.ts';
import { companySizes, industries, revenues, technologies } from './industries.ts';
import { folded } from './names.ts';
import type { People } from './people.ts';
import { jobFunctions, seniorities, titles } from './titles.ts';

/** The same picks in any order give the same key (spec, Search response). */
export function audienceKey(filters: Filters): string {
  const normal = normalFilters(filters);
  const picks: string[] = [];
  for (const field of filterFields) {
    const value = normal[field];
    const list = typeof value === 'string' ? [value] : [...(value ?? [])];
    const loose = typeof value === 'string' || looseFields.includes(field);
    const words = list.map((text) => (loose ? text.toLowerCase() : text)).sort();
    picks.push(value === undefined ? '' : `${field}=${JSON.stringify(words)}`);
  }
  return `aud_${createHash('sha256').update(picks.join('\n')).digest('hex').slice(0, 24)}`;
}

/** Their case does not matter. */
const looseFields: readonly string[] = ['domains', 'excludeDomains', ...freeTextFields];

const recent = new Map<string, Int32Array>();
const remembered = 8;

/** Everybody the filters let through, always in the same order, which follows neither company nor place. */
export function audienceOf(people: People, filters: Filters): Int32Array {
  const key = `${people.seed} ${audienceKey(filters)}`;
  const known = recent.get(key);
  if (known) return known;
  const normal = normalFilters(filters);
  const found = everybodyOf(people, {
    company: fittingCompanies(people.companies, normal),
    title: fittingTitles(normal),
    city: fittingCities(normal),
  });
  const oldest = recent.keys().next().value;
  if (recent.size >= remembered && oldest !== undefined) recent.delete(oldest);
  recent.set(key, found);
  return found;
}

/** For every company, title and city 1 where it passes. */
interface Fits {
  readonly company: Uint8Array;
  readonly title: Uint8Array;
  readonly city: Uint8Array;
}

/** Everybody whose company, title and city pass, in the order of an audience. */
export function everybodyOf(people: People, { company, title, city }: Fits): Int32Array {
  const found = new Int32Array(people.count);
  let size = 0;
  const stride = coprime(Math.floor(people.count * 0.618), people.count);
  for (let walked = 0, person = 0; walked < people.count; walked++) {
    if (
      company[people.company[person] ?? 0] === 1 &&
      title[people.title[person] ?? 0] === 1 &&
      city[people.city[person] ?? 0] === 1
    )
      found[size++] = person;
    person += stride;
    if (person >= people.count) person -= people.count;
  }
  return found.slice(0, size);
}

/** The first number from `start` on that shares no divisor with `count`: its steps meet everybody once. */
function coprime(start: number, count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, start);
  while (divisor(stride, count) !== 1) stride++;
  return stride;
}

type Test = (index: number) => boolean;

/** 1 for every index that passes all tests. */
function flags(count: number, tests: readonly (Test | undefined)[]): Uint8Array {
  const result = new Uint8Array(count).fill(1);
  for (const test of tests)
    if (test)
      for (let index = 0; index < count; index++) if (result[index] === 1 && !test(index)) result[index] = 0;
  return result;
}

export function fittingCompanies(companies: Companies, filters: Filters): Uint8Array {
  const among = (column: Uint8Array, names: readonly string[], picked?: readonly string[], keep = true) => {
    if (!picked) return undefined;
    const set = new Set(picked.map((name) => names.indexOf(name)));
    return (index: number) => set.has(column[index] ?? -1) === keep;
  };
  const industryNames = industries.map(({ name }) => name);
  const countryNames = countries.map(({ name }) => name);
  return flags(
    companyCount,
    // The cheap ones first: names and domains are made on demand.
    [
      among(companies.industry, industryNames, filters.industries),
      among(companies.industry, industryNames, filters.excludeIndustries, false),
      among(companies.size, companySizes, filters.companySizes),
      among(companies.revenue, revenues, filters.revenue),
      among(companies.country, countryNames, filters.headquartersCountries),
      among(companies.country, countryNames, filters.excludeHeadquartersCountries, false),
      usesTechnology(companies, filters.technologies),
      hasDomain(companies, filters.domains, true),
      hasDomain(companies, filters.excludeDomains, false),
      isNamed(companies, filters.companyName),
      isAbout(companies, filters.companyKeywords),
    ],
  );
}

function usesTechnology(companies: Companies, terms: readonly string[] | undefined): Test | undefined {
  if (!terms) return undefined;
  const wanted = terms.map(folded);
  const masks = [0, 0];
  for (const [bit, name] of technologies.entries()) {
    const half = bit < 32 ? 0 : 1;
    if (wanted.some((term) => folded(name).includes(term)))
      masks[half] = ((masks[half] ?? 0) | (1 << (bit % 32))) >>> 0;
  }
  const [low = 0, high = 0] = masks;
  const [first, second] = companies.technologies;
  return (index) => (((first[index] ?? 0) & low) | ((second[index] ?? 0) & high)) !== 0;
}

function hasDomain(
  companies: Companies,
  domains: readonly string[] | undefined,
  keep: boolean,
): Test | undefined {
  if (!domains) return undefined;
  const set = new Set(domains.map((domain) => domain.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, '')));
  return (index) => set.has(companyOf(companies, index).domain) === keep;
}

function isNamed(companies: Companies, phrase: string | undefined): Test | undefined {
  if (phrase === undefined) return undefined;
  const wanted = folded(phrase);
  return (index) => folded(companyOf(companies, index).legalName).includes(wanted);
}

function isAbout(companies: Companies, phrase: string | undefined): Test | undefined {
  if (phrase === undefined) return undefined;
  const wanted = folded(phrase);
  const about = industries.map(({ name, keywords }) => folded(`${name} ${keywords}`).includes(wanted));
  return (index) =>
    about[companies.industry[index] ?? 0] === true ||
    folded(companyOf(companies, index).name).includes(wanted);
}

export function fittingTitles(filters: Filters): Uint8Array {
  const words = titles.map(({ title, also }) => new Set(folded(`${title} ${also}`).split(/[^a-z0-9]+/)));
  const mentions = (terms: readonly string[] | undefined, keep: boolean): Test | undefined => {
    if (!terms) return undefined;
    const wanted = terms.map((term) => folded(term).match(/[a-z0-9]+/g) ?? []);
    return (index) =>
      wanted.some((term) => term.length > 0 && term.every((word) => words[index]?.has(word))) === keep;
  };
  const among = (picked: readonly string[] | undefined, nameOf: (index: number) => string | undefined) =>
    picked && ((index: number) => picked.includes(nameOf(index) ?? ''));
  return flags(titles.length, [
    mentions(filters.jobTitles, true),
    mentions(filters.excludeJobTitles, false),
    among(filters.seniorities, (index) => seniorities[titles[index]?.seniority ?? -1]),
    among(filters.jobFunctions, (index) => jobFunctions[titles[index]?.jobFunction ?? -1]),
  ]);
}

export function fittingCities(filters: Filters): Uint8Array {
  const countryAt = (index: number) => countries[cities[index]?.country ?? -1];
  const within = (terms: readonly string[] | undefined, part: 'city' | 'state'): Test | undefined => {
    const wanted = terms?.map(folded);
    return wanted && ((index) => wanted.some((term) => folded(cities[index]?.[part] ?? '').includes(term)));
  };
  const { countries: picked, regions, continents, excludeCountries } = filters;
  return flags(cities.length, [
    picked && ((index) => picked.includes(countryAt(index)?.name ?? '')),
    regions && ((index) => countryAt(index)?.regions.some((region) => regions.includes(region)) === true),
    continents && ((index) => continents.includes(countryAt(index)?.continent ?? '')),
    excludeCountries && ((index) => !excludeCountries.includes(countryAt(index)?.name ?? '')),
    within(filters.states, 'state'),
    within(filters.cities, 'city'),
  ]);
}
