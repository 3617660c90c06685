import type { Check } from '../operation.ts';
import type { Problem } from '../schema/schema.ts';
import { blockProblem } from './block-value.ts';
import { bodyCheck } from './body-check.ts';

const bad = {
  code: 'bad_value',
  hint: 'Give addresses like ana@acme.com and domains like acme.com.',
} as const;

const problemsOf = (field: string, value: string | undefined): Problem[] => {
  const problem = value === undefined ? undefined : blockProblem(value);
  return problem === undefined
    ? []
    : [{ field, value, reason: `must be an email address or a domain (${problem})` }];
};

/** The value of an entry: an address or a domain. */
export const soundValue: Check = bodyCheck<{ value: string }>(bad, ({ value }) => problemsOf('value', value));

/** A list of them. */
export const soundValues: Check = bodyCheck<{ values: readonly string[] }>(bad, ({ values = [] }) =>
  values.flatMap((value, index) => problemsOf(`values.${index}`, value)),
);
