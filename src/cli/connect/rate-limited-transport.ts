import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { accountWindows, laneOf } from '../../client/rate-limit/endpoint-limits.ts';
import { rateLimited } from '../../client/rate-limit/limited-transport.ts';
import { type Budget, logBudget } from '../../client/rate-limit/log-budget.ts';
import type { RateWindow } from '../../client/rate-limit/window-log.ts';
import type { Transport, WireRequest } from '../../contract/wire.ts';
import { trustedFolders } from '../../local/checks/trusted-folders.ts';
import { openRateLimitLog } from '../../local/rate-limit-log.ts';
import type { ConnectionParts, KeyedDestination } from './destination.ts';

export interface RateLimitedOptions {
  /** The operation that a request is, where the request itself does not say it. */
  operationOf?: (request: WireRequest) => string | undefined;
}

/** A transport within the budget of its account on this machine, or of several machines. */
export async function rateLimitedTransport(
  transport: Transport,
  parts: ConnectionParts,
  destination: KeyedDestination,
  { operationOf = ({ operation }) => operation }: RateLimitedOptions = {},
): Promise<Transport> {
  const address = rateLimitAddress(parts.world.env.OUTREACH_PACE);
  if (address === 'off') return transport;
  const { world, messages } = parts;
  const { clock } = world;
  const { origin } = new URL(destination.baseUrl);
  const who = Math.floor(world.random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0');
  const shared = address === 'on' ? undefined : await sharedRedis(address, messages.warn);
  // One budget for whatever keys: those of an account and of its workspaces all count together.
  const account = digest(origin).slice(0, 16);
  const ofKey = digest(origin, destination.key ?? '').slice(0, 16);
  const budgets = new Map<string, readonly Budget[]>();
  const budgetsOf = (name: string, windows: readonly RateWindow[]) => {
    const of = { windows, clock, who };
    const known = budgets.get(name);
    if (known) return known;
    const log = openRateLimitLog({ folder: `${trustedFolders(world).state}/pace`, name });
    parts.atEnd(log.close);
    const onTrouble = (error: unknown) =>
      messages.warn(
        `${textOf(error)}. This command keeps to the budget; other commands on this machine do not see its requests`,
      );
    const made = [logBudget({ ...of, log, onTrouble })];
    if (shared)
      made.push(logBudget({ ...of, log: shared.log(`outreach:pace:${name}`), onTrouble: shared.onTrouble }));
    budgets.set(name, made);
    return made;
  };
  return rateLimited(transport, {
    clock,
    note: messages.note,
    waits: (wait) => parts.pace?.waits(wait),
    budgets: async (request) => {
      const operation = operationOf(request);
      const lane = laneOf(operation);
      return {
        account: budgetsOf(account, accountWindows),
        kind: operation,
        ...(lane && {
          lane: { name: lane.operation, budgets: budgetsOf(`${ofKey}-${lane.operation}`, lane.windows) },
        }),
      };
    },
  });
}

/** `on`, `off`, or the address of a Redis that several machines share. Throws `usage` for anything else. */
export function rateLimitAddress(value: string | undefined): string {
  const text = value?.trim() || 'on';
  if (/^(on|off)$/i.test(text)) return text.toLowerCase();
  if (/^rediss?:\/\/[^/]/i.test(text) && parseUrl(text)) return text;
  // Not repeated: it may hold a password.
  throw new Failure('invalid_pace', 'OUTREACH_PACE must be on, off or an address like redis://host:6379', {
    hint: 'Unset it to share one budget on this machine.',
  });
}

async function sharedRedis(address: string, warn: (line: string) => void) {
  const { redisLogs } = await import('../../client/rate-limit/redis-log.ts');
  const { protocol, host } = new URL(address);
  let said = false;
  const onTrouble = (error: unknown) => {
    if (!said)
      warn(
        `${protocol}//${host} could not be asked (${textOf(error)}); the budget is shared on this machine alone`,
      );
    said = true;
  };
  return { log: redisLogs(address), onTrouble };
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/[.\s]+$/, '');
