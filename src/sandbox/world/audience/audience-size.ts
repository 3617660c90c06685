import { type Criteria, criteriaFields, emptyCriteria } from '../../../contract/schema/criteria.ts';
import { Refusal } from '../../core/handler.ts';
import { invalid } from '../../core/request.ts';
import type { Sandbox } from '../../core/state.ts';
import { peopleOf } from '../contacts/people.ts';
import { profilePeople, unknownCriteria } from '../contacts/profile-people.ts';

/** A keyword for which the contact database is out of reach, so that its 502 can be tried by hand. */
export const providerDownKeyword = 'sandbox-provider-down';

/** The people a profile means, in the order in which they are sourced. Throws 400 and 502 as the service does. */
export function audienceOfProfile(sandbox: Sandbox, criteria: Criteria): Int32Array {
  const problem = emptyCriteria(criteria)[0] ?? unknownCriteria(criteria)[0];
  if (problem) throw invalid(problem);
  if (criteria.keywords?.includes(providerDownKeyword))
    throw new Refusal(502, 'The contact database cannot be reached at the moment');
  return profilePeople(peopleOf(sandbox.seed), criteria);
}

/** The same criteria in any order are the same text. */
export const criteriaKey = (criteria: Criteria): string =>
  JSON.stringify(criteriaFields.map((field) => [...(criteria[field] ?? [])].sort()));
