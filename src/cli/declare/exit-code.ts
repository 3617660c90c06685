import type { FailureKind } from '../../base/errors.ts';

const codes: Readonly<Record<FailureKind, number>> = {
  internal: 1,
  usage: 2,
  'not-confirmed': 3,
  unauthenticated: 4,
  forbidden: 5,
  'not-found': 6,
  conflict: 7,
  'still-running': 8,
  'rate-limited': 9,
  payment: 10,
  service: 11,
  unreachable: 12,
  'unknown-outcome': 14,
  partial: 15,
  'ended-badly': 16,
  differs: 20,
  interrupted: 130,
  terminated: 143,
};

/** One code per kind of failure; scripts tell them apart by it. 13 is left to Node, 126 and above to the shell. */
export const exitCodeOf = (kind: FailureKind): number => codes[kind];
