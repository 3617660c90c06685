import { isGuarded } from '../../contract/consent.ts';
import { problemsOf } from '../../contract/schema/schema.ts';
import type { Exchange } from './exchange.ts';
import { unreadable } from './unreadable.ts';

/**
 * Meant so by a 204 to a write of which the spec shows no answer and whose repeat does no harm, and by a read that may have
 * none. What must not be done twice is looked for at the service instead.
 */
export function emptyAnswer(exchange: Exchange): unknown {
  const { operation, answer } = exchange;
  const takesNull = problemsOf(operation.response, null).length === 0;
  if (operation.kind === 'read' && takesNull) return null;
  if (answer.status === 204 && operation.answer.shown === 'nothing' && !isGuarded(operation))
    return takesNull ? null : {};
  throw unreadable(exchange, 'empty_answer', 'it is empty');
}
