import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/sandbox/world/leads/addresses.ts';
import { joinCampaign } from '../../src/sandbox/world/leads/membership.ts';
import { newOffice, type Office, people } from './office.ts';

const day = 86_400_000;

const emails = (office: Office, id: number): Record<string, number> =>
  Object.fromEntries(
    office
      .rows<{ status: string; n: number }>(
        `SELECT status, count(*) AS n FROM email WHERE campaign_id = ${id} GROUP BY status`,
      )
      .map(({ status, n }) => [status, n]),
  );

const add = (office: Office, campaignId: number, leads: readonly object[]) =>
  office.call('POST', '/leads', { campaignId, leads });

const statusOf = async (office: Office, id: number): Promise<string> =>
  (await office.call('GET', `/campaigns/${id}`)).campaign.status;

describe('leads that join a campaign', () => {
  it('get their emails at launch while it is a draft, at once later', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(10) });
    expect(emails(office, id)).toEqual({});
    await office.call('POST', `/campaigns/${id}/resume`);
    expect(emails(office, id)).toEqual({ scheduled: 10 });
    await add(office, id, people(12));
    expect(emails(office, id)).toEqual({ scheduled: 12 });
    await office.call('POST', `/campaigns/${id}/pause`);
    await add(office, id, people(15));
    expect(emails(office, id)).toEqual({ scheduled: 15 });
    await office.sandbox.advance(2 * day);
    expect(emails(office, id)).toEqual({ scheduled: 15 });
  });

  it('are verified one after another, and the campaign cannot be launched meanwhile', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: [], settings: { isEnabledEmailVerifier: true } });
    await add(office, id, people(100));
    await add(office, id, people(200).slice(100));
    await office.sandbox.advance(13_999);
    await office.call('POST', `/campaigns/${id}/resume`, undefined, 409);
    await office.sandbox.advance(1);
    await office.call('POST', `/campaigns/${id}/resume`);
  });

  it('resume a campaign that was completed', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(3) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(30 * day);
    expect(await statusOf(office, id)).toBe('completed');
    await add(office, id, people(3));
    expect(await statusOf(office, id)).toBe('completed');
    await add(office, id, people(5));
    expect(await statusOf(office, id)).toBe('running');
    await office.sandbox.advance(30 * day);
    expect(await statusOf(office, id)).toBe('completed');
    const firsts = office.rows(
      `SELECT id FROM email WHERE campaign_id = ${id} AND step = 1 AND sent_at IS NOT NULL`,
    );
    expect(firsts).toHaveLength(5);
  });

  it('are passed over by what the campaign takes', async () => {
    const office = await newOffice();
    const first = await office.campaign({ leads: people(2) });
    const strict = await office.campaign({ leads: [], settings: { isEnabledSkipLeadIfAlreadyExists: true } });
    const personal = { email: 'somebody@freemail.example' };
    const { leads } = await office.call('POST', '/leads', { leads: [...people(3), personal] });
    const ids = leads.map(({ id }: { id: number }) => id);
    const { state } = office.sandbox;
    const joined = (campaign: number, which: readonly number[]) => {
      joinCampaign(state, campaign, which);
      return office
        .rows<{ id: number }>(
          `SELECT lead_id AS id FROM campaign_lead WHERE campaign_id = ${campaign} ORDER BY 1`,
        )
        .map(({ id }) => id);
    };
    const [ana, bo, cleo] = ids;
    expect(joined(strict, ids)).toEqual([cleo]);
    expect(joined(first, ids)).toEqual([ana, bo, cleo]);
    const open = await office.campaign({ leads: [], settings: { allowNonBusinessEmails: true } });
    expect(joined(open, ids)).toEqual(ids);
    office.db.exec("UPDATE lead SET unsubscribed_at = 1 WHERE email_key LIKE 'somebody%'");
    const other = await office.campaign({ leads: [], settings: { allowNonBusinessEmails: true } });
    expect(joined(other, ids)).toEqual([ana, bo, cleo]);
  });

  it('are passed over where they answered or bounced before, if the campaign says so', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(300) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(30 * day);
    const ids = (sql: string) => office.rows<{ id: number }>(sql).map((row) => row.id);
    const answered = ids('SELECT DISTINCT lead_id AS id FROM reply');
    const bounced = ids("SELECT DISTINCT lead_id AS id FROM email WHERE bounce = 'hard_bounce'");
    const away = ids('SELECT id FROM lead WHERE unsubscribed_at IS NOT NULL');
    expect(answered.length * bounced.length).toBeGreaterThan(0);
    const careful = await office.campaign({
      leads: [],
      settings: { isEnabledIgnoreLeadsWhoAlreadyResponded: true, isEnabledIgnoreHardBouncedLeads: true },
    });
    const all = ids('SELECT id FROM lead ORDER BY id');
    joinCampaign(office.sandbox.state, careful, all);
    const skipped = new Set([...answered, ...bounced, ...away]);
    expect(ids(`SELECT lead_id AS id FROM campaign_lead WHERE campaign_id = ${careful} ORDER BY 1`)).toEqual(
      all.filter((lead) => !skipped.has(lead)),
    );
  });

  it('get no email where their address was found to be no good, or is on the blocklist', async () => {
    const office = await newOffice();
    const leads = people(200);
    const id = await office.campaign({ leads, settings: { isEnabledEmailVerifier: true } });
    const nature = (wanted: string) =>
      leads.filter(({ email }) => verdictOf(office.sandbox.state, email ?? '') === wanted).length;
    office.db.exec(
      "INSERT INTO blocklist (workspace_id, scope, email_address, created_at) VALUES (1, 'workspace', 'blocked@acme.example', 1)",
    );
    await add(office, id, [{ email: 'blocked@acme.example' }]);
    await office.sandbox.advance(60_000);
    await office.call('POST', `/campaigns/${id}/resume`);
    const counts = emails(office, id);
    expect(nature('invalid') * nature('catchAll')).toBeGreaterThan(0);
    expect(counts).toMatchObject({ invalid: nature('invalid'), catchAll: nature('catchAll'), blocked: 1 });
    await office.sandbox.advance(30 * day);
    expect(office.rows("SELECT id FROM email WHERE bounce = 'hard_bounce'")).toEqual([]);
  });
});

describe('leads that leave a campaign', () => {
  it('take their unsent emails with them and leave the others', async () => {
    const office = await newOffice();
    const from = await office.campaign({ leads: people(2) });
    const to = await office.campaign({ leads: people(1, 'other') });
    for (const id of [from, to]) await office.call('POST', `/campaigns/${id}/resume`);
    const [{ id: leadId }] = (await office.call('GET', `/leads?campaignId=${from}`)).leads;
    const moved = await office.call('POST', `/leads/${leadId}/move`, { targetCampaignId: to });
    expect(moved).toMatchObject({ leadId, sourceCampaignId: from, targetCampaignId: to });
    expect(emails(office, from)).toEqual({ scheduled: 1 });
    expect(emails(office, to)).toEqual({ scheduled: 2 });
  });

  it('complete a campaign that has nothing left to send', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(1) });
    await office.call('POST', `/campaigns/${id}/resume`);
    const [{ id: leadId }] = (await office.call('GET', '/leads')).leads;
    await office.call('DELETE', `/leads/${leadId}`);
    expect(await statusOf(office, id)).toBe('completed');
  });
});
