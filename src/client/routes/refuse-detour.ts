import { Failure } from '../../base/errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Routes } from '../request/build-request.ts';
import { conflictingOperation } from './conflicting-operation.ts';

/**
 * The last look at a request that a route of the profile has sent elsewhere: it must not be a call of another operation,
 * whose consent and guards would be passed by.
 */
export function refuseDetour(operation: AnyOperation, request: WireRequest, routes: Routes): void {
  const other = conflictingOperation(operation, request, routes);
  if (other === undefined) return;
  throw new Failure(
    'invalid_route',
    `${request.method} ${request.path} is a call of ${other.id}, and not of ${operation.id}; nothing was sent`,
    {
      outcome: 'none',
      subject: { is: 'detour', operation: operation.id },
    },
  );
}
