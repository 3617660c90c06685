import type { Page } from '../../../client/api/api.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { blockKey } from '../../../contract/checks/block-value.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import { eventTypeOf, type UnreadEvent } from '../../../domain/events/event-identity.ts';
import { suppressedBy } from '../../../domain/events/suppressed.ts';
import type { CheckedLead } from '../../../domain/launch/lead-faults.ts';
import type { Files, Service } from '../../declare/command.ts';
import { readEventPayloads } from '../../files/saved-events.ts';
import { whole } from '../../find/find-in-pages.ts';
import type { Head } from '../read-blocklist.ts';

export const repliesPage = 200;

type Reply = ItemOf<typeof replies.list>;

/** Which replies are the newest, and what they are taken for. */
export const repliesHead = ({ items, total }: Pick<Page<Reply>, 'items' | 'total'>): Head => ({
  total,
  newest: items.map(({ id, responseCategory }) => [id, responseCategory ?? null]),
});

/** What earlier replies show of a lead. Those to the campaign itself are apart: they end its emails to that lead. */
interface Answered {
  /** `said-no` counts for more than any other answer. */
  readonly earlier: 'said-no' | 'replied-before' | undefined;
  /** Said no to this very campaign. */
  readonly ownNo: boolean;
}

/** What people have answered so far; `own` is the campaign that is checked. */
export async function readReplies(
  { api }: Pick<Service, 'api'>,
  own: number,
): Promise<{ answeredBy(lead: CheckedLead): Answered | undefined; head: Head<unknown> }> {
  const answers = new Map<string, Answered>();
  let head: Head<unknown> | undefined;
  for await (const { items, total } of whole(api.pages(replies.list, {}, { pageSize: repliesPage }))) {
    head ??= repliesHead({ items, total });
    for (const reply of items) {
      const { leadId, fromAddress } = reply;
      const keys = [leadId == null ? '' : `lead ${leadId}`, fromAddress ? blockKey(fromAddress) : ''];
      for (const key of keys) if (key !== '') answers.set(key, answerWith(answers.get(key), reply, own));
    }
  }
  return {
    head: head ?? { total: 0, newest: [] },
    answeredBy: ({ id, email }) => answers.get(`lead ${id}`) ?? answers.get(blockKey(email)),
  };
}

/** Answers of machines, which say nothing about the person. */
const automatic: readonly unknown[] = ['bounced', 'out_of_office', 'delivery_incomplete'];

function answerWith(
  known: Answered | undefined,
  { campaignId, responseCategory }: Reply,
  own: number,
): Answered {
  const before: Answered = known ?? { earlier: undefined, ownNo: false };
  if (automatic.includes(responseCategory)) return before;
  const isNo = responseCategory === 'not_interested';
  if (String(campaignId) === String(own)) return { ...before, ownNo: before.ownNo || isNo };
  const earlier = isNo || before.earlier === 'said-no' ? 'said-no' : 'replied-before';
  return { ...before, earlier };
}

export type Unsubscribed = Awaited<ReturnType<typeof readUnsubscribed>>;

/** Who unsubscribed by the events that were saved: ids of leads and addresses. Throws `usage` for what is not events. */
export async function readUnsubscribed({ world }: Pick<Files, 'world'>, paths: readonly string[]) {
  const gone = new Set<string>();
  const { events, unread } = await readEventPayloads(world, paths);
  const more: UnreadEvent[] = [];
  for (const { payload, ...place } of events) {
    if (eventTypeOf(payload) !== 'EmailUnsubscribe') continue;
    const id = payload.lead_id;
    const found = suppressedBy(payload);
    if (id !== undefined && id !== null) gone.add(`lead ${id}`);
    if (found && 'address' in found) gone.add(blockKey(found.address));
    else if (found && id == null) more.push({ ...place, reason: found.problem });
  }
  return {
    hasUnsubscribed: ({ id, email }: CheckedLead) => gone.has(`lead ${id}`) || gone.has(blockKey(email)),
    /** Events that may tell of more, and cannot be understood. */
    unread: [...unread, ...more],
  };
}
