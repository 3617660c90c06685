import { describe, expect, it } from 'vitest';
import { checkReads } from '../../../src/cli/launch/check/check-campaign.ts';
import type { AnyOperation } from '../../../src/contract/operation.ts';
import type { Transport, WireAnswer } from '../../../src/contract/wire.ts';
import type { TestWorld } from '../../world.ts';
import { people, readyCampaign } from './ready-campaign.ts';

/** A walk over 450 leads, where the service does what services do. */

const blank = 'leads add bo@brass.example --company Brass --campaign 1';

/** The newest come first, so the one without a name is on the last page. */
const withBlank = people(450).replace('\n', '\nbo@brass.example,,Brass\n');

interface Page {
  leads: { id: number }[];
  total?: number;
  page: number;
  hasMore: boolean;
}

type Changed = (page: Page, next: (page: number) => Promise<Page>) => Page | Promise<Page>;

/** Another answer to pages of the leads of a campaign, once `from.walk` is set. */
function spoiled(change: Changed) {
  const from = { walk: false };
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const answer = await next(request, signal);
      if (!from.walk || request.method !== 'GET' || request.path !== '/leads') return answer;
      const fetched = async (page: number): Promise<Page> => {
        const query = request.query.map(
          ([name, value]) => [name, name === 'page' ? `${page}` : value] as const,
        );
        return parsed(await next({ ...request, query }, signal));
      };
      return { ...answer, body: JSON.stringify(await change(parsed(answer), fetched)) };
    };
  return { from, between };
}

const parsed = ({ body }: WireAnswer): Page => JSON.parse(String(body));

const checked = async (world: TestWorld, more = '') => {
  const run = await world.outreach(`campaigns check 1 --json ${more}`);
  return { exit: run.exit, err: run.err, ...(run.out === '' ? {} : run.json()) };
};

const launches = (world: TestWorld) =>
  world.requests.filter((one) => one === 'POST /campaigns/1/resume').length;

describe('a service that says to wait', () => {
  it('is waited for, and every lead is looked at', async () => {
    const world = await readyCampaign(
      { faults: [{ operation: 'leads.list', kind: 'rate-limited', nth: 3, times: 4 }] },
      withBlank,
    );
    expect(await checked(world)).toMatchObject({
      exit: 16,
      passed: false,
      looked: { leads: 451 },
    });
  });

  it('for ever lets nothing go', async () => {
    const world = await readyCampaign({
      faults: [{ operation: 'leads.list', kind: 'rate-limited', nth: 3, times: 999 }],
    });
    const { exit } = await world.outreach('campaigns resume 1 --yes');
    expect([exit, launches(world)]).toEqual([9, 0]);
  });
});

describe('a list that moves', () => {
  it.each([1, 2, 3])('has the lead that joins while page %s is read', async (at) => {
    let world: TestWorld | undefined;
    // The first page is read before the walk as well.
    let firsts = 0;
    const { from, between } = spoiled(async (page) => {
      if (page.page === at && page.leads.length > 1 && (at > 1 || ++firsts === 2)) {
        from.walk = false;
        await world?.outreach(blank);
      }
      return page;
    });
    world = await readyCampaign({ between }, people(450));
    from.walk = true;
    const result = await checked(world);
    expect(result).toMatchObject({ exit: 16, looked: { leads: 451, ofLeads: 451, moved: true } });
    expect(result.problems).toContainEqual(
      expect.objectContaining({ rule: 'merge-tag-empty', count: 1, examples: ['bo@brass.example'] }),
    );
  });

  it('loses no lead when others go', async () => {
    let world: TestWorld | undefined;
    const { from, between } = spoiled(async (page) => {
      if (page.page === 2) {
        from.walk = false;
        const gone = [440, 441, 442].map((at) => `ana${at}@firm${at}.example`);
        await world?.outreach(`leads delete ${gone.join(' ')} --yes`);
      }
      return page;
    });
    world = await readyCampaign({ between }, withBlank);
    from.walk = true;
    const { exit, problems } = await checked(world);
    expect([exit, problems.map(({ rule }: { rule: string }) => rule)]).toEqual([
      16,
      expect.arrayContaining(['merge-tag-empty']),
    ]);
  });
});

describe('a list that is not what it says', () => {
  it.each<[string, Changed]>([
    ['a total that is too high', (page) => ({ ...page, total: (page.total ?? 0) + 50 })],
    [
      'a page that comes again',
      async (page, fetched) => (page.page === 1 ? page : { ...(await fetched(1)), page: page.page }),
    ],
    ['a page that is empty', (page) => (page.page === 2 ? { ...page, leads: [] } : page)],
  ])('leaves the rules about leads unknown: %s', async (_, change) => {
    const { from, between } = spoiled(change);
    const world = await readyCampaign({ between }, people(450));
    from.walk = true;
    const { exit, passed, unknown } = await checked(world, '--strict');
    expect({ exit, passed }).toEqual({ exit: 16, passed: null });
    for (const rule of [
      'merge-tag-empty',
      'merge-tag-unknown',
      'malformed-address',
      'bounced-before',
      'said-no',
    ])
      expect(unknown).toContainEqual({
        rule,
        why: expect.stringMatching(/the service listed \d+ leads of \d+/),
      });
    const resumed = await world.outreach('campaigns resume 1 --yes');
    expect([resumed.exit, resumed.err, launches(world)]).toEqual([
      16,
      expect.stringContaining('the service listed'),
      0,
    ]);
  });

  it('is read to its end where the total is too low', async () => {
    const { from, between } = spoiled((page) => ({ ...page, total: 200 }));
    const world = await readyCampaign({ between }, withBlank);
    from.walk = true;
    const { exit, looked } = await checked(world);
    expect([exit, looked.leads]).toEqual([16, 451]);
  });
});

const guessed = (checkReads as readonly AnyOperation[]).filter(({ route }) => route.source === 'inferred');

describe.each(
  [...new Map(guessed.map((one) => [one.id, one])).values()].map((one) => [one.id, one] as const),
)('without %s', (id, { route }) => {
  const path = new RegExp(`^${route.path.replaceAll(/:\w+/g, '\\d+')}$`);
  let isAsked = false;
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const isGone = request.method === 'GET' && path.test(request.path);
      isAsked ||= isGone;
      if (!isGone) return next(request, signal);
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };
    };

  it('nothing fails that is not known, and the line that gives the path is said', async () => {
    const world = await readyCampaign({ between });
    const { exit, passed, unknown, problems, err } = await checked(world);
    expect([
      exit,
      passed === false,
      problems.some(({ severity }: { severity: string }) => severity === 'block'),
    ]).toEqual([0, false, false]);
    if (isAsked && !silent.includes(id))
      expect(`${err} ${JSON.stringify(unknown)}`).toContain(`outreach profiles route ${id}`);
    const resumed = await world.outreach('campaigns resume 1 --yes');
    expect([id, resumed.exit, launches(world)]).toEqual([id, 0, 1]);
  });
});

/** Only for a warning that has another source as well. */
const silent: readonly string[] = [];

describe('--timeout in the middle of the walk', () => {
  it.each(['campaigns check 1', 'campaigns resume 1 --yes'])(
    'ends it, and nothing is sent: %s',
    async (line) => {
      const world = await readyCampaign(
        { faults: [{ operation: 'leads.list', kind: 'slow:20s', nth: 3, times: 1 }] },
        people(450),
      );
      const { exit, err } = await world.outreach(`${line} --timeout 5s --json`);
      expect([exit, JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
        12,
        'command_timeout',
      ]);
      expect(launches(world)).toBe(0);
    },
  );
});
