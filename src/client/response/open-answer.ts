import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { isGuarded } from '../../contract/consent.ts';
import { type AnswerShape, OtherShape } from '../../contract/schema/answer-shape.ts';
import { firstProblemOf, problemsOf } from '../../contract/schema/problems-of.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { standIn } from './as-it-came.ts';
import { canonical } from './canonical.ts';
import { type Answered, type Exchange, unreadable, whyNot } from './exchange.ts';

/** An answer whose envelope the spec leaves open, in the shape of the contract. Throws `Failure` where a read has none. */
export function openAnswer(exchange: Answered, value: unknown): unknown {
  const { operation } = exchange;
  const found = canonical(operation, value);
  if (found) return found.value;
  if (operation.kind === 'write')
    return operation.answer.shown === 'nothing' ? unreadDone(exchange, value) : value;
  const why = whyNot(operation, value);
  if (isRecord(value) && value.error !== undefined) throw unreadable(exchange, 'unreadable_answer', why);
  throw otherShape(exchange, value, why);
}

function unreadDone(exchange: Answered, answer: unknown): unknown {
  const warning = `${unknownShape(exchange)}. It is done; the answer is shown as it came`;
  const fields = isRecord(answer) ? withoutMisfits(exchange.operation.response, answer) : {};
  return standIn({ answer, warning }, fields);
}

const unknownShape = ({ request }: Pick<Answered, 'request'>): string =>
  `The answer to ${request.method} ${request.path} has a shape that is not known`;

function otherShape({ operation, request, answer }: Answered, value: unknown, why: string): Failure {
  const { method, path } = request;
  return new Failure('other_shape', `${unknownShape({ request })}: ${why}`, {
    status: answer.status,
    subject: {
      is: 'unknown-shape',
      operation: operation.id,
      guessed: operation.route.source === 'inferred',
      method,
      path,
    },
    cause: new OtherShape(value, itemsIn(operation.answer, value)),
  });
}

/** Of a list in its documented place whose items are records, whatever they hold. */
function itemsIn({ holds }: AnswerShape, value: unknown): readonly unknown[] | undefined {
  if (holds?.form !== 'list' || holds.under === undefined || !isRecord(value)) return undefined;
  const items = value[holds.under];
  return Array.isArray(items) && items.every(isRecord) ? items : undefined;
}

/** The fields of an answer that can be read: nothing else of it would fit where it is used. */
function withoutMisfits(response: Schema, value: object): object {
  const [misfit = ''] = firstProblemOf(response, value)?.field.split('.') ?? [];
  if (!(misfit in value)) return value;
  return withoutMisfits(
    response,
    Object.fromEntries(Object.entries(value).filter(([name]) => name !== misfit)),
  );
}

/** A 204 to a harmless write without a shown answer, and a read that may have none; else it is looked for. */
export function emptyAnswer(exchange: Exchange): unknown {
  const { operation, answer } = exchange;
  const takesNull = problemsOf(operation.response, null).length === 0;
  if (operation.kind === 'read' && takesNull) return null;
  if (answer.status === 204 && operation.answer.shown === 'nothing' && !isGuarded(operation))
    return takesNull ? null : {};
  throw unreadable(exchange, 'empty_answer', `it is empty (${answer.status})`);
}
