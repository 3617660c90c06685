import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBehind, newReplies, type Watched, watchedAfter } from '../../../src/domain/replies/new-replies.ts';

interface Reply {
  readonly id: number;
  readonly receivedAt: string | null;
}

/** As many pages of this size as a look reads. */
function look(list: readonly Reply[], size: number, watched: Watched | undefined) {
  const replies: Reply[] = [];
  for (let at = 0; at < list.length; at += size) {
    const page = list.slice(at, at + size);
    replies.push(...page);
    if (!watched || isBehind(watched, page)) return { replies, hasMore: at + size < list.length };
  }
  return { replies, hasMore: false };
}

/** What happens between two looks: how many come, which of the list goes, and how many the watch takes. */
const step = fc.record({
  come: fc.integer({ min: 0, max: 12 }),
  gone: fc.array(fc.nat(30), { maxLength: 4 }),
  takes: fc.constantFrom(1, 3, 100),
  timeless: fc.boolean(),
});

it('a watch shows each reply that comes once, in order, however many there are and whatever leaves the list', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(step, { maxLength: 15 }),
      (before, size, steps) => {
        let id = 0;
        const made = (timeless: boolean): Reply => ({
          id: ++id,
          receivedAt: timeless ? null : new Date(id * 1000).toISOString(),
        });
        let list = Array.from({ length: before }, () => made(false)).reverse();
        let watched = watchedAfter(undefined, look(list, size, undefined));
        const shown: number[] = [];
        const take = (most: number) => {
          // As it is stored between two runs.
          watched = JSON.parse(JSON.stringify(watched));
          const looked = look(list, size, watched);
          const news = newReplies(watched, looked);
          shown.push(...news.slice(0, most).map((reply) => reply.id));
          watched = watchedAfter(watched, looked, news.slice(most));
        };
        for (const { come, gone, takes, timeless } of steps) {
          list = list.filter((reply, at) => reply.id > before || !gone.includes(at));
          for (let n = 0; n < come; n++) list = [made(timeless && n > 0), ...list];
          take(takes);
        }
        take(1000);
        expect(shown).toEqual(Array.from({ length: id - before }, (_, n) => before + n + 1));
      },
    ),
    { numRuns: 500 },
  ));
