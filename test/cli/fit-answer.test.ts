import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitAnswer, writtenJson } from '../../src/cli/agent/fit-answer.ts';
import { anyCharacter } from '../any-character.ts';
import { runs } from '../sweep/slice.ts';

const paged = ['page', 'limit', 'all'];
const most = 4000;
// biome-ignore lint/suspicious/noExplicitAny: documents of any shape
type Json = any;
const fitting = (document: object, given: object = {}, args: readonly string[] = paged): Json =>
  fitAnswer({ ...document }, most, { given: { ...given }, args });
const records = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `Person ${'x'.repeat((at * 37) % 90)}` }));

describe('an answer that has to fit', () => {
  it('is as it is where it fits', () => {
    const document = { items: records(3), total: 3 };
    expect(fitting(document)).toEqual(document);
  });

  it('has a list cut between records, and says how to go on without a gap', () => {
    for (const [page, limit] of [
      [1, 200],
      [2, 200],
      [3, 60],
      [7, 101],
    ] as const) {
      const all = records(2000);
      const seen: unknown[] = [];
      let given = { page, limit };
      for (let asked = 0; asked < 2000; asked++) {
        const start = (given.page - 1) * given.limit;
        const items = all.slice(start, start + given.limit);
        const said = fitting({ items, total: 2000, ...given, hasMore: start + items.length < 2000 }, given);
        seen.push(...said.items);
        if (!said.hasMore) break;
        given = said.truncated?.next ?? { ...given, page: given.page + 1 };
      }
      expect(seen).toEqual(all.slice((page - 1) * limit));
    }
  });

  it.each([
    ['as the service has pages', { kind: 'page-total', default: 20, max: 200 }, []],
    ['as the service has small pages', { kind: 'page-total', default: 20, max: 50 }, []],
    ['in two sizes', { kind: 'body', default: 25, max: 50 }, []],
    ['where it is filtered here', { kind: 'page-total', default: 20, max: 50 }, ['name']],
  ] as const)('goes on without a gap %s', (_, paging, filters) => {
    const all = records(3000);
    const list = { paging, filters, isOnePiece: false };
    const counts = (limit: number) => {
      if (filters.length > 0) return limit;
      if (paging.kind === 'body') return limit <= paging.default ? paging.default : paging.max;
      return Math.min(limit, paging.max);
    };
    for (const first of [
      { page: 1, limit: 300 },
      { page: 2, limit: 130 },
      { page: 3, limit: 30 },
      { all: true },
    ]) {
      const seen: unknown[] = [];
      const startOf = ({ page = 1, limit = 0 }: Json) => (page - 1) * counts(limit);
      let given: Json = { ...first, name: 'x' };
      for (let asked = 0; asked < 1000; asked++) {
        const start = startOf(given);
        const items = all.slice(start, given.all ? all.length : start + given.limit);
        const said: Json = fitAnswer({ items, total: 3000, hasMore: true }, given.all ? 60_000 : most, {
          given,
          args: paged,
          list,
        });
        seen.push(...said.items);
        if (start + items.length >= all.length && said.truncated === undefined) break;
        // What was not cut goes on where the list does.
        given = said.truncated ? { ...said.truncated.next, name: 'x' } : { ...given, page: given.page + 1 };
        if (said.truncated) expect(startOf(given)).toBe(start + said.items.length);
        else break;
      }
      expect(seen).toEqual(all.slice(startOf(first), startOf(first) + seen.length));
      expect(seen.length).toBeGreaterThan(20);
    }
  });

  it('has at most 200 records, unless all are asked for', () => {
    const items = Array.from({ length: 301 }, (_, id) => ({ id }));
    const cut = fitAnswer({ items, total: 301 }, 40_000, { given: {}, args: paged });
    expect(cut).toMatchObject({
      items: items.slice(0, 200),
      truncated: { shown: 200, next: { page: 2, limit: 200 } },
    });
    const whole = { items, total: 301 };
    const all = { given: { all: true }, args: paged };
    expect(fitAnswer(whole, 40_000, { ...all, list: { isOnePiece: false, filters: [] } })).toEqual(whole);
    // Of a command without pages it is another thing.
    expect(fitAnswer(whole, 40_000, all)).toMatchObject({ truncated: { shown: 200 } });
  });

  /** What a session sees that asks until there is no more, of a list that the tool pages itself. */
  function* pagesOf(whole: Json, name: string, first: object = {}, longest = most): Generator<Json> {
    let given: Json = first;
    for (let asked = 0; asked < 4000; asked++) {
      const list = { name, isPagedHere: true, isOnePiece: false, filters: [] };
      const said: Json = fitAnswer(whole, given.all ? longest : most, { given, args: paged, list });
      yield said;
      if (said.truncated?.next === undefined && !said.hasMore) return;
      given = said.truncated?.next ?? { ...given, page: given.page + 1 };
    }
  }

  it.each([1009, 1013, 1019, 1031])('has full pages behind a cut answer with all of %d', (count) => {
    const items = Array.from({ length: 4000 }, (_, id) => ({ id: 1000 + id }));
    const longest = writtenJson({ items: items.slice(0, count) }).length + 620;
    const [first, ...pages] = pagesOf({ items }, 'items', { all: true }, longest);
    expect([first, ...pages].flatMap((said) => said.items)).toEqual(items);
    expect(first.items.length).toBeGreaterThan(count * 0.9);
    const sizes = pages.slice(0, -1).map((said) => said.items.length);
    expect(Math.min(...sizes)).toBeGreaterThan(120);
  });

  it('is a part of a tree that counts its leaves, in the groups that hold them', () => {
    const leaf = (path: string) => ({ path, about: 'x'.repeat(300) });
    const groups = [3, 30, 1, 9, 25].map((size, at) => ({
      path: `g${at}`,
      commands: Array.from({ length: size }, (_, n) => leaf(`g${at} c${n}`)),
    }));
    const whole = { commands: [leaf('alone'), ...groups] };
    const pages = [...pagesOf(whole, 'commands')];
    const paths = (nodes: Json): string[] =>
      nodes.flatMap((node: Json) => (node.commands ? paths(node.commands) : [node.path]));
    expect(pages.flatMap(({ commands }) => paths(commands))).toEqual(paths(whole.commands));
    expect(pages[0].truncated).toEqual({
      list: 'commands',
      shown: paths(pages[0].commands).length,
      total: 69,
      next: { page: 2, limit: paths(pages[0].commands).length },
    });
    for (const { hasMore, total } of pages.slice(1, -1)) expect([hasMore, total]).toEqual([true, 69]);
    for (const said of pages.slice(0, -1)) expect(writtenJson(said).length).toBeGreaterThan(most * 0.6);
  });

  it('says how much is left out where there are no pages', () => {
    const said = fitting({ items: records(500) }, {}, ['fields']);
    expect(said.truncated).toEqual({ shown: said.items.length, total: 500, next: null });
    const other = fitting({ at: 'now', mailboxes: records(900), campaigns: records(5) });
    expect(other.truncated).toEqual({
      list: 'mailboxes',
      shown: other.mailboxes.length,
      total: 900,
      next: null,
    });
    expect(other.campaigns).toHaveLength(5);
  });

  it('has the longest texts of one record cut, with their number of characters', () => {
    const said = fitting({ items: [{ id: 1, text: 'ä'.repeat(9000), subject: 'Short' }], total: 1 });
    expect(said.items[0]).toMatchObject({ id: 1, subject: 'Short' });
    const [, kept = '', left] = /^(ä+)… \((\d+) characters more\)$/.exec(said.items[0].text) ?? [];
    expect(kept.length + Number(left)).toBe(9000);
    expect(kept.length).toBeGreaterThan(1500);
  });

  it('keeps numbers of any length', () => {
    expect(fitting({ items: [{ id: 9007199254740993n, text: 'x'.repeat(9000) }] }).items[0].id).toBe(
      9007199254740993n,
    );
  });

  it('is never longer, whatever it holds', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 3000, unit: anyCharacter }),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 60 }),
        fc.dictionary(fc.string({ maxLength: 20 }), tie('value'), { maxKeys: 60 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('items', 'a', 'b', 'c', 'd'), value), (document) => {
        const said = fitting(document);
        expect(writtenJson(said).length).toBeLessThanOrEqual(most);
        if (writtenJson(document).length > most) expect(said).not.toEqual(document);
      }),
      { numRuns: runs(300) },
    );
  });
});
