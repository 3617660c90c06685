import { tellsBill, withWarned } from '../../cli/answer/with-warnings.ts';
import { anyFields, fields, inside, opened, reading, recordOf, wholeOf } from '../../cli/declare/answer.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { methods, operationTarget, pathTarget } from './target.ts';

/** What {@link listOperations} tells. */
const listed = fields('id method path scope effect retry documented commands');

interface Line {
  readonly target?: string | undefined;
  readonly path?: string | undefined;
  readonly list?: boolean;
  readonly site?: boolean;
  readonly include?: boolean;
}

/** What a line of `api` answers: as the service sends it, in whatever envelope. */
export function rawAnswer({ target, path, list, site, include }: Line): Schema {
  if (list) return listed;
  const operation = site || target === undefined ? undefined : operationOf(target, path);
  const body = operation === undefined ? anyFields : cameAs(operation);
  const came = include ? fields('status headers.*', inside('body', body)) : body;
  const answer = operation && tellsBill(operation) ? withWarned(came) : came;
  return operation?.kind === 'read' ? reading(answer) : answer;
}

/** Where the envelope is open, so are the names. */
function cameAs(operation: AnyOperation): Schema {
  const known = fields(wholeOf(operation), recordOf(operation));
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
