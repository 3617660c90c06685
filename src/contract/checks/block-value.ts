import type { Check } from '../operation.ts';
import { type Problem, problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';
import { addressProblem } from './email-address.ts';

/** An address or a domain as it is compared: without blanks around it, in lower case. */
export const blockKey = (value: string): string => value.trim().toLowerCase();

/** An address if it contains @ (spec, Blocklist: update request), else a domain. */
export const isAddress = (value: string): boolean => value.includes('@');

/** Why a value can be neither blocked as an address nor as a domain; undefined where it can. */
export function blockProblem(value: string): string | undefined {
  const key = blockKey(value);
  if (key === '') return 'it is empty';
  if (isAddress(key)) return addressProblem(key);
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(key) || key.includes('/')) return 'it is a web address, not a domain';
  // A domain is good where an address on it is.
  return addressProblem(`a@${key}`)?.replace(/^the address/, 'the domain');
}

const bad = {
  code: 'bad_value',
  hint: 'Give addresses like ana@acme.com and domains like acme.com.',
} as const;

const problemsOf = (field: string, value: string | undefined): Problem[] => {
  const problem = value === undefined ? undefined : blockProblem(value);
  return problemAt(field, value, problem && `must be an email address or a domain (${problem})`);
};

export const soundValue: Check = bodyCheck<{ value: string }>(bad, ({ value }) => problemsOf('value', value));

export const soundValues: Check = bodyCheck<{ values: readonly string[] }>(bad, ({ values = [] }) =>
  values.flatMap((value, index) => problemsOf(`values.${index}`, value)),
);
