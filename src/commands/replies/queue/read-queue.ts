import { counted, firstOf } from '../../../base/counted.ts';
import type { Surroundings } from '../../../cli/declare/command.ts';
import { endedEarly } from '../../../cli/declare/listing.ts';
import { ifReadable } from '../../../cli/find/names.ts';
import { timeOfDay } from '../../../cli/output/text/times.ts';
import type { Page } from '../../../client/api/api.ts';
import type { ReplyClaim, ReplyMark } from '../../../client/guard/reply-marks.ts';
import { drafts } from '../../../contract/areas/drafts.ts';
import { replies } from '../../../contract/areas/replies.ts';
import type { AnyOperation, ItemOf } from '../../../contract/operation.ts';
import { sentAnswers, type WaitingReply, waitingReplies } from '../../../domain/replies/waiting.ts';

export type Reply = ItemOf<typeof replies.list>;
export type Draft = ItemOf<typeof drafts.list>;
export type Waiting = WaitingReply<Reply, Draft>;

interface QueueOptions {
  readonly everyCategory?: boolean | undefined;
}

export interface Queue {
  /** In the order to deal with them. */
  readonly waiting: readonly Waiting[];
  /** The mark of each reply that has one. */
  readonly markOf: ReadonlyMap<string, ReplyMark>;
  /** Which list the service did not send whole, so that more may wait. */
  readonly gap: string | undefined;
}

/**
 * What is known here of replies that were dealt with. In a home that cannot be written that is nothing; throws `usage` for
 * a damaged journal.
 */
export async function handledHere({ service }: Surroundings) {
  const marks = await (await service.replyMarks()).list();
  const done = await ifReadable(service.journal.done(drafts.send));
  const now = marks.some(({ as }) => as === 'later') ? await service.targetNow() : 0;
  return { isAnswered: sentAnswers(done ?? []), marks, now };
}

/** The replies that wait, each with its draft: one call for 200 replies, and one for 200 drafts. */
export async function readQueue(context: Surroundings, { everyCategory }: QueueOptions = {}): Promise<Queue> {
  const [allReplies, allDrafts] = await Promise.all([
    everyItem(context, replies.list),
    everyItem(context, drafts.list),
  ]);
  const handled = await handledHere(context);
  const gaps = [...new Set([allReplies.gap ?? [], allDrafts.gap ?? []].flat())];
  for (const gap of gaps) context.screen.warn(`${gap}.`);
  return {
    gap: gaps[0],
    waiting: waitingReplies<Reply, Draft>({
      ...handled,
      everyCategory,
      replies: allReplies.items,
      drafts: allDrafts.items,
    }),
    markOf: new Map(handled.marks.map((mark) => [mark.reply, mark])),
  };
}

/** What is said of replies that wait and that others have claimed; undefined where there is none. */
export function takenByOthers(
  waiting: readonly Waiting[],
  claims: readonly ReplyClaim[],
): string | undefined {
  const ids = new Set(waiting.map(({ reply }) => String(reply.id)));
  const each: string[] = [];
  for (const { reply, until } of claims)
    if (ids.has(reply)) each.push(`${reply} until ${timeOfDay(new Date(until).toISOString())}`);
  if (each.length === 0) return undefined;
  const who = counted(each.length, 'reply that waits is', 'replies that wait are');
  return `${who} taken by another program (${firstOf(each, 5)}). To free one before: \`replies done <reply> --as later --until 1m\``;
}

async function everyItem<const O extends AnyOperation>({ service }: Surroundings, operation: O) {
  const items: ItemOf<O>[] = [];
  let last: Page<ItemOf<O>> | undefined;
  for await (last of service.api.pages(operation, {}, { pageSize: 200 })) items.push(...last.items);
  const what = operation.summary.replace(/^List ([^,]*).*/, '$1');
  const gap = last?.hasMore
    ? `${endedEarly({ count: items.length, total: last.total })} (${what})`
    : undefined;
  return { items, gap };
}
