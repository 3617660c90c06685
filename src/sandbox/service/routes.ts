import type { AnyOperation } from '../../contract/operation.ts';
import { aliases } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Sandbox, State } from '../core/state.ts';
import { sections } from './sections.ts';

export interface Match {
  readonly operation: AnyOperation;
  readonly handler: (call: never, sandbox: Sandbox) => unknown;
  /** From the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export const isRead = ({ operation }: Match): boolean => operation.route.method === 'GET';

/** The operation behind a method and a path; undefined where there is none. */
export async function route(method: string, path: string): Promise<Match | undefined> {
  const parts = decoded(path);
  const load = parts?.[0] === undefined ? undefined : sections[parts[0]];
  if (!parts || !load || !Object.hasOwn(sections, parts[0] ?? '')) return undefined;
  const { operations, handlers, loadLate } = (await load()).section;
  const wanted = aliases[`${method} ${path}`]?.split(' ')[0] ?? method;
  let found: (Omit<Match, 'handler'> & { readonly name: string }) | undefined;
  for (const [name, operation] of Object.entries(operations)) {
    const params = operation.route.method === wanted ? match(operation.route.path, parts) : undefined;
    if (!params) continue;
    // A fixed word wins over a parameter in its place.
    const isFirst = !found || Object.keys(params).length < Object.keys(found.params).length;
    if (isFirst) found = { name, operation, params };
  }
  if (!found) return undefined;
  const handler = handlers[found.name] ?? (await loadLate?.())?.[found.name];
  return handler && { ...found, handler };
}

function decoded(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function match(pattern: string, parts: readonly string[]): Record<string, string> | undefined {
  const words = pattern.slice(1).split('/');
  if (words.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, word] of words.entries()) {
    const part = parts[index] ?? '';
    if (part === '') return undefined;
    if (word.startsWith(':')) params[word.slice(1)] = part;
    else if (word !== part) return undefined;
  }
  return params;
}

/** A call that may be made: its key is known and allows it. */
export interface Arrived {
  readonly state: State;
  readonly match: Match;
  readonly request: WireRequest;
  readonly workspaceId: number;
}

/** The path of the agent-protocol server: beside the prefix of the service, which itself has no such path. */
export const mcpPath = '/mcp';
