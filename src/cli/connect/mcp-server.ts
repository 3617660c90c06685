import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { inTurn } from '../../client/api/approval.ts';
import type { Guard } from '../../client/guard/guard.ts';
import type { Guarded, Send } from '../../client/guard/guard-options.ts';
import type { ToolCall } from '../../client/mcp/mcp.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { ProfileStore } from '../../local/profile-store.ts';
import { advise } from '../advice/advise.ts';
import { pattern } from '../advice/line-of.ts';
import type { GateParts } from '../consent/deal.ts';
import { createGate } from '../consent/gate.ts';
import { personGate } from '../consent/person-gate.ts';
import type { McpServer } from '../declare/context-parts.ts';
import type { Approve } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import { withKey } from '../profile/held-key.ts';
import { endpointAddress } from '../profile/service-address.ts';
import { lookups } from '../spending/lookups.ts';
import { unlistedFields } from '../spending/unlisted-fields.ts';
import {
  connectionTo,
  nameServersOf,
  patienceOf,
  refuseWhileApproving,
  transportOf,
  withinBudget,
} from './connection.ts';
import type { ConnectionParts, Guarding } from './destination.ts';

/** Throws `usage` where the profile does not say where the server is; nothing is sent yet. */
export async function openMcpServer(
  parts: ConnectionParts & Guarding & { readonly mailing?: GateParts['mailing'] | undefined },
  given: Settings,
  profiles: ProfileStore,
): Promise<McpServer> {
  const url = agentAddress(given, profiles);
  const [{ createMcp }, { operationOfRequest, serviceCall, serviceInput }] = await Promise.all([
    import('../../client/mcp/mcp.ts'),
    import('../../client/mcp/service-call.ts'),
  ]);
  const { world, globals, messages, ask, turn } = parts;
  const settings = await withKey(given, world);
  const { inProcess } = settings;
  // The server accepts the same keys, and takes from the same budget.
  const transport = withinBudget(
    transportOf(world, { inProcess, baseUrl: new URL(url).origin }),
    parts,
    settings,
    { operationOf: operationOfRequest },
  );
  const { guard, once } = guardingOf(parts, settings);
  const { prepare, ...mcp } = createMcp({
    ...patienceOf(parts),
    transport,
    url,
    settings: { ...settings, env: world.env },
    version: world.version,
    once: (call) => once(call, prepare(call.input)),
  });
  const { atClose } = parts.guards;
  const person = personGate({ world, globals, settings, ask, atClose, command: 'mcp call' });
  const approve: Approve = (...asked) =>
    createGate({
      globals,
      settings,
      ask: ask(),
      prepare: (_, { body }) => prepare({ body: body as Parameters<typeof prepare>[0]['body'] }),
      guard,
      person,
      turn,
      // Looked up for what a person sees and approves of people who join: one is asked in any case.
      mailing: async (operation, input) =>
        person && parts.mailing?.(operation, serviceCall({ operation, input }).input),
      ...lookups({ ...parts, settings, api: async () => (await connectionTo(parts, settings)).api }),
      say: messages.tell,
      rehearse: messages.note,
    })(...asked);
  const unlisted: McpServer['unlisted'] = async (operation, input) =>
    unlistedFields(operation, serviceInput(operation, input));
  const check: McpServer['check'] = async (operation, input) => {
    const [{ checkToolCall }, { createCheckNames }] = await Promise.all([
      import('../../client/request/build-request.ts'),
      import('../../client/request/check-names.ts'),
    ]);
    const call = serviceInput(operation, input);
    checkToolCall(operation, call, settings);
    await createCheckNames(nameServersOf(parts))(operation, call, settings);
  };
  return {
    ...mcp,
    async call(operation, ...given) {
      refuseWhileApproving(world, operation);
      const [, approval] = given;
      const call = () => mcp.call(operation, ...given);
      return inTurn(turn, { operation, approval }, async () => {
        await turn?.check(operation);
        return approval?.given === undefined ? call() : approval.given.during(call);
      });
    },
    url,
    approve,
    unlisted,
    check,
    refuseWrite: (operation) => refuseWrite(settings, operation),
  };
}

type ToolGuard = Pick<
  Guard,
  'before' | 'foresee' | 'agreed' | 'agreedBy' | 'run' | 'under' | 'allowed' | 'several'
>;

/**
 * The spend journal over the tools. A tool that is an operation is written down as a call of that operation, so that
 * neither way repeats what the other has left unclear, and its effect is looked for at the service itself.
 */
function guardingOf(parts: ConnectionParts & Guarding, settings: Settings) {
  let opened: Promise<ToolGuard> | undefined;
  let making: ToolCall['send'] | undefined;
  const send: Send = (operation, _, observer) => {
    if (making === undefined) throw new Error(`nothing sends ${operation.id}`);
    return making(observer);
  };
  const open = async (): Promise<ToolGuard> => {
    const [{ openGuard }, { serviceCall }, { api }] = await Promise.all([
      import('./open-guard.ts'),
      import('../../client/mcp/service-call.ts'),
      connectionTo(parts, settings),
    ]);
    const read = async (operation: AnyOperation, input: AnyInput) =>
      (await api.answer(operation, input)).body;
    const client = { send, read };
    const guard = await openGuard({ ...parts, settings }, client);
    parts.guards.add(guard);
    return {
      before: (call, ...rest) => guard.before(serviceCall(call), ...rest),
      foresee: (call) => guard.foresee(serviceCall(call)),
      allowed: (call, draw) => guard.allowed(serviceCall(call), draw),
      under: (token) => guard.under(token),
      agreedBy: (person) => guard.agreedBy(person),
      several: () => guard.several(),
      agreed: (call, quote) => guard.agreed(serviceCall(call), quote),
      run: (call) => guard.run(serviceCall(call)),
    };
  };
  const guard = () => {
    opened ??= open();
    return opened;
  };
  const once = async ({ operation, input, send }: ToolCall, request: Guarded['request']) => {
    making = send;
    return (await guard()).run({ operation, input, request });
  };
  return { guard, once };
}

/**
 * The server accepts the same keys (spec, Authentication 6) and has an origin of its own. A key goes there only
 * because a person saved that address in the profile the key belongs to: no flag and no variable can name it, and it
 * does not count where OUTREACH_BASE_URL leads to another service. The sandbox has its own, beside its base URL.
 */
function agentAddress({ profile, target, baseUrl, mcpUrl }: Settings, profiles: ProfileStore): string {
  if (profile === null || mcpUrl === undefined) {
    if (target === 'sandbox') return new URL('/mcp', baseUrl).href;
    // The address of a server is kept in a profile, for its key.
    if (profile === null)
      throw new Failure(
        'no_mcp_url',
        'The key of OUTREACH_API_KEY has no profile, and so no agent-protocol server',
        {
          hint: say`Save the key with \`${advise('login')}\`, and the address with \`${pattern('profiles set', { mcpUrl: '<url>' })}\`.`,
        },
      );
    throw new Failure('no_mcp_url', `The profile '${profile}' has no address of an agent-protocol server`, {
      hint: `Save it: ${pattern('profiles set', { name: profile, mcpUrl: '<url>' })}. To rehearse: --profile sandbox`,
    });
  }
  const own = profiles.get(profile)?.baseUrl;
  if (own === undefined || new URL(own).origin !== new URL(baseUrl).origin)
    throw new Failure(
      'key_bound_elsewhere',
      `The agent-protocol server of the profile '${profile}' does not belong to ${new URL(baseUrl).origin}: the key does not go there`,
      { hint: 'Unset OUTREACH_BASE_URL, or choose the profile of that service with --profile.' },
    );
  return endpointAddress(mcpUrl);
}
