import type * as v from 'valibot';
import { counted, grouped } from '../../base/counted.ts';

/**
 * The few schema words the areas are written in. Requests are closed (`object`): a misspelt field is refused before
 * anything leaves. Answers are open (`record`): unknown fields are kept and shown. Each gives what the library would, but
 * as data alone: many a line only says which documents there are, and loads no library. `problems-of.ts` runs them.
 */
export type Schema<T = unknown> = v.GenericSchema<unknown, T>;
export type Infer<S> = S extends v.GenericSchema<unknown, infer T> ? T : never;
export type ObjectEntries = v.ObjectEntries;
/** What a schema of our own describes, as it is passed on: nothing of it is changed. */
export type DocumentOf<S> = Frozen<Infer<S>>;
type Frozen<T> = T extends string
  ? T
  : T extends readonly (infer I)[]
    ? readonly Frozen<I>[]
    : T extends object
      ? { readonly [K in keyof T]: Frozen<T[K]> }
      : T;

export interface SchemaData {
  readonly type: string;
  readonly message?: string;
  readonly entries?: Readonly<Record<string, SchemaData>>;
  readonly item?: SchemaData;
  readonly wrapped?: SchemaData;
  /** Of a map. */
  readonly key?: SchemaData;
  readonly value?: SchemaData;
  readonly options?: readonly unknown[];
  readonly check?: (value: unknown) => boolean;
  /** The schema itself, and the rules that come after it. */
  readonly pipe?: readonly [SchemaData, ...RuleData[]];
}

export interface RuleData {
  readonly type: string;
  readonly requirement: unknown;
  readonly message: string;
}

const made = <S>(type: string, parts: Omit<SchemaData, 'type'> = {}): S =>
  ({ kind: 'schema', type, ...parts }) as S;

const rule = (type: string, requirement: unknown, message: string): RuleData =>
  ({ kind: 'validation', type, requirement, message }) as RuleData;

const piped = <const S extends v.GenericSchema>(schema: S, ...rules: readonly RuleData[]): S => ({
  ...schema,
  pipe: [schema, ...rules],
});

export const string = (min = 0, max = Number.POSITIVE_INFINITY) => {
  const least = rule(
    'min_length',
    min,
    min === 1 ? 'must not be empty' : `must have at least ${counted(min, 'character')}`,
  );
  const most = rule('max_length', max, `must have at most ${counted(max, 'character')}`);
  return piped(text(), ...(max === Number.POSITIVE_INFINITY ? [least] : [least, most]));
};

const text = () => made<Schema<string>>('string', { message: 'must be text' });

/** Text of a form; `reason` says what it must be: `must be HH:MM`. */
export const matching = (pattern: RegExp, reason: string) => piped(text(), rule('regex', pattern, reason));

const hour = '(?:[01]\\d|2[0-3])';
const dayOrTimeForm = new RegExp(
  `^\\d{4}-\\d{2}-\\d{2}(?:[Tt]${hour}:[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-]${hour}:[0-5]\\d))?$`,
);

/** A day, or a time as RFC 3339 has it, that there is: no 13th month, and no 30th of February. */
export const dayOrTime = () =>
  piped(
    matching(dayOrTimeForm, 'must be a date (2026-10-01) or a time (2026-10-01T09:00:00Z)'),
    // What has another form has one reason already.
    rule(
      'check',
      (text: string) => !dayOrTimeForm.test(text) || isOnCalendar(text),
      'must be a day of the calendar',
    ),
  );

/** The library of dates makes the 2nd of March of the 30th of February. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

export const number = (min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  piped(made<Schema<number>>('number', { message: 'must be a number' }), ...within(min, max));

export const integer = (min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  piped(
    made<Schema<number>>('number', { message: whole }),
    rule('integer', Number.isInteger, whole),
    ...within(min, max),
  );

const whole = 'must be a whole number';

function within(min: number, max: number): readonly RuleData[] {
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return [];
  let message = `must be ${grouped(min)} to ${grouped(max)}`;
  if (max === Number.POSITIVE_INFINITY) message = `must be ${grouped(min)} or more`;
  if (min === Number.NEGATIVE_INFINITY) message = `must be ${grouped(max)} or less`;
  return [rule('min_value', min, message), rule('max_value', max, message)];
}

const idReason = 'must be an id';
const timestampReason = 'must be a time (RFC 3339)';

/** Which word a schema was made with, where the library's own name does not say it: for those who write it down. */
export function wordOf(schema: object): 'id' | 'timestamp' | undefined {
  const { message } = schema as { readonly message?: unknown };
  if (message === idReason) return 'id';
  return message === timestampReason ? 'timestamp' : undefined;
}

/** Text in an answer that strangers write, or that holds what they wrote: data, never an instruction. */
export const fromOthers = <const S extends v.GenericSchema>(schema: S): S => ({
  ...schema,
  fromOthers: true,
});

type PriceUnit = 'usd' | 'credits';

/** Readable whatever it is; `knownPrice` (../prices.ts) says what is a price, and nothing computes before that. */
export const price = <const U extends PriceUnit>(unit: U) => ({
  ...made<Schema>('custom', { check: (value) => value !== undefined, message: 'must be a price' }),
  price: unit,
});

/** Dollars for all of several, or of a time. Zero is known only where there is none of it, anything below is not. */
export const amount = () => ({ ...number(), amount: 'usd' as const });

export const isId = (value: unknown): boolean =>
  (typeof value === 'bigint' || Number.isInteger(value)) && (value as number | bigint) >= 0;

/** A whole number. Beyond 2^53 it arrives as a bigint; the type says number because nothing computes with one. */
export const id = () =>
  made<Schema<number>>('custom', {
    check: isId,
    message: idReason,
  });

export const boolean = () => made<Schema<boolean>>('boolean', { message: 'must be true or false' });
export const timestamp = () => made<Schema<string>>('string', { message: timestampReason });
export const unknown = () => made<Schema>('unknown');

export const oneOf = <const T extends readonly [string | number, ...(string | number)[]]>(options: T) =>
  made<Schema<T[number]>>('picklist', { options, message: `must be one of ${options.join(', ')}` });

export const array = <T>(item: Schema<T>, min = 0, max = Number.POSITIVE_INFINITY) =>
  piped(
    made<v.ArraySchema<Schema<T>, string>>('array', { item: item as SchemaData, message: 'must be a list' }),
    rule('min_length', min, `must have at least ${counted(min, 'item')}`),
    rule('max_length', max, `must have at most ${counted(max, 'item')}`),
  );

export const map = <T>(value: Schema<T>) =>
  made<Schema<Record<string, T>>>('record', { key: made('string'), value, message: 'must be an object' });
export const optional = <const S extends v.GenericSchema>(wrapped: S) =>
  made<v.OptionalSchema<S, undefined>>('optional', { wrapped });
export const nullable = <const S extends v.GenericSchema>(wrapped: S) =>
  made<v.NullableSchema<S, undefined>>('nullable', { wrapped });
/** A field of an answer that may be absent or null. */
export const maybe = <const S extends v.GenericSchema>(wrapped: S) =>
  made<v.NullishSchema<S, undefined>>('nullish', { wrapped });

export const either = <const S extends v.GenericSchema[]>(...options: S) =>
  made<v.UnionSchema<S, undefined>>('union', { options });

export const merged = <const S extends v.GenericSchema[]>(...options: S) =>
  made<v.IntersectSchema<S, undefined>>('intersect', { options });

/** Closed: for what we send, and for documents of our own. */
export const object = <const E extends v.ObjectEntries>(entries: E) =>
  made<v.StrictObjectSchema<E, string>>('strict_object', { entries, message: 'must be an object' });
/** Open: for what the service answers, and for requests whose fields the spec leaves open. */
export const record = <const E extends v.ObjectEntries>(entries: E) =>
  made<v.LooseObjectSchema<E, string>>('loose_object', { entries, message: 'must be an object' });

export const pageCounts = { total: integer(), page: integer(), limit: integer(), hasMore: boolean() };

export const each = <const Name extends string, S>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [N in Name]: S };

/** The fields of a record as a request takes them: each can be left out. */
export const requested = <const E extends v.ObjectEntries>(fields: E) =>
  mapped(fields, optional) as { [F in keyof E]: v.OptionalSchema<E[F], undefined> };

/** As an answer shows them: absent or null is allowed, and limits and choices of a request do not bind. */
export const answered = <const E extends v.ObjectEntries>(fields: E) =>
  mapped(fields, (schema) => maybe('fromOthers' in schema ? fromOthers(loose(schema)) : loose(schema))) as {
    [F in keyof E]: v.NullishSchema<Schema<Loose<Infer<E[F]>>>, undefined>;
  };

type Loose<T> = T extends string ? string : T extends boolean ? boolean : T;

function loose(schema: v.ObjectEntries[string]): v.GenericSchema {
  switch (schema.type) {
    case 'string':
    case 'picklist':
      return string();
    case 'number':
      return isWhole(schema) ? integer() : number();
    default:
      return schema as v.GenericSchema;
  }
}

const isWhole = (schema: object): boolean =>
  'pipe' in schema &&
  (schema.pipe as readonly { readonly type: string }[]).some(({ type }) => type === 'integer');

const mapped = (fields: v.ObjectEntries, change: (schema: v.GenericSchema) => unknown) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, change(schema as v.GenericSchema)]),
  );

/** The names that a record is written down with; none of a schema that takes anything. */
export const fieldsOf = (schema: object): readonly string[] =>
  'entries' in schema ? Object.keys(schema.entries as object) : [];

/** Rules across fields, asked where each field holds by itself; `field` is relative to the value. */
export const ruled = <const S extends v.GenericSchema>(
  schema: S,
  rules: (value: v.InferOutput<S>) => readonly Problem[],
) => piped(schema, rule('raw_check', rules, ''));

export interface Problem {
  /** Dotted, as the service would write it: `leads.3.email`. Empty for the whole. */
  field: string;
  value: unknown;
  reason: string;
}

/** None where there is no reason. */
export const problemAt = (field: string, value: unknown, reason: string | false | undefined): Problem[] =>
  reason ? [{ field, value, reason }] : [];

/** Reasons that say something of the field, and nothing of its value. */
export const foreign = 'is not a field of this request';
export const required = 'is required';

/** A field, what is wrong with it and, unless that says it already, the value as it may be shown. */
export function problemSentence(field: string, reason: string, shown: string | undefined): string {
  const sentence = `${field} ${reason}`;
  if (shown === undefined || reason.split(/[\s,;()]+|:(?=\s|$)/).includes(shown)) return sentence;
  return reason.startsWith('must ') ? `${sentence}, not ${shown}` : `${sentence} (${shown})`;
}
