import { words } from '../../base/text/words.ts';
import { array, each, optional, type Problem, string } from './schema.ts';

/** What an audience is described by, in an ideal customer profile as where one is sized: lists of words, all optional. */
export const criteriaFields = words('titles seniorities industries companySizes locations keywords');

export type CriteriaField = (typeof criteriaFields)[number];
export type Criteria = { readonly [F in CriteriaField]?: readonly string[] | undefined };

/** The lists as entries of a request. An empty one says nothing, and in a change it clears. */
export const criteria = each(criteriaFields, optional(array(string(1))));

/** Empty criteria match no one: they answer 400 (spec, POST /audience/size). */
export function emptyCriteria(given: Criteria): Problem[] {
  if (criteriaFields.some((field) => (given[field] ?? []).length > 0)) return [];
  return [{ field: '', value: given, reason: `must have at least one of ${criteriaFields.join(', ')}` }];
}
