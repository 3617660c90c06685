import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { closest } from '../../base/text/nearest.ts';
import { advise } from '../../cli/advice/advise.ts';
import { strangeCall } from '../../cli/spending/raw-call.ts';
import { operations } from '../../contract/index.ts';
import { type AnyOperation, aliases, documented, type Id } from '../../contract/operation.ts';
import { map, unknown } from '../../contract/schema/schema.ts';
import type { Method } from '../../contract/wire.ts';

export interface Target {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, Id>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** False where no call of the contract has this method and path: its effect is unknown. */
  readonly known: boolean;
}

type Routes = Readonly<Record<string, { readonly method: Method; readonly path: string }>>;

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Method[];

/** A call by the name of its operation: `leads.list`. */
export function operationTarget(id: string): Target {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation !== undefined) return { operation, params: {}, query: [], known: true };
  const names = [...operations.map((candidate) => candidate.id), ...methods];
  const meant = closest(id, names);
  throw new Failure('unknown_operation', `'${id}' is neither an operation nor one of ${methods.join(', ')}`, {
    hint: say`${meant === undefined ? 'See' : 'Did you mean'}: ${advise('api', meant === undefined ? { list: true } : { target: meant })}`,
  });
}

/** A call by method and path. Where the contract has it, it is that operation, with all its checks. */
export function pathTarget(method: Method, path: string, routes: Routes = {}): Target {
  const { plain, query } = partsOf(path);
  const wanted = aliases[`${method} ${plain}`]?.split(' ')[0] ?? method;
  const matches = operations.flatMap((operation) => {
    const route = routes[operation.id] ?? operation.route;
    const params = route.method === wanted ? match(route.path, plain) : undefined;
    return params === undefined ? [] : [{ operation, params, query, known: true }];
  });
  // `/icps/primary` is itself and not the ICP called `primary`.
  const [best] = matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  return best ?? { operation: stranger(method, plain), params: {}, query, known: false };
}

export function strangeTarget(method: Method, path: string): Target {
  const { plain, query } = partsOf(path);
  return { operation: stranger(method, plain), params: {}, query, known: false };
}

function partsOf(path: string): { readonly plain: string; readonly query: Target['query'] } {
  if (!path.startsWith('/'))
    throw new Failure('bad_path', `the path '${path}' must begin with a slash`, {
      hint: 'Paths look like /leads/7 and are relative to the address of the profile.',
    });
  const [plain = '', search = ''] = path.split(/\?(.*)/s);
  return { plain, query: [...new URLSearchParams(search)] };
}

function match(template: string, path: string): Record<string, Id> | undefined {
  const wanted = template.split('/');
  const given = path.split('/').map(decoded);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, Id> = {};
  for (const [at, part] of wanted.entries()) {
    const word = given[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== word) return undefined;
    } else if (/^\d+$/.test(word)) params[part.slice(1)] = idOf(word);
    else return undefined;
  }
  return params;
}

/** `/credits/purch%61se` is a purchase, too. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not an encoding at all: the client refuses it and says why.
    return segment;
  }
}

/** Ids that a number cannot hold stay text. */
export const idOf = (text: string): Id =>
  String(Number(text)) === text && Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** A GET reads. */
function stranger(method: Method, path: string): AnyOperation {
  const route = documented(method, path.replaceAll(':', '%3A'));
  const isRead = method === 'GET';
  const more = isRead ? {} : ({ body: unknown(), givesKey: 'maybe' } as const);
  const entry = { summary: `Call ${method} ${path}`, route, query: map(unknown()), ...more };
  return strangeCall(`${method} ${path}`, entry, isRead);
}
