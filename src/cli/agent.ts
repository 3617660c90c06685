import type { Mcp } from '../client/mcp.ts';
import { Failure } from '../contract/errors.ts';
import type { ProfileStore } from '../local/profiles.ts';
import type { Asker } from './ask.ts';
import { endpointAddress } from './base-url.ts';
import type { Context } from './command.ts';
import { type ConnectionParts, patienceOf, transportOf } from './connection.ts';
import { createGate } from './gate.ts';
import type { Settings } from './settings.ts';

/** The agent-protocol server of a profile, and the gate in front of its tools. */
export interface Agent extends Omit<Mcp, 'prepare'> {
  readonly url: string;
  readonly approve: Context['approve'];
}

/** Throws `usage` where the profile does not say where the server is; nothing is sent yet. */
export async function openAgent(
  parts: ConnectionParts & { ask(): Asker },
  settings: Settings,
  profiles: ProfileStore,
): Promise<Agent> {
  const url = agentAddress(settings, profiles);
  const { createMcp } = await import('../client/mcp.ts');
  const { world, globals, messages, ask } = parts;
  const { inProcess } = settings;
  const transport = transportOf(world, { inProcess, baseUrl: new URL(url).origin });
  const { prepare, ...mcp } = createMcp({
    ...patienceOf(parts),
    transport,
    url,
    settings,
    version: world.version,
  });
  const approve: Context['approve'] = (operation, input, quote) =>
    createGate({
      globals,
      settings,
      ask: ask(),
      prepare: (_, { body }) => prepare({ body: body as Parameters<typeof prepare>[0]['body'] }),
      say: messages.tell,
    })(operation, input, quote);
  return { ...mcp, url, approve };
}

/**
 * The server accepts the same keys (spec, Authentication 6) and stands at an origin of its own. A key goes there only
 * because a person saved that address in the profile the key belongs to: no flag and no variable can name it, and it
 * does not count where OUTREACH_BASE_URL leads to another service. The sandbox has its own, beside its base URL.
 */
function agentAddress({ profile, target, baseUrl, mcpUrl }: Settings, profiles: ProfileStore): string {
  if (mcpUrl === undefined) {
    if (target === 'sandbox') return new URL('/mcp', baseUrl).href;
    throw new Failure('usage', `The profile '${profile}' has no address of an agent-protocol server`, {
      code: 'no_mcp_url',
      hint: `Save it: outreach profiles set ${profile} --mcp-url <url>. To rehearse: --profile sandbox`,
    });
  }
  const own = profiles.get(profile)?.baseUrl;
  if (own === undefined || new URL(own).origin !== new URL(baseUrl).origin)
    throw new Failure(
      'unauthenticated',
      `The agent-protocol server of the profile '${profile}' does not belong to ${new URL(baseUrl).origin}: the key does not go there`,
      {
        code: 'key_bound_elsewhere',
        hint: 'Unset OUTREACH_BASE_URL, or choose the profile of that service with --profile.',
      },
    );
  return endpointAddress(mcpUrl);
}
