import { pattern } from '../../src/cli/advice/line-of.ts';
import type { JsonSchema } from '../../src/cli/describe/json-schema.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { aliases } from '../../src/contract/operation.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The contract as an OpenAPI 3.1 document. What that format has no word for is in fields that begin with `x-`:
 * scope, effect, retry, paging, provenance, watch, and the machine-readable codes of failures.
 */
export function openapi(
  operations: readonly AnyOperation[],
  jsonSchema: (schema: AnyOperation['response']) => JsonSchema,
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const { method, path } = operation.route;
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    const described = describe(operation, jsonSchema);
    paths[name] = { ...paths[name], [method.toLowerCase()]: described, ...aliasesOf(operation, described) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cold email outreach service', version: '1.0', description },
    servers,
    security: [{ bearer: [] }],
    tags: [...new Set(operations.map(areaOf))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { Error: errorSchema }, responses },
  };
}

/** What means the same is beside it, under an id of its own, as the format wants it. */
function aliasesOf({ id, route }: AnyOperation, described: Json): Record<string, Json> {
  const same = `${route.method} ${route.path}`;
  const methods = Object.keys(aliases).flatMap((alias) =>
    aliases[alias] === same ? [alias.split(' ')[0]?.toLowerCase() ?? ''] : [],
  );
  return Object.fromEntries(
    methods.map((method) => [method, { ...described, operationId: `${id}.${method}`, 'x-alias-of': id }]),
  );
}

const description = [
  'Generated from the contract by `npm run generate`; do not edit.',
  'Answers are open: fields beyond those named here are kept. Requests are closed unless they say otherwise.',
  'Rules across fields are not expressed in the schemas, so what fits them can still be refused with 400.',
  '`x-provenance` says whether a path is documented or was inferred, and why.',
].join('\n\n');

/** The service names no address, so users of the document fill in theirs. */
const servers = [
  {
    url: 'https://{host}/r',
    description: 'The service',
    variables: { host: { default: 'api.outreach.example', description: 'the host of your account' } },
  },
  {
    url: 'http://127.0.0.1:{port}/r',
    description: `The sandbox on this machine: ${pattern('sandbox serve')}`,
    variables: { port: { default: '4010' } },
  },
];

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of one workspace: run_, 8 letters or digits, an underscore, 40 letters or digits.',
  },
};

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'for a person' },
    code: { type: 'string', description: 'for a program; only of some calls' },
  },
};

const errorContent = { schema: { $ref: '#/components/schemas/Error' } };
const text = { 'text/plain': { schema: { type: 'string' } } };

/** What every status means (spec, Errors). A key that is refused gets JSON under the name of plain text. */
const meanings: Readonly<Record<number, string>> = {
  400: 'A field, a value or the JSON is wrong',
  401: 'The key is missing, wrong, paused or expired; JSON under the name of plain text',
  402: 'Payment, credits, seats or an allowance are missing',
  403: 'The key or the plan cannot do this',
  404: 'Not found; a wrong path answers plain text',
  409: 'Conflicts with the current state',
  410: 'No longer there',
  422: 'Valid but impossible',
  429: 'Too many requests',
  500: 'A fault of the service; a crash answers plain text',
  502: 'A dependency failed',
  503: 'Unavailable for now',
};

const retryAfter = {
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

const responses = Object.fromEntries(
  Object.entries(meanings).map(([status, meaning]) => [
    nameOf(Number(status)),
    {
      description: meaning,
      ...(status === '429' ? retryAfter : {}),
      content:
        status === '401'
          ? { 'text/plain': errorContent }
          : { 'application/json': errorContent, ...(['403', '404', '500'].includes(status) ? text : {}) },
    },
  ]),
);

function nameOf(status: number): string {
  if (meanings[status] === undefined) throw new Error(`nothing says what status ${status} means`);
  return `Failure${status}`;
}

function describe(operation: AnyOperation, jsonSchema: (schema: AnyOperation['response']) => JsonSchema) {
  const { id, summary, body, response, route, success = 200, errors, paging, watch } = operation;
  const failures = [...new Set([...(operation.statuses ?? []), 401, 403])].sort((a, b) => a - b);
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'integer', format: 'int64', minimum: 1 },
    })),
    ...queryParameters(operation, jsonSchema),
    ...(operation.retry.kind === 'idempotencyKey' ? [idempotencyKey] : []),
  ];
  return {
    operationId: id,
    tags: [areaOf(operation)],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: withSecrets(jsonSchema(body), operation.secrets) } },
      },
    }),
    responses: {
      [success]: { description: 'Done', content: { 'application/json': { schema: jsonSchema(response) } } },
      ...Object.fromEntries(
        failures.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
      ),
    },
    'x-scope': operation.scope,
    'x-effect': operation.effect,
    'x-retry': operation.retry,
    'x-provenance': {
      source: route.source,
      ...(route.reason === undefined ? {} : { reason: route.reason }),
    },
    ...(errors && { 'x-error-codes': errors }),
    ...(paging && { 'x-paging': paging }),
    ...(watch && { 'x-watch': watch }),
  };
}

const areaOf = ({ id }: AnyOperation): string => id.split('.')[0] ?? id;

function queryParameters(
  { query }: AnyOperation,
  jsonSchema: (schema: AnyOperation['response']) => JsonSchema,
) {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query) as {
    properties?: Readonly<Record<string, unknown>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
  }));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key gives the first result again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Says of what must never be shown that it is only written. */
function withSecrets(schema: JsonSchema, secrets: readonly string[] = []): JsonSchema {
  const properties = { ...(schema.properties as Readonly<Record<string, Json>> | undefined) };
  for (const name of secrets) properties[name] = { ...properties[name], format: 'password', writeOnly: true };
  return secrets.length === 0 ? schema : { ...schema, properties };
}
