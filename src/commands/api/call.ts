import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { bodyFrom, fieldEntries, inferred, type Pair, pairOf } from '../../cli/input/fields.ts';
import { unlistedFields, withUnlisted } from '../../cli/spending/unlisted-fields.ts';
import type { AnyInput, AnyOperation, Id } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { Method } from '../../contract/wire.ts';
import { idOf, methods, operationTarget, pathTarget, strangeTarget, type Target } from './target.ts';

export interface Typed {
  readonly target: string | undefined;
  readonly path: string | undefined;
  readonly param: readonly string[];
  readonly query: readonly string[];
  readonly field: readonly string[];
  readonly rawField: readonly string[];
  /** The JSON of `--input`; absent where it was not given. */
  readonly input?: { readonly body: unknown };
}

export interface RawCall {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly known: boolean;
  /** Fields that the contract does not list for this call; of a call it does not know, none is looked at. */
  readonly unlisted: readonly string[];
}

/** The call that a line of `api` means. Throws `usage`; what the contract forbids is refused by the client. */
export const callOf = (typed: Typed, routes: Parameters<typeof pathTarget>[2]): RawCall =>
  filled(
    typed,
    targetOf(typed, (method, path) => pathTarget(method, path, routes)),
  );

/** The same below the address of the public site, which holds none of the contract's calls. */
export function siteCallOf(typed: Typed): RawCall {
  if (typed.target !== undefined && typed.path === undefined && typed.target.includes('.'))
    throw new Failure('contradicting_options', `--site takes a method and a path, not '${typed.target}'`, {
      hint: say`For example: ${advise('api', { site: true, target: 'GET', path: '/path/of/the/tool' })}`,
    });
  return filled(typed, targetOf(typed, strangeTarget));
}

function filled(typed: Typed, target: Target): RawCall {
  const { operation, known } = target;
  const params = { ...target.params, ...paramsOf(typed.param) };
  refuseWithout(operation, params);
  const query = queryOf(operation, [
    ...target.query.map(([name, value]): Pair => ({ name, value })),
    ...typed.query.map((word) => pairOf('--query', word)),
  ]);
  const body = bodyOf(typed, operation) ?? (known && operation.body ? {} : undefined);
  const input: AnyInput = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
  const unlisted = known ? unlistedFields(operation, input) : [];
  return { operation: withUnlisted(operation, unlisted), input, known, unlisted };
}

function targetOf({ target, path }: Typed, at: (method: Method, path: string) => Target): Target {
  if (target === undefined)
    throw new Failure('missing_argument', 'give a method and a path, or an operation', {
      hint: say`For example: ${advise('api', { target: 'GET', path: '/leads' })}. All requests: ${advise('api', { list: true })}`,
    });
  const method = methods.find((candidate) => candidate === target.toUpperCase());
  if (method === undefined) {
    if (path === undefined) return operationTarget(target);
    throw new Failure('invalid_value', `'${target}' is not one of ${methods.join(', ')}`, {
      hint: 'An operation takes its ids as --param id=5, not as a path.',
    });
  }
  if (path !== undefined) return at(method, path);
  throw new Failure('missing_argument', `${method} needs a path`, {
    hint: say`For example: ${advise('api', { target: method, path: '/leads' })}`,
  });
}

/** An operation that was named, rather than its path, does not have its ids yet. */
function refuseWithout({ id, route }: AnyOperation, params: Readonly<Record<string, Id>>): void {
  const missing: string[] = [];
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) if (!(name in params)) missing.push(name);
  if (missing.length === 0) return;
  throw new Failure('missing_argument', `${id} needs ${missing.join(' and ')}`, {
    hint: `Add ${missing.map((name) => `--param ${name}=1`).join(' ')}, with yours in place of the 1.`,
  });
}

const paramsOf = (words: readonly string[]): Record<string, Id> =>
  Object.fromEntries(
    words.map((word) => pairOf('--param', word)).map(({ name, value }) => [name, idOf(value)]),
  );

/** A name given twice is a list. Which values are numbers and which are lists, the contract says where it knows the call. */
function queryOf({ query: schema }: AnyOperation, pairs: readonly Pair[]): Record<string, unknown> {
  const names = [...new Set(pairs.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const texts = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
      const typed = texts.map(inferred);
      const [text] = texts.length === 1 ? texts : [texts];
      const [value] = typed.length === 1 ? typed : [typed];
      const fits = (candidate: unknown) =>
        schema !== undefined &&
        !problemsOf(schema, { [name]: candidate }).some(({ field }) => field.split('.')[0] === name);
      return [name, [text, value, texts, typed].find(fits) ?? text];
    }),
  );
}

function bodyOf({ field, rawField, input }: Typed, { route, id }: AnyOperation): unknown {
  const entries = fieldEntries(field, rawField);
  if (entries.length === 0 && input === undefined) return undefined;
  if (route.method === 'GET')
    throw new Failure('body_not_taken', `${id} reads and takes no body`, {
      hint: 'Pass search terms as --query name=value.',
    });
  return input === undefined ? bodyFrom(entries) : input.body;
}
