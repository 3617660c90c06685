import type { areas } from '../../../../src/contract/index.ts';
import { sandboxTrialKey } from '../../../../src/contract/keys.ts';
import { providerDownKeyword } from '../../../../src/sandbox/world/audience/audience-size.ts';
import type { House } from '../house.ts';
import { type Attempt, body, faulty, nobody, nothing, ofId, type Recipe, type RecipesOf } from '../recipe.ts';

const filters = { seniorities: ['Director'] };
const unknown = { seniorities: ['Wizard'] };
const unreachable = { companyKeywords: providerDownKeyword };

const withoutPlan =
  (recipe: Recipe): Recipe =>
  async (house) => {
    const attempt = await recipe(house);
    house.run("UPDATE workspace SET plan = 'free'");
    return attempt;
  };

/** An import of the first two, as `more` changes it. */
const firstTwo =
  (more: object = {}, key?: string): Recipe =>
  async (house) => ({
    body: { campaignId: await house.campaign(key), mode: 'first_n', count: 2, filters, ...more },
    ...(key !== undefined && { key }),
  });

/** After imports of other filters were started, which then run. */
async function whileRunning(house: House, audiences: readonly object[]): Promise<Attempt> {
  const { body: request } = (await firstTwo()(house)) as { body: object };
  for (const audience of audiences)
    await house.must('POST', '/lead-finder/imports', { ...request, filters: audience });
  return { body: request };
}

export const finder: RecipesOf<typeof areas.finder> = {
  filters: { good: nothing },
  search: {
    good: body({ filters, page: 1, pageSize: 25 }),
    bad: {
      '400 invalid_request': body({ filters, pageSize: 30 }),
      '400 invalid_filters': body({ filters: unknown }),
      '403 plan_required': withoutPlan(body({ filters })),
      '409 provider_unavailable': body({ filters: unreachable }),
      '429 rate_limited': async (house) => {
        for (let count = 0; count < 20; count++)
          await house.must('POST', '/lead-finder/searches', { filters });
        return { body: { filters } };
      },
      '429 budget_exhausted': async (house) => {
        for (let page = 1; page <= 5; page++)
          await house.must('POST', '/lead-finder/searches', { filters, page, pageSize: 50 }, sandboxTrialKey);
        return { body: { filters }, key: sandboxTrialKey };
      },
      '500 internal': faulty({ id: 'finder.search' }, body({ filters }), 'status:500:internal'),
    },
  },
  imports: {
    good: async (house) => {
      await whileRunning(house, [filters]);
      return {};
    },
  },
  startImport: {
    good: firstTwo(),
    bad: {
      '400 invalid_request': firstTwo({ mode: 'all' }),
      '400 invalid_filters': firstTwo({ filters: unknown }),
      '402 insufficient_credits': firstTwo({ count: 51 }, sandboxTrialKey),
      '403 plan_required': withoutPlan(firstTwo()),
      '404 campaign_not_found': firstTwo({ campaignId: nobody }),
      '409 provider_unavailable': firstTwo({ filters: unreachable }),
      '409 import_running': (house) => whileRunning(house, [filters]),
      '410 results_expired': firstTwo({ mode: 'selected', count: undefined, refs: ['gone'] }),
      '422 contact_cap_reached': async (house) => {
        const attempt = await firstTwo()(house);
        house.run('UPDATE workspace SET contact_cap = 0');
        return attempt;
      },
      '429 rate_limited': (house) =>
        whileRunning(
          house,
          ['Germany', 'France', 'Spain'].map((country) => ({ countries: [country] })),
        ),
      '429 budget_exhausted': async (house) => {
        house.run(
          "INSERT INTO counter (workspace_id, name, day, value) VALUES (1, 'finder_looked', '2026-03-02', 24999)",
        );
        return firstTwo()(house);
      },
      '500 internal': faulty({ id: 'finder.startImport' }, firstTwo(), 'status:500:internal'),
    },
  },
  import: {
    good: async (house) => {
      const attempt = await firstTwo()(house);
      return { params: { id: (await house.must('POST', '/lead-finder/imports', attempt.body)).importId } };
    },
  },
};

export const prospects: RecipesOf<typeof areas.prospects> = {
  source: {
    good: async (house) => ({ body: { icpId: await house.icp(), count: 2 } }),
    bad: {
      '400 no profile': body({ count: 2 }),
      '402': async (house) => ({
        body: { icpId: await house.icp(undefined, sandboxTrialKey), count: 51 },
        key: sandboxTrialKey,
      }),
      '404': body({ icpId: nobody, count: 2 }),
      '422': async (house) => {
        house.run('UPDATE workspace SET contact_cap = 1');
        return { body: { icpId: await house.icp(), count: 2 } };
      },
      '502': async (house) => ({ body: { icpId: await house.icp({ keywords: [providerDownKeyword] }) } }),
    },
  },
};

const icp = (house: House) => house.icp();

export const icps: RecipesOf<typeof areas.icps> = {
  list: { good: nothing },
  primary: {
    good: async (house) => {
      await house.icp();
      return {};
    },
    bad: { '404': nothing },
  },
  get: { good: ofId(icp) },
  create: {
    good: body({ name: 'Sales', titles: ['CEO'] }),
    bad: { '400 no name': body({ titles: ['CEO'] }) },
  },
  update: { good: ofId(icp, { body: { keywords: [] } }) },
  delete: { good: ofId(icp) },
  refreshAudienceSize: {
    good: ofId(icp),
    bad: {
      '400': ofId((house) => house.icp({ titles: [] })),
      '502': ofId((house) => house.icp({ keywords: [providerDownKeyword] })),
    },
  },
  setPrimary: {
    good: ofId(async (house) => {
      await house.icp();
      return house.icp({ titles: ['CTO'], makePrimary: false });
    }),
  },
};

export const audience: RecipesOf<typeof areas.audience> = {
  size: {
    good: body({ titles: ['CEO'], locations: ['Germany'] }),
    bad: { '400': body({}), '502': body({ keywords: [providerDownKeyword] }) },
  },
};

const order = { domains: [{ domainName: 'acme-mail.com' }] };

export const dfy: RecipesOf<typeof areas.dfy> = {
  checkDomain: {
    good: () => ({ query: { domain: 'acme-mail.com' } }),
    bad: { '400': nothing, '502': () => ({ query: { domain: 'registrar-down.com' } }) },
  },
  checkDomains: {
    good: body({ domains: ['acme-mail.com', 'acme.com'] }),
    bad: { '502': body({ domains: ['registrar-down.com'] }) },
  },
  searchDomains: {
    good: () => ({ query: { limit: 5 } }),
    bad: { '502': () => ({ query: { query: 'registrar-down' } }) },
  },
  orders: { good: nothing },
  order: {
    good: async (house) => ({ params: { id: (await house.must('POST', '/dfy/orders', order)).order.id } }),
  },
  createOrder: {
    good: body(order, { idempotencyKey: 'one' }),
    bad: {
      '400 a taken name': body({ domains: [{ domainName: 'acme.com' }] }),
      '400 the key': body(order, { idempotencyKey: 'k'.repeat(256) }),
      '402': body(order, { key: sandboxTrialKey }),
      '409': async (house) => {
        await house.must('POST', '/dfy/orders', order);
        return { body: order };
      },
      '502': body({ domains: [{ domainName: 'lost-answer.com' }] }),
    },
  },
};
