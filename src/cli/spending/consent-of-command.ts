import { type Consent, consentOf } from '../../contract/consent.ts';
import type { AnyCommand } from '../command.ts';

/** When a command needs consent: that of the call which needs it most, or its own question. */
export function consentOfCommand({ uses, fails }: Pick<AnyCommand, 'uses' | 'fails'>): Consent {
  const each = uses.map(consentOf);
  if (fails?.includes('not-confirmed') || each.includes('always')) return 'always';
  return each.includes('when-running') ? 'when-running' : 'never';
}
