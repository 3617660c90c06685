import { Failure } from '../contract/errors.ts';
import type { Method } from '../contract/wire.ts';

export interface RouteOverride {
  readonly method: Method;
  readonly path: string;
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies Method[];

/** Reads `METHOD /path`, as `profiles route` takes and keeps it. Throws `usage`. */
export function parseRoute(text: string): RouteOverride {
  const [, method = '', path = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  const upper = method.toUpperCase();
  if (!isMethod(upper)) throw badRoute(text, `must begin with one of ${methods.join(', ')}`);
  if (!path.startsWith('/') || path.startsWith('//'))
    throw badRoute(text, 'must have a path that begins with one /');
  return { method: upper, path };
}

/** The `:id`s of a path, in order. */
export const paramsOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

const isMethod = (text: string): text is Method => methods.includes(text);

const badRoute = (text: string, reason: string) =>
  new Failure('usage', `The route '${text.slice(0, 100)}' ${reason}`, {
    code: 'invalid_route',
    hint: 'It looks like "POST /leads/:id/move".',
  });
