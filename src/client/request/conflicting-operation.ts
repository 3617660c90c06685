import { Failure } from '../../base/errors.ts';
import { isGuarded } from '../../contract/consent.ts';
import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Routes } from './build-request.ts';

interface Destination {
  readonly method: string;
  readonly path: string;
}

/**
 * Finds another operation that `method` and `path` would match: any with the same method; if the call is a write, also one
 * of another method that has an effect, sends mail or must not be repeated. Case and encoding are ignored.
 */
export function conflictingOperation(
  operation: AnyOperation,
  { method, path }: Destination,
  routes: Routes = {},
): AnyOperation | undefined {
  const place = segmentsOf(path);
  return operations.find((other) => {
    if (other.id === operation.id) return false;
    const changed = routes[other.id];
    return [other.route, ...(changed === undefined ? [] : [changed])].some((route) => {
      const strict = method !== 'GET' && mustNotHappenUnseen(other);
      if (!strict && route.method !== method) return false;
      return covers(segmentsOf(route.path), place, strict);
    });
  });
}

const mustNotHappenUnseen = (operation: AnyOperation): boolean =>
  operation.effect !== 'none' || operation.mails !== 'never' || isGuarded(operation);

/** Services differ in what they take for an id, so where it matters a word in its place counts as one. */
const covers = (template: readonly string[], place: readonly string[], anyWord: boolean): boolean =>
  template.length === place.length &&
  template.every((part, at) => {
    const word = place[at] ?? '';
    if (!part.startsWith(':')) return part === word;
    return anyWord || word.startsWith(':') || /^\d+$/.test(word);
  });

const segmentsOf = (path: string): string[] =>
  path.split('/').map((segment) => decodeURIComponent(segment).toLowerCase());

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
