import { type Consent, consentOf } from '../../contract/consent.ts';
import type { AnyCommand } from '../declare/command.ts';

export type Asking = Pick<AnyCommand, 'uses' | 'args' | 'consent'>;

/** When a command needs consent: that of the call which needs it most, or its own question, which its own `--yes` answers. */
export function consentOfCommand({ uses, args, consent }: Asking): Consent {
  if (consent !== undefined) return consent;
  const each = uses.map(consentOf);
  if (args?.yes !== undefined || each.includes('always')) return 'always';
  return each.includes('when-running') ? 'when-running' : 'never';
}
