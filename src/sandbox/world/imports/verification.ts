import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { count, countOf } from '../account/counters.ts';
import { prices } from '../account/prices.ts';
import type { Workspace } from '../account/workspaces.ts';
import { type Verdict, verdictOf } from '../leads/addresses.ts';
import { checksOf, trialAllowance } from '../verification/allowance.ts';

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

const addresses = 'verified_addresses';

export type Verifier = ReturnType<typeof openVerifier>;

/**
 * Verifies addresses, a batch at a time. One check where the first provider rejects the address, two otherwise, billed
 * for invalid ones, too (spec, Import rule 3).
 */
export function openVerifier(sandbox: Sandbox, { id, verificationAllowance }: Workspace) {
  const month = rfc3339(sandbox.now()).slice(0, 7);
  const used = countOf(sandbox, id, addresses, month);
  // A trial has a smaller allowance, which imports and jobs share.
  const onTrial = trialAllowance(sandbox, id)?.remaining ?? Number.POSITIVE_INFINITY;
  const left = Math.min(verificationAllowance - used, onTrial);
  let [verified, checks] = [0, 0];
  return {
    /** Undefined once the allowance is used: then nothing is checked and nothing billed. */
    verify(address: string): Verdict | undefined {
      if (verified >= left) return undefined;
      const verdict = verdictOf(sandbox, address.toLowerCase());
      verified++;
      checks += checksOf(verdict);
      return verdict;
    },
    /** Writes down what was checked, and bills it to a row of the ledger. */
    close(ledgerId: number): void {
      if (verified === 0) return;
      count(sandbox, id, addresses, month, verified);
      count(sandbox, id, 'verification_checks', month, checks);
      sandbox.charge(ledgerId, { usd: checks * prices.usdPerVerificationCheck });
    },
  };
}
