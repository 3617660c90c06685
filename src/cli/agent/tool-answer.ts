import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { parseJson } from '../../base/lossless-json.ts';
import { shorten } from '../../client/request/excerpt.ts';
import { failureJson } from '../messages/failure-text.ts';
import { type Asked, fitAnswer, type ListOfTool, wantsAll, writtenJson } from './fit-answer.ts';
import type { RanLine } from './run-line.ts';
import { callsIn, inToolWords, type ToolNames, withTools } from './tool-words.ts';

/** What a tool answers: the same JSON as data and as text; warnings follow as texts of their own. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** All texts of an answer, in bytes; more does not fit into the context of a model beside what it has to do. */
export const longestAnswer = 40_000;
/** Where the agent asks for `all`. */
const longestWhole = 1_000_000;
/** Of what is said beside the document. */
const longestWarning = 1000;
const mostWarnings = 10;
const longestBeside = 8000;

/** What a line that has ended says: its document, what a person has to approve first, or how it failed. */
export async function answerOf(
  ran: RanLine,
  names: ToolNames,
  { level, list }: { readonly level: string; readonly list?: ListOfTool | undefined },
  given: Asked['given'] = {},
  command?: unknown,
): Promise<ToolAnswer> {
  const { failure, isCut, err } = ran;
  const asked = { given, args: names.args, list, command };
  if (failure?.extra.approval !== undefined) return answer(approvalIn(failure), asked);
  const document = isCut || (failure && ran.out === '') ? undefined : await documentIn(ran.out);
  // What a read found is its answer, also where it says no: clients may leave out the data of what is marked as an error.
  const isAnswer = (failure?.kind === 'ended-badly' && level === 'read') || document?.dryRun === true;
  const beside = () => [...warningsIn(err, names), ...adviceIn(document, names)];
  if (failure && document && isAnswer) {
    const error = fitAnswer(await errorOf(shownOf(failure, given), names), longestBeside, nothingAsked);
    return answer(inWords(document, names), asked, [writtenJson(error), ...beside()]);
  }
  if (failure) return failureAnswer(failure, names, document);
  return document
    ? answer(inWords(document, names), asked, beside())
    : failureAnswer(tooLong(names.args), names);
}

/** What is no line of the program. */
export const documentAnswer = (document: ToolAnswer['structuredContent']): ToolAnswer =>
  answer(document, nothingAsked);

const nothingAsked: Asked = { given: {}, args: [] };

/** The error as `--json` shows it; `result` is what was done or found all the same. */
export async function failureAnswer(
  failure: Failure,
  names: ToolNames,
  result?: ToolAnswer['structuredContent'],
): Promise<ToolAnswer> {
  const error = await errorOf(failure, names);
  const asked = { given: {}, args: names.args };
  return { ...answer({ ...error, ...(result && { result: inWords(result, names) }) }, asked), isError: true };
}

async function errorOf(failure: Failure, names: ToolNames) {
  const advice = callsIn(failure, names);
  const { error } = (await parseJson(failureJson(inToolWords(failure, names)))) as { readonly error: object };
  return { error: { ...error, ...(advice.length > 0 && { advice }) } };
}

/** The document has what was asked for: an error beside it repeats no more than that. */
function shownOf(failure: Failure, { fields }: Asked['given']): Failure {
  if (!Array.isArray(fields)) return failure;
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(failure.extra))
    if (fields.some((path) => path === name || String(path).startsWith(`${name}.`))) extra[name] = value;
  return failure.with({ extra });
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

/** Where an approval did not count any more, as after a rise of the price, the new one waits: why is its last fact. */
function approvalIn(failure: Failure): ToolAnswer['structuredContent'] {
  const { approval, price, digest, facts: known } = failure.extra;
  const facts = [...(known as string[]), ...(failure.is('approval_required') ? [] : [failure.message])];
  const { code, expiresAt } = approval as Readonly<Record<'code' | 'expiresAt', unknown>>;
  return { approvalRequired: { code, facts, price, digest, expiresAt } };
}

function answer(
  document: ToolAnswer['structuredContent'],
  asked: Asked,
  beside: readonly string[] = [],
): ToolAnswer {
  const longest = wantsAll(asked) ? longestWhole : longestAnswer;
  const most = longest - beside.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const goesOn = `The answer was cut. For the rest ask for less, such as fewer fields${asked.list && asked.args.includes('all') && longest < longestWhole ? ', or with all: true' : ''}.`;
  const fitted = fitAnswer(document, most - goesOn.length, asked);
  const { next } = (fitted.truncated ?? {}) as { readonly next?: unknown };
  return {
    content: [writtenJson(fitted), ...beside, ...(next === null ? [goesOn] : [])].map((text) => ({
      type: 'text',
      text,
    })),
    structuredContent: fitted,
  };
}

/** A tool answers with an object. */
async function documentIn(out: string): Promise<ToolAnswer['structuredContent']> {
  const value = out.trim() === '' ? {} : await parseJson(out);
  return isRecord(value) ? value : { result: value };
}

/** Fields that hold a line of the program; the document keeps them as they are printed. */
const advising = ['fix', 'command'];
const mostAdvice = 10;

/** A session has one profile: a line that names one means that. */
const profileIn = / --profile (?:"[^"]*"|'[^']*'|\S+)/;

/** Those lines as calls of tools, or as what a person runs. */
function adviceIn(document: unknown, names: ToolNames): string[] {
  const lines = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value))
      if (advising.includes(name) && typeof one === 'string' && one.startsWith('outreach ')) lines.add(one);
      else look(one);
  };
  look(document);
  return [...lines]
    .slice(0, mostAdvice)
    .map((line) => shorten(`${line}: ${withTools(line.replace(profileIn, ''), names)}`, longestWarning));
}

/** Other lines on stderr are for people. */
function warningsIn(err: string, names: ToolNames): string[] {
  const lines = err.split('\n').filter((line) => line.startsWith('{"warning":'));
  const said = lines
    .slice(0, mostWarnings)
    .map((line) => shorten(`Warning: ${withTools(JSON.parse(line).warning, names)}`, longestWarning));
  return lines.length > said.length
    ? [...said, `Warnings that are left out: ${lines.length - said.length}`]
    : said;
}

function tooLong(names: readonly string[]): Failure {
  const ways = ['words', 'short', 'fields', 'limit', 'page'].filter((name) => names.includes(name));
  return new Failure('result_too_large', 'The answer is too long for a tool', {
    hint: `Ask for less, without \`all\`: ${ways.join(', ')}.`,
  });
}
