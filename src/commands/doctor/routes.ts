import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Connected } from '../../cli/declare/context-parts.ts';
import { checkRoutes } from '../../cli/profile/checked-route.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation, Id } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Shape, shapeOf } from './shape-of.ts';

type Api = Connected['api'];

export const routeCheckFields = s.object({
  ...s.each(['operation', 'method', 'path'], s.string()),
  state: s.oneOf(['not-found', 'found', 'other-shape', 'not-tried']),
  detail: s.string(),
  /** The line that gives the operation another path: to be edited. */
  command: s.string(),
});

type RouteCheck = s.DocumentOf<typeof routeCheckFields>;

const guessed = operations.filter(({ route }) => route.source === 'inferred');

/** The documented list that shows the ids of a path: `/campaigns` for `/campaigns/:id/health`. */
const listFor = ({ route }: AnyOperation): AnyOperation | undefined =>
  operations.find(
    ({ kind, paging, route: { method, path, source } }) =>
      kind === 'read' &&
      paging !== undefined &&
      method === 'GET' &&
      source === 'documented' &&
      path === route.path.split('/:', 1)[0],
  );

const readsOnly = ({ kind, route }: AnyOperation): boolean => kind === 'read' && route.method === 'GET';

/** Everything that is asked for: the guessed paths and the lists that have their ids; in a report every path. */
export const routeReads: readonly AnyOperation[] = operations.filter(readsOnly);

/** Asks once for every path that was guessed and only reads, and says what is there. */
export const checkGuessedRoutes = (context: Context): Promise<RouteCheck[]> =>
  tryEach(context, guessed, ({ id, route: { method, path } }, { state, detail }, profile) => {
    const command = pattern('profiles route', { operation: id, route: `${method} ${path}`, profile });
    return { operation: id, method, path, state, detail, command };
  });

/** Of a path that reads: whether it is there, the status of its answer, and the names and JSON types of the fields. */
interface RouteShape extends Pick<RouteCheck, 'operation' | 'method' | 'path' | 'state'> {
  readonly source: 'documented' | 'inferred';
  readonly status: number | null;
  readonly fields: Shape | null;
}

/** Asks once for every path that only reads. What is in the answers is not kept. */
export function routeShapes(context: Context): Promise<RouteShape[]> {
  const shapes = new Map<string, Shape>();
  const keep = ({ id }: AnyOperation, body: unknown) => void shapes.set(id, shapeOf(body));
  const said = ({ id, route: { method, path, source } }: AnyOperation, { state, status }: Found) => ({
    operation: id,
    method,
    path,
    source,
    // The path is there, and wants a value that we do not have.
    state: status === 400 || status === 422 ? ('not-tried' as const) : state,
    status: status ?? null,
    fields: shapes.get(id) ?? null,
  });
  return tryEach(context, routeReads, said, keep);
}

async function tryEach<T>(
  { service, files, screen }: Context,
  which: readonly AnyOperation[],
  said: (operation: AnyOperation, found: Found, profile: string | undefined) => T,
  seen?: (operation: AnyOperation, body: unknown) => void,
): Promise<T[]> {
  const settings = resolveSettings(files.world, screen.globals, files.profiles);
  checkRoutes(settings);
  const { api } = await service.connect(settings);
  const firstId = idFinder(api);
  const { profile } = screen.globals;
  return screen.progress('Trying the paths', async (say) => {
    const checks: T[] = [];
    for (const operation of which) {
      const { method, path } = settings.routes[operation.id] ?? operation.route;
      say(`${method} ${path}`);
      const tried = { ...operation, route: { ...operation.route, method, path } };
      checks.push(said(tried, await look(api, tried, firstId, seen), profile));
    }
    return checks;
  });
}

/** The id of the first thing in a list, asked for once; undefined where the list is empty. */
function idFinder(api: Api) {
  const known = new Map<string, Promise<unknown>>();
  return (list: AnyOperation): Promise<unknown> => {
    const found = known.get(list.id) ?? api.page(list, {}, { limit: 1, pageSize: 1 }).then(idOfFirst);
    known.set(list.id, found);
    return found;
  };
}

const idOfFirst = ({ items: [first] }: { readonly items: readonly unknown[] }): unknown =>
  (first as { readonly id?: unknown } | undefined)?.id;

interface Found extends Pick<RouteCheck, 'state' | 'detail'> {
  readonly status?: number;
}

async function look(
  api: Api,
  operation: AnyOperation,
  firstId: ReturnType<typeof idFinder>,
  seen?: (operation: AnyOperation, body: unknown) => void,
): Promise<Found> {
  if (!readsOnly(operation)) return { state: 'not-tried', detail: 'it changes something' };
  try {
    const input = await inputFor(operation, firstId);
    if (input === undefined) return { state: 'not-tried', detail: 'nothing exists yet to try it with' };
    // As it came: the shape of an answer that is not as expected is what a report is for.
    const { body, status } = seen ? await api.raw(operation, input) : await api.answer(operation, input);
    seen?.(operation, body);
    return { state: 'found', detail: 'answers as expected', status };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return toldBy(error);
  }
}

/** The id of something that is there; undefined where nothing is. */
async function inputFor(
  operation: AnyOperation,
  firstId: ReturnType<typeof idFinder>,
): Promise<AnyInput | undefined> {
  if (!operation.route.path.includes(':')) return {};
  const list = listFor(operations.find(({ id }) => id === operation.id) as AnyOperation);
  const id = list && (await firstId(list).catch(unlessEnd));
  return id === undefined || id === null ? undefined : { params: { id: id as Id } };
}

function unlessEnd(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  toldBy(error);
}

/** What a failure says of a path. A bad key, too many calls and a broken connection say nothing, and end the check. */
function toldBy(failure: Failure): Found {
  const { status, message } = failure;
  if (status === undefined || [401, 429].includes(status)) throw failure;
  if (status < 300) return { state: 'other-shape', detail: message, status };
  if (status === 402 || status === 403) return { state: 'not-tried', detail: message, status };
  return { state: 'not-found', detail: message, status };
}
