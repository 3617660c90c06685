import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appeared, depth } from '../../../src/client/evidence/appeared.ts';
import type { Item, Probe } from '../../../src/client/evidence/evidence.ts';
import { icps } from '../../../src/contract/areas/icps.ts';
import { webhooks } from '../../../src/contract/areas/webhooks.ts';

/** Newest first, and read as the service pages it. */
function lookingAt(items: readonly Item[], sentAt?: number): Probe {
  return {
    input: { body: { name: 'ours' } },
    ...(sentAt !== undefined && { sentAt }),
    read: async (operation, { query = {} } = {}) => {
      if (operation.id === webhooks.list.id) return { webhooks: items, total: items.length };
      const { page = 1, limit = 50 } = query as { page?: number; limit?: number };
      return { icps: items.slice((page - 1) * limit, page * limit), total: items.length };
    },
  };
}

const parts = {
  matches: ({ name }: Item, { input }: Probe) => name === (input.body as Item).name,
  answer: (item: Item) => item,
};
const paged = appeared({ list: icps.list, ...parts });
const whole = appeared({ list: webhooks.list, items: 'webhooks', ...parts });

const done = (item: Item | undefined) => ({ kind: 'done', answer: item, effect: String(item?.id) });

const name = fc.constantFrom('ours', 'theirs', 'other');
const names = (maxLength: number) => fc.array(name, { maxLength });
/** Ids of every form that a service has. */
const form = fc.constantFrom(
  (n: number) => n,
  (n: number) => String(n),
  (n: number) => BigInt(n) + 2n ** 60n,
);
const itemsOf = (list: readonly string[], idOf: (n: number) => unknown, from = 1): Item[] =>
  list.map((text, at) => ({ id: idOf(from + at), name: text })).reverse();

describe.each([
  ['a list in pages', paged],
  ['a list all at once', whole],
])('what has appeared in %s', (_kind, evidence) => {
  it('is done exactly where one new item fits, whatever others add in between', async () => {
    await fc.assert(
      fc.asyncProperty(names(20), names(8), form, async (before, added, idOf) => {
        const old = itemsOf(before, idOf);
        const fresh = itemsOf(added, idOf, before.length + 1);
        const snapshot = JSON.parse(JSON.stringify(await evidence.snapshot(lookingAt(old))));
        const finding = await evidence.look(lookingAt([...fresh, ...old]), snapshot);
        const ours = fresh.filter((item) => item.name === 'ours');
        if (ours.length === 0) expect(finding).toEqual({ kind: 'nothing' });
        else if (ours.length === 1) expect(finding).toEqual(done(ours[0]));
        else expect(finding).toEqual({ kind: 'several', matches: ours });
      }),
    );
  });

  it('is not done by what a lagging list did not show before, where the service says when things were made', async () => {
    const sentAt = Date.UTC(2026, 2, 2, 8);
    const at = (seconds: number) => new Date(sentAt + seconds * 1000).toISOString();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 6, max: 600 }), fc.boolean(), async (seconds, happened) => {
        const hidden = { id: 1, name: 'ours', createdAt: at(-seconds) };
        const ours = { id: 2, name: 'ours', createdAt: at(1) };
        const now = happened ? [ours, hidden] : [hidden];
        const finding = await evidence.look(lookingAt(now, sentAt), await evidence.snapshot(lookingAt([])));
        expect(finding).toEqual(happened ? done(ours) : { kind: 'several', matches: [hidden] });
      }),
    );
  });

  it('may go while others take things away', async () => {
    await fc.assert(
      fc.asyncProperty(names(20), fc.boolean(), async (before, happened) => {
        const old = itemsOf(before, (n) => n);
        const ours = { id: 1000, name: 'ours' };
        const left = old.filter((_, at) => at % 2 === 0);
        const now = happened ? [ours, ...left] : left;
        const finding = await evidence.look(lookingAt(now), await evidence.snapshot(lookingAt(old)));
        expect(finding).toEqual(happened ? done(ours) : { kind: 'nothing' });
      }),
    );
  });
});

describe('a list of which only the newest are in sight', () => {
  it('decides nothing once everything known was pushed out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: depth, max: depth + 60 }),
        fc.boolean(),
        async (pushed, happened) => {
          const old = itemsOf(['other', 'other'], (n) => n);
          const fresh = itemsOf(
            Array.from({ length: pushed }, (_, at) => (happened && at === pushed - 1 ? 'ours' : 'theirs')),
            (n) => n,
            3,
          );
          const finding = await paged.look(
            lookingAt([...fresh, ...old]),
            await paged.snapshot(lookingAt(old)),
          );
          expect(finding.kind).toBe('several');
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('an item of which it is not certain', () => {
  const unsure = appeared({ list: icps.list, ...parts, matches: ({ name }) => name === 'ours' && 'perhaps' });

  it('is shown to a person and never taken', async () => {
    await fc.assert(
      fc.asyncProperty(names(8), async (added) => {
        const fresh = itemsOf(added, (n) => n);
        const ours = fresh.filter((item) => item.name === 'ours');
        const finding = await unsure.look(lookingAt(fresh), []);
        expect(finding).toEqual(ours.length === 0 ? { kind: 'nothing' } : { kind: 'several', matches: ours });
      }),
    );
  });
});
