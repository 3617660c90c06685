import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Connected } from '../../cli/declare/context-parts.ts';
import { checkRoutes } from '../../cli/profile/checked-route.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation, Id } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';

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

/** Everything that is asked for. */
export const routeReads: readonly AnyOperation[] = [
  ...new Set(
    guessed
      .filter(readsOnly)
      .flatMap((operation) => [operation, listFor(operation)])
      .filter((operation) => operation !== undefined),
  ),
];

/** Asks once for every path that was guessed and only reads, and says what is there. */
export async function checkGuessedRoutes({ service, files, screen }: Context): Promise<RouteCheck[]> {
  const settings = resolveSettings(files.world, screen.globals, files.profiles);
  checkRoutes(settings);
  const { api } = await service.connect(settings);
  const firstId = idFinder(api);
  const { profile } = screen.globals;
  return screen.progress('Trying the paths', async (say) => {
    const checks: RouteCheck[] = [];
    for (const { id, ...operation } of guessed) {
      const { method, path } = settings.routes[id] ?? operation.route;
      say(`${method} ${path}`);
      const route = { ...operation.route, method, path };
      const found = await look(api, { ...operation, id, route }, firstId);
      const command = pattern('profiles route', { operation: id, route: `${method} ${path}`, profile });
      checks.push({ operation: id, method, path, ...found, command });
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

type Found = Pick<RouteCheck, 'state' | 'detail'>;

async function look(api: Api, operation: AnyOperation, firstId: ReturnType<typeof idFinder>): Promise<Found> {
  if (!readsOnly(operation)) return { state: 'not-tried', detail: 'it changes something' };
  try {
    const input = await inputFor(operation, firstId);
    if (input === undefined) return { state: 'not-tried', detail: 'nothing exists yet to try it with' };
    await api.answer(operation, input);
    return { state: 'found', detail: 'answers as expected' };
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
  const list = listFor(builtIn(operation));
  const id = list && (await firstId(list).catch(unlessEnd));
  return id === undefined || id === null ? undefined : { params: { id: id as Id } };
}

/** The list goes with the path of the contract, wherever the profile has the operation. */
const builtIn = ({ id }: AnyOperation): AnyOperation =>
  guessed.find((operation) => operation.id === id) as AnyOperation;

function unlessEnd(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  toldBy(error);
}

/** What a failure says of a path. A bad key, too many calls and a broken connection say nothing, and end the check. */
function toldBy(failure: Failure): Found {
  const { status, message } = failure;
  if (status === undefined || [401, 429].includes(status)) throw failure;
  if (status < 300) return { state: 'other-shape', detail: message };
  if (status === 402 || status === 403) return { state: 'not-tried', detail: message };
  return { state: 'not-found', detail: message };
}
