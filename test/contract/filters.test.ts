import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterFields,
  filterProblems,
  filters,
  freeTextFields,
  normalFilters,
} from '../../src/contract/schema/filters.ts';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';

const fieldsOf = (problems: readonly { field: string }[]) => problems.map(({ field }) => field);

describe('filterProblems', () => {
  it('wants at least one filter that includes people', () => {
    expect(filterProblems({})).toMatchObject([
      { field: '', reason: expect.stringContaining('at least one filter') },
    ]);
    expect(filterProblems({ excludeCountries: ['France'] })).toHaveLength(1);
    expect(filterProblems({ jobTitles: [' , '] })).toHaveLength(1);
    expect(filterProblems({ companyName: 'Acme' })).toEqual([]);
  });

  it('lets only one of countries, regions and continents be used', () => {
    expect(fieldsOf(filterProblems({ countries: ['a'], regions: ['b'], continents: ['c'] }))).toEqual([
      'regions',
      'continents',
    ]);
    expect(filterProblems({ countries: ['a'], states: ['b'], cities: ['c'] })).toEqual([]);
  });

  it('lets states and cities go with countries or alone, and not with what is wider', () => {
    const narrow = { states: ['Bavaria'], cities: ['Berlin'] };
    expect(filterProblems(narrow)).toEqual([]);
    expect(filterProblems({ ...narrow, countries: ['Germany'] })).toEqual([]);
    for (const wide of ['regions', 'continents'])
      expect(filterProblems({ ...narrow, [wide]: ['ANZ'] })).toEqual([
        {
          field: 'states',
          value: ['Bavaria'],
          reason: `cannot go together with ${wide}: use it with countries, or alone`,
        },
        {
          field: 'cities',
          value: ['Berlin'],
          reason: `cannot go together with ${wide}: use it with countries, or alone`,
        },
      ]);
  });

  it.each(freeTextFields)('takes 50 values of 100 characters in %s', (field) => {
    const base = { companyName: 'Acme' };
    const values = (count: number, length = 5) =>
      Array.from({ length: count }, (_, index) => String(index).padEnd(length, 'x'));
    expect(filterProblems({ ...base, [field]: values(50, 100) })).toEqual([]);
    expect(fieldsOf(filterProblems({ ...base, [field]: values(51) }))).toEqual([field]);
    expect(fieldsOf(filterProblems({ ...base, [field]: ['x'.repeat(101)] }))).toEqual([`${field}.0`]);
  });

  it('counts the terms, not the values: a comma makes two', () => {
    const terms = Array.from({ length: 51 }, (_, index) => `t${index}`).join(',');
    expect(fieldsOf(filterProblems({ jobTitles: [terms] }))).toEqual(['jobTitles']);
    expect(filterProblems({ jobTitles: [`${'x'.repeat(60)},${'y'.repeat(60)}`] })).toEqual([]);
  });

  it('counts characters as people see them', () => {
    expect(filterProblems({ cities: ['𠮷'.repeat(100)] })).toEqual([]);
  });

  it('does not split a phrase', () => {
    expect(normalFilters({ companyName: 'Acme, Inc.' })).toEqual({ companyName: 'Acme, Inc.' });
    expect(fieldsOf(filterProblems({ companyKeywords: 'x'.repeat(101) }))).toEqual(['companyKeywords']);
  });

  it('names the value that is on no list', () => {
    const lists = { countries: ['Germany', 'France'] };
    expect(filterProblems({ countries: ['Germany', 'Atlantis'] }, lists)).toEqual([
      { field: 'countries.1', value: 'Atlantis', reason: 'must be one of the listed countries' },
    ]);
    expect(fieldsOf(filterProblems({ companyName: 'A', excludeCountries: ['X'] }, lists))).toEqual([
      'excludeCountries.0',
    ]);
  });
});

describe('normalFilters', () => {
  const anyFilters = fc.record(
    Object.fromEntries(
      filterFields.map((field) => [
        field,
        field === 'companyName' || field === 'companyKeywords'
          ? fc.string()
          : fc.array(fc.string(), { maxLength: 4 }),
      ]),
    ),
    { requiredKeys: [] },
  );

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyFilters, (given) => {
        expect(normalFilters(normalFilters(given))).toEqual(normalFilters(given));
      }),
    );
  });

  it('leaves no comma in free text and no blank value anywhere', () => {
    fc.assert(
      fc.property(anyFilters, (given) => {
        const normal = normalFilters(given);
        for (const field of freeTextFields)
          for (const term of normal[field] ?? []) expect(term).toMatch(/^[^,]+$/);
        for (const value of Object.values(normal)) expect(value).not.toHaveLength(0);
      }),
    );
  });
});

describe('the filter schema', () => {
  it('takes 1,000 domains on either side', () => {
    const domains = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`);
    expect(problemsOf(filters, { domains: domains(1000), excludeDomains: domains(1000) })).toEqual([]);
    expect(fieldsOf(problemsOf(filters, { domains: domains(1001) }))).toEqual(['domains']);
  });

  it('refuses a filter that there is none of', () => {
    expect(problemsOf(filters, { country: ['Germany'] })).toEqual([
      { field: 'country', value: ['Germany'], reason: 'is not a field of this request' },
    ]);
  });
});
