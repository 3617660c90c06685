import * as v from 'valibot';
import { foreign, type Problem, type RuleData, required, type Schema, type SchemaData } from './schema.ts';

/** Every breach of `schema` in `value`; an empty list means it holds. */
export const problemsOf = (schema: Schema, value: unknown): Problem[] => problems(schema, value, false);

/** The first breach: a list of a million wrong items is not listed a second time. */
export const firstProblemOf = (schema: Schema, value: unknown): Problem | undefined =>
  problems(schema, value, true)[0];

function problems(schema: Schema, value: unknown, abortEarly: boolean): Problem[] {
  // To the library a list is an object, too, and one without required fields would do for anything.
  if (Array.isArray(value) && objects.includes(schema.type))
    return [{ field: '', value, reason: 'must be an object' }];
  const result = v.safeParse(runnable(schema as object as SchemaData), value, { abortEarly });
  if (result.success) return [];
  return result.issues.map((issue) => ({
    field: v.getDotPath(issue) ?? '',
    value: isForeign(issue) ? issue.path?.at(-1)?.value : issue.input,
    reason: reasonOf(issue),
  }));
}

const objects: readonly string[] = ['strict_object', 'loose_object'];

/** A field that the call does not have; the issue's own input is then the field's name. */
const isForeign = (issue: v.BaseIssue<unknown>): boolean =>
  issue.type === 'strict_object' && issue.expected === 'never';

function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (isForeign(issue)) return foreign;
  if (issue.kind === 'schema' && issue.received === 'undefined') return required;
  return issue.message;
}

const known = new WeakMap<SchemaData, v.GenericSchema>();

/** The schema of the library that this one describes. */
function runnable(schema: SchemaData): v.GenericSchema {
  const found = known.get(schema);
  if (found) return found;
  const built = build(schema);
  known.set(schema, built);
  return built;
}

function build({ pipe, type, ...parts }: SchemaData): v.GenericSchema {
  const kind = schemas[type];
  if (kind === undefined) throw new Error(`no schema is called ${type}`);
  if (pipe === undefined) return kind(parts);
  const [first, ...rules] = pipe;
  const items = [runnable(first), ...rules.map(actionOf)];
  return (v.pipe as unknown as (...all: typeof items) => v.GenericSchema)(...items);
}

type Parts = Omit<SchemaData, 'type' | 'pipe'>;

const entriesOf = ({ entries = {} }: Parts) =>
  Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, runnable(field)]));
const optionsOf = ({ options = [] }: Parts) => (options as readonly SchemaData[]).map(runnable);
const inner = ({ item, value, wrapped }: Parts) => runnable((item ?? value ?? wrapped) as SchemaData);

const schemas: Readonly<Record<string, (parts: Parts) => v.GenericSchema>> = {
  array: (parts) => v.array(inner(parts), parts.message),
  boolean: ({ message }) => v.boolean(message),
  custom: ({ check, message }) => v.custom<unknown>(check as (value: unknown) => boolean, message as string),
  intersect: (parts) => v.intersect(optionsOf(parts)),
  loose_object: (parts) => v.looseObject(entriesOf(parts), parts.message as string),
  nullable: (parts) => v.nullable(inner(parts)),
  nullish: (parts) => v.nullish(inner(parts)),
  number: ({ message }) => v.number(message),
  optional: (parts) => v.optional(inner(parts)),
  picklist: ({ options, message }) => v.picklist(options as readonly string[], message),
  record: (parts) => v.record(v.string(), inner(parts), parts.message as string),
  strict_object: (parts) => v.strictObject(entriesOf(parts), parts.message as string),
  string: ({ message }) => v.string(message),
  union: (parts) => v.union(optionsOf(parts)),
  unknown: () => v.unknown(),
};

type Rule = (requirement: never, message: string) => v.GenericPipeAction;

const rules: Readonly<Record<string, Rule>> = {
  check: (holds: (value: unknown) => boolean, message) => v.check(holds, message),
  integer: (_, message) => v.integer(message),
  max_length: (most: number, message) => v.maxLength(most, message),
  max_value: (most: number, message) => v.maxValue(most, message),
  min_length: (least: number, message) => v.minLength(least, message),
  min_value: (least: number, message) => v.minValue(least, message),
  raw_check: acrossFields,
  regex: (form: RegExp, message) => v.regex(form, message),
};

function actionOf({ type, requirement, message }: RuleData) {
  const rule = rules[type];
  if (rule === undefined) throw new Error(`no rule is called ${type}`);
  return rule(requirement as never, message);
}

function acrossFields(found: (value: unknown) => readonly Problem[]) {
  return v.rawCheck<unknown>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { field, value, reason } of found(dataset.value)) {
      const parts: v.UnknownPathItem[] = [];
      for (const key of field.split('.'))
        if (key !== '')
          parts.push({ type: 'unknown', origin: 'value', input: dataset.value, key, value: undefined });
      const [first, ...rest] = parts;
      addIssue({ message: reason, input: value, ...(first && { path: [first, ...rest] }) });
    }
  });
}
