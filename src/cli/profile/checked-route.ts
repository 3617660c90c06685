import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { closest } from '../../base/text/nearest.ts';
import { conflictingOperation } from '../../client/request/conflicting-operation.ts';
import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { advise } from '../advice/advise.ts';
import type { Settings } from '../declare/settings.ts';
import { paramsOf, parseRoute } from './route-override.ts';

/** Throws `usage`, with the nearest name, where there is no such operation. */
export function operationNamed(id: string): AnyOperation {
  const found = operations.find((operation) => operation.id === id);
  if (found) return found;
  const meant = closest(
    id,
    operations.map((operation) => operation.id),
  );
  throw new Failure('unknown_operation', `There is no operation '${id}'`, {
    hint: meant
      ? say`Did you mean '${meant}'? All operations: ${advise('api', { list: true })}`
      : say`All operations: ${advise('api', { list: true })}`,
  });
}

/**
 * The route as it is kept. Throws `usage` where it would change what the operation is: other ids, a read that becomes
 * a write, or the place of another operation, whose consent would then be passed by.
 */
export function checkedRoute(
  operation: AnyOperation,
  text: string,
  changed: Readonly<Record<string, string>>,
): string {
  const { method, path } = parseRoute(text);
  const wanted = paramsOf(operation.route.path);
  const given = paramsOf(path);
  if (JSON.stringify([...given].sort()) !== JSON.stringify([...wanted].sort()))
    throw wrong(
      operation,
      wanted.length > 0
        ? `must hold ${wanted.map((name) => `:${name}`).join(' and ')}, once each`
        : 'must not hold :ids',
    );
  if (operation.kind === 'read' && method !== operation.route.method)
    throw wrong(operation, `must stay ${operation.route.method}: it only reads`);
  if (operation.kind === 'write' && method === 'GET')
    throw wrong(operation, 'must not be GET: it changes something');
  if (method === 'DELETE' && operation.route.method !== 'DELETE')
    throw wrong(operation, 'must not be DELETE: it deletes nothing');
  const routes = Object.fromEntries(Object.entries(changed).map(([id, route]) => [id, parseRoute(route)]));
  const taken = conflictingOperation(operation, { method, path }, routes);
  if (taken) throw wrong(operation, `is the route of ${taken.id}`);
  return `${method} ${path}`;
}

const wrong = ({ id, route }: AnyOperation, reason: string) =>
  new Failure('invalid_route', `The route of ${id} ${reason}`, {
    hint: `The built-in one is ${route.method} ${route.path}`,
  });

/** Throws `usage` where a route that was written by hand is none that `profiles route` would take. */
export function checkRoutes({ profile, routes }: Pick<Settings, 'profile' | 'routes'>): void {
  const texts = Object.fromEntries(
    Object.entries(routes).map(([id, { method, path }]) => [id, `${method} ${path}`]),
  );
  for (const [id, text] of Object.entries(texts))
    try {
      checkedRoute(operationNamed(id), text, texts);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw error.with({ message: `config.json: profiles.${profile}.routes.${id}: ${error.message}` });
    }
}
