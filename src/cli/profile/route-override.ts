import { Failure } from '../../base/errors.ts';
import type { Method } from '../../contract/wire.ts';

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies Method[];

/**
 * Reads `METHOD /path`, as `profiles route` takes and keeps it. The path comes back decoded and holds nothing but plain
 * words and `:ids`, so that one place has one spelling. Throws `usage`.
 */
export function parseRoute(text: string) {
  const [, method = '', path = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  const upper = method.toUpperCase();
  if (!isMethod(upper)) throw badRoute(text, `must begin with one of ${methods.join(', ')}`);
  if (!path.startsWith('/') || path.startsWith('//'))
    throw badRoute(text, 'must have a path that begins with one /');
  return { method: upper, path: plainPath(text, path) };
}

function plainPath(text: string, path: string): string {
  const segments = path.slice(1).split('/').map(decoded);
  for (const segment of segments) {
    if (segment === '') throw badRoute(text, 'must not have an empty segment or a slash at its end');
    if (/^\.+$/.test(segment)) throw badRoute(text, 'must not have . or .. segments');
    if (/^\d+$/.test(segment)) throw badRoute(text, `must hold :ids, and not the id ${segment}`);
    if (!/^(?:[A-Za-z0-9._~-]+|:\w+)$/.test(segment))
      throw badRoute(
        text,
        'must hold plain segments (letters, digits and . _ ~ -) and :ids, without query or fragment',
      );
  }
  return `/${segments.join('/')}`;
}

/** What is not an encoding stays as it is, and is refused for its percent sign. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The `:id`s of a path, in order. */
export const paramsOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

const isMethod = (text: string): text is Method => methods.includes(text);

const badRoute = (text: string, reason: string) =>
  new Failure('invalid_route', `The route '${text.slice(0, 100)}' ${reason}`, {
    hint: 'It looks like "POST /leads/:id/move".',
  });
