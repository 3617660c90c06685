import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addKey, addWorkspace } from '../../src/sandbox/seed.ts';
import { runs } from '../sweep/slice.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const one = (fields: Record<string, unknown> = {}) => ({ leads: [{ email: 'ada@acme.example', ...fields }] });

describe('upsert', () => {
  it('knows an address by its letters, not by their case, and keeps the first spelling', async () => {
    const { call, clock } = await sandboxAtHand();
    await call('POST', '/leads', { leads: [{ email: 'Ada@Acme.example', firstName: 'Ada' }] });
    clock.advance(1000);
    const again = await call('POST', '/leads', { leads: [{ email: ' ADA@acme.EXAMPLE ', title: 'CTO' }] });
    expect(again.json).toMatchObject({ count: 1, leads: [{ id: 1, email: 'Ada@Acme.example' }] });
    const { lead } = (await call('GET', '/leads/1')).json;
    expect(lead).toMatchObject({ email: 'Ada@Acme.example', firstName: 'Ada', title: 'CTO', tag: null });
    expect(Date.parse(lead.updatedAt) - Date.parse(lead.createdAt)).toBe(1000);
  });

  it('stores middleName at creation only', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/leads', one({ middleName: 'King' }));
    await call('POST', '/leads', one({ middleName: 'Byron' }));
    await call('PUT', '/leads/1', { middleName: 'Gordon' });
    expect((await call('GET', '/leads/1')).json.lead.middleName).toBe('King');
    await call('POST', '/leads', { leads: [{ email: 'bob@acme.example' }] });
    await call('POST', '/leads', { leads: [{ email: 'bob@acme.example', middleName: 'X' }] });
    expect((await call('GET', '/leads/2')).json.lead.middleName).toBeNull();
  });

  it('adds custom variables, whose keys match without case and with spaces as underscores', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/leads', one({ customVariables: { 'Deal Size': 5, city: 'Bonn' } }));
    await call('POST', '/leads', one({ customVariables: { deal_size: 7, tags: ['a'], __proto__: 1 } }));
    const { customVariables } = (await call('GET', '/leads/1')).json.lead;
    expect(customVariables).toEqual({ 'Deal Size': 7, city: 'Bonn', tags: ['a'] });
  });

  it('leaves updatedAt alone where nothing changes', async () => {
    const { call, clock } = await sandboxAtHand();
    await call('POST', '/leads', one({ title: 'CTO', customVariables: { a: 1 } }));
    clock.advance(5000);
    await call('POST', '/leads', one({ title: 'CTO', customVariables: { a: 1 } }));
    const { lead } = (await call('GET', '/leads/1')).json;
    expect(lead.updatedAt).toBe(lead.createdAt);
  });

  it('behaves like a map by address, whatever comes in', { tags: 'slow' }, async () => {
    const word = fc.constantFrom('ada', 'Ada', 'BOB', 'bob', 'eve');
    const field = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: undefined });
    const lead = fc.record({ name: word, firstName: field, company: field });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(lead, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
        async (calls) => {
          const { call } = await sandboxAtHand();
          const model = new Map<
            string,
            { email: string; firstName: string | null; company: string | null }
          >();
          for (const leads of calls) {
            const body = leads.map(({ name, ...fields }) => ({ email: `${name}@acme.example`, ...fields }));
            for (const { email, firstName, company } of body) {
              const known = model.get(email.toLowerCase());
              model.set(email.toLowerCase(), {
                email: known?.email ?? email,
                firstName: firstName ?? known?.firstName ?? null,
                company: company ?? known?.company ?? null,
              });
            }
            const answer = await call('POST', '/leads', { leads: body });
            expect(answer.json.count).toBe(new Set(body.map(({ email }) => email.toLowerCase())).size);
          }
          const { leads, total } = (await call('GET', '/leads?limit=200')).json;
          expect(total).toBe(model.size);
          // Newest first: the reverse of the order in which addresses first came.
          const expected = [...model.values()].reverse();
          expect(
            leads.map(({ email, firstName, company }: Record<string, unknown>) => ({
              email,
              firstName,
              company,
            })),
          ).toEqual(expected);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('refuses the whole call past the contact limit of the plan', async () => {
    const { call, run } = await sandboxAtHand();
    run('UPDATE workspace SET contact_cap = 2');
    const three = { leads: ['a', 'b', 'c'].map((name) => ({ email: `${name}@acme.example` })) };
    const answer = await call('POST', '/leads', three);
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ code: 'contact_cap_reached', contactCap: 2, total: 3 });
    expect((await call('GET', '/leads')).json.total).toBe(0);
    await call('POST', '/leads', { leads: three.leads.slice(0, 2) });
    expect((await call('POST', '/leads', { leads: three.leads.slice(0, 2) })).status).toBe(200);
  });

  it('knows only campaigns of the workspace', async () => {
    const { call } = await sandboxAtHand();
    expect((await call('POST', '/leads', { campaignId: 7, ...one() })).status).toBe(404);
    expect((await call('GET', '/leads')).json.total).toBe(0);
  });
});

describe('list', () => {
  it('pages through everything once, newest first', async () => {
    const { call } = await sandboxAtHand();
    const leads = Array.from({ length: 45 }, (_, index) => ({ email: `lead${index}@acme.example` }));
    await call('POST', '/leads', { leads });
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await call('GET', `/leads?page=${page}`)).json);
    expect(pages.map(({ leads, hasMore }) => [leads.length, hasMore])).toEqual([
      [20, true],
      [20, true],
      [5, false],
      [0, false],
    ]);
    expect(pages.flatMap(({ leads }) => leads.map(({ id }: { id: number }) => id))).toEqual(
      Array.from({ length: 45 }, (_, index) => 45 - index),
    );
    expect(pages[0]).toMatchObject({ total: 45, page: 1, limit: 20 });
  });

  it('finds by address and by campaign', async () => {
    const { call } = await sandboxAtHand();
    const campaign = (await call('POST', '/campaigns', { name: 'Autumn' })).json.campaign?.id ?? 1;
    await call('POST', '/leads', { campaignId: campaign, ...one() });
    await call('POST', '/leads', { leads: [{ email: 'bob@acme.example' }] });
    expect((await call('GET', '/leads?email=ADA@acme.example')).json.leads).toHaveLength(1);
    expect((await call('GET', '/leads?email=ada')).json.leads).toEqual([]);
    const inCampaign = (await call('GET', `/leads?campaignId=${campaign}`)).json;
    expect(inCampaign.leads.map(({ email }: { email: string }) => email)).toEqual(['ada@acme.example']);
    expect((await call('GET', '/leads?campaignId=99')).json.total).toBe(0);
  });
});

describe('categories and meetings', () => {
  it('sets any category, and only a meeting_booked records a time, once', async () => {
    const { call, clock } = await sandboxAtHand();
    await call('POST', '/leads', one());
    const set = async (category: string) => (await call('PUT', '/leads/1/category', { category })).json.lead;
    expect(await set('interested')).toEqual({ id: 1, tag: 'interested', meetingBookedAt: null });
    const booked = await set('meeting_booked');
    expect(booked.meetingBookedAt).toBe(new Date(clock.now()).toISOString());
    clock.advance(60_000);
    expect(await set('not_interested')).toEqual({ ...booked, tag: 'not_interested' });
    expect(await set('meeting_booked')).toEqual(booked);
    const { lead } = (await call('GET', '/leads/1')).json;
    clock.advance(60_000);
    await set('meeting_booked');
    expect((await call('GET', '/leads/1')).json.lead.updatedAt).toBe(lead.updatedAt);
    expect((await call('PUT', '/leads/1/category', { category: 'cold' })).status).toBe(400);
  });

  it('marks and clears a meeting without touching the category', async () => {
    const { call, clock } = await sandboxAtHand();
    await call('POST', '/leads', one());
    await call('PUT', '/leads/1/category', { category: 'interested' });
    const marked = (await call('POST', '/leads/1/meeting')).json.lead;
    expect(marked).toMatchObject({ tag: 'interested', meetingBookedAt: new Date(clock.now()).toISOString() });
    clock.advance(1000);
    expect((await call('POST', '/leads/1/meeting')).json.lead).toEqual(marked);
    const cleared = (await call('DELETE', '/leads/1/meeting')).json.lead;
    expect(cleared).toEqual({ id: 1, tag: 'interested', meetingBookedAt: null });
    expect((await call('DELETE', '/leads/2/meeting')).status).toBe(404);
  });
});

describe('update, delete, move', () => {
  it('changes given fields only and never takes the address of another lead', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/leads', one({ title: 'CTO', company: 'Acme' }));
    await call('POST', '/leads', { leads: [{ email: 'bob@acme.example' }] });
    const updated = await call('PUT', '/leads/1', { title: 'CEO', email: 'Ada.L@acme.example' });
    expect(updated.json.lead).toMatchObject({ title: 'CEO', company: 'Acme', email: 'Ada.L@acme.example' });
    expect((await call('GET', '/leads?email=ada.l@acme.example')).json.total).toBe(1);
    const taken = await call('PUT', '/leads/1', { email: 'BOB@acme.example' });
    expect(taken.status).toBe(400);
    expect(taken.json).toMatchObject({ field: 'email', reason: 'belongs to lead 2' });
  });

  it('deletes a lead with its unsent emails and its places in campaigns', async () => {
    const { call, rows } = await sandboxAtHand();
    await runningCampaign(call, one().leads);
    expect(rows('SELECT * FROM email')).not.toEqual([]);
    expect((await call('DELETE', '/leads/1')).json).toMatchObject({ id: 1 });
    expect(rows('SELECT * FROM email')).toEqual([]);
    expect(rows('SELECT * FROM campaign_lead')).toEqual([]);
    expect((await call('GET', '/leads/1')).status).toBe(404);
    expect((await call('DELETE', '/leads/1')).status).toBe(404);
  });

  it('moves a lead from the campaign it joined last, with nothing left behind', async () => {
    const { call, rows } = await sandboxAtHand();
    const source = await runningCampaign(call, one().leads);
    const target = await runningCampaign(call, [{ email: 'bob@acme.example' }]);
    const moved = await call('POST', '/leads/1/move', { targetCampaignId: target });
    expect(moved.json).toMatchObject({ leadId: 1, sourceCampaignId: source, targetCampaignId: target });
    expect(rows('SELECT campaign_id AS id FROM email WHERE lead_id = 1')).toEqual([{ id: target }]);
    expect((await call('GET', `/leads?campaignId=${source}`)).json.total).toBe(0);
    expect((await call('POST', '/leads/1/move', { targetCampaignId: 99 })).status).toBe(404);
  });
});

describe('conversation', () => {
  it('is in the order of what was sent and answered', async () => {
    const { call, open } = await sandboxAtHand();
    const leads = Array.from({ length: 80 }, (_, index) => ({ email: `lead${index}@acme${index}.example` }));
    const id = await runningCampaign(call, leads);
    await open.advance(21 * 86_400_000);
    const { replies } = (await call('GET', '/replies?limit=200')).json;
    expect(replies.length).toBeGreaterThan(0);
    const { conversation } = (await call('GET', `/leads/${replies[0].leadId}/conversation`)).json;
    expect(conversation[0]).toMatchObject({ direction: 'outbound', isDraft: false, campaignId: id });
    expect(conversation.map((item: { direction: string }) => item.direction)).toContain('inbound');
    const times = conversation.map((item: { createdAt: string }) => item.createdAt);
    expect(times).toEqual([...times].sort());
    for (const item of conversation) if (item.isDraft) expect(item.campaignId).toBeNull();
  });

  it('is not told to other workspaces', async () => {
    const { call, open } = await sandboxAtHand();
    await call('POST', '/leads', one());
    const key = `run_SANDBOX0_${'c'.repeat(40)}`;
    addKey(open.state, addWorkspace(open.state, { name: 'Other' }), key, 'read_write');
    const answer = await call('GET', '/leads/1/conversation', undefined, { authorization: `Bearer ${key}` });
    expect(answer.status).toBe(404);
  });
});

type CallIt = Awaited<ReturnType<typeof sandboxAtHand>>['call'];

/** With a sequence, mailboxes and every hour of every day to send in. */
async function runningCampaign(call: CallIt, leads: readonly { email: string }[]): Promise<number> {
  const created = (await call('POST', '/campaigns', { name: 'Autumn' })).json;
  const id = created.campaign?.id ?? created.id;
  const steps = [
    {
      order: 1,
      subject: 'Hello',
      body: 'Hi {firstName}',
      contentType: 'text',
      delayDays: 1,
      useSameThread: false,
    },
  ];
  await call('PUT', `/campaigns/${id}/sequence`, { steps });
  const senders = (await call('GET', '/sender-emails?isConnected=true')).json.senderEmails;
  await call('POST', `/campaigns/${id}/sender-emails`, {
    senderEmailIds: senders.map((s: { id: number }) => s.id),
  });
  await call('PUT', `/campaigns/${id}/schedule`, {
    daysSchedule: '0,1,2,3,4,5,6',
    startSchedule: '00:00',
    endSchedule: '23:59',
  });
  await call('POST', '/leads', { campaignId: id, leads });
  const resumed = await call('POST', `/campaigns/${id}/resume`);
  if (resumed.status !== 200) throw new Error(resumed.text);
  return id;
}
