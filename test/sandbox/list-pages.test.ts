import { describe, expect, it } from 'vitest';
import { addCredits } from '../../src/sandbox/world/account/wallet.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

/** Copies the only row of a table under ids of their own. */
function repeat({ rows, run }: SandboxAtHand, name: string, times: number): void {
  const columns = rows<{ name: string }>(`PRAGMA table_info(${name})`)
    .map((column) => column.name)
    .filter((column) => column !== 'id')
    .join(', ');
  for (let i = 0; i < times; i++)
    run(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${name} ORDER BY id LIMIT 1`);
}

const manyCampaigns = async (at: SandboxAtHand) => {
  await at.call('POST', '/campaigns', { name: 'Autumn' });
  repeat(at, 'campaign', 249);
};

const manyImports = async (at: SandboxAtHand) => {
  await at.call('POST', '/campaigns', { name: 'Autumn' });
  const filters = { companySizes: ['11-50'] };
  await at.call('POST', '/lead-finder/imports', { campaignId: 1, mode: 'first_n', count: 1, filters });
  await at.open.advance(3_600_000);
  repeat(at, 'finder_import', 249);
};

const manyDrafts = async ({ call, run }: SandboxAtHand) => {
  await call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
  for (let i = 1; i <= 250; i++)
    run(
      `INSERT INTO draft (workspace_id, lead_id, reply_id, sender_id, thread_id, subject, body, to_addresses, cc_addresses,
         created_at, updated_at) VALUES (1, 1, 0, 1, 'thread_1', 'Re: Hi', 'Hello', '[]', '[]', ?, ?)`,
      i,
      i,
    );
};

const manyTransactions = async ({ open }: SandboxAtHand) => {
  for (let i = 0; i < 249; i++) addCredits(open.state, 1, 1, 'top_up');
};

describe('pages', () => {
  it.each([
    ['/campaigns', 'campaigns', 20, 200, manyCampaigns],
    ['/lead-finder/imports', 'imports', 10, 50, manyImports],
    ['/reply-drafts', 'drafts', 20, 200, manyDrafts],
    ['/credits/transactions', 'transactions', 50, 200, manyTransactions],
    ['/dfy/domains/search?query=acme', 'domains', 50, 100, async () => undefined],
  ])(
    'of %s hold as many %s as the specification says: %i, and %i at most',
    async (path, items, usual, most, fill) => {
      const at = await sandboxAtHand();
      await fill(at);
      const size = async (limit?: number) => {
        const asked = limit === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
        const { status, json } = await at.call('GET', asked);
        return status === 200 ? json[items].length : status;
      };
      expect(await size()).toBe(usual);
      expect(await size(3)).toBe(3);
      expect(await size(most)).toBe(most);
      expect(await size(most + 1)).toBe(400);
    },
  );
});

describe('leads', () => {
  it('come newest first, each on one page, whatever the size of the pages', async () => {
    const { call } = await sandboxAtHand();
    const campaignId = (await call('POST', '/campaigns', { name: 'Autumn' })).json.campaign.id;
    const leads = Array.from({ length: 43 }, (_, i) => ({ email: `p${i}@lumen.example` }));
    await call('POST', '/leads', { leads });
    await call('POST', '/leads', { campaignId, leads: leads.filter((_, i) => i % 3 === 0) });
    const listed = async (query: string): Promise<string[]> =>
      (await call('GET', `/leads?${query}`)).json.leads.map(({ email }: { email: string }) => email);
    for (const filter of ['', `&campaignId=${campaignId}`]) {
      const all = leads
        .map(({ email }) => email)
        .filter((_, i) => filter === '' || i % 3 === 0)
        .reverse();
      for (const limit of [1, 7, 20, 43, 200]) {
        const pages = [];
        for (let page = 1; (page - 1) * limit < all.length; page++)
          pages.push(...(await listed(`limit=${limit}&page=${page}${filter}`)));
        expect([limit, pages]).toEqual([limit, all]);
        expect(await listed(`limit=${limit}&page=99${filter}`)).toEqual([]);
      }
    }
    expect(await listed(`campaignId=${campaignId}&email=P3@lumen.example`)).toEqual(['p3@lumen.example']);
    expect(await listed(`campaignId=${campaignId}&email=p4@lumen.example`)).toEqual([]);
    expect(await listed('campaignId=99')).toEqual([]);
  });
});
