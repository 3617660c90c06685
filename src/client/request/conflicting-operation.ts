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

/** Any with the same method; for a write also of another method that has an effect. Case and encoding are ignored. */
export function conflictingOperation(
  operation: AnyOperation,
  { method, path }: Destination,
  routes: Routes = {},
): AnyOperation | undefined {
  const place = segmentsOf(path);
  return operations.find((other) => {
    if (other.id === operation.id) return false;
    const mustNotHappenUnseen = other.effect !== 'none' || other.mails !== 'never' || isGuarded(other);
    const strict = method !== 'GET' && mustNotHappenUnseen;
    const changed = routes[other.id];
    return [other.route, ...(changed === undefined ? [] : [changed])].some((route) => {
      if (!strict && route.method !== method) return false;
      return covers(segmentsOf(route.path), place, strict);
    });
  });
}

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

/** A route of the profile must not lead to a call of another operation, past its consent and guards. */
export function refuseDetour(operation: AnyOperation, request: WireRequest, routes: Routes): void {
  const other = conflictingOperation(operation, request, routes);
  if (other === undefined) return;
  throw new Failure(
    'invalid_route',
    `${request.method} ${request.path} is a request of ${other.id}, and not of ${operation.id}; nothing was sent`,
    {
      outcome: 'none',
      subject: { is: 'detour', operation: operation.id },
    },
  );
}
