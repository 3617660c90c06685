import { exactText, parseExact } from '../../base/exact-json.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { type Problem, problemSentence, type Schema, type SchemaData } from '../../contract/schema/schema.ts';
import { Refusal } from './handler.ts';

/** The query as the schema types it. What the call does not know is ignored, as web services do. */
export function readQuery(
  schema: Schema | undefined,
  query: readonly (readonly [string, string])[],
): Record<string, unknown> {
  if (!schema) return {};
  const entries = (schema as object as SchemaData).entries ?? {};
  const result: Record<string, unknown> = {};
  for (const [name, text] of query) {
    if (!Object.hasOwn(entries, name) || text === '') continue;
    const shape = inner(entries[name]);
    if (shape?.type === 'array') {
      const before = (result[name] ?? []) as unknown[];
      result[name] = [...before, ...text.split(',').map((part) => typed(inner(shape.item), part))];
    } else result[name] = typed(shape, text);
  }
  return result;
}

function inner(shape: SchemaData | undefined): SchemaData | undefined {
  return shape?.wrapped ? inner(shape.wrapped) : shape;
}

function typed(shape: SchemaData | undefined, text: string): unknown {
  const numeric = shape?.type === 'number' || shape?.type === 'custom';
  // An id that a number would round, as far as the database can compare it.
  const isLong = /^\d{16,19}$/.test(text) && !Number.isSafeInteger(Number(text));
  if (shape?.type === 'custom' && isLong && BigInt(text) < 2n ** 63n) return BigInt(text);
  if (numeric && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (shape?.type === 'picklist' && shape.options?.includes(Number(text))) return Number(text);
  if (shape?.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** The body as JSON. A call that takes no body does not look at one. */
export function readBody({ body, errors }: AnyOperation, text: string | undefined): unknown {
  if (!body) return undefined;
  if (text === undefined || text.trim() === '')
    throw new Refusal(400, 'The request has no JSON body', codeOf(errors, ''));
  try {
    return parseExact(text);
  } catch (error) {
    const message = `The request body is not valid JSON: ${(error as Error).message}`;
    throw new Refusal(400, message, codeOf(errors, ''));
  }
}

/** Some calls have a stable code for a malformed request, and another one for filters (spec, Errors). */
function codeOf(errors: readonly string[] = [], field: string): { code?: string } {
  const code = isFilter(field) ? 'invalid_filters' : 'invalid_request';
  return errors.includes(code) ? { code } : {};
}

const isFilter = (field: string): boolean => field === 'filters' || field.startsWith('filters.');

/** An identifier in a path. */
export function readParam(name: string, text: string): number {
  const value = Number(text);
  const sound = /^\d+$/.test(text) && value > 0;
  // Rounded, it would be the id of another one.
  if (sound && !Number.isSafeInteger(value)) throw new Refusal(404, `There is nothing with the id ${text}`);
  if (sound) return value;
  throw invalidField(name, text, 'must be a whole number above 0');
}

export function checkQuery({ query }: AnyOperation, value: unknown): void {
  const problem = query && problemsOf(query, value)[0];
  if (problem) throw invalid(problem);
}

export function checkBody({ body, errors }: AnyOperation, value: unknown): void {
  const problem = body && problemsOf(body, value)[0];
  if (problem) throw invalid(problem, codeOf(errors, problem.field));
}

/** 400 naming field, value and reason. */
export function invalid(problem: Problem, extra: Record<string, unknown> = {}): Refusal {
  const { value, reason } = problem;
  // A filter is named as itself, without its object and position.
  const field = isFilter(problem.field) ? (problem.field.split('.')[1] ?? 'filters') : problem.field;
  const shown = field === '' ? undefined : value;
  const message = sentenceOf({ field, value: shown, reason }, 'The request body');
  return new Refusal(400, message, { ...extra, field, value: value ?? null, reason });
}

/** 400 for one field. */
export const invalidField = (field: string, value: unknown, reason: string): Refusal =>
  invalid({ field, value, reason });

/** A breach with its value, as far as that is short; `whole` names the value itself. */
export function sentenceOf({ field, value, reason }: Problem, whole: string): string {
  const text = value === undefined ? undefined : exactText(value);
  const shown = text !== undefined && text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return problemSentence(field === '' ? whole : field, reason, shown);
}
