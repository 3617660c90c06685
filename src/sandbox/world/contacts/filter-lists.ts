import { type Filters, filterProblems, normalFilters } from '../../../contract/schema/filters.ts';
import { Refusal } from '../../core/handler.ts';
import { invalid } from '../../core/request.ts';
import { providerDownKeyword } from '../audience/audience-size.ts';
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

/**
 * Values that come from the lookup must be on it; the rules that need no lookup were checked before. The keyword that
 * puts the contact database out of reach does so here as the company keywords.
 */
export function checkFilters(filters: Filters): void {
  const problem = filterProblems(normalFilters(filters), filterLists)[0];
  if (problem) {
    const field = problem.field === '' ? 'filters' : `filters.${problem.field}`;
    throw invalid({ ...problem, field }, { code: 'invalid_filters' });
  }
  if (filters.companyKeywords?.trim() === providerDownKeyword)
    throw new Refusal(409, 'The contact database cannot be reached at the moment', {
      code: 'provider_unavailable',
    });
}
