import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { leavesNothing } from '../retry/retry-policy.ts';
import type { Exchange } from './exchange.ts';

/** An API has no reason to redirect; following one would hand key and body to another server. */
export function redirected({ operation, request, answer }: Exchange): Failure {
  const to = hostOf(answer.headers.location);
  return new Failure(
    'redirected',
    `${request.method} ${request.path} was redirected to ${to} (${answer.status}); not followed`,
    {
      status: answer.status,
      outcome: leavesNothing(operation) ? 'none' : 'unknown',
      extra: { location: to },
    },
  );
}

function hostOf(location: string | undefined): string {
  if (location === undefined || location === '') return 'nowhere';
  const url = parseUrl(location);
  if (url) return url.host;
  const relative = /^\/\/([^/?#]+)/.exec(location);
  return relative?.[1]?.slice(0, 200) ?? 'another path of the same host';
}
