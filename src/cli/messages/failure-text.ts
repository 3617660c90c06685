import type { Failure } from '../../base/errors.ts';
import { exitCodeOf } from '../../base/failure-codes.ts';
import { shorten } from '../../client/request/excerpt.ts';
import { redact } from '../../contract/redact.ts';
import { jsonSafe } from '../output/text/safe-text.ts';
import { hintOf } from './hints/hint-of.ts';
import { shortDetails } from './short-details.ts';

/** The name of a field or the words of a service may be megabytes long. */
const longestText = 16 * 1024;

/** One line of JSON on stderr, for scripts. */
export function failureJson(failure: Failure): string {
  const { code, status, message, outcome, retryable, retryAfterSeconds, kind, problems } = failure;
  const { approval, ...extra } = failure.extra;
  const hint = hintOf(failure);
  const details = Object.keys(extra).length > 0 ? { details: shortDetails(extra) } : {};
  const error = {
    code,
    status: status ?? null,
    message: shorten(message, longestText),
    hint: hint === undefined ? null : shorten(hint, longestText),
    outcome,
    retryable,
    retryAfterSeconds: retryAfterSeconds ?? null,
    exitCode: exitCodeOf(kind),
    ...(problems && { problems }),
    ...(approval !== undefined && { approval }),
    ...details,
  };
  const text = JSON.stringify({ error }, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return jsonSafe(redact(text));
}

/** What happened, then what to do next, a line each. */
export function failureLines(failure: Failure): string[] {
  const { message, status, code } = failure;
  const hint = hintOf(failure);
  const body =
    status === undefined
      ? ''
      : ` (${status}${code === failure.kind.replaceAll('-', '_') ? '' : `, ${code}`})`;
  const verbatim = status !== undefined || code === 'invalid_input';
  const headline = verbatim ? message : likeAllOthers(message);
  return [`${headline}${body}`, ...(hint === undefined ? [] : hint.split('\n'))].map((line) =>
    shorten(redact(line), longestText),
  );
}

/** Our own messages come from many hands, and people see them begin and end alike. The service keeps its words. */
const likeAllOthers = (message: string): string =>
  message
    .replace(
      /^(?!stdin|stdout|outreach|https?:)[a-z]+(?=[ ,:;]|$)/,
      (word) => word.charAt(0).toUpperCase() + word.slice(1),
    )
    .replace(/(?<=[^.])\.$/, '');
