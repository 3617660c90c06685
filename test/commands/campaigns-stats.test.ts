import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

const sequence = [
  '--- step ---',
  'Subject: A question, {firstName}',
  '',
  'Hello {firstName}. Reply "no" to opt out.',
  '--- step delay=3d thread ---',
  '',
  'Hello again',
].join('\n');

const people = (count: number) =>
  ['email,firstName', ...Array.from({ length: count }, (_, at) => `p${at}@orchard${at}.example,Kim`)].join(
    '\n',
  );

/** Campaign 1, ready to start, on two mailboxes of 30 a day. */
async function ready(options: WorldOptions = {}, leads = 200): Promise<TestWorld> {
  const world = await newWorld({ tty: true, columns: 100, ...options });
  const steps: [string, string?][] = [
    ['campaigns create Autumn --daily-limit 500'],
    ['leads import - --campaign 1', people(leads)],
    ['campaigns senders attach 1 1 2'],
    ['campaigns sequence set 1 -', sequence],
    ['campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00'],
    ['senders update 1 --daily-limit 30 --no-build-up'],
    ['senders update 2 --daily-limit 30 --no-build-up'],
  ];
  for (const [line, stdin = ''] of steps)
    expect(await world.outreach(line, { stdin, tty: false }), line).toMatchObject({ exit: 0 });
  return world;
}

async function started(options: WorldOptions = {}, days = 2, leads = 200): Promise<TestWorld> {
  const world = await ready(options, leads);
  expect((await world.outreach('campaigns resume 1 --yes', { tty: false })).exit).toBe(0);
  await world.sandbox.advance(days * 86_400_000);
  world.requests.length = 0;
  return world;
}

const statsOf = async (world: TestWorld) => {
  const { exit, out, err } = await world.outreach('campaigns stats 1');
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out.replaceAll(/\u001b\[\d+m/g, '');
};

describe('campaigns stats in a pipe', () => {
  it('is the record of the service, with the answers of people who are away', { tags: 'slow' }, async () => {
    const world = await started();
    const piped = await world.outreach('campaigns stats 1', { tty: false });
    expect(piped.out).toMatch(/^totals\.sent\t\d+\ntotals\.replied\t/);
    const { json } = await world.outreach('campaigns stats 1 --json', { tty: false });
    expect(Object.keys(json())).toEqual(['totals', 'daily', 'steps', 'emailCounts']);
    const calls = ['GET /campaigns/1/stats', 'GET /replies'];
    expect(world.requests).toEqual([...calls, ...calls]);
  });
});

describe('campaigns stats at a terminal', () => {
  it('shows how far it is, its results and its days, with four calls', { tags: 'slow' }, async () => {
    const world = await started();
    const shown = await statsOf(world);
    expect(world.requests.toSorted()).toEqual([
      'GET /campaigns/1',
      'GET /campaigns/1/stats',
      'GET /leads',
      'GET /replies',
    ]);
    expect(shown).toContain('Autumn\nCampaign 1 · running · first email 2 days ago\n');
    expect(shown).toMatch(/Contacted +█+.?░+ 120 of 200 {2}60\.0% of the leads/);
    expect(shown).toMatch(/Replied +\d+ +\d+\.\d%/);
    expect(shown).toMatch(/Last 3 days +██[▁▂]/);
  });

  it('says when it ended where it is completed', async () => {
    const world = await started({}, 30, 20);
    const shown = await statsOf(world);
    const { daily } = (await world.outreach('campaigns stats 1 --json', { tty: false })).json();
    const last = daily.filter(({ sent }: { sent: number }) => sent > 0).at(-1).date;
    expect(shown).toContain('completed · sent for 4 days · ended Thu 5 Mar 2026');
    expect(last).toBe('2026-03-05');
    expect(shown).toMatch(/Last 4 days +█▁▁/);
  });

  it.each([
    ['campaigns.get', 'its settings'],
    ['leads.list', 'its leads'],
  ])('goes on without %s, and invents nothing', { tags: 'slow' }, async (operation, part) => {
    for (const kind of ['status:404', 'status:500', 'bad-json']) {
      const world = await started();
      await world.outreach(`sandbox fault add ${operation} --kind ${kind}`, { tty: false });
      const shown = await statsOf(world);
      expect(shown).toContain('120');
      expect(shown).toMatch(/Replied +\d+/);
      expect(shown).toContain(`Could not be read: ${part}`);
    }
  });
});

describe('the figures of campaigns stats', () => {
  /** Answers with these statistics. */
  const withStats =
    (change: (stats: Record<string, unknown>) => void): NonNullable<WorldOptions['between']> =>
    (next) =>
    async (request, signal) => {
      const given = await next(request, signal);
      if (request.path !== '/campaigns/1/stats') return given;
      const stats = JSON.parse(String(given.body));
      change(stats);
      return { ...given, body: JSON.stringify(stats) };
    };
  const variants = (...figures: readonly (readonly [number, number])[]) =>
    withStats((stats) => {
      const each = figures.map(([sent, replied], at) => ({ label: 'ABC'[at], sent, replied, positive: 0 }));
      stats.steps = [{ index: 1, sent: 3000, replied: 300, variants: each }];
    });

  it.each<[string, string]>([
    ['13/157 16/157', 'A and B: no clear difference; to show one of 2 points, each needs about 3,600 emails'],
    ['0/20 9/20', 'A and B: too early to say'],
    ['1000/10000 1004/10000', 'A and B: no clear difference'],
    ['50/1000 104/1000', 'A and B: B gets more replies'],
    [
      '80/1000 40/1000 81/1000',
      'A and C: no clear difference; to show one of 2 points, each needs about 4,300 emails',
    ],
    ['90/80 1/80', ''],
    ['9/80', ''],
  ])('says of variants with %s replies: %s', { tags: 'slow' }, async (figures, words) => {
    const pairs = figures.split(' ').map((pair) => pair.split('/').map(Number).reverse() as [number, number]);
    const world = await started({ between: variants(...pairs) });
    const said = /^Step 1, (.*)$/m.exec(await statsOf(world))?.[1] ?? '';
    expect(said).toBe(words);
  });

  it.each<[string, (stats: { totals: { sent: number } }) => void, RegExp | undefined]>([
    ['agree', () => undefined, undefined],
    [
      'do not',
      (stats) => {
        stats.totals.sent = 3;
      },
      /contradict each other: sent by day \d+, sent in all 3\./,
    ],
  ])('say whether they contradict each other: they %s', async (_, change, said) => {
    const world = await started({ between: withStats(change as never) });
    const page = await statsOf(world);
    if (said) expect(page).toMatch(said);
    else expect(page).not.toContain('contradict');
  });
});

describe('out-of-office answers in campaigns stats', () => {
  const totalsOf = async (world: TestWorld) => {
    const { json } = await world.outreach('campaigns stats 1 --json', { tty: false });
    return json<{ totals: { replied: number; outOfOffice: number | null } }>().totals;
  };

  it('are counted by their category, beside the replies that have them', { tags: 'slow' }, async () => {
    const world = await started({}, 14);
    const { items } = (await world.outreach('replies list --all --json', { tty: false })).json();
    const away = items.filter(
      (one: { responseCategory: string }) => one.responseCategory === 'out_of_office',
    );
    const { replied, outOfOffice } = await totalsOf(world);
    expect({ outOfOffice, isSome: away.length > 0 && away.length < replied }).toEqual({
      outOfOffice: away.length,
      isSome: true,
    });
    const page = await statsOf(world);
    expect(page).toContain(`Out-of-office answers: ${outOfOffice}. Replies include them`);
    expect(page.indexOf('Positive replies')).toBeLessThan(page.indexOf('Replied '));
  });

  it.each([
    [10, 2_000],
    [11, null],
  ])('take at most ten calls: of %i pages %s', async (pages, outOfOffice) => {
    const reply = { leadId: 1, campaignId: 1, responseCategory: 'out_of_office', body: 'Away' };
    const totals = { sent: 9_000, replied: 3_000, positive: 9, bounced: 0, meetings: 0 };
    const world = await ready({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.path === '/campaigns/1/stats') {
          const body = { ...JSON.parse(answer.body), totals };
          return { ...answer, body: JSON.stringify(body) };
        }
        if (request.path !== '/replies') return answer;
        const page = Number(request.query.find(([name]) => name === 'page')?.[1] ?? 1);
        const replies = Array.from({ length: 200 }, (_, at) => ({ ...reply, id: page * 1_000 + at }));
        const body = { replies, total: pages * 200, page, limit: 200, hasMore: page < pages };
        return { ...answer, status: 200, body: JSON.stringify(body) };
      },
    });
    world.requests.length = 0;
    expect((await totalsOf(world)).outOfOffice).toBe(outOfOffice);
    expect(world.requests.filter((one) => one === 'GET /replies')).toHaveLength(10);
  });

  it('are none, without a call, where nothing was sent', async () => {
    const world = await ready();
    world.requests.length = 0;
    expect((await totalsOf(world)).outOfOffice).toBe(0);
    expect(world.requests).toEqual(['GET /campaigns/1/stats']);
  });

  it('end the follow-ups unless they are ignored, and the check warns of it', async () => {
    const world = await ready();
    const warned = async () => {
      const { json } = await world.outreach('campaigns check 1 --json', { tty: false });
      return json<{ problems: { rule: string; severity: string; fix: string }[] }>().problems.find(
        ({ rule }) => rule === 'out-of-office-stops',
      );
    };
    const found = await warned();
    expect(found).toMatchObject({
      severity: 'warn',
      fix: 'outreach campaigns update 1 --ignore-out-of-office',
    });
    await world.outreach(String(found?.fix).slice('outreach '.length), { tty: false });
    expect(await warned()).toBeUndefined();
    await world.outreach('campaigns update 1 --no-ignore-out-of-office --no-stop-on-reply', { tty: false });
    expect(await warned()).toBeUndefined();
  });
});
