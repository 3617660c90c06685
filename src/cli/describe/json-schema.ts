import type { ConversionConfig } from '@valibot/to-json-schema';
import { type Schema, wordOf } from '../../contract/schema/schema.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToJsonSchema = (schema: Schema) => JsonSchema;

/** Converts schemas to JSON Schema (2020-12); loads the library for it. Rules across fields have no place there. */
export async function loadJsonSchema(): Promise<ToJsonSchema> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  return (schema) => {
    const { $schema: _, ...rest } = toJsonSchema(schema, options);
    return rest;
  };
}

/** What the library cannot know: our own words, ranges open to one side, and patterns with flags. */
const options: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  overrideSchema({ valibotSchema, jsonSchema }) {
    const word = wordOf(valibotSchema);
    if (word === 'id') return { ...jsonSchema, type: 'integer', format: 'int64' };
    if (word === 'timestamp') return { ...jsonSchema, format: 'date-time' };
    return orNull(jsonSchema);
  },
  overrideAction({ valibotAction, jsonSchema }) {
    const { requirement } = valibotAction as { requirement?: unknown };
    if (typeof requirement === 'number' && !Number.isFinite(requirement)) return jsonSchema;
    if (!(requirement instanceof RegExp) || requirement.flags === '') return undefined;
    return {
      ...jsonSchema,
      pattern: requirement.flags === 'i' ? anyCase(requirement.source) : requirement.source,
    };
  },
};

/** "This type or null" in one line instead of two branches, where the other words of the schema do not forbid null. */
function orNull({
  anyOf,
  ...rest
}: {
  readonly anyOf?: readonly unknown[] | undefined;
}): JsonSchema | undefined {
  const [first, second, more] = (anyOf ?? []) as readonly (JsonSchema | undefined)[];
  if (!first || second?.type !== 'null' || more) return undefined;
  if (typeof first.type !== 'string' || 'enum' in first || 'const' in first) return undefined;
  return { ...rest, ...first, type: [first.type, 'null'] };
}

/** The same pattern without the flag, which JSON Schema does not have; of letters outside of classes and escapes. */
const anyCase = (source: string): string =>
  source.replace(/\\.|\[[^\]]*\]|[a-z]/gi, (part) =>
    /^[a-z]$/i.test(part) ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
