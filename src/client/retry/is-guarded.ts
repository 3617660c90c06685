import type { AnyOperation } from '../../contract/operation.ts';

/** A call whose repeat could hurt: it has an effect, or would make the same thing once more. */
export const isGuarded = (operation: AnyOperation): boolean =>
  operation.kind === 'write' && operation.retry.kind !== 'safe' && !('changes' in operation);
