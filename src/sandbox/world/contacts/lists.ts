import { continents, countryNames, regions } from './geography.ts';
import { companySizes, industries, revenues } from './industries.ts';
import { jobFunctions, seniorities } from './titles.ts';

/** The lists of the filters lookup. */
export const filterLists = {
  seniorities: [...seniorities],
  jobFunctions: [...jobFunctions],
  companySizes: [...companySizes],
  revenue: [...revenues],
  industries: industries.map(({ name }) => name),
  countries: countryNames,
  headquartersCountries: countryNames,
  regions,
  continents,
};
