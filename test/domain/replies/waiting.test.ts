import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waitingReplies, waitsIn } from '../../../src/domain/replies/waiting.ts';

interface Reply {
  readonly id: number;
  readonly threadId: string | null;
  readonly leadId: number | null;
  readonly responseCategory: string | null;
  readonly receivedAt: string | null;
}

const now = Date.UTC(2026, 2, 2);
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const reply = (id: number, more: Partial<Reply> = {}): Reply => ({
  id,
  threadId: `t${id}`,
  leadId: id,
  responseCategory: 'interested',
  receivedAt: at(1000 - id),
  ...more,
});
const nothing = { isAnswered: () => false, marks: [], now };
const mark = (id: number, as: string, until: number | null = null) => ({ reply: String(id), as, until });

/** Newest first, as the service lists them: ids fall. */
const lists = fc
  .array(
    fc.record({
      threadId: fc.constantFrom('a', 'b', 'c', null),
      leadId: fc.constantFrom(1, 2, 3, null),
      responseCategory: fc.constantFrom('interested', null, 'out_of_office', 'not_interested', 'new_word'),
    }),
    { maxLength: 12 },
  )
  .map((items): Reply[] => items.map((item, place) => reply(100 - place, item)));

const marksOf = fc.array(
  fc.record({
    reply: fc.integer({ min: 88, max: 100 }).map(String),
    as: fc.constantFrom('answered', 'skipped', 'blocked', 'later', 'a word of a newer version'),
    until: fc.constantFrom(null, now - 1, now, now + 1),
  }),
  { maxLength: 6 },
);

const draftsOf = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    leadId: fc.constantFrom(1, 2, 3, null),
    inReplyToEmailId: fc.option(fc.integer({ min: 88, max: 100 })),
  }),
  { maxLength: 6 },
);

describe('a reply waits', () => {
  it('where it is interested or not categorized, the newest of its thread, and not answered', () => {
    const replies = [
      { id: 9, threadId: 'a', responseCategory: 'out_of_office' },
      { id: 8, threadId: 'b', responseCategory: null },
      { id: 7, threadId: 'a', responseCategory: 'interested' },
      { id: 6, threadId: null, responseCategory: 'interested' },
      { id: 5, responseCategory: 'interested' },
      { id: 4, threadId: 'c', responseCategory: 'meeting_booked' },
      { id: 1, threadId: 'd', responseCategory: 'interested' },
    ];
    const waits = waitsIn<(typeof replies)[number]>({ ...nothing, isAnswered: ({ id }) => id === 1 });
    expect(replies.filter(waits).map(({ id }) => id)).toEqual([8, 6, 5]);
  });

  it('beside those of other leads, although the service gives them one thread', () => {
    const replies = [reply(2, { threadId: 'same' }), reply(1, { threadId: 'same' })];
    expect(replies.filter(waitsIn(nothing))).toHaveLength(2);
  });

  it('once, although two pages that shift list it twice', () => {
    const listed = [reply(3, { threadId: null }), reply(2), reply(2), reply(3, { threadId: null }), reply(1)];
    expect(listed.filter(waitsIn(nothing)).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('again where its time has come, or where its thread has a newer one', () => {
    const waiting = (marks: readonly ReturnType<typeof mark>[], replies = [reply(1)]) =>
      replies.filter(waitsIn({ ...nothing, marks })).map(({ id }) => id);
    expect(waiting([mark(1, 'later', now + 1)])).toEqual([]);
    expect(waiting([mark(1, 'later', now)])).toEqual([1]);
    expect(waiting([mark(1, 'skipped')])).toEqual([]);
    const thread = [reply(2, { threadId: 'a', leadId: 1 }), reply(1, { threadId: 'a' })];
    expect(waiting([mark(1, 'answered')], thread)).toEqual([2]);
    expect(waiting([mark(2, 'answered')], thread)).toEqual([]);
  });
});

describe('the queue', () => {
  it('holds what the list of unanswered replies holds, each once, interested first and the oldest first', () =>
    fc.assert(
      fc.property(lists, draftsOf, marksOf, fc.boolean(), (replies, drafts, marks, everyCategory) => {
        const handled = { ...nothing, marks, everyCategory, isAnswered: ({ id }: Reply) => id % 7 === 0 };
        const queue = waitingReplies({ ...handled, replies, drafts }).map((waiting) => waiting.reply);
        const listed = replies.filter(waitsIn(handled));
        expect(new Set(queue)).toEqual(new Set(listed));
        expect(queue).toHaveLength(listed.length);
        const ranks = ['interested', null, 'out_of_office'];
        const rank = ({ responseCategory }: Reply) => (ranks.indexOf(responseCategory) + 4) % 4;
        for (const [place, next] of queue.slice(1).entries()) {
          const before = queue[place] as Reply;
          expect(rank(before)).toBeLessThanOrEqual(rank(next));
          if (rank(before) === rank(next)) expect(before.id).toBeLessThan(next.id);
        }
      }),
    ));

  it('never gives a handled reply, and gives each thread of a lead at most once', () =>
    fc.assert(
      fc.property(lists, marksOf, (replies, marks) => {
        const queue = waitingReplies({ ...nothing, marks, everyCategory: true, replies, drafts: [] });
        const threads = queue.flatMap(({ reply: { threadId, leadId } }) =>
          threadId === null ? [] : [`${threadId} of ${leadId}`],
        );
        expect(new Set(threads).size).toBe(threads.length);
        for (const { reply: found } of queue) {
          const last = marks.filter((one) => one.reply === String(found.id));
          expect(last.every(({ as, until }) => as === 'later' && (until ?? 0) <= now)).toBe(true);
        }
      }),
    ));

  it('is certain of a draft that names the reply alone, and takes the newest', () =>
    fc.assert(
      fc.property(lists, draftsOf, (replies, drafts) => {
        for (const { reply: found, draft, match } of waitingReplies({ ...nothing, replies, drafts })) {
          const naming = drafts.filter(({ inReplyToEmailId }) => inReplyToEmailId === found.id);
          const naive = drafts.filter(
            ({ inReplyToEmailId, leadId }) => !inReplyToEmailId && leadId && leadId === found.leadId,
          );
          const isNewest = replies.find(({ leadId }) => leadId === found.leadId) === found;
          const expected = naming[0] ?? (isNewest ? naive[0] : undefined);
          expect(draft).toBe(expected);
          expect(match).toBe(naming[0] ? 'certain' : expected ? 'likely' : 'none');
        }
      }),
    ));

  it('takes a reply without a time for the oldest', () => {
    const replies = [reply(3), reply(2, { receivedAt: null }), reply(1, { receivedAt: 'soon' })];
    const queue = waitingReplies({ ...nothing, replies, drafts: [] });
    expect(queue.map(({ reply: { id } }) => id)).toEqual([1, 2, 3]);
  });
});
