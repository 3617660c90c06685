import type { Sandbox } from '../state.ts';

/** What stands behind an address; the verification of it finds this out, and so does an email to it. */
export type AddressNature = 'valid' | 'catchAll' | 'invalid';

/** Shares of addresses; the rest are valid. Invented, not a statement about any market. */
const shares = { invalid: 0.02, catchAll: 0.06 } as const;

export function natureOf(sandbox: Sandbox, addressKey: string): AddressNature {
  const roll = sandbox.chance('address', addressKey);
  if (roll < shares.invalid) return 'invalid';
  return roll < shares.invalid + shares.catchAll ? 'catchAll' : 'valid';
}
