import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../scripts/pages/openapi.ts';
import { loadJsonSchema } from '../../src/cli/describe/json-schema.ts';
import { finder } from '../../src/contract/areas/finder.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { areas, operations } from '../../src/contract/index.ts';
import { maybe, oneOf, record } from '../../src/contract/schema/schema.ts';

const jsonSchema = await loadJsonSchema();
// biome-ignore lint/suspicious/noExplicitAny: a test that reads a field which is not there fails by itself.
const document: any = JSON.parse(JSON.stringify(openapi(operations, jsonSchema)));

const described = operations.map((operation) => {
  const { method, path } = operation.route;
  const entry = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return { operation, entry };
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', { tags: 'slow' }, async () => {
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('would not be found valid with a mistake in it', async () => {
    const broken = { ...document, paths: { '/leads': { get: { responses: { 200: {} } } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('has every operation once, at its path and method', () => {
    const found = Object.values(document.paths)
      .flatMap((item) => Object.values(item as object))
      .filter((entry) => !('x-alias-of' in entry));
    expect(found.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort());
    for (const { operation, entry } of described) expect(entry?.operationId).toBe(operation.id);
  });

  it('has the calls that mean the same as another, under ids of their own', () => {
    const { put, post } = document.paths['/leads'];
    expect(put).toEqual({ ...post, operationId: 'leads.upsert.put', 'x-alias-of': 'leads.upsert' });
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('calls the same place by the same name, so that no two paths mean one', () => {
    const places = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(described)('says of $operation.id what the contract says', ({ operation, entry }) => {
    const { success = 200, statuses = [], route, paging, scope, effect, retry, errors, body } = operation;
    expect(Object.keys(entry.responses).map(Number)).toEqual(
      [...new Set([success, ...statuses, 401, 403])].sort((a, b) => a - b),
    );
    expect(entry).toMatchObject({ 'x-scope': scope, 'x-effect': effect, 'x-retry': retry });
    expect(entry['x-provenance']).toEqual({
      source: route.source,
      ...(route.reason !== undefined && { reason: route.reason }),
    });
    expect(entry['x-paging']).toEqual(paging);
    expect(entry['x-error-codes']).toEqual(errors);
    expect('requestBody' in entry).toBe(body !== undefined);
  });

  it('has only schemas that a strict validator can use', { tags: 'slow' }, () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv, { mode: 'full' });
    for (const { entry } of described) {
      const schemas = [
        entry.requestBody?.content['application/json'].schema,
        ...(entry.parameters ?? []).map(({ schema }: { schema: object }) => schema),
        ...Object.values<{ content?: object }>(entry.responses).flatMap(({ content = {} }) =>
          Object.values(content).map(({ schema }) => schema),
        ),
      ].filter((schema) => schema !== undefined);
      for (const schema of schemas) expect(() => ajv.compile(schema), entry.operationId).not.toThrow();
    }
  });

  it('keeps secrets for writing only', () => {
    const schema = document.paths['/sender-emails'].post.requestBody.content['application/json'].schema;
    expect(schema.properties.password).toMatchObject({ format: 'password', writeOnly: true });
    expect(senders.connect.secrets).toEqual(['password']);
  });

  it('asks for a key everywhere, and leaves the address to the reader', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.servers[0].url).toBe('https://{host}/r');
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(Object.keys(areas));
  });

  it('writes down what a status answers', () => {
    const { responses, schemas } = document.components;
    expect(schemas.Error.required).toEqual(['error']);
    expect(Object.keys(responses.Failure401.content)).toEqual(['text/plain']);
    expect(Object.keys(responses.Failure404.content)).toContain('text/plain');
    expect(responses.Failure429.headers).toHaveProperty('Retry-After');
  });
});

describe('the JSON Schema of the contract', () => {
  it('says what ids and times are', () => {
    const { properties } = jsonSchema(finder.import.response) as { properties: Record<string, unknown> };
    expect(properties.importId).toEqual({ type: 'integer', format: 'int64' });
    expect(JSON.stringify(properties.createdAt)).toContain('"format":"date-time"');
  });

  it('says that a value may be null in one line, and keeps the values that it may have', () => {
    const { properties } = jsonSchema(finder.import.response) as { properties: Record<string, unknown> };
    expect(properties.finishedAt).toEqual({ type: ['string', 'null'], format: 'date-time' });
    const listed = jsonSchema(record({ kind: maybe(oneOf(['a', 'b'])) })) as typeof properties;
    expect(listed.properties).toEqual({
      kind: { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }] },
    });
  });

  it('keeps ranges, lengths and lists of values, and never writes infinity', () => {
    const text = JSON.stringify(
      operations.flatMap(({ body, query }) => [body, query].map((s) => s && jsonSchema(s))),
    );
    expect(text).toContain('"maximum":5000');
    expect(text).toContain('"maxItems":1000');
    expect(text).toContain('"enum":["selected","first_n"]');
    expect(text).not.toMatch(/"(minimum|maximum|minItems|maxItems|minLength|maxLength)":null/);
  });

  it('closes requests and leaves answers open', () => {
    expect(jsonSchema(leads.upsert.body)).toMatchObject({ additionalProperties: false });
    expect(jsonSchema(leads.get.response)).not.toMatchObject({ additionalProperties: false });
  });
});
