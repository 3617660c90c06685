import { toJsonSchema } from '@valibot/to-json-schema';
import { exactText } from '../../base/exact-json.ts';
import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { operationOfTool, toolName } from '../../contract/tools.ts';
import type { WireRequest } from '../../contract/wire.ts';

/** Every operation as a tool; ids, query and body are side by side in its arguments. */
export const describeTools = () =>
  operations.map((operation) => ({
    name: toolName(operation),
    description: operation.summary,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint: operation.kind === 'read',
      destructiveHint: operation.effect !== 'none' || operation.route.method === 'DELETE',
    },
  }));

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function inputSchemaOf({ route, query, body }: AnyOperation) {
  const properties: Record<string, unknown> = {};
  const required = paramsOf(route.path);
  for (const name of required) properties[name] = { type: 'integer' };
  for (const schema of [query, body]) {
    if (schema === undefined) continue;
    const part = schemaOf(schema);
    Object.assign(properties, part.properties);
    required.push(...(part.required ?? []));
  }
  return { type: 'object', properties, required };
}

/** A bound that is none has no place in JSON. */
const schemaOf = (schema: Schema): ObjectSchema =>
  JSON.parse(
    JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' }), (_, value: unknown) =>
      typeof value === 'number' && !Number.isFinite(value) ? undefined : value,
    ),
  );

/** The call of the service behind a call of a tool; undefined where there is no such tool. */
export function toolRequest(
  name: string,
  given: Readonly<Record<string, unknown>>,
): Omit<WireRequest, 'headers'> | undefined {
  const operation = operationOfTool(name);
  if (operation === undefined) return undefined;
  const { route, query, body } = operation;
  const ids = paramsOf(route.path);
  const inQuery = query === undefined ? [] : Object.keys(schemaOf(query).properties ?? {});
  const pairs: [string, string][] = [];
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (ids.includes(key)) continue;
    // What a call without a body does not know is refused with its query.
    if (body !== undefined && !inQuery.includes(key)) fields.push([key, value]);
    else for (const one of [value].flat()) pairs.push([key, String(one)]);
  }
  return {
    method: route.method,
    path: route.path.replaceAll(/:(\w+)/g, (_, id: string) => encodeURIComponent(String(given[id] ?? ''))),
    query: pairs,
    ...(body !== undefined && { body: exactText(Object.fromEntries(fields)) }),
  };
}

const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
