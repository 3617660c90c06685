import { durationText } from '../../../base/duration.ts';
import { looks } from '../../../cli/answer/looks.ts';
import { storingPlace, withStoredLooks } from '../../../cli/answer/stored-looks.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Page } from '../../../client/api/api.ts';
import { replies } from '../../../contract/areas/replies.ts';
import {
  isBehind,
  type Looked,
  newReplies,
  type Watched,
  watchedAfter,
} from '../../../domain/replies/new-replies.ts';
import type { Reply } from './read-queue.ts';

interface WatchOptions {
  readonly once: boolean;
  /** Milliseconds. */
  readonly pauseMs: number;
  readonly longMs: number | undefined;
  /** How many replies end it. */
  readonly limit: number | undefined;
}

/**
 * New replies as they come, a page for each look that finds some, from where the last watch on this machine stopped. A
 * reply counts as shown once the page has been taken: what is not taken comes again.
 */
export async function* watchReplies(
  context: Context,
  { once, limit = Number.POSITIVE_INFINITY, ...options }: WatchOptions,
): AsyncGenerator<Page<Reply>> {
  const place = storedPlace(context);
  if (!once) context.screen.note(`Looking every ${durationText(options.pauseMs)}. Ctrl-C ends it.`);
  let watched = await place.find();
  let shown = 0;
  const look = () => readNewest(context, watched);
  for await (const looked of once ? [await look()] : looks(context, look, options)) {
    const news = watched ? newReplies(watched, looked) : [];
    if (!watched) context.screen.note('From now on: replies that are there already are not shown.');
    const items = news.slice(0, limit - shown);
    shown += items.length;
    if (items.length > 0) yield { items, total: null, page: 1, limit: items.length, hasMore: false };
    watched = watchedAfter(watched, looked, news.slice(items.length));
    await place.keep(watched);
    if (shown >= limit) return;
  }
}

/** As many pages as hold new ones; the newest page where nothing is known yet. */
async function readNewest({ service }: Context, watched: Watched | undefined): Promise<Looked<Reply>> {
  const read: Reply[] = [];
  for await (const { items, hasMore } of service.api.pages(replies.list, {})) {
    for (const item of items) read.push(item);
    if (!watched || isBehind(watched, items)) return { replies: read, hasMore };
  }
  return { replies: read, hasMore: false };
}

const lookName = 'replies watch';

/** In a home that cannot be written it is not stored, and one note says so. */
function storedPlace(context: Context) {
  let isNoted = false;
  const storing = {
    ...storingPlace(context),
    note: (line: string) => {
      if (!isNoted) context.screen.note(line);
      isNoted = true;
    },
  };
  return {
    find: () =>
      withStoredLooks(storing, async (stored) => {
        const found = stored.findLook(lookName);
        return found === undefined ? undefined : (JSON.parse(found) as Watched);
      }),
    keep: (watched: Watched) =>
      withStoredLooks(storing, async (stored) => stored.keepLook(lookName, JSON.stringify(watched))),
  };
}
