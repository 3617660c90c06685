import { Failure } from '../contract/errors.ts';
import type { AnyOperation } from '../contract/operation.ts';
import { fieldsOf, problemsOf, type Schema } from '../contract/schema.ts';
import { contradiction } from './envelope/contradiction.ts';
import { excerpt, looksLikeHtml } from './excerpt.ts';
import { parseJson } from './json.ts';
import { type Exchange, proxyHint, refusal } from './refusal.ts';
import { leavesNothing } from './retry.ts';

/**
 * The value of a good answer, as the service wrote it: fields the contract does not know are kept. Parsed as JSON
 * whatever the content type says. Throws `Failure` for everything else, with the service's own words where it gave any.
 */
export async function readAnswer(exchange: Exchange): Promise<unknown> {
  await refuseBadStatus(exchange);
  if (exchange.answer.body.trim() === '') return emptyAnswer(exchange);
  const value = await parsedBody(exchange);
  const contradicted = await contradiction(exchange, value);
  if (contradicted !== undefined) throw contradicted;
  const { operation } = exchange;
  // The spec shows nothing of it: any object without an error will do.
  if (operation.kind === 'write' && operation.answer.shown === 'nothing')
    return withoutMisfits(operation.response, value as object);
  const [problem] = problemsOf(operation.response, value);
  if (problem === undefined && !holdsNothing(operation, value)) return value;
  if (problem === undefined)
    throw unreadable(exchange, 'unreadable_answer', 'it has none of the fields that this call answers with');
  const field = problem.field === '' ? 'the whole of it' : problem.field;
  throw unreadable(exchange, 'unreadable_answer', `${field} ${problem.reason}`);
}

/** The fields of an answer that can be read: nothing else of it would fit where it is used. */
function withoutMisfits(response: Schema, value: object): object {
  const misfits = problemsOf(response, value).map(({ field }) => field.split('.')[0]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !misfits.includes(name)));
}

/** All its fields are optional where the spec leaves the envelope open, and yet one of them must be there. */
const holdsNothing = ({ kind, response }: AnyOperation, value: unknown): boolean =>
  kind === 'write' &&
  fieldsOf(response).length > 0 &&
  fieldsOf(response).every((name) => isMissing((value as Readonly<Record<string, unknown>>)[name]));

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Throws the `Failure` that an answer with any status but 2xx means. */
export async function refuseBadStatus(exchange: Exchange): Promise<void> {
  const { status } = exchange.answer;
  if (status >= 300 && status < 400) throw redirected(exchange);
  if (status < 200 || status >= 400) throw await refusal(exchange);
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
    return await parseJson(text);
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
  { operation, request, answer }: Exchange,
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
