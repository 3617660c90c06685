import { Failure, messageOf } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Context } from '../../cli/declare/command.ts';
import { opt, under, type ValuesOf } from '../../cli/declare/params.ts';
import { kebab } from '../../cli/declare/shared-options.ts';
import type { ListedOptions } from '../../cli/options/refused-value.ts';
import {
  type Filters,
  filters as filterSchema,
  listedFields,
  normalFilters,
} from '../../contract/schema/filters.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';

/** One option per filter of the service, each of which may be repeated. Values hold commas: `1,001-5,000`. */
export const filterOptions = {
  ...under('WHO', {
    jobTitle: opt.each('words in the job title', { hint: 'title' }),
    excludeJobTitle: opt.each('exclude titles with these words', { hint: 'title' }),
    seniority: opt.each('seniority', { hint: 'value', names: 'seniorities' }),
    jobFunction: opt.each('job function', { hint: 'value', names: 'jobFunctions' }),
  }),
  ...under('WHERE', {
    country: opt.countries("person's country"),
    excludeCountry: opt.countries('not this country'),
    region: opt.each('region, instead of countries', { hint: 'region', names: 'regions' }),
    continent: opt.each('continent, instead of countries', { hint: 'continent', names: 'continents' }),
    state: opt.each('words in the name of the state', { hint: 'state' }),
    city: opt.each('words in the name of the city', { hint: 'city' }),
  }),
  ...under('COMPANY', {
    industry: opt.each('industry', { hint: 'value', names: 'industries' }),
    excludeIndustry: opt.each('exclude this industry', { hint: 'value', names: 'industries' }),
    size: opt.each('employees, such as 11-50 or 20', { hint: 'band', names: 'companySizes' }),
    revenue: opt.each('annual revenue', { hint: 'band', names: 'revenue' }),
    headquarters: opt.countries("company's country"),
    excludeHeadquarters: opt.countries('not this country'),
    domain: opt.words('company domain', { hint: 'domain' }),
    excludeDomain: opt.words('not this domain', { hint: 'domain' }),
    companyName: opt.text('company name', { hint: 'phrase' }),
    keywords: opt.text('a phrase about the company', { hint: 'phrase' }),
    technology: opt.each('technology the company uses', { hint: 'name' }),
  }),
  filtersFile: opt.file('JSON file of filters, to which the options are added', 'document'),
};

type Values = ValuesOf<typeof filterOptions>;

/**
 * The filters of file and options together, undefined where none was given. What breaks a rule is refused here, by the
 * names of the options; values that must be on a list of the service are left to the service.
 */
export async function filtersFrom({ files }: Context, values: Values): Promise<Filters | undefined> {
  const fromOptions: Partial<Filters> = omitUndefined(
    Object.fromEntries(options.map((option) => [fieldOf[option], values[option]])),
  );
  if (values.filtersFile === undefined && Object.keys(fromOptions).length === 0) return undefined;
  const fromFile =
    values.filtersFile === undefined
      ? {}
      : parse(values.filtersFile, await files.readText(values.filtersFile, 'document'));
  const filters = { ...fromFile, ...fromOptions };
  const [problem] = problemsOf(filterSchema, filters);
  if (problem === undefined) return normalFilters(filters as Filters);
  // `jobTitles.0` is `--job-title`; a name that is not a filter stays as it is in the file.
  const [name = ''] = problem.field.split('.');
  const where = name === '' ? 'the filters' : (optionOf[name] ?? name);
  const value = problem.field === '' ? '' : ` ${[problem.value].flat().map(String).join(', ')}`;
  const reason = problem.reason.replaceAll(/\b\w+\b/g, (word) => optionOf[word] ?? word);
  throw new Failure('invalid_filters', `${where}${value} ${reason}`, {
    hint: 'outreach finder filters lists the values there are.',
    extra: { field: problem.field, value: problem.value, reason: problem.reason },
  });
}

/** The filter of the service that each option sets. */
const fieldOf = {
  jobTitle: 'jobTitles',
  excludeJobTitle: 'excludeJobTitles',
  seniority: 'seniorities',
  jobFunction: 'jobFunctions',
  industry: 'industries',
  excludeIndustry: 'excludeIndustries',
  size: 'companySizes',
  revenue: 'revenue',
  country: 'countries',
  excludeCountry: 'excludeCountries',
  region: 'regions',
  continent: 'continents',
  state: 'states',
  city: 'cities',
  headquarters: 'headquartersCountries',
  excludeHeadquarters: 'excludeHeadquartersCountries',
  domain: 'domains',
  excludeDomain: 'excludeDomains',
  companyName: 'companyName',
  keywords: 'companyKeywords',
  technology: 'technologies',
} as const satisfies Record<Exclude<keyof Values, 'filtersFile'>, keyof Filters>;

const options = Object.keys(fieldOf) as (keyof typeof fieldOf)[];

const optionOf: Record<string, string> = {};
for (const option of options) optionOf[fieldOf[option]] = `--${kebab(option)}`;

export const listedOptions: ListedOptions = { options: optionOf, lists: listedFields };

function parse(file: string, content: string): Record<string, unknown> {
  const where = file === '-' ? 'standard input' : file;
  try {
    const value: unknown = JSON.parse(content);
    if (isRecord(value)) return { ...value };
  } catch (error) {
    const reason = messageOf(error);
    throw new Failure('bad_filters_file', `${where} is not JSON: ${reason}`, { cause: error });
  }
  throw new Failure('bad_filters_file', `${where} is not a set of filters`, {
    hint: 'Write an object, for example {"jobTitles": ["Head of Sales"], "countries": ["Germany"]}.',
  });
}
