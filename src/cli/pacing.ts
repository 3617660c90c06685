import { digest } from '../client/digest.ts';
import type { PaceWindow } from '../client/pace.ts';
import { type Budget, logBudget, type SharedLog } from '../client/pace-budget.ts';
import { accountWindows, laneOf, rowsLeft } from '../client/pace-lanes.ts';
import type { PaceRedis } from '../client/pace-redis.ts';
import { paced } from '../client/pace-transport.ts';
import { Failure } from '../contract/errors.ts';
import type { Transport } from '../contract/wire.ts';
import { foldersOf } from '../local/folders.ts';
import { openPaceLog } from '../local/pace-log.ts';
import type { ConnectionParts, Destination } from './connection.ts';

const dayMs = 86_400_000;

/** The transport of a service, within the budget of its account on this machine, or of several machines. */
export async function pacedTransport(
  transport: Transport,
  parts: ConnectionParts,
  destination: Destination,
): Promise<Transport> {
  const address = paceAddress(parts.world.env.OUTREACH_PACE);
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
  const budgetsOf = (name: string, windows: readonly PaceWindow[]) => {
    const made = budgets.get(name) ?? [
      logBudget({ log: localLog(parts, name), windows, clock, who, onTrouble: cannotShare(messages.warn) }),
      ...(redis ? [redis(name, windows, who)] : []),
    ];
    budgets.set(name, made);
    return made;
  };
  const laneBudgets = (lane: NonNullable<ReturnType<typeof laneOf>>) =>
    budgetsOf(`${ofKey}-${lane.name}`, lane.windows);
  return paced(transport, {
    clock,
    note: messages.note,
    budgets: async (request) => {
      const lane = laneOf(request, destination.routes);
      return {
        account: budgetsOf(account, accountWindows),
        ...(lane && { lane: { name: lane.name, budgets: laneBudgets(lane) } }),
      };
    },
    answered: async (request, { body }) => {
      const lane = laneOf(request, destination.routes);
      if (lane?.name !== 'search' || rowsLeft(body) !== 0) return;
      for (const budget of laneBudgets(lane)) await budget.usedUp(dayMs - (clock.now() % dayMs));
    },
  });
}

/** `on`, `off`, or the address of a Redis that several machines share. Throws `usage` for anything else. */
export function paceAddress(value: string | undefined): string {
  const text = value?.trim() || 'on';
  if (/^(on|off)$/i.test(text)) return text.toLowerCase();
  if (/^rediss?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text;
  // Not repeated: it may hold a password.
  throw new Failure('usage', 'OUTREACH_PACE must be on, off or an address like redis://host:6379', {
    code: 'invalid_pace',
    hint: 'Unset it to share one budget on this machine.',
  });
}

const localLog = ({ world }: ConnectionParts, name: string): SharedLog =>
  openPaceLog({ folder: `${foldersOf(world).state}/pace`, name });

type Warn = (line: string) => void;

const cannotShare = (warn: Warn) => (error: unknown) =>
  warn(
    `${textOf(error)}. This command keeps to the budget by itself; others on this machine do not know of it`,
  );

async function sharedRedis(address: string, warn: Warn) {
  const { connectPaceRedis, redisBudget } = await import('../client/pace-redis.ts');
  const redis: PaceRedis = connectPaceRedis(address);
  const { protocol, host } = new URL(address);
  let said = false;
  const onTrouble = (error: unknown) => {
    if (!said)
      warn(
        `${protocol}//${host} could not be asked (${textOf(error)}); the budget is shared on this machine alone`,
      );
    said = true;
  };
  return (name: string, windows: readonly PaceWindow[], who: string): Budget =>
    redisBudget({ redis, key: `outreach:pace:${name}`, windows, who, onTrouble });
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/[.\s]+$/, '');
