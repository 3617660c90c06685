import type { Criteria } from '../../../contract/schema/criteria.ts';
import type { Problem } from '../../../contract/schema/schema.ts';
import { everybodyOf, fittingCities, fittingCompanies, fittingTitles } from './audience.ts';
import { continents, countryNames, regions } from './geography.ts';
import { companySizes, industries } from './industries.ts';
import { folded } from './names.ts';
import type { People } from './people.ts';
import { seniorities } from './titles.ts';

/**
 * Everybody a profile means: words of one list widen it, lists narrow each other. Places are countries, regions,
 * continents, states or cities, whatever they are called; keywords are what companies do.
 */
export function profilePeople(people: People, criteria: Criteria): Int32Array {
  const { titles = [], locations = [], keywords = [] } = criteria;
  const listed: Record<ListedField, string[]> = { seniorities: [], industries: [], companySizes: [] };
  for (const field of listedFields)
    for (const value of criteria[field] ?? []) {
      const name = known(field, value);
      if (name !== undefined) listed[field].push(name);
    }
  const company = fittingCompanies(people.companies, {
    ...(listed.industries.length > 0 && { industries: listed.industries }),
    ...(listed.companySizes.length > 0 && { companySizes: listed.companySizes }),
  });
  if (keywords.length > 0) {
    const about = keywords.map((phrase) => fittingCompanies(people.companies, { companyKeywords: phrase }));
    for (const [index, flag] of either(about).entries()) if (flag === 0) company[index] = 0;
  }
  return everybodyOf(people, {
    company,
    title: fittingTitles({
      ...(titles.length > 0 && { jobTitles: [...titles] }),
      ...(listed.seniorities.length > 0 && { seniorities: listed.seniorities }),
    }),
    city: locations.length > 0 ? either(locations.map(citiesOf)) : fittingCities({}),
  });
}

const lists = {
  seniorities: [...seniorities] as readonly string[],
  industries: industries.map(({ name }) => name),
  companySizes: [...companySizes] as readonly string[],
} as const;

type ListedField = keyof typeof lists;
const listedFields = Object.keys(lists) as ListedField[];

/** Values the database does not know; the spec calls such criteria invalid (POST /audience/size, 400). */
export function unknownCriteria(criteria: Criteria): Problem[] {
  const problems: Problem[] = [];
  for (const field of listedFields)
    for (const [index, value] of (criteria[field] ?? []).entries()) {
      const reason = `must be one of the ${field} of the contact database`;
      if (known(field, value) === undefined) problems.push({ field: `${field}.${index}`, value, reason });
    }
  return problems;
}

/** People write `1,001–5,000 employees` for `1001-5000`. */
const known = (field: ListedField, value: string): string | undefined => {
  const wanted = plain(field === 'companySizes' ? value.replace(/employees|[,\s]/gi, '') : value);
  return lists[field].find((name) => plain(name) === wanted);
};

const plain = (text: string): string => folded(text.trim().replaceAll('–', '-'));

function citiesOf(location: string): Uint8Array {
  const named = (names: readonly string[]) => names.filter((name) => plain(name) === plain(location));
  return either([
    fittingCities({ countries: named(countryNames) }),
    fittingCities({ regions: named(regions) }),
    fittingCities({ continents: named(continents) }),
    fittingCities({ states: [location] }),
    fittingCities({ cities: [location] }),
  ]);
}

function either([first = new Uint8Array(), ...others]: readonly Uint8Array[]): Uint8Array {
  const result = first.slice();
  for (const other of others) for (const [index, flag] of other.entries()) if (flag === 1) result[index] = 1;
  return result;
}
