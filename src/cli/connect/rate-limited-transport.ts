import type { Clock } from '../../base/clock.ts';
import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';
import {
  accountWindows,
  type Lane,
  laneOf as laneOfOperation,
  rowsIn,
  rowsLeft,
  showsImports,
} from '../../client/rate-limit/endpoint-limits.ts';
import { rateLimited } from '../../client/rate-limit/limited-transport.ts';
import { type Budget, logBudget, type SharedLog } from '../../client/rate-limit/log-budget.ts';
import type { RateLimitRedis } from '../../client/rate-limit/redis-budget.ts';
import type { createRowCount } from '../../client/rate-limit/search-rows.ts';
import type { RateWindow } from '../../client/rate-limit/window-log.ts';
import type { Transport, WireAnswer, WireRequest } from '../../contract/wire.ts';
import { trustedFolders } from '../../local/checks/trusted-folders.ts';
import { openRateLimitLog } from '../../local/rate-limit-log.ts';
import type { ConnectionParts, KeyedDestination } from './destination.ts';

const dayMs = 86_400_000;

export interface RateLimitedOptions {
  /** The operation that a request is, where the request itself does not say it. */
  operationOf?: (request: WireRequest) => string | undefined;
  /** The way to the service itself, where requests go elsewhere. */
  service?: Transport;
}

/** A transport within the budget of its account on this machine, or of several machines. */
export async function rateLimitedTransport(
  transport: Transport,
  parts: ConnectionParts,
  destination: KeyedDestination,
  { operationOf = ({ operation }) => operation, service }: RateLimitedOptions = {},
): Promise<Transport> {
  const address = rateLimitAddress(parts.world.env.OUTREACH_PACE);
  if (address === 'off') return transport;
  const { world, messages } = parts;
  const { clock } = world;
  const { origin } = new URL(destination.baseUrl);
  const who = Math.floor(world.random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0');
  const redis = address === 'on' ? undefined : await sharedRedis(address, messages.warn);
  // One budget for whatever keys: those of an account and of its workspaces all count together.
  const account = digest(origin).slice(0, 16);
  const ofKey = digest(origin, destination.key ?? '').slice(0, 16);
  const budgets = new Map<string, readonly Budget[]>();
  const budgetsOf = (name: string, windows: readonly RateWindow[]) => {
    const made = budgets.get(name) ?? [
      logBudget({ log: localLog(parts, name), windows, clock, who, onTrouble: cannotShare(messages.warn) }),
      ...(redis ? [redis.budget(name, windows, who)] : []),
    ];
    budgets.set(name, made);
    return made;
  };
  const laneOf = (request: WireRequest) => laneOfOperation(operationOf(request));
  const laneBudgets = (lane: Lane) => budgetsOf(`${ofKey}-${lane.operation}`, lane.windows);
  const noRowsLeft = rowsUsedUp({ log: localLog(parts, `${ofKey}-rows`), clock, who });
  const whole = rateLimited(transport, {
    clock,
    note: messages.note,
    waits: (wait) => parts.pace?.waits(wait),
    budgets: async (request) => {
      const lane = laneOf(request);
      return {
        account: budgetsOf(account, accountWindows),
        kind: operationOf(request),
        ...(lane && { lane: { name: lane.operation, budgets: laneBudgets(lane) } }),
      };
    },
    answered: async (request, answer) => {
      const lane = laneOf(request);
      if (lane?.rowsPerDay === undefined || !(await noRowsLeft(answer, lane.rowsPerDay))) return;
      for (const budget of laneBudgets(lane)) await budget.usedUp(dayMs - (clock.now() % dayMs));
    },
  });
  const isStart = (request: WireRequest) => laneOf(request)?.shownBy !== undefined;
  let slots: Promise<Transport> | undefined;
  return async (request, signal) => {
    if (!isStart(request) && !showsImports(request.operation)) return whole(request, signal);
    slots ??= slotParts().then(({ withImportSlots, localSlotLog, redisSlotLog }) => {
      const name = `${ofKey}-imports`;
      const here = localSlotLog(localLog(parts, name), clock);
      return withImportSlots(whole, {
        log: redis ? redisSlotLog({ ...redis.of(name), otherwise: here }) : here,
        clock,
        who,
        note: messages.note,
        isStart,
        look: service ?? whole,
      });
    });
    return (await slots)(request, signal);
  };
}

const slotParts = async () => ({
  ...(await import('../../client/rate-limit/import-slots.ts')),
  ...(await import('../../client/rate-limit/slot-log.ts')),
});

/** Has the daily allowance of rows been used up? Takes the figure in the answer, else a local count. */
function rowsUsedUp(shared: { log: SharedLog; clock: Clock; who: string }) {
  let count: ReturnType<typeof createRowCount> | undefined;
  return async ({ status, body }: WireAnswer, rowsPerDay: number): Promise<boolean> => {
    if (status >= 300) return false;
    const left = rowsLeft(body);
    if (left !== undefined) return left === 0;
    count ??= (await import('../../client/rate-limit/search-rows.ts')).createRowCount(shared);
    return count.add(rowsIn(body)) >= rowsPerDay;
  };
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

function localLog({ world, atEnd }: ConnectionParts, name: string): SharedLog {
  const log = openRateLimitLog({ folder: `${trustedFolders(world).state}/pace`, name });
  atEnd(log.close);
  return log;
}

type Warn = (line: string) => void;

const cannotShare = (warn: Warn) => (error: unknown) =>
  warn(
    `${textOf(error)}. This command keeps to the budget; other commands on this machine do not see its calls`,
  );

async function sharedRedis(address: string, warn: Warn) {
  const { connectRateLimitRedis, redisBudget } = await import('../../client/rate-limit/redis-budget.ts');
  const redis: RateLimitRedis = connectRateLimitRedis(address);
  const { protocol, host } = new URL(address);
  let said = false;
  const onTrouble = (error: unknown) => {
    if (!said)
      warn(
        `${protocol}//${host} could not be asked (${textOf(error)}); the budget is shared on this machine alone`,
      );
    said = true;
  };
  const of = (name: string) => ({ redis, key: `outreach:pace:${name}`, onTrouble });
  return {
    of,
    budget: (name: string, windows: readonly RateWindow[], who: string): Budget =>
      redisBudget({ ...of(name), windows, who }),
  };
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/[.\s]+$/, '');
