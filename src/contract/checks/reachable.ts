import type { Check, NameCheck, Place } from '../operation.ts';
import { bodyCheck } from './body-check.ts';
import { leadsHere } from './loopback-url.ts';
import { nameIn, resolvedProblem, urlProblem } from './webhook-url.ts';

const unreachable = {
  code: 'unreachable_url',
  hint: 'Give an https address that the public internet can reach, for example https://hooks.acme.com/in',
} as const;

const reasonOf = (problem: string): string => `is an address that the service cannot deliver to: ${problem}`;

/** The sandbox delivers to this machine and nowhere else, so that there its addresses are good. */
const isHere = (url: string, { target }: Place): boolean => target === 'sandbox' && leadsHere(url);

/**
 * Refuses, before the service does, an address that it cannot call: no https, credentials in it, or a host that is not
 * on the public internet. The address is not repeated: it may hold a password.
 */
export const reachableUrl: Check = bodyCheck<{ url: string }>(unreachable, ({ url }, place) => {
  const problem = url === undefined || isHere(url, place) ? undefined : urlProblem(url);
  return problem === undefined ? [] : [{ field: 'url', value: undefined, reason: reasonOf(problem) }];
});

/** The same for the host that is a name. Name servers here may know less than those of the service. */
export const reachableHost: NameCheck = {
  ...unreachable,
  names: ({ body }, place) => {
    const url = (body as { readonly url?: unknown } | undefined)?.url;
    if (typeof url !== 'string' || isHere(url, place)) return [];
    const name = nameIn(url);
    return name === undefined ? [] : [{ field: 'url', name }];
  },
  problem: (addresses) => {
    const problem = resolvedProblem(addresses);
    return problem && reasonOf(problem);
  },
};
