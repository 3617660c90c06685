import { describe, expect, it } from 'vitest';
import { ledgerPage } from '../../src/sandbox/tools/ledger.ts';
import { repeatsOf } from '../../src/sandbox/tools/ledger-repeats.ts';
import { newOffice, people, threeSteps } from './office.ts';

const day = 86_400_000;
const all = { offset: 0 } as const;

describe('the ledger', () => {
  it('holds every email that left, with the call that launched its campaign or let it go on', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(12), steps: threeSteps });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(2 * day);
    await office.call('POST', `/campaigns/${id}/pause`);
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(30 * day);

    const { items, total } = ledgerPage(office.sandbox.state, all);
    const emails = items.filter(({ operation }) => operation === 'email.sent');
    const sent = office.rows<{ id: number }>('SELECT id FROM email WHERE sent_at IS NOT NULL');
    expect(emails.map((email) => email.id).sort()).toEqual(sent.map((email) => `email:${email.id}`).sort());
    expect(total).toBe(sent.length + 2);
    expect(sent.length).toBeGreaterThan(12);

    const [first, second] = items.filter(({ operation }) => operation === 'campaigns.resume').reverse();
    expect(new Set(emails.map(({ cause }) => cause))).toEqual(new Set([first?.id, second?.id]));
    for (const { at, cause, request, effect, email } of emails) {
      expect(cause).toBe(at < (second?.at ?? '') ? first?.id : second?.id);
      expect([request, effect]).toEqual([{ params: { id } }, 'sends']);
      expect(email).toMatchObject({
        campaignId: id,
        step: expect.any(Number),
        recipient: expect.stringContaining('@'),
      });
    }
    expect(items.map(({ at }) => at)).toEqual([...items.map(({ at }) => at)].sort().reverse());
    expect(repeatsOf(office.sandbox.state, day)).toEqual([]);
  });

  it('names what brought a lead to a campaign that was sending already', async () => {
    const office = await newOffice();
    const { call, sandbox } = office;
    const id = await office.campaign({ leads: people(2), schedule: { daysSchedule: '0,1,2,3,4,5,6' } });
    const other = await office.campaign({ leads: people(1, 'other'), steps: threeSteps.slice(0, 1) });
    await call('POST', `/campaigns/${id}/resume`);
    await sandbox.advance(day);
    const latecomers = [...people(2), { email: 'late@lumen.example' }, { email: 'later@lumen.example' }];
    await call('POST', '/leads', { campaignId: id, leads: latecomers });
    await call('POST', '/leads', { campaignId: id, leads: latecomers });
    const moved = (await call('GET', '/leads?email=person0@other0.example')).leads[0].id;
    await call('POST', `/leads/${moved}/move`, { targetCampaignId: id });
    const filters = { companySizes: ['11-50'] };
    await call('POST', '/lead-finder/imports', { campaignId: id, mode: 'first_n', count: 3, filters });
    await sandbox.advance(4 * day);
    await call('POST', `/campaigns/${id}/pause`);
    await call('POST', '/leads', { campaignId: id, leads: [{ email: 'paused@lumen.example' }] });
    await call('POST', `/campaigns/${id}/resume`);
    await sandbox.advance(30 * day);

    const { items } = ledgerPage(sandbox.state, all);
    const calls = items.filter(({ email }) => !email).reverse();
    expect(calls.map(({ operation, effect }) => [operation, effect])).toEqual([
      ['campaigns.resume', 'sends'],
      ['leads.upsert', 'sends'],
      ['leads.move', 'sends'],
      ['finder.startImport', 'spends'],
      ['campaigns.resume', 'sends'],
    ]);
    const [launch, upsert, move, imported, again] = calls;
    const causes = (recipient: string) =>
      items.filter(({ email }) => email?.recipient === recipient).map(({ cause }) => cause);
    expect(causes('person0@acme0.example').at(-1)).toBe(launch?.id);
    expect(causes('late@lumen.example').reverse()).toEqual([upsert?.id, upsert?.id, again?.id]);
    expect(causes('person0@other0.example')[2]).toBe(move?.id);
    expect(causes('paused@lumen.example')[0]).toBe(again?.id);
    expect(items.filter(({ cause, email }) => cause === imported?.id && email?.step === 1)).toHaveLength(3);
    expect(items.find(({ cause }) => cause === upsert?.id)?.request).toEqual({
      body: { campaignId: id, leads: [{ email: expect.stringMatching(/^late/) }] },
    });
    expect(upsert?.request).toEqual({ body: { campaignId: id, leads: latecomers } });
    expect(repeatsOf(sandbox.state, day)).toEqual([]);
    expect(other).toBe(2);
  });

  it('says of a completed campaign that new leads let it go on', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(1), steps: threeSteps.slice(0, 1) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(5 * day);
    expect((await office.call('GET', `/campaigns/${id}`)).campaign.status).toBe('completed');
    const leads = [{ email: 'late@lumen.example' }];
    await office.call('POST', '/leads', { campaignId: id, leads });
    await office.sandbox.advance(5 * day);
    const [email] = ledgerPage(office.sandbox.state, all).items;
    expect(email).toMatchObject({
      request: { body: { campaignId: id, leads } },
      email: { recipient: 'late@lumen.example' },
    });
  });

  it('gives the same lines a page at a time', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(12) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(5 * day);
    const whole = ledgerPage(office.sandbox.state, all);
    const pages = [];
    for (let offset = 0; offset < whole.total; offset += 5)
      pages.push(...ledgerPage(office.sandbox.state, { offset, limit: 5 }).items);
    expect(pages).toEqual(whole.items);
    const emails = ledgerPage(office.sandbox.state, { ...all, operation: 'email.*' });
    expect([emails.total, emails.items.length]).toEqual([whole.total - 1, whole.total - 1]);
    expect(ledgerPage(office.sandbox.state, { ...all, operation: 'campaigns.*' }).total).toBe(1);
  });

  it('says that an answer left because its draft was sent', { tags: 'slow' }, async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(200) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(14 * day);
    const [draft] = (await office.call('GET', '/reply-drafts')).drafts;
    await office.call('PUT', `/reply-drafts/${draft.id}`, { body: 'Thursday, then.' });
    await office.call('POST', `/reply-drafts/${draft.id}/send`);
    await office.sandbox.advance(120_000);
    const { items } = ledgerPage(office.sandbox.state, all);
    const call = items.find(({ operation }) => operation === 'drafts.send');
    const answer = items.find(({ email }) => email?.campaignId === null);
    expect(answer).toMatchObject({
      cause: call?.id,
      request: { params: { id: draft.id } },
      email: { leadId: draft.leadId, step: null },
    });
  });

  it('finds an email of a step that went to the same lead twice', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(3) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    const [email] = office.rows<{ id: number; lead: number }>(
      'SELECT id, lead_id AS lead FROM email WHERE sent_at IS NOT NULL AND step = 1 ORDER BY id LIMIT 1',
    );
    office.db.exec(
      `INSERT INTO email (id, workspace_id, campaign_id, lead_id, step, status, recipient, due_at, sent_at, created_at)
       SELECT 900, workspace_id, campaign_id, lead_id, step, status, recipient, due_at, sent_at + 5, created_at
       FROM email WHERE id = ${email?.id}`,
    );
    expect(repeatsOf(office.sandbox.state, 0)).toMatchObject([
      {
        operation: 'email.sent',
        ids: [`email:${email?.id}`, 'email:900'],
        request: { campaignId: id, leadId: email?.lead, step: 1 },
      },
    ]);
  });

  it('takes equal calls of two workspaces for two intents, and fields in another order for the same', async () => {
    const office = await newOffice();
    const { state } = office.sandbox;
    const row = (workspace: number, at: number, request: string) =>
      office.db
        .prepare(
          `INSERT INTO ledger (workspace_id, operation, effect, credits, usd, at, request)
           VALUES (?, 'prospects.source', 'spends', 1, 0, ?, ?)`,
        )
        .run(workspace, at, request);
    row(1, 0, '{"body":{"a":1,"b":[2,{"c":3,"d":4}]}}');
    row(2, 1000, '{"body":{"a":1,"b":[2,{"c":3,"d":4}]}}');
    row(1, 61_000, '{"body":{"b":[2,{"d":4,"c":3}],"a":1}}');
    expect(repeatsOf(state, 60_000)).toEqual([]);
    expect(repeatsOf(state, 61_000)).toMatchObject([{ ids: [1, 3], operation: 'prospects.source' }]);
  });
});
