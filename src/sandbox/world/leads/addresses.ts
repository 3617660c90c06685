import type { Sandbox } from '../../core/state.ts';
import { answerProfile } from '../answers/answer-profile.ts';

export type Verdict = 'valid' | 'invalid' | 'catchAll' | 'unknown';

/** What is behind an address. */
function natureOf(sandbox: Sandbox, addressKey: string): Exclude<Verdict, 'unknown'> {
  const { invalidAddresses, catchAllAddresses } = answerProfile(sandbox);
  const roll = sandbox.chance('address', addressKey);
  if (roll < invalidAddresses) return 'invalid';
  return roll < invalidAddresses + catchAllAddresses ? 'catchAll' : 'valid';
}

/** What verification finds out about an address: the same for every caller, and what {@link bouncesHard} knows of it. */
export function verdictOf(sandbox: Sandbox, addressKey: string): Verdict {
  const { verifierMisses, unknownAddresses } = answerProfile(sandbox);
  const nature = natureOf(sandbox, addressKey);
  if (nature === 'invalid') return sandbox.chance('missed', addressKey) < verifierMisses ? 'valid' : nature;
  if (nature === 'catchAll') return nature;
  return sandbox.chance('verification', addressKey) < unknownAddresses ? 'unknown' : nature;
}

/** Whether an email to the address finds no one there. */
export function bouncesHard(sandbox: Sandbox, addressKey: string): boolean {
  const { riskyBounce } = answerProfile(sandbox);
  if (natureOf(sandbox, addressKey) === 'invalid') return true;
  if (riskyBounce === 0 || sandbox.chance('risky', addressKey) >= riskyBounce) return false;
  return ['catchAll', 'unknown'].includes(verdictOf(sandbox, addressKey));
}
