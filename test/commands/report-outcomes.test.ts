import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsedPage } from '../cli/output/parsed-page.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { withReplies } from './conversation.ts';

interface Import {
  readonly campaignId?: number;
  readonly campaignName?: string;
  readonly creditsSpent?: number | null;
  readonly createdAt?: string;
}

const outcomes = { sent: 100, replies: 5, positiveReplies: 2, meetings: 0 };
const spend = {
  credits: 500,
  creditsUsd: 5,
  creditsByReason: [],
  dfyOrders: 1,
  dfyOrdersUsd: 20,
  totalUsd: 25,
};

const stats = {
  contactedLeadsCount: 100,
  bouncedLeadsCount: 6,
  repliedLeadsCount: 5,
  leadsRespondedPositivelyCount: 2,
};

/** A service with campaigns 1 and 2, these imports, and a report of 500 credits. */
const withImports = (imports: readonly Import[], name = 'Winter') =>
  newWorld({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      const campaigns = ['Autumn', name].map((name, at) => ({ id: at + 1, name, status: 'running', stats }));
      const list = imports.map((one, at) => ({
        importId: at + 1,
        status: 'completed',
        createdAt: '2026-02-01T00:00:00Z',
        ...one,
      }));
      const bodies: Readonly<Record<string, unknown>> = {
        '/campaigns': { campaigns, total: 2, page: 1, limit: 200, hasMore: false },
        '/lead-finder/imports': { imports: list },
        '/reports/outcomes': {
          campaignId:
            queried(request.query, 'campaignId') === 8 ? null : queried(request.query, 'campaignId'),
          since: queried(request.query, 'since'),
          until: queried(request.query, 'until'),
          outcomes,
          spend,
          costPerReply: 5,
          costPerPositive: 12.5,
          costPerMeeting: null,
        },
      };
      const body = bodies[request.path];
      if (queried(request.query, 'campaignId') === 7)
        return { ...answer, status: 404, body: '{"error":"Campaign not found"}' };
      return body === undefined ? answer : { ...answer, status: 200, body: JSON.stringify(body) };
    },
  });

/** What the report says of itself. */
function queried(query: readonly (readonly [string, string])[], wanted: string): string | number | null {
  const value = query.find(([name]) => name === wanted)?.[1] ?? null;
  return wanted === 'campaignId' && value !== null ? Number(value) : value;
}

const reported = async (world: TestWorld, line = '') =>
  (await world.outreach(`report outcomes --by-campaign ${line} --json`)).json();

it.each([
  [{ outcomes: { ...outcomes, replies: 1, positiveReplies: 9 } }, 'positive replies 9, replies 1'],
  [{ outcomes: { ...outcomes, sent: -5 } }, 'sent -5'],
  [{ campaignId: 2 }, 'is another one'],
])(
  'report outcomes shows no totals that cannot be, and none of something else: %j',
  async (changed, words) => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), ...changed }) };
      },
    });
    for (const options of ['--json', '--markdown', '']) {
      const { exit, out, err } = await world.outreach(`report outcomes ${options}`);
      expect([exit, out]).toEqual([11, '']);
      expect(err).toContain(words);
    }
  },
);

describe('report outcomes --campaign', () => {
  it('shows no cost of the whole workspace as that of one campaign', async () => {
    const world = await withImports([]);
    const { out } = await world.outreach('report outcomes --campaign 1', { tty: true });
    expect(out).toContain('Spend of the whole workspace');
    expect(out).toContain('What each campaign cost: --by-campaign.');
    expect(out).not.toContain('Per reply');
  });
});

describe('report outcomes --by-campaign', () => {
  it('gives a campaign the credits of the imports that name it, and divides nothing else', async () => {
    const world = await withImports([
      { campaignId: 2, creditsSpent: 200 },
      { campaignId: 2, creditsSpent: 100 },
      { campaignId: 7, campaignName: 'Gone', creditsSpent: 50 },
      { creditsSpent: 10 },
    ]);
    const { campaigns, shared, costPerReply, ...said } = await reported(world);
    expect(campaigns).toEqual([
      {
        campaignId: 1,
        name: 'Autumn',
        credits: 0,
        creditsUsd: 0,
        imports: 0,
        outcomes,
        costPerReply: null,
        costPerPositive: null,
        costPerMeeting: null,
        contacted: 100,
        bounced: 6,
      },
      {
        campaignId: 2,
        name: 'Winter',
        credits: 300,
        creditsUsd: 3,
        imports: 2,
        outcomes,
        costPerReply: 0.6,
        costPerPositive: 1.5,
        costPerMeeting: null,
        contacted: 100,
        bounced: 6,
      },
      {
        campaignId: 7,
        name: 'Gone',
        credits: 50,
        creditsUsd: 0.5,
        imports: 1,
        outcomes: null,
        costPerReply: null,
        costPerPositive: null,
        costPerMeeting: null,
        contacted: null,
        bounced: null,
      },
    ]);
    expect(shared).toEqual({ credits: 150, creditsUsd: 1.5, dfyOrdersUsd: 20, totalUsd: 21.5 });
    expect(said).toMatchObject({ importsListed: 4, importsComplete: true });
    expect(costPerReply).toBe(5);
    const { exit, err } = await world.outreach('report outcomes --by-campaign');
    expect([exit, err]).toEqual([0, expect.stringContaining('The results of campaign 7 are not known: ')]);
    expect((await world.outreach('report outcomes --json')).json()).not.toHaveProperty('campaigns');
  });

  it('adds up to what the workspace has spent, in the sandbox', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const id = 1;
    await world.outreach(
      `finder import --campaign ${id} --count 5 --job-title "Head of Sales" --country Germany --yes --no-wait`,
    );

    await world.outreach('sandbox clock advance 1d');
    const { campaigns, shared, spend, outcomes } = await reported(world);
    const [own] = campaigns;
    const { outOfOffice, ...counts } = outcomes;
    expect(own).toMatchObject({ campaignId: id, imports: 1, outcomes: counts });
    expect(outOfOffice).toBeLessThan(outcomes.replies);
    expect(own.credits).toBeGreaterThan(0);
    expect(own.credits + shared.credits).toBe(spend.credits);
    expect(own.creditsUsd + shared.totalUsd).toBeCloseTo(spend.totalUsd);
    expect(own.costPerReply).toBeCloseTo(own.creditsUsd / outcomes.replies, 4);
  });

  it('says that a reply costs nothing where nothing was spent at all', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const { campaigns, costPerReply } = await reported(world);
    expect([campaigns[0].costPerReply, campaigns[0].credits]).toEqual([costPerReply, 0]);
    expect(costPerReply).toBe(0);
  });

  it('does not take the results of the workspace for those of a campaign', async () => {
    const world = await withImports([{ campaignId: 8, campaignName: 'Other', creditsSpent: 50 }]);
    const { campaigns } = await reported(world);
    expect(campaigns.at(-1)).toMatchObject({
      campaignId: 8,
      credits: 50,
      outcomes: null,
      costPerReply: null,
    });
  });

  it('counts only imports of the period', async () => {
    const world = await withImports([
      { campaignId: 1, creditsSpent: 20, createdAt: '2026-02-20T10:00:00Z' },
      { campaignId: 1, creditsSpent: 40, createdAt: '2026-02-10T10:00:00Z' },
    ]);
    const { campaigns } = await reported(world, '--since 2026-02-15 --until 2026-02-28 --utc');
    expect(campaigns[0]).toMatchObject({ credits: 20, imports: 1 });
  });

  it('says so where more imports may be there than are listed', async () => {
    const imports = Array.from({ length: 50 }, () => ({ campaignId: 1, creditsSpent: 1 }));
    const world = await withImports(imports);
    expect(await reported(world)).toMatchObject({ importsListed: 50, importsComplete: false });
    expect((await world.outreach('report outcomes --by-campaign')).err).toContain(
      'The service lists only the last 50 imports.',
    );
    // The oldest that is listed is from before the period.
    expect(await reported(world, '--since 2026-02-15')).toMatchObject({ importsComplete: true });
  });

  it.each([
    ['imports that have spent more than the report counts', [{ campaignId: 1, creditsSpent: 700 }]],
    ['an import without its credits', [{ campaignId: 1, creditsSpent: null }]],
  ])('does not know what is shared, of %s', async (_, imports) => {
    const world = await withImports(imports);
    const { shared } = await reported(world);
    expect(shared).toEqual({ credits: null, creditsUsd: null, dfyOrdersUsd: 20, totalUsd: null });
    expect((await world.outreach('report outcomes --by-campaign')).err).toContain(
      'The shared credits are not known',
    );
  });

  it('gives a line a campaign in CSV, and is not for one campaign', async () => {
    const world = await withImports([{ campaignId: 1, creditsSpent: 20 }]);
    const { out } = await world.outreach(
      'report outcomes --by-campaign --csv --fields campaigns.campaignId,campaigns.credits,campaigns.costPerReply',
    );
    expect(out.replaceAll('"', '').split(/\r?\n/)).toEqual([
      'campaigns.campaignId,campaigns.credits,campaigns.costPerReply',
      '1,20,0.04',
      '2,0,',
      '',
    ]);
    expect((await world.outreach('report outcomes --by-campaign --campaign 1')).exit).toBe(2);
  });
});

describe('the page of a report', () => {
  const name = `</title><script>alert(1)</script> "onload='x' @all [y](http://z)`;

  it.each([
    ['report outcomes --by-campaign', 'Outreach results'],
    ['report daily --campaign 2 --since 2026-02-25', 'Results by day, campaign 2'],
    ['report compare 1 2', 'Positive replies of two campaigns'],
  ])('%s --html is a file that loads and runs nothing', async (line, title) => {
    const world = await withImports([{ campaignId: 2, creditsSpent: 200 }], name);
    await world.outreach(['campaigns', 'create', name]);
    const words = line.startsWith('report compare')
      ? [...'report compare 1 2 --metric positive'.split(' ')]
      : line.split(' ');
    const { exit, err } = await world.outreach([...words, '--html', 'page.html']);
    expect({ exit, err }).toEqual({ exit: 0, err: expect.stringContaining('Written to page.html.') });
    const path = join(world.home, 'page.html');
    const { wrong, texts } = parsedPage(await readFile(path, 'utf8'));
    expect([wrong, texts]).toEqual([[], expect.arrayContaining([title])]);
    if (line.includes('outcomes')) expect(texts).toContain(name);
    expect(texts.join(' ')).toContain('From the sandbox');
    expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('is refused where it cannot be written, before anything is read', async () => {
    const world = await newWorld();
    for (const line of ['outcomes', 'daily', 'compare 1 2'])
      expect((await world.outreach(`report ${line} --html .`)).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});

it('counts the last millisecond of a day for that day, and for no other', async () => {
  const world = await newWorld();
  await world.outreach('leads add ana@lumen.example');
  await world.outreach('sandbox clock set 2026-04-07T23:59:59Z');
  world.clock.advance(900);
  await world.outreach('leads meeting mark 1');
  const meetings = async (day: string) =>
    (await world.outreach(`report outcomes --since ${day} --until ${day} --utc --json`)).json().outcomes
      .meetings;
  expect([await meetings('2026-04-06'), await meetings('2026-04-07'), await meetings('2026-04-08')]).toEqual([
    0, 1, 0,
  ]);
});

describe('report outcomes of every profile', () => {
  it('has a line for each, and one that says why for what cannot be read', async () => {
    const world = await newWorld({
      env: {
        OUTREACH_API_KEY: 'run_k1_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        OUTREACH_BASE_URL: 'https://api.acme.example/r',
      },
    });
    const { exit, json } = await world.outreach('report outcomes --all-profiles --json');
    const { items, total } = json();
    expect({ exit, total, errors: items.map((one: { error: unknown }) => one.error !== null) }).toEqual({
      exit: 15,
      total: 2,
      errors: [false, true],
    });
    const own = await newWorld();
    const all = await own.outreach('report outcomes --all-profiles --json');
    const { json: one } = await own.outreach('report outcomes --json');
    expect({ exit: all.exit, items: all.json().items }).toEqual({
      exit: 0,
      items: [{ profile: 'sandbox', error: null, ...one() }],
    });
    expect((await own.outreach('report outcomes --all-profiles --campaign 1')).exit).toBe(2);
  });

  it('has no price of a meeting where there is none, whatever the service says', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.path !== '/reports/outcomes') return answer;
        const body = { ...JSON.parse(answer.body), costPerMeeting: 0, costPerReply: 0 };
        return { ...answer, body: JSON.stringify(body) };
      },
    });
    const { costPerMeeting, costPerReply } = (await world.outreach('report outcomes --json')).json();
    expect({ costPerMeeting, costPerReply }).toEqual({ costPerMeeting: null, costPerReply: null });
    const { out } = await world.outreach('report outcomes', { tty: true });
    expect(out).toMatch(/Per meeting\s+\S*\s*-/);
  });
});

it('counts out-of-office answers whatever campaigns ignore today, as campaigns stats does', async () => {
  const world = await newWorld({ saved: await withReplies() });
  await world.outreach('sandbox clock advance 1d');
  const { items } = (await world.outreach('campaigns list --json')).json();
  const figures = async () => ({
    whole: (await world.outreach('report outcomes --json')).json().outcomes.outOfOffice,
    parts: await Promise.all(
      items.map(async ({ id }: { id: number }) => [
        (await world.outreach(`report outcomes --campaign ${id} --json`)).json().outcomes.outOfOffice,
        (await world.outreach(`campaigns stats ${id} --json`)).json().totals.outOfOffice,
      ]),
    ),
  });
  const before = await figures();
  expect(before.whole).toBeGreaterThan(0);
  for (const [outcomes, stats] of before.parts) expect(outcomes).toBe(stats);
  const said = `Out-of-office answers: ${before.whole}. Replies include them, unless a campaign ignored them`;
  for (const option of ['--ignore-out-of-office', '--no-ignore-out-of-office']) {
    for (const { id } of items) await world.outreach(`campaigns update ${id} ${option} --yes`);
    expect(await figures()).toEqual(before);
    const { out } = await world.outreach('report outcomes', { tty: true });
    expect(out.replaceAll(/\s+/g, ' ')).toContain(said);
    const [{ id }] = items;
    const page = (await world.outreach(`campaigns stats ${id}`, { tty: true })).out;
    if (before.parts[0][1] > 0) expect(page).toContain(`Out-of-office answers: ${before.parts[0][1]}.`);
  }
});

it('shows no cost for each reply where nothing was spent', async () => {
  const world = await newWorld({ saved: await withReplies() });
  const line = 'report outcomes --by-campaign';
  const { campaigns } = (await world.outreach(`${line} --json`)).json();
  expect(campaigns[0]).toMatchObject({ creditsUsd: 0, costPerReply: 0 });
  const { out } = await world.outreach(`${line} --markdown`);
  expect(
    out
      .split('By campaign')[1]
      ?.split('Shared')[0]
      ?.match(/\$0\.00/g),
  ).toHaveLength(campaigns.length);
});
