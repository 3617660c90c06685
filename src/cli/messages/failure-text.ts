import { counted, grouped } from '../../base/counted.ts';
import type { Failure } from '../../base/errors.ts';
import { exitCodeOf } from '../../base/failure-codes.ts';
import { shorten } from '../../client/request/excerpt.ts';
import { redact } from '../../contract/redact.ts';
import { carriesNothing } from '../advice/carrier.ts';
import type { Carrier } from '../advice/carry-profile.ts';
import { exactJson } from '../output/text/json.ts';
import { jsonSafe } from '../output/text/safe-text.ts';
import { hintOf } from './hints/hint-of.ts';

/** The name of a field or the words of a service may be megabytes long. */
const longestText = 16 * 1024;

/** An answer of the service is in its words: no line in it is one of ours. */
const isOurs = ({ status }: Failure): boolean => status === undefined;

/** JSON on stderr, for scripts: one line unless indented. */
export function failureJson(failure: Failure, indent = 0, carrier: Carrier = carriesNothing): string {
  const { code, status, outcome, retryable, retryAfterSeconds, kind, problems } = failure;
  const { approval, ...extra } = (
    isOurs(failure) ? carrier.document(failure.extra) : failure.extra
  ) as Details;
  const message = isOurs(failure) ? carrier.text(failure.message) : failure.message;
  const hint = carrier.text(hintOf(failure) ?? '');
  const details = Object.keys(extra).length > 0 ? { details: shortDetails(extra) } : {};
  const error = {
    code,
    status: status ?? null,
    message: shorten(message, longestText),
    hint: hint === '' ? null : shorten(hint, longestText),
    outcome,
    retryable,
    retryAfterSeconds: retryAfterSeconds ?? null,
    exitCode: exitCodeOf(kind),
    ...(problems && { problems }),
    ...(approval !== undefined && { approval }),
    ...details,
  };
  const shown = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return `${jsonSafe(redact(JSON.stringify({ error }, shown, indent)))}\n`;
}

/** What happened, then what to do next, a line each. */
export function failureLines(failure: Failure, { text: ours }: Carrier = carriesNothing): string[] {
  const { status, code } = failure;
  const message = isOurs(failure) ? ours(failure.message) : failure.message;
  const hint = ours(hintOf(failure) ?? '');
  const body =
    status === undefined
      ? ''
      : ` (${status}${code === failure.kind.replaceAll('-', '_') ? '' : `, ${code}`})`;
  const verbatim = status !== undefined || code === 'invalid_input';
  const headline = verbatim ? message : likeAllOthers(message);
  const lines = [`${headline}${body}`, ...factsOf(failure), ...(hint === '' ? [] : hint.split('\n'))];
  return lines.map((line) => shorten(redact(line), longestText));
}

const mostFacts = 60;

/** What there is to agree to, a line each; the message has the first. */
function factsOf(failure: Failure): string[] {
  if (!failure.is('confirmation_required', 'approval_required')) return [];
  const [, ...facts] = failure.extra.facts as string[];
  const left = facts.length - mostFacts;
  const more = left > 0 ? [`and ${counted(left, 'more line')}`] : [];
  return [...facts.slice(0, mostFacts), ...more].map((fact) => `  ${fact}`);
}

/** Our own messages come from many hands, and people see them begin and end alike. The service keeps its words. */
const likeAllOthers = (message: string): string =>
  message
    .replace(
      /^(?!stdin|stdout|outreach|https?:)[a-z]+(?=[ ,:;]|$)/,
      (word) => word.charAt(0).toUpperCase() + word.slice(1),
    )
    .replace(/(?<=[^.])\.$/, '');

/** How many characters the details of an error may take: what a service adds to one has no limit but that of an answer. */
export const mostDetails = 64 * 1024;

type Details = Readonly<Record<string, unknown>>;

/** The details of an error that fit; `shortened` says how long all were. Most fit and stay as they are. */
export function shortDetails(details: Details): Details {
  const all = exactJson(details).length;
  if (all <= mostDetails) return details;
  let left = mostDetails;
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(details)) {
    const { length } = exactJson([name, value ?? null]);
    if (length > left) continue;
    left -= length;
    kept.push([name, value]);
  }
  const note = `${counted(all, 'character')} of details; what fits into ${grouped(mostDetails)} is shown`;
  return { ...Object.fromEntries(kept), shortened: note };
}
