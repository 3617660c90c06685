import { exactText } from '../../base/exact-json.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { WireAnswer, WireRequest } from '../../contract/wire.ts';
import { jsonAnswer } from '../core/answers.ts';
import { type Call, Refusal } from '../core/handler.ts';
import { checkBody, checkQuery, readBody, readParam, readQuery } from '../core/request.ts';
import type { State } from '../core/state.ts';
import { isRead, type Match } from './routes.ts';

interface AttemptOptions {
  /** Holds our own answers against the contract. */
  readonly strict: boolean;
}

/** A refusal takes back what the handler did, unless it says that it stays; the log and the ledger are outside of it. */
export function attempt(
  state: State,
  match: Match,
  request: WireRequest,
  workspaceId: number,
  options: AttemptOptions,
): WireAnswer {
  const work = () => {
    try {
      return jsonAnswer(match.operation.success ?? 200, handle(state, match, request, workspaceId, options));
    } catch (error) {
      if (error instanceof Refusal && error.kept) return refused(error);
      throw error;
    }
  };
  try {
    // A read leaves nothing to take back.
    return isRead(match) ? work() : state.db.transaction(work);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function handle(
  state: State,
  { operation, handler, params }: Match,
  request: WireRequest,
  workspaceId: number,
  options: AttemptOptions,
): unknown {
  const query = readQuery(operation.query, request.query);
  checkQuery(operation, query);
  const body = readBody(operation, request.body);
  checkBody(operation, body);
  const ids: Record<string, number> = {};
  for (const [name, part] of Object.entries(params)) ids[name] = readParam(name, part);
  const call: Call = {
    params: ids as never,
    query: query as never,
    body: body as never,
    headers: request.headers,
    workspaceId,
  };
  const sent = { ...(Object.keys(ids).length > 0 && { params: ids }), ...(body !== undefined && { body }) };
  const current = { workspaceId, operation: operation.id, effect: operation.effect, request: sent };
  const result = state.during(current, () => handler(call as never, state));
  if (options.strict) {
    const problem = problemsOf(operation.response, result)[0];
    if (problem)
      throw new Error(`the sandbox's answer to ${operation.id} breaks the contract: ${exactText(problem)}`);
  }
  return result;
}

function refused({ status, message, extra }: Refusal): WireAnswer {
  const wait = extra.retryAfterSeconds;
  return jsonAnswer(
    status,
    { error: message, ...extra },
    typeof wait === 'number' ? { 'retry-after': String(wait) } : {},
  );
}
