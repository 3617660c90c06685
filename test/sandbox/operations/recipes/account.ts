import type { areas } from '../../../../src/contract/index.ts';
import { sandboxChildKey, sandboxTrialKey } from '../../../../src/contract/keys.ts';
import type { House } from '../house.ts';
import { body, nothing, ofId, type RecipesOf } from '../recipe.ts';

const hook = { url: 'https://hooks.acme.com/in', type: 'EmailReply' };
const webhook = async (house: House): Promise<number> =>
  (await house.must('POST', '/webhooks', hook)).webhook.id;

export const webhooks: RecipesOf<typeof areas.webhooks> = {
  list: {
    good: async (house) => {
      await webhook(house);
      return {};
    },
  },
  create: {
    good: body({ ...hook, name: 'CRM' }),
    bad: { '400 a private address': body({ ...hook, url: 'https://10.0.0.1/in' }) },
  },
  update: { good: ofId(webhook, { body: { isEnabled: false } }) },
  delete: { good: ofId(webhook) },
};

const entry =
  (scope: 'workspace' | 'global', value = 'acme.com') =>
  async (house: House): Promise<number> => {
    await house.must('POST', '/blocklist', { values: [value], scope });
    const { items } = await house.must('GET', '/blocklist');
    return items.find(({ domain }: { domain: string }) => domain === value).id;
  };
const child = { key: sandboxChildKey };

export const blocklist: RecipesOf<typeof areas.blocklist> = {
  list: {
    good: async (house) => {
      await entry('global')(house);
      return {};
    },
  },
  add: {
    good: body({ values: ['acme.com', 'ana@lumen.example'] }),
    bad: {
      '400 no values': body({ values: [] }),
      '403': body({ values: ['acme.com'], scope: 'global' }, child),
    },
  },
  update: {
    good: ofId(entry('workspace'), { body: { value: 'acme.org', scope: 'global' } }),
    bad: {
      '403': ofId(entry('global'), { body: { value: 'acme.org' }, ...child }),
      '409': async (house) => {
        await entry('workspace', 'acme.org')(house);
        return { params: { id: await entry('workspace')(house) }, body: { value: 'acme.org' } };
      },
    },
  },
  remove: {
    good: async (house) => ({ body: { ids: [await entry('workspace')(house)] } }),
    bad: { '400 nothing named': body({}), '403': body({ values: ['acme.com'], scope: 'global' }, child) },
  },
  removeEntry: { good: ofId(entry('workspace')), bad: { '403': ofId(entry('global'), child) } },
};

export const workspaces: RecipesOf<typeof areas.workspaces> = {
  list: { good: nothing },
  create: { good: body({ name: 'Agency client' }), bad: { '403': body({ name: 'Mine' }, child) } },
  createKey: {
    good: ofId(2, { body: { scope: 'read', name: 'CI' } }),
    bad: {
      '400 the scope': ofId(2, { body: { scope: 'admin' } }),
      '403': ofId(2, { body: { scope: 'read' }, ...child }),
      '404 not a child of ours': ofId(3, { body: { scope: 'read' } }),
    },
  },
};

export const billing: RecipesOf<typeof areas.billing> = {
  get: { good: nothing },
  update: {
    good: body({ company: 'Acme', country: 'AT' }),
    bad: { '400 no country': body({ country: 'Austria' }) },
  },
};

export const setup: RecipesOf<typeof areas.setup> = { ping: { good: nothing } };

export const imports: RecipesOf<typeof areas.imports> = {
  instantly: {
    good: body({ apiKey: 'a-key' }),
    bad: {
      '400 the form of the key': body({ apiKey: 'malformed-key' }),
      '401 the other key': body({ apiKey: 'wrong-key' }),
      '500': body({ apiKey: 'unavailable-key' }),
    },
  },
  instantlyAccounts: {
    good: body({ apiKey: 'a-key' }),
    bad: {
      '401 the other key': body({ apiKey: 'wrong-key' }),
      '502': body({ apiKey: 'unavailable-key' }),
    },
  },
};

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@lumen.example`);
const job = async (house: House): Promise<number> =>
  (await house.must('POST', '/email-verification/jobs', { emails: addresses(3) })).id;

export const verification: RecipesOf<typeof areas.verification> = {
  jobs: { good: nothing },
  createJob: {
    good: body({ emails: addresses(3) }),
    bad: { '402 trial_allowance_exceeded': body({ emails: addresses(101) }, { key: sandboxTrialKey }) },
  },
  job: { good: ofId(job) },
  records: { good: ofId(job) },
  cancel: {
    good: ofId(job),
    bad: {
      '409': async (house) => {
        const id = await job(house);
        await house.open.advance(3_600_000);
        return { params: { id } };
      },
    },
  },
  rates: { good: nothing },
};

const placementTest = { senderEmailIds: [1], name: 'Autumn' };
const trial = { key: sandboxTrialKey };
const onlyRepeats = 'only a test that repeats every week needs the Hypergrowth tier';

export const placement: RecipesOf<typeof areas.placement> = {
  runs: {
    good: nothing,
    bad: {
      '403 inbox_placement_required': () => trial,
      '403 inbox_placement_hypergrowth_required': onlyRepeats,
    },
  },
  tests: {
    good: nothing,
    bad: {
      '403 inbox_placement_required': () => trial,
      '403 inbox_placement_hypergrowth_required': onlyRepeats,
    },
  },
  createTest: {
    good: body(placementTest),
    bad: {
      '403 inbox_placement_required': body(placementTest, trial),
      '403 inbox_placement_hypergrowth_required': body({ ...placementTest, frequency: 'weekly' }),
      '404': body({ senderEmailIds: [999] }),
    },
  },
  reputation: {
    good: nothing,
    bad: {
      '403 inbox_placement_required': () => trial,
      '403 inbox_placement_hypergrowth_required': onlyRepeats,
    },
  },
};
