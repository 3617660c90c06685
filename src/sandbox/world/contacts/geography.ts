import { dataTable } from '../../../base/data-table.ts';
import { words } from '../../../base/text/words.ts';
import table from './countries.tsv';

/**
 * Where companies and people are. Continents and regions are the lookup's own; a country lies in several regions. `names` is
 * the group of names its people have, `legal` how its companies end, `weight` how many of them are there, in parts.
 */
export const countries = dataTable(table, words('name continent regions names legal weight cities')).map(
  ({ regions, legal, weight, cities, ...country }) => ({
    ...country,
    regions: regions.split(', '),
    legal: legal.split('|'),
    weight: Number(weight),
    cities: cities.split(', '),
  }),
);

/** Every city; those of one country are adjacent, from `firstCity[country]` on. */
export const cities: {
  readonly city: string;
  readonly state: string;
  /** Index into `countries`. */
  readonly country: number;
}[] = [];

export const firstCity: number[] = [];
for (const [country, { cities: texts }] of countries.entries()) {
  firstCity.push(cities.length);
  for (const text of texts) {
    const [city = '', state = ''] = text.split('/');
    cities.push({ city, state, country });
  }
}

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));

export const countryNames = sorted(countries.map(({ name }) => name));
export const regions = sorted(countries.flatMap(({ regions }) => regions));
export const continents = sorted(countries.map(({ continent }) => continent));
