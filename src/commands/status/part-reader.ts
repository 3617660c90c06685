import type { Clock } from '../../base/clock.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { readOr, whyOf } from '../../cli/answer/fact.ts';
import { endedEarly } from '../../cli/declare/listing.ts';
import type { Api } from '../../client/api/api.ts';
import type { AnyInput, AnyOperation, Input, ItemOf, Output } from '../../contract/operation.ts';

export type PartReader = ReturnType<typeof createPartReader>;

const lackOf = ({ items, total }: Pick<Part<unknown>, 'items' | 'total'>): Failure =>
  new Failure('incomplete_list', endedEarly({ count: items.length, total }));

export interface Part<T> {
  readonly items: readonly T[];
  readonly total: number | null;
  readonly isWhole: boolean;
}

/** An overview does not wait for one of its parts: that is not read. */
const patience = { tries: 3, silenceMs: 15_000 } as const;
/** For all parts together, also those that follow from others. */
const wholeMs = 20_000;
const leastMs = 2000;

/** Reads parts of an account, a call each: one that cannot be read is undefined, and a sentence says so. */
export function createPartReader(api: Api, clock: Clock) {
  const end = clock.now() + wholeMs;
  const parts: { readonly part: string; readonly what: string; failure?: Failure | undefined }[] = [];
  const attempt = async <T>(
    name: string,
    what: string,
    read: () => Promise<{ readonly value?: T | undefined; readonly failure?: Failure | undefined }>,
  ): Promise<T | undefined> => {
    const part: (typeof parts)[number] = { part: name, what };
    parts.push(part);
    const { value, failure } = await read().catch((error: unknown) => {
      // One broken part hides no other.
      if (!(error instanceof Failure) || isStop(error)) throw error;
      return { value: undefined, failure: error };
    });
    part.failure = failure;
    return value;
  };
  const unread = () =>
    parts.flatMap(({ failure, ...part }) => (failure ? [{ ...part, failure, why: whyOf(failure) }] : []));
  const call = <const O extends AnyOperation, T>(
    operation: O,
    read: (operation: O) => Promise<T>,
    lackIn: (value: T) => Failure | undefined = () => undefined,
  ) =>
    attempt<T>(operation.id, operation.summary.replace(/^(?:Show|List) |, newest first$/g, ''), async () => {
      const totalMs = Math.max(end - clock.now(), leastMs);
      const found = await readOr(operation, () => read({ ...operation, ...patience, totalMs }));
      return found.failure ? found : { ...found, failure: lackIn(found.value) };
    });
  const answer = <const O extends AnyOperation>(operation: O, input: Input<O>) =>
    call(operation, (brief) => api.answer(brief, input as AnyInput));
  return {
    answer,
    one: async <const O extends AnyOperation>(operation: O, input: Input<O>) =>
      (await answer(operation, input))?.body as Output<O> | undefined,
    /** The newest of a list, as many as one call gives unless said. */
    newest: <const O extends AnyOperation>(
      operation: O,
      input: AnyInput = {},
      count = operation.paging?.max,
    ) =>
      call(
        operation,
        async (brief): Promise<Part<ItemOf<O>> & { readonly due: number }> => {
          const { items, total, hasMore, limit } = await api.page(brief, input, {
            ...(count && { pageSize: count }),
          });
          const part = { items, total, isWhole: !hasMore, due: Math.min(limit, total ?? 0) };
          if (hasMore && items.length === 0) throw lackOf(part);
          return part;
        },
        (part) => (part.items.length < part.due ? lackOf(part) : undefined),
      ),
    /** What this machine stores or shares, which may be damaged or out of reach. */
    local: <T>(what: string, read: () => Promise<T>) =>
      attempt(what, what, async () => ({ value: await read() })),
    /** A sentence for each part that could not be read. */
    notes: () => [...new Set(unread().map(({ what, why }) => `not known: ${what}: ${why}`))],
    notRead: () => [...new Map(unread().map(({ part, why }) => [`${part} ${why}`, { part, why }])).values()],
    /** In the order of the reads, whichever came back first. */
    failures: () => unread().map(({ failure }) => failure),
    /** Why the first of the `local` parts could not be read. */
    localFailure: () => unread().find(({ part, what }) => part === what)?.failure,
  };
}
