import { Failure } from '../../base/errors.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { AttemptFailure } from './retry-policy.ts';

/** After a try whose answer was lost, "not found" says that it worked. */
export function isGone(operation: AnyOperation, trouble: AttemptFailure): boolean {
  const { method, path } = operation.route;
  return method === 'DELETE' && /\/:\w+$/.test(path) && trouble instanceof Failure && trouble.status === 404;
}

/** The replacement for the lost answer. */
export function alreadyDeleted(operation: AnyOperation, input: AnyInput): unknown {
  const name = operation.route.path.slice(operation.route.path.lastIndexOf(':') + 1);
  const id = input.params?.[name];
  return {
    [name]: typeof id === 'string' ? Number(id) : id,
    message: 'Deleted; the answer to the first try was lost',
  };
}
