import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/errors.ts';
import type { Transport, WireRequest } from '../contract/wire.ts';
import type { Database } from '../local/database.ts';
import type { Happened } from './core/event-queue.ts';
import { hasRow } from './core/rows.ts';
import { State } from './core/state.ts';
import type { FaultedResponse } from './faults/faulted-response.ts';
import type { FaultRule } from './faults/rule.ts';
import { setClock } from './service/clock.ts';
import { dispatch } from './service/dispatch.ts';
import { isRead, mcpPath, route } from './service/routes.ts';
import { settle } from './service/settle-events.ts';
import { isBusy } from './sharing/when-free.ts';
import { tablesVersion } from './tables-version.ts';

interface SandboxOptions {
  readonly database: Database;
  /** Wall time; simulated time runs ahead of it by an offset kept in the database. */
  readonly clock: Clock;
  /** Only for a world that does not exist yet. */
  readonly seed?: string;
  /** Answers 429 beyond the general rate limits, 100 requests in 10 s and 600 in a minute of wall time; off unless said. */
  readonly rateLimits?: boolean;
  /** For tests: checks every answer against the contract and lets defects out. */
  readonly strict?: boolean;
  /** Rules to spoil calls with, added to those the database holds; those it holds already are not added again. */
  readonly faults?: readonly FaultRule[];
  /** So long a write waits for another process; 5 s unless said. */
  readonly waitMs?: number;
  /** Called with every defect that a request or an event shows. */
  readonly onFault?: (error: unknown, request: WireRequest) => void;
}

export interface OpenSandbox {
  /** The service and, under `/mcp`, its agent-protocol server. */
  readonly transport: Transport;
  /** The same for a server: faults of the connection are not played, but come along with the answer. */
  readonly wire: Wire;
  readonly state: State;
  /** Moves simulated time on by milliseconds and works on everything that falls due. */
  advance(by: number, signal?: AbortSignal, onDay?: (now: number) => void): Promise<Happened>;
  /** Moves simulated time to a moment; throws `usage` where it would go back. */
  setTime(to: number, signal?: AbortSignal, onDay?: (now: number) => void): Promise<Happened>;
}

/** A transport whose answers may carry a fault for the caller to apply. */
export type Wire = (request: WireRequest, signal?: AbortSignal) => Promise<FaultedResponse>;

/** Opens the world kept in the database, or makes a fresh one. Throws `conflict` where another version made it. */
export async function createSandbox(options: SandboxOptions): Promise<OpenSandbox> {
  const state = new State(options.database, options.clock);
  await prepare(state, options.seed ?? defaultSeed);
  const { strict = false, rateLimits = false, waitMs, onFault } = options;
  if (options.faults?.length) await (await import('./faults/rules.ts')).keepFaults(state, options.faults);
  const service: Wire = async (request, signal) => {
    signal?.throwIfAborted();
    const match = await route(request.method, request.path);
    const read = match !== undefined && isRead(match);
    try {
      await settle(state, state.now(), { strict, signal, waitMs: read ? 0 : waitMs });
    } catch (error) {
      // Another process is changing the world: a read shows it as it is so far.
      if (!read || !isBusy(error)) throw error;
    }
    const faulty = hasRow(state, 'fault') ? await import('./faults/interfere.ts') : undefined;
    return dispatch(state, match, request, { strict, rateLimits, onFault, waitMs, signal, ...faulty });
  };
  const wire: Wire = async (request, signal) => {
    const { createMcpEndpoint } = request.path === mcpPath ? await import('./service/mcp.ts') : {};
    const answer = await (createMcpEndpoint?.(state, service) ?? service)(request, signal);
    return { ...answer, headers: { ...answer.headers, date: new Date(state.now()).toUTCString() } };
  };
  return {
    state,
    wire,
    transport: async (request, signal) => {
      const { trouble, ...answer } = await wire(request, signal);
      if (!trouble) return answer;
      const { applyFault } = await import('./faults/apply-fault.ts');
      return applyFault({ ...answer, trouble }, request, options.clock, signal);
    },
    advance: (by, signal, onDay) => setClock(state, (now) => now + by, { strict, signal, onDay }),
    setTime: (to, signal, onDay) => setClock(state, () => to, { strict, signal, onDay }),
  };
}

export const defaultSeed = 'outreach';

/**
 * Removes everything and begins again; works on a world of any version. It happens as a whole or not at all: a process that
 * uses the sandbox meanwhile sees the old world or the fresh one.
 */
export async function resetSandbox(database: Database, clock: Clock, seed = defaultSeed): Promise<void> {
  const { seedWorld } = await import('./seed.ts');
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    database.transaction(() => {
      const names = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all<{ name: string }>();
      for (const { name } of names) database.exec(`DROP TABLE "${name.replaceAll('"', '""')}"`);
      seedWorld(new State(database, clock), seed);
    });
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

async function prepare(state: State, seed: string): Promise<void> {
  const found = schemaOf(state);
  if (found === undefined) {
    const { seedWorld } = await import('./seed.ts');
    state.db.transaction(() => {
      if (schemaOf(state) === undefined) seedWorld(state, seed);
    });
  } else if (found !== tablesVersion) {
    throw new Failure(
      'sandbox_version',
      'the sandbox on this machine was made by another version of outreach',
      {},
    );
  }
}

function schemaOf(state: State): string | undefined {
  return hasRow(state, "sqlite_master WHERE type = 'table' AND name = 'meta'")
    ? state.read('schema')
    : undefined;
}
