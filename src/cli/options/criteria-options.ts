import { omitUndefined } from '../../base/omit-undefined.ts';
import type { CriteriaField } from '../../contract/schema/criteria.ts';
import type { Context } from '../declare/command.ts';
import { opt, type ValuesOf } from '../declare/params.ts';
import { placesByCountry } from './place-names.ts';
import type { ListedOptions } from './refused-value.ts';
import { sizesByBand } from './size-band.ts';

/** The lists that describe an audience, an option each; every one may be repeated. */
export const criteriaOptions = {
  title: opt.each('job title', { hint: 'title' }),
  seniority: opt.each('seniority', { hint: 'value', names: 'seniorities' }),
  industry: opt.each('industry', { hint: 'value', names: 'industries' }),
  size: opt.each('number of employees, such as 11-50 or 20', { hint: 'band', names: 'companySizes' }),
  location: opt.each('country, region, state or city; two letters are a country', {
    hint: 'place',
    names: 'countries',
  }),
  keyword: opt.each('what the companies do', { hint: 'phrase' }),
};

/** For `--clear`: the lists by the names of their options. */
export const criteriaNames = Object.keys(criteriaOptions) as (keyof typeof criteriaOptions)[];

const fieldOf: Readonly<Record<keyof typeof criteriaOptions, CriteriaField>> = {
  title: 'titles',
  seniority: 'seniorities',
  industry: 'industries',
  size: 'companySizes',
  location: 'locations',
  keyword: 'keywords',
};

/** For what the service says of them. */
export const listedCriteria: ListedOptions = {
  options: Object.fromEntries(criteriaNames.map((name) => [fieldOf[name], `--${name}`])),
  lists: { seniorities: 'seniorities', industries: 'industries', companySizes: 'companySizes' },
};

/** The lists that were given; those of `clear` are empty, which clears them, and the others are left out. */
export async function criteriaFrom(
  context: Pick<Context, 'service' | 'screen'>,
  values: ValuesOf<typeof criteriaOptions>,
  clear: readonly (keyof typeof criteriaOptions)[] = [],
): Promise<{ [F in CriteriaField]?: string[] }> {
  const size = await sizesByBand(context, values.size);
  const given = { ...values, size, location: await placesByCountry(context, values.location) };
  return omitUndefined(
    Object.fromEntries(
      criteriaNames.map((name) => [fieldOf[name], given[name] ?? (clear.includes(name) ? [] : undefined)]),
    ),
  );
}
