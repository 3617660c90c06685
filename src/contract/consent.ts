import type { AnyOperation } from './operation.ts';

/**
 * When a call needs consent. `when-running`: where the campaign that the people join is running, or completed, because
 * adding leads resumes it.
 */
export type Consent = 'always' | 'when-running' | 'never';

/** Whatever has an effect, writes to people or deletes for good takes consent. */
export function consentOf({ effect, mails, route, reversible }: AnyOperation): Consent {
  if (effect !== 'none' || mails === 'always') return 'always';
  if (route.method === 'DELETE' && !reversible) return 'always';
  return mails === 'never' ? 'never' : 'when-running';
}
