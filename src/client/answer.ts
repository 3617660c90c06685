import { OtherShape } from '../contract/answer-shape.ts';
import { Failure } from '../contract/errors.ts';
import type { AnyOperation } from '../contract/operation.ts';
import { fieldsOf, firstProblemOf, problemsOf, type Schema } from '../contract/schema.ts';
import type { WireAnswer } from '../contract/wire.ts';
import { standIn } from './envelope/as-it-came.ts';
import { isFields } from './envelope/candidates.ts';
import { canonical } from './envelope/canonical.ts';
import { contradiction } from './envelope/contradiction.ts';
import { type Exchange, proxyHint } from './envelope/exchange.ts';
import { routeHint } from './envelope/route-hint.ts';
import { excerpt, looksLikeHtml } from './excerpt.ts';
import { parseAnswer } from './json.ts';
import { leavesNothing } from './retry.ts';

/** An exchange whose answer has been taken apart. */
type Answered = Pick<Exchange, 'operation' | 'request'> & { readonly answer: Pick<WireAnswer, 'status'> };

/**
 * The value of a good answer, exactly as it came. Parsed as JSON whatever the content type says. Throws `Failure` for
 * everything else, with the service's own words where it gave any. Of a write it is checked here, because what it says
 * decides how the call ended; a read is only checked where its fields are needed ({@link readable}).
 */
export async function readAnswer(exchange: Exchange): Promise<unknown> {
  await refuseBadStatus(exchange);
  if (exchange.answer.body.trim() === '') return emptyAnswer(exchange);
  const value = await parsedBody(exchange);
  const contradicted = await contradiction(exchange, value);
  if (contradicted !== undefined) throw contradicted;
  const { operation } = exchange;
  if (operation.kind === 'write' && !isAnswerTo(operation, value))
    throw unreadable(exchange, 'unreadable_answer', whyNot(operation, value));
  return value;
}

/** Where the spec shows nothing of the answer to a write, any object without an error will do. */
function isAnswerTo(operation: AnyOperation, value: unknown): boolean {
  if (operation.answer.shown === 'nothing') return true;
  const found = canonical(operation, value);
  return found !== undefined && !holdsNothing(operation, found.value);
}

/**
 * A good answer in the shape of the contract. Throws `Failure` where a read lacks what it should have; a write is done,
 * so that an answer to it is passed on in any case, also one that evidence was put together from.
 */
export function readable(exchange: Answered, value: unknown): unknown {
  const { operation } = exchange;
  const found = canonical(operation, value);
  if (found) return found.value;
  if (operation.kind === 'write')
    return operation.answer.shown === 'nothing' ? unreadDone(exchange, value) : value;
  const why = whyNot(operation, value);
  if (operation.answer.holds === undefined || (isFields(value) && value.error !== undefined))
    throw unreadable(exchange, 'unreadable_answer', why);
  throw otherShape(exchange, value, why);
}

function unreadDone(exchange: Answered, answer: unknown): unknown {
  const warning = `${unknownShape(exchange)}. It is done; the answer is shown as it came`;
  const fields = isFields(answer) ? withoutMisfits(exchange.operation.response, answer) : {};
  return standIn({ answer, warning }, fields);
}

function whyNot({ response }: AnyOperation, value: unknown): string {
  const problem = firstProblemOf(response, value);
  if (problem === undefined) return 'it has none of the fields that this call answers with';
  return `${problem.field === '' ? 'the whole of it' : problem.field} ${problem.reason}`;
}

const unknownShape = ({ request }: Pick<Answered, 'request'>): string =>
  `The answer to ${request.method} ${request.path} has a shape that is not known`;

function otherShape({ operation, request, answer }: Answered, value: unknown, why: string): Failure {
  const { method, path } = request;
  return new Failure('service', `${unknownShape({ request })}: ${why}`, {
    code: 'other_shape',
    status: answer.status,
    hint: [`As it came: outreach api ${method} ${path}`, routeHint(operation)]
      .filter((line) => line !== undefined)
      .join('\n'),
    cause: new OtherShape(value),
  });
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

/** All its fields are optional where the spec leaves the envelope open, and yet one of them must be there. */
const holdsNothing = ({ response }: AnyOperation, value: unknown): boolean =>
  fieldsOf(response).length > 0 &&
  fieldsOf(response).every((name) => isMissing((value as Readonly<Record<string, unknown>>)[name]));

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Throws the `Failure` that an answer with any status but 2xx means. */
export async function refuseBadStatus(exchange: Exchange): Promise<void> {
  const { status } = exchange.answer;
  if (status >= 300 && status < 400) throw redirected(exchange);
  if (status >= 200 && status < 400) return;
  const { refusal } = await import('./refusal.ts');
  throw await refusal(exchange);
}

/** Meant so by a 204 to a write of which the spec shows no answer, and by a read that may have none. */
function emptyAnswer(exchange: Exchange): unknown {
  const { operation, answer } = exchange;
  const takesNull = problemsOf(operation.response, null).length === 0;
  if (operation.kind === 'read' && takesNull) return null;
  if (answer.status === 204 && operation.answer.shown === 'nothing') return takesNull ? null : {};
  throw unreadable(exchange, 'empty_answer', 'it is empty');
}

async function parsedBody(exchange: Exchange): Promise<unknown> {
  const text = exchange.answer.body;
  try {
    return await parseAnswer(text);
  } catch (error) {
    throw notJson(exchange, text, error);
  }
}

/** What came in the place of JSON. */
export function notJson(exchange: Exchange, text: string, error: unknown): Failure {
  if (error instanceof RangeError) return unreadable(exchange, 'unreadable_answer', `it ${error.message}`);
  if (looksLikeHtml(text))
    return unreadable(exchange, 'not_the_service', `a web page came instead: ${excerpt(text)}`, proxyHint);
  if (/^\s*[[{]/.test(text))
    return unreadable(exchange, 'truncated_answer', 'its JSON is cut off or damaged');
  return unreadable(exchange, 'not_the_service', `it is no JSON: ${excerpt(text)}`, proxyHint);
}

function unreadable(
  { operation, request, answer }: Answered,
  code: string,
  why: string,
  hint?: string,
): Failure {
  return new Failure('service', `The answer to ${request.method} ${request.path} cannot be read: ${why}`, {
    code,
    status: answer.status,
    outcome: leavesNothing(operation) ? 'none' : 'unknown',
    hint:
      hint ??
      'The service may have changed since this version was made; see whether a newer outreach-cli is out',
  });
}

/** An API has no reason to redirect; following one would hand key and body to whoever it names. */
function redirected({ operation, request, answer }: Exchange): Failure {
  const to = hostOf(answer.headers.location);
  return new Failure(
    'service',
    `${request.method} ${request.path} was redirected to ${to} (${answer.status}); not followed`,
    {
      code: 'redirected',
      status: answer.status,
      outcome: leavesNothing(operation) ? 'none' : 'unknown',
      extra: { location: to },
      hint: 'Check the base URL: outreach profiles show',
    },
  );
}

function hostOf(location: string | undefined): string {
  if (location === undefined || location === '') return 'nowhere';
  if (URL.canParse(location)) return new URL(location).host;
  const relative = /^\/\/([^/?#]+)/.exec(location);
  return relative?.[1]?.slice(0, 200) ?? 'another path of the same host';
}
