import { Failure } from '../../base/errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';

/** Of a profile that was set to read-only. */
export interface MayBeReadOnly {
  readonly readOnly?: boolean | undefined;
  /** Whose setting that is. */
  readonly guardsOf?: string | undefined;
}

/**
 * Refuses a call that a read-only key may not make (spec, Authentication 4), before a byte of it leaves. Some POSTs only
 * read and pass; a call that the contract does not know is not taken for one, and does not.
 */
export function refuseWrite({ readOnly, guardsOf = '' }: MayBeReadOnly, operation: AnyOperation): void {
  if (!readOnly || operation.scope === 'read') return;
  throw new Failure('read_only_profile', `The profile '${guardsOf}' is set to read-only; nothing was sent`, {
    outcome: 'none',
    extra: { operation: operation.id },
  });
}
