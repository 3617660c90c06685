import type { Sandbox } from '../../core/state.ts';
import { answerProfile } from '../answers/answer-profile.ts';

/** What is behind an address; the verification of it finds this out, and so does an email to it. */
type AddressNature = 'valid' | 'catchAll' | 'invalid';

export function natureOf(sandbox: Sandbox, addressKey: string): AddressNature {
  const { invalidAddresses, catchAllAddresses } = answerProfile(sandbox);
  const roll = sandbox.chance('address', addressKey);
  if (roll < invalidAddresses) return 'invalid';
  return roll < invalidAddresses + catchAllAddresses ? 'catchAll' : 'valid';
}
