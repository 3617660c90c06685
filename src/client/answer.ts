import { Failure } from '../contract/errors.ts';
import { problemsOf } from '../contract/schema.ts';
import { excerpt, looksLikeHtml } from './excerpt.ts';
import { parseJson } from './json.ts';
import { type Exchange, proxyHint, refusal } from './refusal.ts';

/**
 * The value of a good answer, as the service wrote it: fields the contract does not know are kept. Parsed as JSON
 * whatever the content type says. Throws `Failure` for everything else, with the service's own words where it gave any.
 */
export async function readAnswer(exchange: Exchange): Promise<unknown> {
  await refuseBadStatus(exchange);
  const value = await parsedBody(exchange);
  const [problem] = problemsOf(exchange.operation.response, value);
  if (problem === undefined) return value;
  const field = problem.field === '' ? 'the whole of it' : problem.field;
  throw unreadable(exchange, 'unreadable_answer', `${field} ${problem.reason}`);
}

/** Throws the `Failure` that an answer with any status but 2xx means. */
export async function refuseBadStatus(exchange: Exchange): Promise<void> {
  const { status } = exchange.answer;
  if (status >= 300 && status < 400) throw redirected(exchange);
  if (status < 200 || status >= 400) throw await refusal(exchange);
}

async function parsedBody(exchange: Exchange): Promise<unknown> {
  const text = exchange.answer.body;
  if (text.trim() === '') {
    if (problemsOf(exchange.operation.response, null).length === 0) return null;
    throw unreadable(exchange, 'empty_answer', 'it is empty');
  }
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
  const happened = operation.kind === 'write' && code === 'unreadable_answer';
  return new Failure('service', `The answer to ${request.method} ${request.path} cannot be read: ${why}`, {
    code,
    status: answer.status,
    outcome: happened ? 'done' : 'none',
    hint:
      hint ??
      'The service may have changed since this version was made; see whether a newer outreach-cli is out',
  });
}

/** An API has no reason to redirect; following one would hand key and body to whoever it names. */
function redirected({ request, answer }: Exchange): Failure {
  const to = hostOf(answer.headers.location);
  return new Failure(
    'service',
    `${request.method} ${request.path} was redirected to ${to} (${answer.status}); not followed`,
    {
      code: 'redirected',
      status: answer.status,
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
