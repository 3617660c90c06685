import type { Sandbox } from '../state.ts';
import { natureOf } from './addresses.ts';
import { count, countOf } from './counters.ts';
import { prices } from './prices.ts';
import { workspaceOf } from './workspaces.ts';

export type Verdict = 'valid' | 'invalid' | 'catchAll' | 'unknown';

/** The counts of an import record. */
export interface VerificationCounts extends Record<Verdict, number> {
  limitReached: boolean;
}

export const noVerdicts: VerificationCounts = {
  valid: 0,
  invalid: 0,
  catchAll: 0,
  unknown: 0,
  limitReached: false,
};

/** Of the addresses that exist, so many cannot be confirmed; ours, the spec names no figure. */
const unknownShare = 0.03;

const counter = 'verified_addresses';

/**
 * Verifies an address within the month's allowance and bills it; undefined once the allowance is used. One check where
 * the first provider rejects the address, two otherwise, invalid ones included (spec, Import rule 3).
 */
export function verify(
  sandbox: Sandbox,
  workspaceId: number,
  address: string,
  ledgerId: number,
): Verdict | undefined {
  const month = new Date(sandbox.now()).toISOString().slice(0, 7);
  const used = countOf(sandbox, workspaceId, counter, month);
  if (used >= workspaceOf(sandbox, workspaceId).verificationAllowance) return undefined;
  count(sandbox, workspaceId, counter, month);
  const verdict = verdictOf(sandbox, address.toLowerCase());
  const checks = verdict === 'invalid' ? 1 : 2;
  count(sandbox, workspaceId, 'verification_checks', month, checks);
  sandbox.charge(ledgerId, { usd: checks * prices.usdPerVerificationCheck });
  return verdict;
}

function verdictOf(sandbox: Sandbox, addressKey: string): Verdict {
  const nature = natureOf(sandbox, addressKey);
  if (nature !== 'valid') return nature;
  return sandbox.chance('verification', addressKey) < unknownShare ? 'unknown' : 'valid';
}
