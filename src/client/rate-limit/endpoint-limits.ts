import { type EndpointLimit, endpointLimits } from '../../contract/endpoint-limits.ts';
import { rateLimits } from '../../contract/limits.ts';
import type { RateWindow } from './window-log.ts';

/** A little longer than the service's, because no two clocks run alike. */
const margin = 1.003;

/** What an account may do in all (spec, Limits). */
export const accountWindows: readonly RateWindow[] = rateLimits.map(({ requests, seconds }) => ({
  count: requests,
  ms: Math.ceil(seconds * 1000 * margin),
  what: `the rate limit of ${requests} requests ${seconds === 60 ? 'a minute' : `in ${seconds} seconds`}`,
}));

interface Lane extends EndpointLimit {
  readonly operation: string;
  readonly windows: readonly RateWindow[];
}

export function laneOf(operation: string | undefined): Lane | undefined {
  const limit = Object.entries(endpointLimits).find(([id]) => id === operation)?.[1];
  if (operation === undefined || limit === undefined) return undefined;
  return { ...limit, operation, windows: limit.counts.map((count) => windowOf(limit.of, count)) };
}

function windowOf(of: string, { most: count, per }: EndpointLimit['counts'][number]): RateWindow {
  if (per === 'minute')
    return { count, ms: Math.ceil(60_000 * margin), what: `the rate limit of ${count} ${of} a minute` };
  if (per === 'day') return { count, ms: 'day', what: `the rate limit of ${count} ${of} a day (UTC)` };
  // How many run at once is the service's to count; its refusal holds back calls of this kind alone.
  return { count, ms: 1000, what: `the rate limit of ${of}` };
}
