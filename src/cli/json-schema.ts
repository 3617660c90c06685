import type { Schema } from '../contract/schema.ts';

/** A converter of the contract's schemas to JSON Schema; the library for it is loaded here. */
export async function loadJsonSchema(): Promise<(schema: Schema) => Readonly<Record<string, unknown>>> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  return (schema) => {
    const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' });
    return rest;
  };
}
