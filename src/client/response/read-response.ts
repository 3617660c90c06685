import type { Failure } from '../../base/errors.ts';
import { parseAnswer } from '../../base/lossless-json.ts';
import { firstProblemOf } from '../../contract/schema/problems-of.ts';
import { excerpt, excerptAfter, looksLikeHtml } from '../request/excerpt.ts';
import { anotherSubject } from './another-subject.ts';
import { type Answered, type Exchange, unreadable, whyNot } from './exchange.ts';

/**
 * The value of a good answer, exactly as it came. Parsed as JSON whatever the content type says. Throws `Failure` for
 * everything else, with the service's own words where it gave any. Of a write it is checked here, because what it says
 * decides how the call ended; a read is only checked where its fields are needed ({@link readable}).
 */
export async function readAnswer(exchange: Exchange): Promise<unknown> {
  await refuseBadStatus(exchange);
  const text = exchange.answer.body;
  if (text.trim() === '') return (await import('./open-answer.ts')).emptyAnswer(exchange);
  let value: unknown;
  try {
    value = await parseAnswer(text);
  } catch (error) {
    throw notJson(exchange, text, error);
  }
  if (exchange.operation.kind === 'write') await (await import('./written.ts')).checkWritten(exchange, value);
  return value;
}

/** Throws `Failure` where a read lacks what it should have; a write is done, so its answer is passed on in any case. */
export async function readable(exchange: Answered, value: unknown): Promise<unknown> {
  const read = await inShape(exchange, value);
  const another = exchange.operation.kind === 'read' ? anotherSubject(exchange, read) : undefined;
  if (another !== undefined) throw unreadable(exchange, 'unreadable_answer', another);
  return read;
}

async function inShape(exchange: Answered, value: unknown): Promise<unknown> {
  const { operation } = exchange;
  const { shown, holds } = operation.answer;
  if (holds !== undefined) return (await import('./open-answer.ts')).openAnswer(exchange, value);
  if (
    operation.kind === 'write' ||
    shown === 'nothing' ||
    firstProblemOf(operation.response, value) === undefined
  )
    return value;
  throw unreadable(exchange, 'unreadable_answer', whyNot(operation, value));
}

/** Throws the `Failure` that an answer with any status but 2xx means. */
export async function refuseBadStatus(exchange: Exchange): Promise<void> {
  const { status } = exchange.answer;
  if (status >= 300 && status < 400) throw (await import('./error-response.ts')).redirected(exchange);
  if (status < 200 || status >= 400) throw await (await import('./error-response.ts')).refusal(exchange);
}

export function notJson(exchange: Exchange, text: string, error: unknown): Failure {
  if (error instanceof RangeError) return unreadable(exchange, 'unreadable_answer', `it ${error.message}`);
  if (looksLikeHtml(text))
    return unreadable(exchange, 'not_the_service', `a web page came instead${excerptAfter(text)}`);
  if (/^\s*[[{]/.test(text))
    return unreadable(exchange, 'truncated_answer', 'its JSON is cut off or damaged');
  return unreadable(exchange, 'not_the_service', `it is not JSON: ${excerpt(text)}`);
}
