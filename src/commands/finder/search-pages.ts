import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type FailureKind, serviceCode } from '../../base/failure-codes.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Globals } from '../../cli/declare/globals.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import type { Page, WaitOptions } from '../../client/api/api.ts';
import { finder } from '../../contract/areas/finder.ts';
import { limits } from '../../contract/limits.ts';
import type { Output } from '../../contract/operation.ts';
import { knownPrice } from '../../contract/prices.ts';
import type { Filters } from '../../contract/schema/filters.ts';
import { listedOptions } from './filter-options.ts';

type Search = Output<typeof finder.search>;
type Person = Search['results'][number];

const [smallPage, largePage] = limits.searchPageSizes;

const pageSizeOf = ({ all, limit = 0 }: Pick<Globals, 'all' | 'limit'>) =>
  all || limit > smallPage ? largePage : smallPage;

/** Throws `usage` where the line asks for people behind the deepest page: there are none, however many match. */
export function refuseBeyond({ all, page = 1, limit = 1 }: Globals): void {
  const deepest = limits.searchMaxPage;
  const size = pageSizeOf({ all, limit });
  if (page > deepest)
    throw tooDeep('page', `--page ${page} must be 1 to ${deepest}: no search goes deeper`, page);
  const last = page + Math.ceil(limit / size) - 1;
  if (all || last <= deepest) return;
  const most = (deepest - page + 1) * size;
  const reason = `--limit ${limit} must be ${grouped(most)} or less from page ${page} on: page ${deepest} is the deepest, and it would take ${last}`;
  throw tooDeep('limit', reason, limit);
}

const tooDeep = (field: string, message: string, value: number): Failure =>
  new Failure('invalid_value', message, {
    hint: 'Narrow the search to see other people; --all shows all that can be reached.',
    extra: { field, value },
  });

/**
 * The pages of a search. Unlike other lists, a search has a state of its own: it may still be running, and then it is
 * asked for again, or it may have failed although the answer is a 200.
 */
export async function* searchPages(context: Context, filters: Filters): AsyncIterable<Page<Person>> {
  const { all, limit } = context.screen.globals;
  let left = limit ?? Number.POSITIVE_INFINITY;
  const pageSize = pageSizeOf(context.screen.globals);
  const seen = new Set<string>();
  for (let page = context.screen.globals.page ?? 1; page <= limits.searchMaxPage; page++) {
    const found = await settled(context, { filters, page, pageSize });
    if (seen.size === 0) tell(context, found);
    const fresh = found.results.filter(({ ref }) => !seen.has(ref) && seen.add(ref));
    const items = fresh.slice(0, left);
    const more = found.hasMore === true && page < (found.maxPage ?? limits.searchMaxPage);
    const hasMore = more || items.length < fresh.length;
    yield { items, total: found.total ?? null, page, limit: found.pageSize ?? pageSize, hasMore };
    left -= items.length;
    if (!more || left <= 0 || fresh.length === 0 || (!all && limit === undefined)) return;
  }
}

async function settled({ service }: Context, body: { filters: Filters; page: number; pageSize: 25 | 50 }) {
  const input = { body };
  try {
    const first = await service.api(finder.search, input);
    const found =
      first.status === 'running' ? await service.api.wait(finder.search, input, untilSettled) : first;
    if (found.status !== 'failed') return found;
    throw failed(found);
  } catch (error) {
    throw await withNearestValues(service.api, error, listedOptions);
  }
}

const untilSettled: WaitOptions<Search> = {
  done: ({ status }) => status !== 'running',
  subject: 'the search',
  resumeWith: 'outreach finder search, with the same options',
};

const kinds: ReadonlyMap<string, FailureKind> = new Map([
  ['invalid_filters', 'usage'],
  ['rate_limited', 'rate-limited'],
  ['budget_exhausted', 'rate-limited'],
  ['expired', 'conflict'],
]);

function failed({ error, message }: Search): Failure {
  const code = serviceCode(error || 'internal');
  return new Failure(code, message || `the search failed: ${code}`, {
    kind: kinds.get(code) ?? 'service',
    retryable: code !== 'invalid_filters',
  });
}

function tell({ screen }: Context, found: Search): void {
  const people = found.total ?? undefined;
  if (people !== undefined)
    screen.note(
      `${found.totalIsExact === false ? 'At least ' : ''}${counted(people, 'person matches', 'people match')}.`,
    );
  const price = knownPrice(found.creditsPerProspect);
  const left = found.rowsLeftToday;
  const facts = [
    ...(price !== undefined ? [`Importing costs ${counted(price, 'credit')} a person.`] : []),
    ...(typeof left === 'number'
      ? [`Daily view limit: ${grouped(left)} left (this search used ${found.results.length}).`]
      : []),
  ];
  if (facts.length > 0) screen.note(facts.join(' '));
  const { added, nextFrom } = found.progress ?? {};
  if (added)
    screen.note(
      `${counted(added, 'person was', 'people were')} imported with these filters before; the next import goes on at ${nextFrom ?? '?'}.`,
    );
}
