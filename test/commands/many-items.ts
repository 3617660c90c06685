import { operations } from '../../src/contract/index.ts';
import type { Transport, WireAnswer, WireRequest } from '../../src/contract/wire.ts';

type Item = Readonly<Record<string, unknown>>;

/** How a list call answers a service that has these items: a page of them, as the operation pages. */
export function pageOf(operation: string, items: readonly Item[]) {
  const found = operations.find(({ id }) => id === operation);
  if (found?.paging === undefined) throw new Error(`${operation} has no pages`);
  const { paging, route } = found;
  return ({ method, path, query }: WireRequest): WireAnswer | undefined => {
    if (method !== route.method || path !== route.path) return undefined;
    const asked = Object.fromEntries(query);
    const limit = Number(asked.limit ?? asked.size ?? paging.default);
    const from = paging.kind === 'offset' ? Number(asked.offset ?? 0) : (Number(asked.page ?? 1) - 1) * limit;
    const [page, total] = [items.slice(from, from + limit), items.length];
    const counts =
      paging.kind === 'offset' ? { totalCount: total } : { total, page: from / limit + 1, limit };
    const body = {
      [paging.items]: page,
      ...(paging.kind === 'limit-only' ? {} : counts),
      ...(paging.kind === 'page-hasMore' && { hasMore: from + page.length < total }),
    };
    return { status: 200, headers: {}, body: JSON.stringify(body) };
  };
}

/** A service that says it has a million leads, whatever it lists. */
export const manyLeads =
  (next: Transport): Transport =>
  async (request, signal) => {
    const answer = await next(request, signal);
    if (request.method !== 'GET' || request.path !== '/leads') return answer;
    return { ...answer, body: answer.body.replace(/"total":\d+/, '"total":1000000') };
  };
