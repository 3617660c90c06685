import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { parseJson } from '../../base/lossless-json.ts';
import { failureJson } from '../messages/failure-text.ts';
import { exactJson } from '../output/text/json.ts';
import { jsonSafe } from '../output/text/safe-text.ts';
import type { RanLine } from './run-line.ts';
import { inToolWords, type ToolNames, withTools } from './tool-words.ts';

/** What a tool answers: the same JSON as data and as text; warnings follow as texts of their own. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** More does not fit into the context of a model, so that no one reads it. */
export const longestAnswer = 200_000;

/** What a line that has ended says: its document, what a person has to approve first, or how it failed. */
export async function answerOf(
  ran: RanLine,
  names: ToolNames,
  level: 'read' | 'work' | 'effects',
): Promise<ToolAnswer> {
  const { failure, isCut, err } = ran;
  const warnings = () => warningsIn(err).map((line) => withTools(line, names));
  if (failure?.is('approval_required')) return approvalAnswer(failure);
  // The price rose since it was approved, and the new one waits.
  if (failure?.is('quote_changed') && failure.extra.approval !== undefined)
    return approvalAnswer(failure, [failure.message]);
  const document = isCut || (failure && ran.out === '') ? undefined : await documentIn(ran.out);
  // What a read found is its answer, also where it says no: clients may leave out the data of what is marked as an error.
  if (failure?.kind === 'ended-badly' && level === 'read' && document)
    return answer(inWords(document, names), [failureJson(inToolWords(failure, names)), ...warnings()]);
  if (failure) return failureAnswer(failure, names, document);
  return document ? answer(inWords(document, names), warnings()) : failureAnswer(tooLong(names.args), names);
}

/** The error as `--json` shows it; `result` is what was done or found all the same. */
export async function failureAnswer(
  failure: Failure,
  names: ToolNames,
  result?: ToolAnswer['structuredContent'],
): Promise<ToolAnswer> {
  const { error } = (await parseJson(failureJson(inToolWords(failure, names)))) as {
    readonly error: unknown;
  };
  return { ...answer({ error, ...(result && { result: inWords(result, names) }) }), isError: true };
}

/** With the hints of errors within it in words of the tool. */
function inWords<T>(value: T, names: ToolNames): T {
  if (Array.isArray(value)) return value.map((one) => inWords(one, names)) as T;
  if (!isRecord(value)) return value;
  const { error } = value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'error' && isRecord(error) && typeof error.hint === 'string'
        ? { ...error, hint: withTools(error.hint, names) }
        : inWords(inner, names),
    ]),
  ) as T;
}

function approvalAnswer({ extra }: Failure, more: readonly string[] = []): ToolAnswer {
  const { approval, price, digest } = extra;
  const facts = [...(extra.facts as string[]), ...more];
  const { code, expiresAt } = approval as Readonly<Record<'code' | 'expiresAt', unknown>>;
  return answer({ approvalRequired: { code, facts, price, digest, expiresAt } });
}

const answer = (document: ToolAnswer['structuredContent'], warnings: readonly string[] = []): ToolAnswer => ({
  content: [jsonSafe(exactJson(document)), ...warnings].map((text) => ({ type: 'text', text })),
  structuredContent: document,
});

/** A tool answers with an object. */
async function documentIn(out: string): Promise<ToolAnswer['structuredContent']> {
  const value = out.trim() === '' ? {} : await parseJson(out);
  return isRecord(value) ? value : { result: value };
}

/** Other lines on stderr are for people. */
const warningsIn = (err: string): string[] =>
  err
    .split('\n')
    .flatMap((line) => (line.startsWith('{"warning":') ? [`Warning: ${JSON.parse(line).warning}`] : []));

function tooLong(names: readonly string[]): Failure {
  const ways = Object.entries(shorter).flatMap(([name, way]) => (names.includes(name) ? [way] : []));
  return new Failure('result_too_large', 'The answer is too long for a tool', {
    hint: `Ask for less: ${ways.join(', ')}.`,
  });
}

const shorter = {
  words: 'one group or command (`words`)',
  short: 'names alone (`short`)',
  fields: 'some fields (`fields`)',
  limit: 'fewer items (`limit`), not `all`',
  page: 'page by page (`page`)',
};
