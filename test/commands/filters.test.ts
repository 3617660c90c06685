import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { narrowed } from '../../src/cli/find/narrowed-list.ts';
import type { Page } from '../../src/client/api/api.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld, type WorldOptions } from '../world.ts';
import { pageOf } from './many-items.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Filtered {
  readonly operation: string;
  /** A record of the list that no filter looks at more closely. */
  readonly item: Fields;
  readonly key?: string;
  /** What another list answers that a filter looks at. */
  readonly beside?: readonly [operation: string, items: readonly Fields[]];
  /** Option and value, and the fields of a record that stays and of one that does not. */
  readonly filters: Readonly<Record<string, readonly [value: string, stays: Fields, goes: Fields]>>;
}

/** Every list that is filtered here. */
const lists: Readonly<Record<string, Filtered>> = {
  'campaigns list': {
    operation: 'campaigns.list',
    item: { name: 'Autumn' },
    filters: {
      '--status': ['running', { status: 'running' }, { status: 'draft' }],
      '--name': ['launch', { name: 'Autumn Launch' }, { name: 'Autumn' }],
    },
  },
  'leads list': {
    operation: 'leads.list',
    item: { email: 'ana@lumen.example' },
    filters: {
      '--category': ['interested,none', { tag: null }, { tag: 'bounced' }],
      '--name': ['berg', { firstName: 'Ana', lastName: 'Berg' }, { firstName: 'Ana', lastName: 'Moss' }],
      '--since': ['2026-03-01', { createdAt: '2026-03-02T00:00:00Z' }, { createdAt: null }],
      '--until': ['2026-03-01', { createdAt: '2026-02-01T00:00:00Z' }, { createdAt: null }],
      '--company': ['LUMEN', { company: 'Lumen Ltd' }, { company: null }],
    },
  },
  'replies list': {
    operation: 'replies.list',
    item: { leadId: 1, campaignId: 1, responseCategory: 'interested', receivedAt: '2026-03-01T08:00:00Z' },
    filters: {
      '--category': ['interested,pending', { responseCategory: null }, { responseCategory: 'bounced' }],
      '--campaign': ['7', { campaignId: 7 }, { campaignId: null }],
      '--lead': ['7', { leadId: 7 }, { leadId: null }],
      '--since': ['2026-03-01', { receivedAt: '2026-03-01T00:00:00Z' }, { receivedAt: null }],
      '--until': [
        '2026-03-01',
        { receivedAt: '2026-03-01T23:59:59Z' },
        { receivedAt: '2026-03-02T00:00:00Z' },
      ],
      '--unanswered': ['', { responseCategory: null }, { responseCategory: 'out_of_office' }],
    },
  },
  'drafts list': {
    operation: 'drafts.list',
    item: { leadId: 1, inReplyToEmailId: 2 },
    beside: [
      'replies.list',
      [
        { id: 1, leadId: 5, campaignId: 7, responseCategory: 'interested' },
        { id: 2, leadId: 6, campaignId: 8, responseCategory: 'bounced' },
      ],
    ],
    filters: {
      '--category': ['interested', { inReplyToEmailId: 1 }, { inReplyToEmailId: 3 }],
      '--campaign': ['7', { inReplyToEmailId: null, leadId: 5 }, { inReplyToEmailId: null, leadId: 9 }],
      '--since': ['2026-03-01', { createdAt: '2026-03-02T00:00:00Z' }, { createdAt: null }],
      '--until': ['2026-03-01', { createdAt: '2026-02-01T00:00:00Z' }, { createdAt: null }],
      '--lead': ['7', { leadId: 7 }, {}],
    },
  },
  'senders list': {
    operation: 'senders.list',
    item: { address: 'kim@lumen.example' },
    filters: { '--below': ['90', { healthScore: 89 }, { healthScore: null }] },
  },
  'credits transactions': {
    operation: 'credits.transactions',
    item: { amount: -4, reason: 'import' },
    filters: {
      '--since': ['2026-03-01', { createdAt: '2026-03-02T00:00:00Z' }, { createdAt: null }],
      '--until': ['2026-03-01', { createdAt: '2026-02-01T00:00:00Z' }, { createdAt: null }],
    },
  },
  'autopilot list': {
    operation: 'autopilot.runs',
    item: { website: 'acme.com', status: 'running', killSwitch: false },
    filters: { '--status': ['killed', { killSwitch: true }, { status: 'failed' }] },
  },
  'dfy orders list': {
    operation: 'dfy.orders',
    item: { status: 'completed' },
    filters: { '--status': ['failed', { status: 'failed' }, {}] },
  },
  'finder imports list': {
    operation: 'finder.imports',
    item: { status: 'completed' },
    key: 'importId',
    filters: { '--status': ['failed,canceled', { status: 'canceled' }, {}] },
  },
  'blocklist list': {
    operation: 'blocklist.list',
    item: { scope: 'workspace', domain: 'acme.com' },
    filters: {
      '--scope': ['global', { scope: 'global' }, {}],
      '--value': ['lumen', { emailAddress: 'ana@lumen.example', domain: null }, { domain: 'acme.com' }],
    },
  },
};

const cases = Object.entries(lists).flatMap(([line, { filters, ...list }]) =>
  Object.entries(filters).map(([option, [value, stays, goes]]) => ({
    ...list,
    line: `${line} ${option} ${value}${/--(?:since|until)/.test(option) ? ' --utc' : ''}`,
    stays,
    goes,
  })),
);

/** So many that they are on two pages, except where the service gives a list in one piece. */
const countOf = (operation: string) =>
  operation === 'finder.imports' ? 40 : operation === 'blocklist.list' ? 1100 : 250;

type Case = (typeof cases)[number];

async function listing(
  { operation, item, key = 'id', stays, goes, beside = ['', []] }: Case,
  matches: (at: number) => boolean,
  options: WorldOptions = {},
) {
  const count = countOf(operation);
  const items = Array.from({ length: count }, (_, at) => ({
    [key]: count - at,
    ...item,
    ...(matches(at) ? stays : goes),
  }));
  const answer = pageOf(operation, items);
  const other = beside[0] === '' ? undefined : pageOf(...beside);
  let read = 0;
  const world = await newWorld({
    ...options,
    between: (next) => async (request, signal) => {
      const page = answer(request);
      if (page) read++;
      return page ?? other?.(request) ?? next(request, signal);
    },
  });
  const ids = items.filter((_, at) => matches(at)).map((one) => Number(one[key]));
  const idsIn = (found: readonly Fields[]) => found.map((one) => Number(one[key]));
  return { world, ids, idsIn, read: () => read };
}

it('filters here what help says is filtered here', async () => {
  const marked = leavesOf((await loadTree(tree)).commands).flatMap(({ path, options }) =>
    options.filter(({ filteredHere }) => filteredHere).map(({ name }) => `${path} ${name}`),
  );
  const tested = Object.entries(lists).flatMap(([line, { filters }]) =>
    Object.keys(filters).map((option) => `${line} ${option}`),
  );
  // These have an argument, or ask the service about each; they are tested with their commands.
  const elsewhere = ['replies list --verify', 'verification jobs records --status'];
  expect(marked.toSorted()).toEqual([...tested, ...elsewhere].toSorted());
});

describe.each(cases)('$line', (list) => {
  it.each([
    ['none', () => false],
    ['one, the last of all', (at: number) => at === countOf(list.operation) - 1],
    ['every seventh', (at: number) => at % 7 === 0],
  ] as const)('finds %s of them', async (_, matches) => {
    const { world, ids, idsIn } = await listing(list, matches);
    const { exit, err, json } = await world.outreach(`${list.line} --all --json`);
    expect({ exit, err }).toMatchObject({ exit: 0 });
    const { items, ...rest } = json();
    expect(idsIn(items)).toEqual(ids);
    expect(rest).toEqual({ total: ids.length, page: 1, limit: ids.length, hasMore: false });
    if (ids.length < 2) return;
    for (const [limit, page] of [
      [2, 2],
      [500, 1],
    ] as const) {
      const found = (await world.outreach(`${list.line} --limit ${limit} --page ${page} --json`)).json();
      const from = (page - 1) * limit;
      const hasMore = ids.length > from + limit;
      expect(idsIn(found.items)).toEqual(ids.slice(from, from + limit));
      expect(found).toMatchObject({ total: hasMore ? null : ids.length, page, limit, hasMore });
    }
  });
});

describe('A filtered list', () => {
  const every = (cases.find(({ line }) => line.startsWith('senders list')) ?? cases[0]) as Case;
  const few = (at: number) => at % 200 === 30;

  it.each(['', '--ndjson', '--csv --fields id', '--json --fields id', '--all --ndjson'])(
    'is the same with %s',
    async (format) => {
      const { world, ids } = await listing(every, few);
      const { exit, out } = await world.outreach(`${every.line} ${format}`);
      const found = [...out.matchAll(/(?:"id":|^"?)(\d+)\b/gm)].map(([, id]) => Number(id));
      expect({ exit, found }).toEqual({ exit: 0, found: ids });
    },
  );

  it('is drawn at a terminal, and says what is left', async () => {
    const { world, ids } = await listing(every, few, { tty: true });
    const { out, err } = await world.outreach(`${every.line} --limit 1 --no-color`);
    expect(out.match(/^.*\d+ +kim@lumen.example/gm)).toEqual([expect.stringContaining(String(ids[0]))]);
    expect(err).toContain('1 shown, and there are more');
    expect((await world.outreach('senders list --below 0')).out).toContain('No mailboxes found.');
  });

  it('is sorted as a whole before it is cut', async () => {
    const { world } = await listing(every, few);
    const sorted = async (line: string) => {
      const { items, ...rest } = (await world.outreach(`${every.line} ${line} --json`)).json();
      return { ids: items.map(({ id }: { id: number }) => id), ...rest };
    };
    expect(await sorted('--sort id --limit 1')).toEqual({
      ids: [20],
      total: 2,
      page: 1,
      limit: 1,
      hasMore: true,
    });
    expect(await sorted('--sort id --limit 1 --page 2')).toMatchObject({ ids: [220], hasMore: false });
    expect(await sorted('--sort id:desc')).toMatchObject({ ids: [220, 20], total: 2, hasMore: false });
  });

  it('reads until it knows whether there is more, and no further', async () => {
    const { world, read } = await listing(every, (at) => at < 3);
    await world.outreach(`${every.line} --limit 2`);
    expect(read()).toBe(1);
    await world.outreach(`${every.line} --limit 3`);
    expect(read()).toBe(1 + 2);
  });
});

describe('--sort', () => {
  it('needs the whole list, and a field that there is', async () => {
    const world = await newWorld();
    const ends = async (line: string) => {
      const { exit, err } = await world.outreach(line);
      return { exit, err };
    };
    expect(await ends('senders list --sort healthScore')).toEqual({
      exit: 2,
      err: expect.stringContaining('--all'),
    });
    expect(await ends('senders list --all --sort helthScore')).toEqual({
      exit: 2,
      err: expect.stringContaining('Did you mean "healthScore"?'),
    });
    expect(await ends('senders list --all --sort healthScore:down')).toMatchObject({ exit: 2 });
    expect(world.requests).toEqual([]);
  });

  it('puts numbers by their size, text without its case, and what is missing last', async () => {
    const world = await newWorld();
    for (const [email, company] of [
      ['a@lumen.example', 'beta'],
      ['b@lumen.example', 'Alpha'],
      ['c@lumen.example', ''],
      ['d@lumen.example', 'Ärger'],
    ])
      await world.outreach(['leads', 'add', `${email}`, ...(company ? ['--company', company] : [])]);
    const order = async (sort: string) =>
      (await world.outreach(`leads list --all --sort ${sort}`)).out.match(/[a-d](?=@lumen)/g)?.join('');
    expect(await order('company')).toBe('bdac');
    expect(await order('company:desc')).toBe('adbc');
    expect(await order('id')).toBe('abcd');
    expect(await order('Company:desc')).toBe('adbc');
    expect(await order('COMPANY')).toBe('bdac');
  });

  it('takes the header of a column, and gives the first ones of the whole list with --limit', async () => {
    const world = await newWorld();
    const shown = async (line: string) => {
      const { exit, out } = await world.outreach(line);
      expect({ line, exit }).toEqual({ line, exit: 0 });
      return out.split('\n').slice(0, -1);
    };
    const whole = await shown('senders list --all --sort healthScore:desc');
    expect(await shown('senders list --sort health:desc --limit 3')).toEqual(whole.slice(0, 3));
    expect(await shown('senders list --sort healthScore:desc --limit 2 --page 2')).toEqual(whole.slice(2, 4));
    expect(await shown('senders list --all --sort daily-limit')).toHaveLength(whole.length);
    await shown('replies list --all --sort from');
  });
});

describe('narrowed', () => {
  it('gives what the whole list would, filtered, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        fc.boolean(),
        async (lists, asked, size, sorts) => {
          const page = size === undefined ? 1 : asked;
          async function* pages(): AsyncGenerator<Page<number>> {
            for (const [at, items] of lists.entries())
              yield { items, total: null, page: at + 1, limit: 5, hasMore: at < lists.length - 1 };
          }
          const order = sorts ? (a: number, b: number) => a - b : undefined;
          const sieves = [(item: number) => item > 3, { keeps: () => true, behind: () => false }];
          const found: Page<number>[] = [];
          for await (const one of narrowed(pages(), { sieves, order, page, size })) found.push(one);
          const whole = lists.flat().filter((item) => item > 3);
          if (order) whole.sort(order);
          const from = (page - 1) * (size ?? 0);
          const expected = whole.slice(from, size === undefined ? undefined : from + size);
          const last = found.at(-1);
          expect(found.flatMap(({ items }) => items)).toEqual(expected);
          expect(last?.hasMore).toBe(from + expected.length < whole.length);
          if (!last?.hasMore) expect(last?.total).toBe(whole.length);
        },
      ),
    );
  });

  it('stops behind what can match, and not for one item out of its order', async () => {
    let read = 0;
    async function* pages(): AsyncGenerator<Page<number>> {
      for (const items of [[9, 2, 8], [7, 3], [2, 1], [9]]) {
        read++;
        yield { items, total: null, page: read, limit: 3, hasMore: true };
      }
    }
    const since = { keeps: (item: number) => item > 5, behind: (item: number) => item <= 5 };
    const found: Page<number>[] = [];
    for await (const one of narrowed(pages(), {
      sieves: [since],
      order: undefined,
      page: 1,
      size: undefined,
    }))
      found.push(one);
    expect(found.flatMap(({ items }) => items)).toEqual([9, 8, 7]);
    expect({ read, last: found.at(-1) }).toMatchObject({ read: 3, last: { total: 3, hasMore: false } });
  });
});
