import { describe, expect, it } from 'vitest';
import { type EventName, eventTypes } from '../../../src/contract/events/events.ts';
import { sandboxChildKey, sandboxKey } from '../../../src/contract/keys.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { eventFields } from '../../domain/event-fields.ts';
import { newOffice, type Office, people } from '../office.ts';
import { type SandboxAtHand, sandboxAtHand } from '../sandbox-at-hand.ts';

const day = 86_400_000;
const url = 'http://127.0.0.1:9/in';

type World = Pick<SandboxAtHand, 'rows'> | Pick<Office, 'rows'>;

interface Told {
  readonly type: EventName;
  readonly eventId: string;
  readonly at: number;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every type
  readonly body: any;
}

/** Every event that webhooks get, in order; each body has exactly the fields of its type, in their order. */
function told(world: World, only?: EventName): Told[] {
  const rows = world
    .rows<{ type: EventName; eventId: string; at: number; body: string }>(
      'SELECT type, event_id AS eventId, at, body FROM delivery ORDER BY id',
    )
    .map((row) => ({ ...row, body: JSON.parse(row.body) }));
  for (const { type, body } of rows) expect(Object.keys(body).join(' ')).toBe(eventFields[type]);
  return rows.filter(({ type }) => only === undefined || type === only);
}

const rfc3339 = (at: number) => new Date(at).toISOString();

/** A campaign in which everything happens, to its end; every type of event is listened to. */
async function busyCampaign(seed?: string): Promise<Office> {
  const office = await newOffice(seed);
  setAnswerProfile(office.sandbox.state, {
    reply: 0.3,
    positive: 0.4,
    unsubscribe: 0.3,
    outOfOffice: 0.1,
    unsubscribeLink: 0.2,
    softBounce: 0.1,
    invalidAddresses: 0.1,
  });
  for (const type of eventTypes) await office.call('POST', '/webhooks', { url, type });
  const id = await office.campaign({ leads: people(120) });
  await office.call('POST', `/campaigns/${id}/resume`);
  await office.sandbox.advance(40 * day);
  return office;
}

describe('a campaign tells webhooks', () => {
  it('of every email it sends', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const sent = office.rows<{ id: number; at: number; address: string }>(
      `SELECT e.id, e.sent_at AS at, s.address FROM email e JOIN sender s ON s.id = e.sender_id
       WHERE e.sent_at IS NOT NULL AND e.campaign_id IS NOT NULL ORDER BY e.sent_at, e.id`,
    );
    const events = told(office, 'EmailSent');
    expect(sent.length).toBeGreaterThan(120);
    expect(events.map(({ body }) => [body.email_id, body.sent_at, body.from_email]).sort()).toEqual(
      sent.map(({ id, at, address }) => [id, rfc3339(at), address]).sort(),
    );
    const [first] = events;
    expect(first?.body).toMatchObject({ event_id: '', kind: 'outbound', campaign_id: 1 });
    expect(first?.body.subject).toMatch(/^A question for Acme \d+$/);
    expect(first?.body.body_text).toContain('\nhave you a minute?');
    expect(first?.body.body_html).toContain('<br>have you a minute?');
    expect(JSON.parse(first?.body.recipients)).toEqual([
      { name: expect.stringMatching(/^Person\d+$/), email: first?.body.recipient },
    ]);
  });

  it('of every reply once it is categorized, and of no bounce as one', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const replies = office.rows<{ id: number; category: string; at: number; sender: string }>(
      `SELECT r.id, response_category AS category, received_at AS at, s.address AS sender
       FROM reply r JOIN sender s ON s.id = r.sender_id WHERE response_category IS NOT NULL`,
    );
    const events = told(office, 'EmailReply');
    expect(new Set(replies.map(({ category }) => category)).size).toBe(3);
    expect(
      events.map(({ body }) => [body.email_id, body.response_category, body.sent_at, body.recipient]).sort(),
    ).toEqual(replies.map(({ id, category, at, sender }) => [id, category, rfc3339(at), sender]).sort());
    for (const { at, body } of events) {
      expect(at).toBeGreaterThan(Date.parse(body.sent_at));
      expect(body.kind).toBe('inbound');
      const [mailbox] = JSON.parse(body.recipients);
      expect(mailbox).toEqual({ name: expect.stringMatching(/\w+ \w+/), email: body.recipient });
    }
  });

  it('of bounces, hard and soft, under the email that came back', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const bounced = office.rows<{ id: number; bounce: string; at: number }>(
      'SELECT id, bounce, bounced_at AS at FROM email WHERE bounce IS NOT NULL',
    );
    const events = told(office, 'EmailBounce');
    expect(new Set(bounced.map(({ bounce }) => bounce))).toEqual(new Set(['hard_bounce', 'soft_bounce']));
    expect(events.map(({ body }) => [body.email_id, body.bounce_type, body.bounced_at]).sort()).toEqual(
      bounced.map(({ id, bounce, at }) => [id, bounce, rfc3339(at)]).sort(),
    );
    for (const { body } of events)
      expect(body.response_category).toBe(
        body.bounce_type === 'hard_bounce' ? 'bounced' : 'delivery_incomplete',
      );
  });

  it('of everyone who unsubscribes, once, by reply or by link', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const gone = office.rows<{ id: number; at: number }>(
      `SELECT id, unsubscribed_at AS at FROM lead WHERE unsubscribed_at IS NOT NULL
         AND id NOT IN (SELECT lead_id FROM email WHERE status = 'spamReport')`,
    );
    const events = told(office, 'EmailUnsubscribe');
    expect(events.map(({ body }) => [body.lead_id, body.unsubscribed_at]).sort()).toEqual(
      gone.map(({ id, at }) => [id, rfc3339(at)]).sort(),
    );
    expect(new Set(events.map(({ body }) => body.source))).toEqual(new Set(['reply', 'unsubscribe_link']));
    for (const { body } of events)
      expect(body).toMatchObject({
        event: 'email.unsubscribed',
        campaign_id: 1,
        lead_email: expect.stringContaining('@acme'),
      });
  });

  it('of real changes of a category: each begins where the one before ended', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const events = told(office, 'LeadCategoryUpdate');
    const now = new Map<number, string | null>();
    for (const { body } of events) {
      expect(body.old_category).toBe(now.get(body.lead_id) ?? null);
      expect(body.new_category).not.toBe(body.old_category);
      expect(body.campaign_id).toBe(1);
      now.set(body.lead_id, body.new_category);
    }
    const tagged = office.rows<{ id: number; tag: string }>('SELECT id, tag FROM lead WHERE tag IS NOT NULL');
    expect([...now].sort()).toEqual(tagged.map(({ id, tag }) => [id, tag]).sort());
  });

  it('of its statuses', { tags: 'slow' }, async () => {
    const office = await busyCampaign();
    const changes = told(office, 'CampaignStatusChanged').map(({ body }) => [
      body.name,
      body.old_status,
      body.new_status,
    ]);
    expect(changes).toEqual([
      ['Test', 'draft', 'running'],
      ['Test', 'running', 'completed'],
    ]);
  });

  it('with ids that are unique for replies, bounces and unsubscribes, and empty for the rest', {
    tags: 'slow',
  }, async () => {
    const office = await busyCampaign();
    const ids = told(office).map(({ type, eventId, body }) => {
      expect(body.event_id ?? body.eventId).toBe(eventId);
      const always = ['EmailReply', 'EmailBounce', 'EmailUnsubscribe'].includes(type);
      expect(eventId).toMatch(always ? /^evt_[0-9a-f]{32}$/ : /^$/);
      return eventId;
    });
    const given = ids.filter((id) => id !== '');
    expect(new Set(given).size).toBe(given.length);
  });

  it('the same for the same seed, and something else for another', { tags: 'slow' }, async () => {
    const all = (office: Office) => office.rows('SELECT type, event_id, at, body FROM delivery ORDER BY id');
    const [one, again, other] = [
      await busyCampaign('one'),
      await busyCampaign('one'),
      await busyCampaign('two'),
    ];
    expect(all(again)).toEqual(all(one));
    const ids = (office: Office) => told(office).flatMap(({ eventId }) => eventId || []);
    expect(ids(other).filter((id) => ids(one).includes(id))).toEqual([]);
  });
});

async function listening(...types: EventName[]) {
  const sandbox = await sandboxAtHand();
  for (const type of types) await sandbox.call('POST', '/webhooks', { url, type });
  const campaign = await sandbox.call('POST', '/campaigns', { name: 'Autumn' });
  return { ...sandbox, campaignId: campaign.json.campaign.id as number };
}

describe('a category that a person sets', () => {
  it('is raised where it really changes, with the campaign the lead is in', async () => {
    const sandbox = await listening('LeadCategoryUpdate');
    const { call, campaignId } = sandbox;
    await call('POST', '/leads', { campaignId, leads: [{ email: 'ana@lumen.example', firstName: 'Ana' }] });
    await call('POST', '/leads', { leads: [{ email: 'bo@lumen.example' }] });
    for (const [id, category] of [
      [1, 'interested'],
      [1, 'interested'],
      [1, 'meeting_booked'],
      [2, 'bounced'],
    ])
      expect((await call('PUT', `/leads/${id}/category`, { category })).status).toBe(200);
    expect(
      told(sandbox).map(({ body }) => [body.lead_id, body.old_category, body.new_category, body.campaign_id]),
    ).toEqual([
      [1, null, 'interested', campaignId],
      [1, 'interested', 'meeting_booked', campaignId],
      [2, null, 'bounced', null],
    ]);
    expect(told(sandbox)[0]?.body).toMatchObject({
      email_address: 'ana@lumen.example',
      first_name: 'Ana',
      title: '',
    });
  });
});

describe('an import of the Lead Finder', () => {
  const filters = { jobTitles: ['Head of Sales'], countries: ['Germany'] };

  it('is raised for every lead it creates; other ways of adding leads tell nothing', async () => {
    const sandbox = await listening('LeadCreated');
    const { call, campaignId, open } = sandbox;
    await call('POST', '/leads', { campaignId, leads: [{ email: 'ana@lumen.example' }] });
    await call('POST', '/lead-finder/imports', { campaignId, mode: 'first_n', count: 20, filters });
    await open.advance(10 * 60_000);
    const leads = sandbox.rows<{ id: number; email: string }>(
      "SELECT id, email FROM lead WHERE origin = 'finder' ORDER BY id",
    );
    expect(leads.length).toBe(20);
    expect(told(sandbox).map(({ body }) => [body.lead_id, body.email_address, body.campaign_id])).toEqual(
      leads.map(({ id, email }) => [id, email, campaignId]),
    );
    expect(told(sandbox)[0]?.body).toMatchObject({ origin: 'lead_finder', title: 'Head of Sales' });
  });

  it('tells of people of the Lead Finder, and of none that came another way', async () => {
    const sandbox = await listening('LeadCreated');
    const { call, campaignId, open } = sandbox;
    await call('POST', '/icps', { name: 'Heads', titles: ['Head of Sales'], makePrimary: true });
    const sourced = await call('POST', '/prospects/source', { count: 3, campaignId });
    expect(sourced.status).toBeLessThan(300);
    await open.advance(10 * 60_000);
    expect(sandbox.rows('SELECT 1 FROM lead').length).toBeGreaterThan(0);
    expect(told(sandbox)).toEqual([]);
  });

  it('tells once that credits go below a hundred', async () => {
    const sandbox = await listening('CreditBalanceLow');
    const { call, campaignId, open } = sandbox;
    const price: number = (await call('GET', '/lead-finder/filters')).json.creditsPerProspect;
    const rest = 5000 - 100 - 5 * price;
    sandbox.run(
      "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) VALUES (1, ?, 'test', 0)",
      -rest,
    );
    for (const count of [5, 2, 3]) {
      await call('POST', '/lead-finder/imports', { campaignId, mode: 'first_n', count, filters });
      await open.advance(10 * 60_000);
    }
    // To 100 exactly is not below; then it drops below; then it is below already.
    expect(told(sandbox).map(({ body }) => body)).toEqual([
      { event_id: '', balance: 100 - 2 * price, threshold: 100 },
    ]);
  });
});

describe('an Autopilot run', () => {
  it('tells of every status it moves to, and of being killed', async () => {
    const sandbox = await listening('AutopilotRunStatusChanged');
    const { call, open } = sandbox;
    await call('POST', '/autopilot/runs', { website: 'acme.com' });
    await open.advance(60_000);
    await call('POST', '/autopilot/runs/1/approve');
    await open.advance(60_000);
    await call('POST', '/autopilot/runs/1/kill', { reason: ' enough ' });
    await call('POST', '/autopilot/runs/1/kill');
    const moves = told(sandbox).map(({ body }) => body);
    for (const [index, move] of moves.entries()) {
      expect(move).toMatchObject({ eventId: '', runId: 1, lastError: '' });
      if (index > 0) expect(move.from).toBe(moves[index - 1]?.to);
    }
    expect(moves.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['building_icp', 'awaiting_approval', 'running', 'halted']),
    );
    expect(moves.at(-1)).toMatchObject({ to: 'halted', killReason: 'enough' });
    expect(moves.filter(({ to }) => to === 'halted')).toHaveLength(1);
  });

  it('tells why it failed', async () => {
    const sandbox = await listening('AutopilotRunStatusChanged');
    await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com' });
    await sandbox.open.advance(60_000);
    sandbox.run(
      "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) VALUES (1, -5000, 'test', 0)",
    );
    await sandbox.call('POST', '/autopilot/runs/1/approve');
    await sandbox.open.advance(60_000);
    const last = told(sandbox).at(-1)?.body;
    expect(last).toMatchObject({ to: 'failed' });
    expect(last.lastError).not.toBe('');
  });
});

describe('a done-for-you order', () => {
  const order = (...domains: string[]) => ({
    domains: domains.map((domainName) => ({ domainName })),
    forwardingDomain: 'acme.com',
    mailboxes: domains.map((domainName) => ({
      domainName,
      firstName: 'Anna',
      lastName: 'Berg',
      username: 'anna',
    })),
  });

  it('is raised when it completes, wholly or in part, and not when it fails', async () => {
    const sandbox = await listening('DfyOrderCompleted');
    for (const body of [
      order('acme-mail.com'),
      order('order-fails.com'),
      order('lumen-mail.com', 'order-partial.com'),
    ])
      expect((await sandbox.call('POST', '/dfy/orders', body)).status).toBe(202);
    await sandbox.open.advance(2 * day);
    expect(
      told(sandbox)
        .map(({ body }) => body)
        .sort((a, b) => a.orderId - b.orderId),
    ).toEqual([
      { eventId: '', orderId: 1, status: 'completed', mailboxCount: 1 },
      { eventId: '', orderId: 3, status: 'partially_completed', mailboxCount: 1 },
    ]);
  });
});

describe('who is told', () => {
  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  it('is every enabled webhook of the type, of the same workspace', async () => {
    const sandbox = await listening();
    const { call } = sandbox;
    const add = async (type: EventName, key = sandboxKey) =>
      (await call('POST', '/webhooks', { url, type }, as(key))).json.webhook.id as number;
    const [first, second] = [await add('LeadCategoryUpdate'), await add('LeadCategoryUpdate')];
    const off = await add('LeadCategoryUpdate');
    await call('PUT', `/webhooks/${off}`, { isEnabled: false });
    await add('EmailReply');
    await add('LeadCategoryUpdate', sandboxChildKey);
    await call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
    await call('PUT', '/leads/1/category', { category: 'interested' });
    const webhooks = sandbox.rows<{ id: number }>('SELECT webhook_id AS id FROM delivery ORDER BY id');
    expect(webhooks.map(({ id }) => id)).toEqual([first, second]);
  });

  it('is not raised where the call was refused', async () => {
    const sandbox = await listening('LeadCategoryUpdate');
    await sandbox.call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
    expect((await sandbox.call('PUT', '/leads/1/category', { category: 'nonsense' })).status).toBe(400);
    expect((await sandbox.call('PUT', '/leads/9/category', { category: 'interested' })).status).toBe(404);
    expect(told(sandbox)).toEqual([]);
  });

  it('is nobody, and nothing is written, where no webhook is registered', async () => {
    const office = await newOffice();
    await office.call('POST', '/webhooks', { url, type: 'DfyOrderCompleted' });
    const id = await office.campaign();
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(10 * day);
    expect(office.rows('SELECT id FROM email WHERE sent_at IS NOT NULL').length).toBeGreaterThan(40);
    expect(told(office)).toEqual([]);
  });
});
