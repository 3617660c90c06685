import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';

/** Services whose list of leads is not what it says of itself: 450 leads, one of which has no first name. */

interface Page {
  leads: { id: number }[];
  total: number;
  page: number;
  limit: number;
  hasMore: boolean;
}

type Change = (page: Page, at: (page: number, limit?: number) => Promise<Page>) => Page | Promise<Page>;

const people = (count: number, blankAt?: number) =>
  Array.from({ length: count }, (_, at) => `ana${at}@firm${at}.example,${at === blankAt ? '' : 'Ana'}`);

const copy =
  '--- step ---\nSubject: A question, {firstName}\n\nHello {firstName}. To opt out, reply "unsubscribe".\n\nAcme Ltd, 12 Main St, Springfield, IL 62701\n';

async function listing(change: Change, blankAt?: number): Promise<TestWorld> {
  let spoils = false;
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const answer = await next(request, signal);
      if (!spoils || request.method !== 'GET' || request.path !== '/leads') return answer;
      const fetched = async (page: number, limit?: number): Promise<Page> => {
        const query = request.query.map(([name, value]): [string, string] => [
          name,
          name === 'page' ? `${page}` : name === 'limit' && limit !== undefined ? `${limit}` : value,
        ]);
        return JSON.parse(String((await next({ ...request, query }, signal)).body));
      };
      return { ...answer, body: JSON.stringify(await change(JSON.parse(String(answer.body)), fetched)) };
    };
  const world = await newWorld({ between });
  await world.outreach('campaigns create Autumn');
  const stdin = ['email,First Name', ...people(450, blankAt)].join('\n');
  await world.outreach('leads import - --campaign 1', { stdin });
  await world.outreach('campaigns sequence set 1 -', { stdin: copy });
  await world.outreach('campaigns senders attach 1 1 2');
  await world.outreach('campaigns schedule 1 --days mon-fri');
  spoils = true;
  return world;
}

const resumed = (world: TestWorld): number =>
  world.requests.filter((request) => request === 'POST /campaigns/1/resume').length;

const partial: readonly (readonly [string, Change, number])[] = [
  [
    'page 1 again and again',
    async (page, at) => (page.page === 1 ? page : { ...(await at(1)), page: page.page }),
    200,
  ],
  ['nothing after page 1', (page) => (page.page === 1 ? page : { ...page, leads: [] }), 200],
  ['20 leads of each page', (page) => ({ ...page, leads: page.leads.slice(0, 20) }), 60],
  ['one id for all', (page) => ({ ...page, leads: page.leads.map((lead) => ({ ...lead, id: 7 })) }), 1],
  ['no lead at all', (page) => ({ ...page, leads: [], hasMore: false }), 0],
  [
    'page 2 as the last, and none behind it',
    (page) => (page.page < 3 ? { ...page, hasMore: page.page < 2 } : { ...page, leads: [] }),
    400,
  ],
];

describe('a list of leads that is not whole', () => {
  it.each(partial)('never passes, and starts nothing: %s', { tags: 'slow' }, async (_, change, seen) => {
    const world = await listing(change);
    const { exit, json } = await world.outreach('campaigns check 1 --json');
    const { passed, unknown, looked, problems } = json();
    expect({ exit, passed, looked }).toMatchObject({
      exit: 0,
      passed: null,
      looked: { leads: seen, ofLeads: 450, sampled: false },
    });
    expect(problems.filter(({ severity }: { severity: string }) => severity === 'block')).toEqual([]);
    for (const rule of [
      'merge-tag-empty',
      'merge-tag-unknown',
      'role-address',
      'malformed-address',
      'said-no',
    ])
      expect(unknown).toContainEqual({
        rule,
        why: expect.stringMatching(`the service listed ${seen} leads? of 450`),
      });
    const run = await world.outreach('campaigns resume 1 --yes --json');
    expect([run.exit, JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
      16,
      'checks_failed',
    ]);
    expect(resumed(world)).toBe(0);
  });

  it('is not made whole by waivers', async () => {
    const world = await listing(partial[1]?.[1] as Change);
    const rules = ['merge-tag-empty', 'merge-tag-unknown', 'malformed-address', 'bounced-before', 'said-no'];
    const { json } = await world.outreach(
      `campaigns check 1 --json ${rules.map((rule) => `--accept ${rule}=known`).join(' ')}`,
    );
    expect(json().passed).toBe(null);
  });

  it('says so where the leads of a rule are listed', async () => {
    const world = await listing(partial[1]?.[1] as Change);
    const { err } = await world.outreach('campaigns check 1 --rule role-address --leads');
    expect(err).toContain('The list is incomplete: the service listed 200 leads of 450');
  });

  it('is not believed where its count cannot be one', async () => {
    const world = await listing((page) => ({ ...page, total: -5 }));
    const { json } = await world.outreach('campaigns check 1 --json');
    expect(json()).toMatchObject({ passed: null, looked: { leads: 450, ofLeads: null } });
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(16);
    expect(resumed(world)).toBe(0);
  });
});

describe('a list of leads that contradicts itself', () => {
  it.each<[string, Change]>([
    ['no more after page 1', (page) => ({ ...page, hasMore: page.page > 1 && page.hasMore })],
    ['no more after every page', (page) => ({ ...page, hasMore: false })],
    ['20 leads a page, whatever is asked for', (page, at) => at(page.page, 20)],
    ['a count of the first page alone', (page) => ({ ...page, total: 200 })],
  ])('is read to its end: %s', async (_, change) => {
    const world = await listing(change, 230);
    const { exit, json } = await world.outreach('campaigns check 1 --json');
    const { passed, problems, looked } = json();
    expect({ exit, passed, leads: looked.leads }).toEqual({ exit: 16, passed: false, leads: 450 });
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'merge-tag-empty', count: 1 }));
  });
});

it.each([
  ['cut', 'reset', 10_000],
  ['never answered', 'hang', 25_000],
])('does not wait for DNS reads that are %s, and leaves their rules unknown', async (_, kind, most) => {
  const world = await newWorld({ faults: [{ operation: 'senders.dns', kind, phase: 'before' }] });
  await world.outreach('campaigns create Autumn');
  await world.outreach('campaigns senders attach 1 1');
  const before = world.clock.now();
  const { exit, json } = await world.outreach('campaigns check 1 --only senders --json');
  expect([exit, json().passed]).toEqual([0, true]);
  expect(json().unknown.map(({ rule }: { rule: string }) => rule)).toEqual(
    expect.arrayContaining(['spf', 'dkim', 'dmarc', 'mx']),
  );
  expect(world.clock.now() - before).toBeLessThan(most);
});

describe('a list beside the leads that lacks what it counts', () => {
  it.each([
    ['/blocklist', { totalCount: 9 }, 'blocklisted'],
    ['/replies', { total: 9 }, 'said-no'],
  ])('leaves its rule not known: %s', async (path, more, rule) => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method !== 'GET' || request.path !== path) return answer;
        return { ...answer, body: JSON.stringify({ ...JSON.parse(String(answer.body)), ...more }) };
      },
    });
    await world.outreach('campaigns create Autumn');
    await world.outreach('leads add ana@lumen.example --first-name Ana --campaign 1');
    await world.outreach('campaigns sequence set 1 -', { stdin: copy });
    const { unknown } = (await world.outreach('campaigns check 1 --json')).json();
    expect(unknown.map((one: { rule: string }) => one.rule)).toContain(rule);
  });
});
