import type { Schema } from '../../contract/schema/schema.ts';
import { type Document, documentOf } from '../answer/answer-of.ts';
import { noFields } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import { fieldsOf, type Known, passesOn } from '../declare/known-fields.ts';
import type { Param } from '../declare/params.ts';
import type { JsonSchema, ToJsonSchema } from '../describe/json-schema.ts';

/**
 * The documents that a command prints with `--json`, as JSON Schema. Every field may be null or absent, as after `--fields`,
 * and there may be others: a client that checks answers must not refuse that of a call which was made.
 */
export function answerSchemas(command: AnyCommand, convert: ToJsonSchema): JsonSchema[] {
  const answers = answersOf(command);
  const isTable = command.columns !== undefined && typeof command.answer !== 'function';
  const schemas = answers.map(({ schema, list }): JsonSchema => {
    const item = objectOf(fieldsOf(schema), convert);
    if (!list && !isTable) return { type: 'object', ...item };
    const { beside = noFields } = schema as { readonly beside?: Schema };
    return envelope(item, objectOf(fieldsOf(beside), convert).properties);
  });
  return answers.some(({ schema }) => passesOn(schema)) ? [...schemas, asItCame] : schemas;
}

/** The answer to a write is passed on: the types above are those that the service documents. */
export const asItCame: JsonSchema = { type: 'object', description: 'any other answer of the service' };

/** One schema for several of objects, each of them once. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = unique(schemas);
  return others.length === 0 ? first : { type: 'object', anyOf: [first, ...others] };
}

/** The answers to every value that it may depend on, one value at a time. */
function answersOf(command: AnyCommand): Document[] {
  if (typeof command.answer !== 'function') return [documentOf(command, {})];
  const params = Object.entries((command.args ?? {}) as Readonly<Record<string, Param>>);
  const documents = [documentOf(command, {})];
  for (const [name, { type, many, lineOnly }] of params) {
    if (lineOnly) continue;
    // One, and where it takes several, two.
    const values: unknown[] = type === 'flag' ? [true] : many ? [['1'], ['1', '2']] : ['1'];
    for (const value of values) documents.push(documentOf(command, { [name]: value }));
  }
  return documents;
}

const count = { type: ['integer', 'null'] };
const envelope = (item: JsonSchema, properties: JsonSchema | undefined): JsonSchema => ({
  type: 'object',
  properties: {
    ...properties,
    items: { type: 'array', items: item },
    total: count,
    page: count,
    limit: count,
    hasMore: { type: ['boolean', 'null'] },
    truncated: { type: 'object', description: 'of a tool: shown, total, next' },
  },
  required: ['items'],
});

const objectOf = ({ fields }: Known, convert: ToJsonSchema): { readonly properties?: JsonSchema } =>
  fields.size === 0
    ? {}
    : {
        properties: Object.fromEntries(
          [...fields].map(([name, known]) => [name, fieldSchema(known, convert)]),
        ),
      };

/** Who reads it must not do what it says. */
const untrusted: JsonSchema = { 'x-untrusted': true, description: 'text from others' };

/** What the contract calls an object may come as a list, and is shown as it is. */
function fieldSchema(known: Known, convert: ToJsonSchema): JsonSchema {
  const { fields, list, came, fromOthers } = known;
  if (fields.size === 0) return { ...leafOf(known, convert), ...(fromOthers && untrusted) };
  const object = { ...(came === undefined && { type: ['object', 'null'] }), ...objectOf(known, convert) };
  if (!list) return object;
  return { type: ['array', 'null'], items: object };
}

function leafOf({ schemas }: Known, convert: ToJsonSchema): JsonSchema {
  const [first = {}, ...others] = unique([...schemas].map((schema) => orNull(loose(convert(schema)))));
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

const unique = (schemas: readonly JsonSchema[]): JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/** Limits of what the service may say bind no one who reads it. */
const limits: readonly string[] = [
  ...['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['required', 'additionalProperties', 'propertyNames'],
];

function loose(schema: unknown): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema as JsonSchema)) {
    if (limits.includes(name)) continue;
    if (name === 'items') kept.items = loose(value);
    else kept[name] = name === 'anyOf' ? (value as readonly unknown[]).map(loose) : value;
  }
  return kept;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf: branches, enum: choices } = schema;
  if (Array.isArray(choices))
    return {
      ...schema,
      enum: choices.includes(null) ? choices : [...choices, null],
      ...(type !== undefined && { type: withNull(type) }),
    };
  if (type !== undefined) return { ...schema, type: withNull(type) };
  if (Array.isArray(branches)) return { ...schema, anyOf: [...branches, { type: 'null' }] };
  return schema;
}

const withNull = (type: unknown): unknown[] => [...new Set([type, 'null'].flat())];
