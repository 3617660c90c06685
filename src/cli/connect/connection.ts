import { Failure } from '../../base/errors.ts';
import type { ClientOptions } from '../../client/client.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Transport } from '../../contract/wire.ts';
import { DryRun } from '../declare/early-end.ts';
import type { World } from '../declare/world.ts';
import { withKey } from '../profile/held-key.ts';
import type { ConnectionParts, Destination, Guarding, KeyedDestination } from './destination.ts';
import type { RateLimitedOptions } from './rate-limited-transport.ts';

/** A client, and the request that it would make of a call. The client is loaded here. */
export async function connectionTo(parts: ConnectionParts, given: Destination, guarding?: Guarding) {
  const [{ createClient }, { prepare }, { createCheckNames }] = await Promise.all([
    import('../../client/client.ts'),
    import('../../client/request/build-request.ts'),
    import('../../client/request/check-names.ts'),
  ]);
  const { world, globals } = parts;
  const destination = await withKey(given, world);
  const { baseUrl, key, routes, target } = destination;
  const options = { baseUrl, key, routes, target, version: world.version };
  const checkNames = createCheckNames(nameServersOf(parts));
  const transport = counted(transportOf(world, destination), parts);
  const clock = destination.inProcess ? undefined : parts.targetClock;
  const api = createClient({
    ...patienceOf(parts),
    checkNames,
    beforeSteering: guarding?.beforeSteering,
    turn: guarding?.turn,
    transport: withinBudget(clock?.reading(transport, baseUrl) ?? transport, parts, destination),
    settings: { ...destination, env: world.env },
    routes,
    version: world.version,
    warn: parts.messages.warn,
    isUrgent: parts.isUrgent,
    patience: parts.patience,
    changes: guarding?.guards,
    ...(guarding && key !== undefined && { guard: guardOf(parts, { ...destination, key }, guarding) }),
    ...((globals.dryRun || world.approving) && {
      onDryRun: (request, operation) => {
        refuseWhileApproving(world, operation);
        throw new DryRun(request, operation);
      },
    }),
  });
  return {
    api,
    guard: api.guard,
    prepare: async (operation: AnyOperation, input: AnyInput) => {
      const request = prepare(operation, input, options);
      await checkNames(operation, input, options);
      return request;
    },
  };
}

/** A line that is about to be approved changes nothing on the way to its question. */
export function refuseWhileApproving(
  { approving }: Pick<World, 'approving'>,
  { kind, summary }: AnyOperation,
) {
  if (approving === undefined || kind === 'read') return;
  throw new Failure('approval_changed', `The line now changes something before it asks: ${summary}`);
}

const counted =
  (transport: Transport, { pace }: ConnectionParts): Transport =>
  (request, signal) => {
    pace?.called();
    return transport(request, signal);
  };

/** The journal is opened, and what goes with it loaded, by the first call that needs it. */
const guardOf =
  (
    parts: ConnectionParts,
    settings: KeyedDestination & { key: string },
    { guards, ask }: Guarding,
  ): NonNullable<ClientOptions['guard']> =>
  async (client) => {
    const { openGuard } = await import('./open-guard.ts');
    const { profile = null } = settings;
    const guard = await openGuard({ ...parts, settings: { ...settings, profile }, guards, ask }, client);
    // A dry run holds nothing.
    if (!parts.globals.dryRun) guards.add(guard);
    return guard;
  };

/** Where the names in a request are looked up. */
export const nameServersOf = ({ world, messages }: ConnectionParts) => ({
  lookup: world.lookup,
  warn: messages.warn,
  signal: world.signal,
});

/** How long this command tries, and whom it tells. */
export const patienceOf = ({ world, globals, messages }: ConnectionParts) => ({
  clock: world.clock,
  random: world.random,
  signal: world.signal,
  note: unlessLast(messages),
  ...(globals.timeout !== undefined && { timeoutMs: globals.timeout }),
  ...(globals.debug && { debug: messages.tell }),
});

/** Calls at the same time, to one account or to several, wait for the same reason: it is said once. */
function unlessLast(messages: ConnectionParts['messages']): (line: string) => void {
  return (line) => {
    if (line !== lastSaid.get(messages)) messages.note(line);
    lastSaid.set(messages, line);
  };
}

const lastSaid = new WeakMap<ConnectionParts['messages'], string>();

/** The embedded sandbox is opened at the first exchange; a served one is a service like any other. */
export function transportOf(
  world: World,
  { inProcess, baseUrl }: Pick<KeyedDestination, 'inProcess' | 'baseUrl'>,
): Transport {
  if (!inProcess) return world.network(baseUrl);
  return async (request, signal) => (await world.sandbox())(request, signal);
}

/** What keeps to the account's budget is loaded by the first exchange; a sandbox in this process has none. */
export function withinBudget(
  transport: Transport,
  parts: ConnectionParts,
  destination: KeyedDestination,
  options?: RateLimitedOptions,
): Transport {
  if (destination.inProcess || parts.world.env.OUTREACH_PACE === 'off') return transport;
  let rateLimited: Promise<Transport> | undefined;
  return async (request, signal) => {
    rateLimited ??= import('./rate-limited-transport.ts').then(({ rateLimitedTransport }) =>
      rateLimitedTransport(
        transport,
        { ...parts, messages: { ...parts.messages, note: unlessLast(parts.messages) } },
        destination,
        options,
      ),
    );
    return (await rateLimited)(request, signal);
  };
}
