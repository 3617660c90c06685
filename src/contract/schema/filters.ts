import { counted } from '../../base/counted.ts';
import { limits } from '../limits.ts';
import { array, each, type Infer, object, optional, type Problem, ruled, string } from './schema.ts';

const values = () => optional(array(string(1)));
const domains = () => optional(array(string(1), 0, limits.domainsPerFilter));

const fields = {
  ...each(['jobTitles', 'excludeJobTitles', 'seniorities', 'jobFunctions', 'industries'], values()),
  ...each(['companySizes', 'revenue', 'countries', 'regions', 'continents', 'states', 'cities'], values()),
  ...each(['headquartersCountries', 'excludeCountries', 'excludeHeadquartersCountries'], values()),
  excludeIndustries: values(),
  ...each(['domains', 'excludeDomains'], domains()),
  companyName: optional(string(1)),
  companyKeywords: optional(string(1)),
  technologies: values(),
};

const shape = object(fields);

/** The filter set of the Lead Finder, in searches as in imports. Every field may be left out, but not all of them. */
export type Filters = Infer<typeof shape>;
type FilterField = keyof typeof fields;

export const filterFields = Object.keys(fields) as FilterField[];

/** Only one of these may be used. */
const placeFields = ['countries', 'regions', 'continents'] as const;

/** Matched as words rather than picked from a list; a comma separates terms. */
export const freeTextFields = ['jobTitles', 'excludeJobTitles', 'states', 'cities', 'technologies'] as const;

/** One phrase each: a comma is part of it. */
const phraseFields = ['companyName', 'companyKeywords'] as const;

/** Fields whose values come from the filters lookup, with the name of the list there. */
export const listedFields = {
  seniorities: 'seniorities',
  jobFunctions: 'jobFunctions',
  companySizes: 'companySizes',
  revenue: 'revenue',
  industries: 'industries',
  countries: 'countries',
  headquartersCountries: 'headquartersCountries',
  regions: 'regions',
  continents: 'continents',
  excludeCountries: 'countries',
  excludeHeadquartersCountries: 'headquartersCountries',
  excludeIndustries: 'industries',
} as const satisfies Partial<Record<FilterField, string>>;

type FilterLists = Readonly<Partial<Record<string, readonly string[] | null | undefined>>>;

/** Free text split at commas, blanks and empty lists removed: equal for what asks for the same, but for the order. */
export function normalFilters(filters: Filters): Filters {
  const result: Record<string, string | string[]> = {};
  for (const field of filterFields) {
    const value = filters[field];
    if (value === undefined) continue;
    if (typeof value === 'string') {
      if (value.trim() !== '') result[field] = value.trim();
      continue;
    }
    const terms = (freeTextFields as readonly FilterField[]).includes(field)
      ? value.flatMap((term) => term.split(','))
      : value;
    const kept = [...new Set(terms.map((term) => term.trim()).filter((term) => term !== ''))];
    if (kept.length > 0) result[field] = kept;
  }
  return result;
}

/** Names field, value and reason. With `lists`, the answer of the filters lookup, also values that are on none. */
export function filterProblems(filters: Filters, lists: FilterLists = {}): Problem[] {
  const normal = normalFilters(filters);
  const problems: Problem[] = [];
  if (!filterFields.some((field) => !field.startsWith('exclude') && normal[field] !== undefined)) {
    const reason = 'must have at least one filter that includes people';
    problems.push({ field: '', value: normal, reason });
  }
  problems.push(...placeProblems(normal), ...lengthProblems(normal));
  for (const [field, name] of Object.entries(listedFields)) {
    const reason = `must be one of the listed ${name}`;
    for (const [index, value] of (normal[field as keyof typeof listedFields] ?? []).entries())
      if (lists[name]?.includes(value) === false)
        problems.push({ field: `${field}.${index}`, value, reason });
  }
  return problems;
}

function placeProblems(filters: Filters): Problem[] {
  const problems: Problem[] = [];
  const [first, ...others] = placeFields.filter((field) => filters[field] !== undefined);
  for (const field of others) {
    const reason = `cannot go together with ${first}: use only one of ${placeFields.join(', ')}`;
    problems.push({ field, value: filters[field], reason });
  }
  const wide = first === 'countries' ? others[0] : first;
  if (wide === undefined) return problems;
  for (const field of ['states', 'cities'] as const) {
    const reason = `cannot go together with ${wide}: use it with countries, or alone`;
    if (filters[field] !== undefined) problems.push({ field, value: filters[field], reason });
  }
  return problems;
}

function lengthProblems(filters: Filters): Problem[] {
  const atMost = (field: string, value: string | string[], most: number, unit: string): Problem[] =>
    [...value].length > most ? [{ field, value, reason: `must have at most ${counted(most, unit)}` }] : [];
  const short = (field: string, text: string) => atMost(field, text, limits.filterValueLength, 'character');
  const problems: Problem[] = [];
  for (const field of freeTextFields) {
    const terms = filters[field] ?? [];
    problems.push(...atMost(field, terms, limits.filterValues, 'value'));
    for (const [index, term] of terms.entries()) problems.push(...short(`${field}.${index}`, term));
  }
  for (const field of phraseFields) problems.push(...short(field, filters[field] ?? ''));
  return problems;
}

/** The filter set with all of its rules but the lists, which only the service knows. */
export const filters = ruled(shape, (value) => filterProblems(value));
