import { Failure, kindOfStatus } from '../../base/errors.ts';
import { isOwnCode, plainCode, type ServiceCode, serviceCode } from '../../base/failure-codes.ts';
import type { KeyOwner, Refused } from '../../base/failure-subject.ts';
import { isRecord } from '../../base/is-record.ts';
import { answerIn } from '../../base/lossless-json.ts';
import { parseUrl } from '../../base/parse-url.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { excerpt, excerptAfter, looksLikeHtml, shorten } from '../request/excerpt.ts';
import { retryAfterSeconds } from '../request/retry-after.ts';
import { leavesNothing } from '../retry/retry-policy.ts';
import type { Exchange, KeySettings } from './exchange.ts';

const longestMessage = 1000;

/** A word for scripts rather than a sentence for people. */
const stableWord = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** A failure status as `Failure`: the service's own words, code and extra fields, or what else stood in their place. */
export async function refusal(exchange: Exchange): Promise<Failure> {
  const { answer } = exchange;
  const { length } = answer.body;
  const body = length > longestExplanation ? undefined : await answerIn(answer.body);
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return failureOf(exchange, body as Readonly<Record<string, unknown>>);
  return unexplained(exchange, answer.body.trim());
}

/** No explanation is longer; what is, is shown as text. */
const longestExplanation = 1_000_000;

async function failureOf(exchange: Exchange, body: Readonly<Record<string, unknown>>): Promise<Failure> {
  const { operation, answer, now } = exchange;
  const { error, message, code: _code, ...extra } = body;
  const code =
    (await codeOf(operation, body)) ??
    (kindOfStatus(answer.status) === 'service' ? 'service_error' : plainCode(kindOfStatus(answer.status)));
  const text = [message, error, isRecord(error) ? error.message : undefined].filter(isSentence);
  const words = text.find((candidate) => !stableWord.test(candidate)) ?? text[0];
  return new Failure(code, words === undefined ? bare(exchange) : shorten(words, longestMessage), {
    kind: kindOfStatus(answer.status),
    status: answer.status,
    extra,
    subject: refusedBy(exchange),
    retryAfterSeconds: retryAfterSeconds(answer.headers, body, now),
  });
}

const refusedBy = ({ operation, answer, settings }: Exchange): Refused => ({
  is: 'refused',
  operation: operation.id,
  answer: answer.body,
  json: answer.headers['content-type']?.startsWith('application/json') === true,
  owner: ownerIn(settings),
});

function ownerIn({ key, baseUrl, profile = null, env }: Partial<KeySettings> = {}): KeyOwner | undefined {
  if (key === undefined) return undefined;
  const place = env?.OUTREACH_BASE_URL ? baseUrl : undefined;
  return { profile, baseUrl: place, inEnvironment: key === env?.OUTREACH_API_KEY };
}

const isSentence = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A word the contract knows, else the first in a code field: `error` is a text for people, which may be one word. */
async function codeOf(
  operation: AnyOperation,
  body: Readonly<Record<string, unknown>>,
): Promise<ServiceCode | undefined> {
  const fields = [body.code, body.reason].filter(isStable);
  const known = [...fields, body.error].filter(isStable).find((word) => operation.errors?.includes(word));
  if (known !== undefined) return serviceCode(known);
  const { operations } = fields.some(isOwnCode)
    ? await import('../../contract/index.ts')
    : { operations: [] };
  const sent = fields.find(
    (word) => !isOwnCode(word) || operations.some(({ errors }) => errors?.includes(word)),
  );
  return sent === undefined ? undefined : serviceCode(sent);
}

const isStable = (word: unknown): word is string =>
  typeof word === 'string' && word.length <= 64 && stableWord.test(word);

function unexplained(exchange: Exchange, text: string): Failure {
  const { operation, request, answer, now } = exchange;
  const kind = kindOfStatus(answer.status);
  const seconds = retryAfterSeconds(answer.headers, undefined, now);
  const details = { kind, status: answer.status, retryAfterSeconds: seconds };
  if (answer.status === 404 && /^404 page not found$/i.test(text)) {
    const overridden = request.path !== undefined && !sameShape(operation.route.path, request.path);
    const call = `${request.method} ${request.path}`;
    return new Failure('no_such_path', `The service does not know ${call} (404 page not found)`, {
      ...details,
      subject: {
        is: 'unknown-path',
        operation: operation.id,
        guessed: overridden || operation.route.source === 'inferred',
      },
    });
  }
  const subject = answer.status === 401 ? refusedBy(exchange) : undefined;
  if (text === '') return new Failure('empty_answer', bare(exchange), { ...details, subject });
  if (/^internal server error$/i.test(text))
    return new Failure('internal_server_error', 'The service failed (Internal Server Error)', details);
  if (looksLikeHtml(text))
    return new Failure(
      'not_the_service',
      `A web page came instead of an answer (${answer.status})${excerptAfter(text)}`,
      details,
    );
  const code = kind === 'service' ? 'unreadable_error' : plainCode(kind);
  return new Failure(code, `The service answered ${answer.status}: ${excerpt(text)}`, {
    ...details,
    subject,
  });
}

const bare = ({ request, answer }: Exchange): string =>
  `${request.method} ${request.path} was answered with ${answer.status} and no explanation`;

/** Whether a path could have come from the template: the contract's path, not one set for the profile. */
function sameShape(template: string, path: string): boolean {
  const [wanted, given] = [template.split('?')[0]?.split('/') ?? [], path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

/** An API has no reason to redirect; following one would hand key and body to another server. */
export function redirected({ operation, request, answer }: Exchange): Failure {
  const to = hostOf(answer.headers.location);
  return new Failure(
    'redirected',
    `${request.method} ${request.path} was redirected to ${to} (${answer.status}); not followed`,
    {
      status: answer.status,
      outcome: leavesNothing(operation) ? 'none' : 'unknown',
      extra: { location: to },
    },
  );
}

function hostOf(location: string | undefined): string {
  if (location === undefined || location === '') return 'nowhere';
  const url = parseUrl(location);
  if (url) return url.host;
  const relative = /^\/\/([^/?#]+)/.exec(location);
  return relative?.[1]?.slice(0, 200) ?? 'another path of the same host';
}
