import { Failure } from '../../base/errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';

/** Of a profile that was set to read-only. */
export interface MayBeReadOnly {
  readonly readOnly?: boolean | undefined;
  /** Whose setting that is. */
  readonly guardsOf?: { readonly readOnly?: readonly string[] } | undefined;
}

/** Before a byte leaves (spec, Authentication 4). POSTs that only read pass; a call the contract does not know does not. */
export function refuseWrite({ readOnly, guardsOf }: MayBeReadOnly, operation: AnyOperation): void {
  if (!readOnly || operation.scope === 'read') return;
  const names = guardsOf?.readOnly?.join("', '") ?? '';
  throw new Failure('read_only_profile', `The profile '${names}' is set to read-only; nothing was sent`, {
    outcome: 'none',
    extra: { operation: operation.id },
  });
}
