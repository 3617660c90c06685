import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { loadJsonSchema } from '../../src/cli/describe/json-schema.ts';
import { type areas, type OperationId, operations } from '../../src/contract/index.ts';
import { sandboxExpiredKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import type { Schema } from '../../src/contract/schema/schema.ts';
import { dump } from './dump.ts';
import { type House, newHouse } from './operations/house.ts';
import {
  commonRecipes,
  type Reason,
  type Recipe,
  type Recipes,
  type RecipesOf,
} from './operations/recipe.ts';
import {
  billing,
  blocklist,
  imports,
  placement,
  setup,
  verification,
  webhooks,
  workspaces,
} from './operations/recipes/account.ts';
import { audience, dfy, finder, icps, prospects } from './operations/recipes/contacts.ts';
import { drafts, leads, replies } from './operations/recipes/people.ts';
import { autopilot, copilot, credits, report } from './operations/recipes/planning.ts';
import { campaigns, senders } from './operations/recipes/sending.ts';

/**
 * Every operation of the contract, called in the sandbox: once so that it succeeds, and once for each of its failure
 * statuses and codes. An area without recipes does not compile, a failure without a recipe or a reason fails. What every
 * call has in common (an expired key, a read-only key, an id that does not exist) is tried for every one of them.
 */
const table: { readonly [K in keyof typeof areas]: RecipesOf<(typeof areas)[K]> } = {
  leads,
  senders,
  campaigns,
  finder,
  prospects,
  dfy,
  icps,
  audience,
  copilot,
  autopilot,
  replies,
  drafts,
  webhooks,
  blocklist,
  credits,
  report,
  imports,
  verification,
  placement,
  workspaces,
  billing,
  setup,
};

const byArea: Readonly<Record<string, Readonly<Record<string, Recipes>>>> = table;

const all = operations.map((operation) => {
  const [area = '', name = ''] = operation.id.split('.');
  const recipes = byArea[area]?.[name];
  if (!recipes) throw new Error(`there are no recipes for ${operation.id}`);
  const bad = { ...commonRecipes(operation, recipes.good), ...recipes.bad };
  return { id: operation.id as OperationId, operation, good: recipes.good, bad, own: recipes.bad ?? {} };
});

const jsonSchema = await loadJsonSchema();
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
const compiled = new Map<Schema, ValidateFunction>();

/** What the exported JSON Schema has against a value: nothing, where it tells the truth about the service. */
function against(schema: Schema, value: unknown): unknown {
  const validate = compiled.get(schema) ?? ajv.compile(jsonSchema(schema));
  compiled.set(schema, validate);
  return validate(value) ? [] : validate.errors;
}

const statusOf = (key: string): number => Number(key.split(' ')[0]);
const wordsOf = (key: string): string => key.split(' ').slice(1).join(' ');
const known = (operation: AnyOperation): readonly number[] => [...(operation.statuses ?? []), 401, 403];

/** Calls that need a read-and-write key and only compute an answer. */
const storesNothing: readonly OperationId[] = ['autopilot.plan', 'imports.instantlyAccounts'];

/** What the sandbox stores, without its log of requests and the counters of ids. */
function stored({ database }: House): string {
  const { request: _log, sqlite_sequence: _counters, ...tables } = dump(database);
  return JSON.stringify(tables);
}

describe.each(all)('$id', ({ id, operation, good }) => {
  it('succeeds, and its answer is what the exported schema says', async () => {
    const house = await newHouse();
    const attempt = await good(house);
    const before = stored(house);
    const { status, json, text } = await house.attempt(operation, attempt);
    expect({ status, text }).toEqual({ status: operation.success ?? 200, text });
    if (operation.scope !== 'read')
      expect(stored(house) === before, 'stores nothing').toBe(storesNothing.includes(id));
    expect(against(operation.response, json)).toEqual([]);
    if (operation.body) expect(against(operation.body, attempt.body)).toEqual([]);
  });

  it('is refused to a key that has expired, and asks for the scope that it names', async () => {
    const house = await newHouse();
    const attempt = await good(house);
    const expired = await house.attempt(operation, { ...attempt, key: sandboxExpiredKey });
    expect([expired.status, expired.headers['content-type']]).toEqual([401, 'text/plain; charset=utf-8']);
    expect(expired.json.error).toMatch(/^API key expired/);
    const reader = await house.attempt(operation, { ...attempt, key: sandboxReadOnlyKey });
    if (operation.scope === 'read') expect(reader.status).toBe(operation.success ?? 200);
    else expect([reader.status, reader.json.error]).toEqual([403, expect.stringContaining('read-only')]);
  });
});

const failures = all.flatMap(({ id, operation, bad, own }) =>
  Object.entries<Recipe | Reason>(bad)
    .filter(([key]) => key in own || known(operation).includes(statusOf(key)))
    .flatMap(([key, recipe]) => (typeof recipe === 'string' ? [] : [{ id, key, operation, recipe }])),
);

describe('a failure of an operation', () => {
  it.each(failures)('$id: $key', async ({ key, operation, recipe }) => {
    const house = await newHouse();
    const { status, headers, json, text } = await house.attempt(operation, await recipe(house));
    expect({ status, text }).toEqual({ status: statusOf(key), text });
    const plain = headers['content-type']?.startsWith('text/plain');
    const said: unknown = plain ? text : json?.error;
    expect(said).toEqual(expect.stringMatching(/.{6}/));
    const code = operation.errors?.find((word) => word === wordsOf(key));
    if (code !== undefined) expect([json.code, json.reason, json.error]).toContain(code);
  });
});

describe('the recipes', () => {
  it.each(all)('of $id leave out no status', ({ operation, bad }) => {
    const covered = new Set([...Object.keys(bad).map(statusOf), 401]);
    expect((operation.statuses ?? []).filter((status) => !covered.has(status))).toEqual([]);
  });

  it.each(all)('of $id leave out no code', ({ operation, own }) => {
    const words = Object.keys(own).map(wordsOf);
    expect((operation.errors ?? []).filter((code) => !words.includes(code))).toEqual([]);
  });

  it.each(all)('of $id give a reason for what cannot be shown', ({ operation, bad, own }) => {
    for (const [key, recipe] of Object.entries<Recipe | Reason>(bad))
      if (typeof recipe === 'string') expect(recipe, key).toMatch(/.{20}/);
    const foreign = Object.keys(own).filter((key) => !known(operation).includes(statusOf(key)));
    expect(foreign.filter((key) => statusOf(key) !== 422)).toEqual([]);
  });
});
