import { tellsBill, withWarned } from '../../cli/answer/with-warnings.ts';
import { allOf, anyFields, opened, reading, recordOf, wholeOf } from '../../cli/declare/answer.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { methods, operationTarget, pathTarget } from './target.ts';

const listed = s.object({
  ...s.each(['id', 'method', 'path'], s.string()),
  scope: s.oneOf(['read', 'read_write']),
  effect: s.oneOf(['none', 'spends', 'buys', 'sends']),
  retry: s.oneOf(['safe', 'idempotencyKey', 'checkFirst', 'never']),
  documented: s.boolean(),
  commands: s.array(s.string()),
});

interface Line {
  readonly target?: string | undefined;
  readonly path?: string | undefined;
  readonly list?: boolean;
  readonly site?: boolean;
  readonly include?: boolean;
}

/** What a line of `api` answers: as the service sends it, in whatever envelope. */
export function rawAnswer({ target, path, list, site, include }: Line): s.Schema {
  if (list) return listed;
  const operation = site || target === undefined ? undefined : operationOf(target, path);
  const body = operation === undefined ? anyFields : cameAs(operation);
  const came = include ? s.object({ status: s.integer(), headers: s.map(s.string()), body }) : body;
  const answer = operation && tellsBill(operation) ? withWarned(came) : came;
  return operation?.kind === 'read' ? reading(answer) : answer;
}

/** Where the envelope is open, so are the names. */
function cameAs(operation: AnyOperation): s.Schema {
  const known = allOf(wholeOf(operation), recordOf(operation));
  return operation.answer.holds === undefined ? known : opened(known);
}

/** Undefined where there is no such call; what is wrong with the line, the command says itself. */
function operationOf(target: string, path: string | undefined): AnyOperation | undefined {
  const method = methods.find((candidate) => candidate === target.toUpperCase());
  try {
    const found = path === undefined ? operationTarget(target) : method && pathTarget(method, path);
    return found?.known ? found.operation : undefined;
  } catch {
    return undefined;
  }
}
