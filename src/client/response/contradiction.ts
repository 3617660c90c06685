import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import { leavesNothing } from '../retry/retry-policy.ts';
import { canonical } from './canonical.ts';
import type { Exchange } from './exchange.ts';

/** A write whose status says yes and whose body holds an error, or is no JSON object. */
export async function contradiction(exchange: Exchange, body: unknown): Promise<Failure | undefined> {
  const { operation, request, answer } = exchange;
  if (operation.kind === 'read') return undefined;
  const outcome = leavesNothing(operation) ? 'none' : 'unknown';
  const call = `${request.method} ${request.path}`;
  if (!isRecord(body) && !isBareList(operation, body))
    return new Failure('unreadable_answer', `The answer to ${call} cannot be read: it is not a JSON object`, {
      status: answer.status,
      outcome,
    });
  const signs = operation.answer.shown === 'nothing' ? ['error'] : ['error', 'code'];
  const found = signs.filter((name) => {
    const value = (body as Readonly<Record<string, unknown>>)[name];
    // `"error": null` and `"error": false` say that there is none.
    const isSaid = value !== undefined && value !== null && value !== '' && value !== false;
    return isSaid && !fieldsOf(operation.response).includes(name);
  });
  if (found.length === 0) return undefined;
  const { refusal } = await import('./error-response.ts');
  const said = await refusal(exchange);
  const words = found.includes('error') ? `the error: ${said.message}` : `the code ${said.code}`;
  return said.with({
    message: `${call} was answered with ${answer.status} and ${words}`,
    hint: null,
    outcome,
  });
}

/** A list, or the only record of one, where the spec does not show the envelope. */
const isBareList = (operation: AnyOperation, body: unknown): body is readonly unknown[] =>
  Array.isArray(body) && operation.answer.holds !== undefined && canonical(operation, body) !== undefined;
