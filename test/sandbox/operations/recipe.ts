import type { AnyOperation } from '../../../src/contract/operation.ts';
import { addFaults } from '../../../src/sandbox/faults/rules.ts';
import type { House } from './house.ts';

/** What is sent: possibly wrong on purpose, so nothing about it is typed. */
export interface Attempt {
  readonly params?: Readonly<Record<string, number | string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Text goes out as it is, everything else as JSON. */
  readonly body?: unknown;
  /** The main workspace's read-and-write key unless said. */
  readonly key?: string;
  readonly idempotencyKey?: string;
}

/** Prepares what a call needs, through calls where that is possible, and gives the call. */
export type Recipe = (house: House) => Attempt | Promise<Attempt>;

/** Why a failure cannot be brought about in a stand-in. */
export type Reason = string;

export interface Recipes {
  readonly good: Recipe;
  /**
   * By status and, where the operation has it, code: `404`, `402 billing_required`. Words that are no code tell several
   * ways to the same status apart: `404 the campaign`.
   */
  readonly bad?: Readonly<Record<string, Recipe | Reason>>;
}

/** One entry for each operation of an area: a missing or a surplus one does not compile. */
export type RecipesOf<A extends Readonly<Record<string, AnyOperation>>> = {
  readonly [K in keyof A]: Recipes;
};

/** A call that takes nothing. */
export const nothing: Recipe = () => ({});

export const ofId =
  (id: number | ((house: House) => Promise<number>), more: Attempt = {}): Recipe =>
  async (house) => ({ params: { id: typeof id === 'number' ? id : await id(house) }, ...more });

export const body =
  (value: unknown, more: Attempt = {}): Recipe =>
  () => ({ body: value, ...more });

export const nobody = 999_999;

/**
 * What is the same everywhere: an id that does not exist, a body that is no JSON, an id that is no number, a page of no
 * length, a fault of the service itself.
 */
export function commonRecipes(
  operation: AnyOperation,
  good: Recipe,
): Readonly<Record<string, Recipe | Reason>> {
  const hasId = operation.route.path.includes('/:id');
  return {
    ...(hasId && {
      '404': async (house: House) => ({ ...(await good(house)), params: { id: nobody } }),
    }),
    ...malformed(operation, good),
    '500': faulty(operation, good, 'status:500'),
  };
}

/** What only a command to the sandbox does. */
export const faulty =
  (operation: { readonly id: string }, good: Recipe, kind: string): Recipe =>
  async (house) => {
    const attempt = await good(house);
    await addFaults(house.open.state, [{ operation: operation.id, kind, nth: 1 }]);
    return attempt;
  };

function malformed(operation: AnyOperation, good: Recipe): Record<string, Recipe> {
  if (operation.body) return { '400': async (house) => ({ ...(await good(house)), body: '{"half' }) };
  if (operation.route.path.includes('/:id'))
    return { '400': async (house) => ({ ...(await good(house)), params: { id: 'seven' } }) };
  if (operation.paging) return { '400': async (house) => ({ ...(await good(house)), query: { limit: 0 } }) };
  return {};
}
