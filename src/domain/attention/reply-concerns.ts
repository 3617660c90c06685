import { counted, plural } from '../../base/counted.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { replies } from '../../contract/areas/replies.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { handledIn, waitingReplies } from '../replies/waiting.ts';
import { agesText, oldestOf } from './age.ts';
import { type Concern, concern } from './attention.ts';

type Reply = ItemOf<typeof replies.list>;
type Draft = ItemOf<typeof drafts.list>;
type Handled = Pick<Parameters<typeof waitingReplies<Reply, Draft>>[0], 'isAnswered' | 'marks' | 'now'>;

export interface Newest<T> {
  readonly items: readonly T[];
  readonly isWhole: boolean;
}

/** Undefined is what cannot be read. */
interface ReplyFacts extends Handled {
  readonly replies: Newest<Reply> | undefined;
  readonly drafts: Newest<Draft> | undefined;
}

/** Replies that wait for an answer, and drafts that wait to be sent: a draft of a reply that was dealt with does not. */
export const replyConcerns = (facts: ReplyFacts): Concern[] => [
  ...unansweredConcern(facts),
  ...draftsConcern(facts),
];

function unansweredConcern({ replies, drafts, ...handled }: ReplyFacts): Concern[] {
  if (!replies) return [];
  const waiting = waitingReplies({ ...handled, replies: replies.items, drafts: drafts?.items ?? [] });
  const count = waiting.length;
  const unanswered = new Set<object>();
  let interested = 0;
  let drafted = 0;
  for (const { reply, draft } of waiting) {
    unanswered.add(reply);
    if (reply.responseCategory === 'interested') interested += 1;
    if (draft) drafted += 1;
  }
  const marks: string[] = [];
  if (interested > 0) marks.push(count === 1 ? 'interested' : `${interested} interested`);
  if (drafted > 0) marks.push(count === 1 ? 'with a draft' : `${drafted} with a draft`);
  const wait = `${counted(count, 'reply waits', 'replies wait')} for an answer${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  const found = replies.items.filter((reply) => unanswered.has(reply));
  const moments = found.map(({ receivedAt }) => receivedAt);
  return waitingConcern('replies-unanswered', wait, { ...replies, items: found }, moments, handled.now);
}

function draftsConcern(facts: ReplyFacts): Concern[] {
  const { drafts, now } = facts;
  if (!drafts) return [];
  const isDone = dealtWith(facts);
  const items = drafts.items.filter((draft) => !isDone(draft));
  const wait = `${counted(items.length, 'draft waits', 'drafts wait')} to be sent`;
  const moments = items.map(({ createdAt }) => createdAt);
  const done = drafts.items.length - items.length;
  const beside =
    done === 0 ? '' : `; ${done} more to ${plural(done, 'a reply', 'replies')} you already handled`;
  return waitingConcern('drafts-waiting', wait, { ...drafts, items }, moments, now, beside);
}

function waitingConcern(
  kind: Concern['kind'],
  wait: string,
  { items, isWhole }: Newest<{ readonly id: unknown }>,
  moments: Parameters<typeof oldestOf>[0],
  now: number,
  beside = '',
): Concern[] {
  const [newest] = items;
  if (!newest) return [];
  const count = items.length;
  const oldestAt = oldestOf(moments);
  const message = `${isWhole ? '' : 'at least '}${wait}${agesText(count, oldestAt, now)}${beside}`;
  return [concern(kind, 'warn', message, { count, oldestAt, id: null, state: String(newest.id) })];
}

/** Whether a draft answers a reply that was dealt with here: the one that it names, or the newest of its person. */
function dealtWith({ replies, ...facts }: ReplyFacts): (draft: Draft) => boolean {
  const handled = handledIn(facts);
  const newest = new Map<string, string>();
  for (const { id, leadId } of replies?.items ?? [])
    if (leadId && !newest.has(String(leadId))) newest.set(String(leadId), String(id));
  return ({ inReplyToEmailId, leadId }) =>
    handled.has(inReplyToEmailId ? String(inReplyToEmailId) : (newest.get(String(leadId)) ?? ''));
}
