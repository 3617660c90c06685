import { exactText } from '../../base/exact-json.ts';
import type { WireAnswer, WireRequest } from '../../contract/wire.ts';
import { textAnswer, tooMany } from '../core/answers.ts';
import { insert } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import type { FaultedResponse } from '../faults/faulted-response.ts';
import type { interfere } from '../faults/interfere.ts';
import { isHostError, whenFree } from '../sharing/when-free.ts';
import { attempt } from './attempt.ts';
import { authorise, readOnlyProblem } from './authorise.ts';
import { pace } from './rate-limit.ts';
import { isRead, type Match } from './routes.ts';

interface DispatchOptions {
  /** Holds our own answers against the contract, and lets an unexpected exception out instead of answering 500. */
  readonly strict: boolean;
  /** Holds every account to the general rate limits. */
  readonly rateLimits: boolean;
  /** Called with every unexpected exception. */
  readonly onFault: ((error: unknown, request: WireRequest) => void) | undefined;
  /** Spoils calls that may be made; only where there are rules for it. */
  readonly interfere?: typeof interfere;
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks for the key, reads and checks the request, runs the handler: one transaction at one moment. A read waits for no
 * other process; a write throws `database_locked` where it would have to wait for too long.
 */
export async function dispatch(
  state: State,
  match: Match | undefined,
  request: WireRequest,
  options: DispatchOptions,
): Promise<FaultedResponse> {
  if (!match) return textAnswer(404, '404 page not found');
  const work = () => state.at(state.now(), () => answer(state, match, request, options));
  try {
    const { waitMs, signal } = options;
    const counts = options.interfere !== undefined || options.rateLimits;
    return isRead(match) && !counts
      ? state.db.snapshot(options.strict ? () => withoutChange(state, work) : work)
      : await whenFree(state.db, work, { waitMs, signal });
  } catch (error) {
    if (isHostError(error)) throw error;
    options.onFault?.(error, request);
    if (options.strict) throw error;
    return textAnswer(500, 'Internal Server Error');
  }
}

function withoutChange<T>({ db }: State, work: () => T): T {
  const changes = () => db.prepare('SELECT total_changes() AS count').get<{ count: number }>()?.count;
  const before = changes();
  const result = work();
  if (changes() !== before) throw new Error('a GET has changed something');
  return result;
}

function answer(state: State, match: Match, request: WireRequest, options: DispatchOptions): FaultedResponse {
  const { operation } = match;
  const key = authorise(state, request.headers.authorization);
  if ('problem' in key) return log(state, match, request, null, refuseKey(401, key.problem));
  const { workspaceId } = key;
  const wait = options.rateLimits ? pace(state, workspaceId) : undefined;
  if (wait !== undefined) return log(state, match, request, workspaceId, tooMany(wait));
  if (operation.scope === 'read_write' && key.scope === 'read')
    return log(state, match, request, workspaceId, refuseKey(403, readOnlyProblem));
  let done: WireAnswer | undefined;
  const work = () => {
    done = attempt(state, match, request, workspaceId, options);
    return done;
  };
  const result = options.interfere?.({ state, match, request, workspaceId }, work) ?? work();
  // What the service did counts, and not whether its answer arrived.
  log(state, match, request, workspaceId, done ?? result);
  return result;
}

const maxLoggedRequests = 1000;

/** Limits by the minute are counted in it. None of them is for reads, which must not need the lock of a writer. */
function log(
  state: State,
  match: Match,
  request: WireRequest,
  workspaceId: number | null,
  result: FaultedResponse,
): FaultedResponse {
  if (isRead(match)) return result;
  const { method, path } = request;
  const id = insert(state, 'request', {
    at: state.now(),
    workspaceId,
    operation: match.operation.id,
    method,
    path,
    status: result.status,
  });
  if (id % 50 === 0) state.db.prepare('DELETE FROM request WHERE id <= ?').run(id - maxLoggedRequests);
  return result;
}

/** Key errors are JSON under the name of plain text (spec, Authentication 7). */
const refuseKey = (status: number, problem: string): WireAnswer =>
  textAnswer(status, exactText({ error: problem }));
