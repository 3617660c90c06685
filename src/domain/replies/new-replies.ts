interface Reply {
  readonly id: unknown;
  readonly receivedAt?: string | null | undefined;
}

/** Where a watch of the replies stopped. */
export interface Watched {
  /** Ids of replies that are not new, as text. */
  readonly seen: readonly string[];
  /** Nor are those received before it, in milliseconds; null where the whole list was read. */
  readonly floor: number | null;
}

/** A list from its newest reply on, as far as it was read. */
export interface Looked<R> {
  readonly replies: readonly R[];
  readonly hasMore: boolean;
}

/** More than a page, for replies that leave the list for a while. */
const mostSeen = 1000;

/** Whether the list needs to be read no further than this page: its last reply is not new. */
export function isBehind({ seen, floor }: Watched, page: readonly Reply[]): boolean {
  const last = page.at(-1);
  return last !== undefined && (seen.includes(idOf(last)) || timeOf(last) < (floor ?? -Infinity));
}

/** What is new, the oldest first. A reply without a time is new where it was not seen. */
export function newReplies<R extends Reply>({ seen, floor }: Watched, { replies }: Looked<R>): R[] {
  const known = new Set(seen);
  return replies
    .filter((reply) => !known.has(idOf(reply)) && !(timeOf(reply) < (floor ?? -Infinity)))
    .reverse();
}

/** Where it stops after this look, of which these are left for the next one. */
export function watchedAfter<R extends Reply>(
  before: Watched | undefined,
  { replies, hasMore }: Looked<R>,
  left: readonly R[] = [],
): Watched {
  const open = new Set(left.map(idOf));
  const now = replies.map(idOf).filter((id) => !open.has(id));
  const times = replies.map(timeOf).filter(Number.isFinite);
  const floor = Math.max(before?.floor ?? -Infinity, hasMore ? Math.min(...times) : -Infinity);
  return {
    seen: [...new Set([...now, ...(before?.seen ?? [])])].slice(0, Math.max(now.length, mostSeen)),
    floor: Number.isFinite(floor) ? floor : null,
  };
}

const idOf = ({ id }: Reply): string => String(id);

const timeOf = ({ receivedAt }: Reply): number => Date.parse(receivedAt ?? '');
