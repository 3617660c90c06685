import type { Check } from '../operation.ts';
import { type Problem, problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Case is folded and each space an underscore (spec, Lead: customVariables). Two spaces are two; a tab stays a tab. */
export const tagOf = (key: string): string => key.trim().toLowerCase().replaceAll(' ', '_');

/** Keys are compared as merge tags are, so that no spelling of them gets through. */
export const isForbiddenKey = (key: string): boolean => forbiddenKeys.has(tagOf(key));

type Lead = { readonly customVariables?: Readonly<Record<string, unknown>> };

/** Keys that cannot be a merge tag, and two that are the same one. */
function keyProblems(field: string, { customVariables = {} }: Lead): Problem[] {
  const tags = new Set<string>();
  const problems: Problem[] = [];
  for (const key of Object.keys(customVariables)) {
    const tag = tagOf(key);
    let reason = tags.has(tag) && `must have one variable for the merge tag {${tag}}`;
    if (isForbiddenKey(key)) reason = 'must not have a variable of this name';
    if (tag === '') reason = 'must not have a variable without a name';
    problems.push(...problemAt(field, key, reason));
    tags.add(tag);
  }
  return problems;
}

const bad = { code: 'bad_variable', hint: 'Each key becomes a merge tag, like {city}.' } as const;

export const soundVariables: Check = bodyCheck<Lead>(bad, (lead) => keyProblems('customVariables', lead));

export const soundLeadVariables: Check = bodyCheck<{ leads: readonly Lead[] }>(bad, ({ leads = [] }) =>
  leads.flatMap((lead, index) => keyProblems(`leads.${index}.customVariables`, lead)),
);
