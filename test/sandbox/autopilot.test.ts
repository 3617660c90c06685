import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const as = (key: string) => ({ authorization: `Bearer ${key}` });

async function start(sandbox: SandboxAtHand, body: object = {}, headers?: Record<string, string>) {
  const answer = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com', ...body }, headers);
  return answer.json;
}

async function run(sandbox: SandboxAtHand, id = 1, headers?: Record<string, string>) {
  return (await sandbox.call('GET', `/autopilot/runs/${id}`, undefined, headers)).json.run;
}

/** A run that waits for its approval. */
async function atGate(sandbox: SandboxAtHand, body: object = {}, headers?: Record<string, string>) {
  const { run: started } = await start(sandbox, body, headers);
  sandbox.clock.advance(minute);
  return run(sandbox, started.id, headers);
}

const approve = (sandbox: SandboxAtHand, id = 1, headers?: Record<string, string>) =>
  sandbox.call('POST', `/autopilot/runs/${id}/approve`, undefined, headers);
const kill = (sandbox: SandboxAtHand, id = 1, body: object = {}) =>
  sandbox.call('POST', `/autopilot/runs/${id}/kill`, body);
const balance = async (sandbox: SandboxAtHand, headers?: Record<string, string>): Promise<number> =>
  (await sandbox.call('GET', '/credits/balance', undefined, headers)).json.balance;

const stages = ({ audit }: { audit: { stage: string }[] }): string[] => [
  ...new Set(audit.map(({ stage }) => stage)),
];

describe('POST /autopilot/plan', () => {
  it('sizes a budget and changes nothing', async () => {
    const sandbox = await sandboxAtHand();
    const answer = await sandbox.call('POST', '/autopilot/plan', { budgetUsd: 500, maxMailboxes: 4 });
    expect(answer).toMatchObject({ status: 200, json: { feasible: true, mailboxes: 4, domains: 2 } });
    expect((await sandbox.call('GET', '/autopilot/runs')).json).toEqual({ runs: [], total: 0 });
  });

  it.each([
    {},
    { budgetUsd: 0 },
    { budgetUsd: -1 },
    { budgetUsd: 100, maxMailboxes: -1 },
    { budgetUsd: '100' },
  ])('refuses %j with 400', async (body) => {
    const sandbox = await sandboxAtHand();
    expect((await sandbox.call('POST', '/autopilot/plan', body)).status).toBe(400);
  });

  it('needs a read-and-write key all the same', async () => {
    const sandbox = await sandboxAtHand();
    const call = sandbox.call('POST', '/autopilot/plan', { budgetUsd: 1 }, as(sandboxReadOnlyKey));
    expect((await call).status).toBe(403);
  });
});

describe('an Autopilot run', () => {
  it('shows the ids of what it made once it is there', async () => {
    const sandbox = await sandboxAtHand();
    const ids = ['campaignId', 'icpId', 'prospectSearchId'];
    const { json } = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com' });
    expect(ids.filter((name) => name in json.run)).toEqual([]);
    sandbox.clock.advance(60_000);
    const waiting = await run(sandbox);
    expect(ids.map((name) => typeof waiting[name])).toEqual(ids.map(() => 'number'));
  });

  it('goes to the gate by itself and spends nothing on the way', async () => {
    const sandbox = await sandboxAtHand();
    const answer = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com', budgetUsd: 500 });
    expect(answer.status).toBe(201);
    expect(answer.json.run).toMatchObject({
      id: 1,
      status: 'pending',
      replyMode: 'draft',
      targetProspectCount: 2000,
      killSwitch: false,
      approvedAt: null,
    });
    expect(answer.json.plan).toMatchObject({ prospectsPerMonth: 2000, firstMonthUsd: 490 });
    const seen = [answer.json.run.status];
    for (let second = 0; second < 20; second++) {
      sandbox.clock.advance(1000);
      const { status } = await run(sandbox);
      if (seen.at(-1) !== status) seen.push(status);
    }
    expect(seen).toEqual([
      'pending',
      'building_icp',
      'writing_sequence',
      'sourcing_prospects',
      'awaiting_approval',
    ]);
    const waiting = await run(sandbox);
    expect(stages(waiting)).toEqual(seen);
    expect(await balance(sandbox)).toBe(5000);
    expect(sandbox.rows('SELECT * FROM ledger')).toEqual([]);
    const { campaigns } = (await sandbox.call('GET', '/campaigns')).json;
    expect(campaigns).toMatchObject([{ id: waiting.campaignId, status: 'draft' }]);
    const { icps } = (await sandbox.call('GET', '/icps')).json;
    expect(icps).toMatchObject([{ id: waiting.icpId, sourceWebsite: 'acme.com', isGenerated: true }]);
    sandbox.clock.advance(30 * day);
    expect((await run(sandbox)).status).toBe('awaiting_approval');
  });

  it('reveals, provisions and launches after the approval, and completes with its campaign', async () => {
    const sandbox = await sandboxAtHand();
    const { campaignId } = await atGate(sandbox, { targetProspects: 30 });
    const approved = await approve(sandbox);
    expect(approved).toMatchObject({ status: 200, json: { run: { status: 'sourcing_prospects' } } });
    expect(approved.json.run.approvedAt).toBeTruthy();
    expect(approved.json.run.approvedByUserId).toBe(1);
    sandbox.clock.advance(6000);
    expect((await run(sandbox)).status).toBe('provisioning_infrastructure');
    expect(await balance(sandbox)).toBe(5000 - 60);
    expect((await sandbox.call('GET', `/leads?campaignId=${campaignId}`)).json.total).toBe(30);
    sandbox.clock.advance(minute);
    expect((await run(sandbox)).status).toBe('running');
    expect((await sandbox.call('GET', `/campaigns/${campaignId}`)).json.campaign.status).toBe('running');
    expect(sandbox.rows('SELECT operation, effect, credits, usd FROM ledger')).toEqual([
      { operation: 'autopilot.approve', effect: 'buys', credits: 60, usd: 0 },
    ]);
    await sandbox.open.advance(30 * day);
    const ended = await run(sandbox);
    expect(ended.status).toBe('completed');
    expect(
      (await sandbox.call('GET', `/campaigns/${campaignId}`)).json.campaign.stats.contactedLeadsCount,
    ).toBe(30);
  });

  it('orders the planned infrastructure only where no mailbox is connected, and waits for it', async () => {
    const sandbox = await sandboxAtHand();
    const child = as(sandboxChildKey);
    const { id } = await atGate(sandbox, { budgetUsd: 60 }, child);
    const { plan } = (await sandbox.call('GET', `/autopilot/runs/${id}`, undefined, child)).json;
    await approve(sandbox, id, child);
    sandbox.clock.advance(minute);
    expect((await run(sandbox, id, child)).status).toBe('provisioning_infrastructure');
    const { orders } = (await sandbox.call('GET', '/dfy/orders', undefined, child)).json;
    expect(orders).toHaveLength(1);
    expect(orders[0].mailboxes).toHaveLength(plan.mailboxes);
    expect(orders[0].domains).toHaveLength(plan.domains);
    expect(orders[0].cost_breakdown.totalUsd).toBeLessThanOrEqual(plan.setupUsd);
    sandbox.clock.advance(3 * 60 * minute);
    expect((await run(sandbox, id, child)).status).toBe('running');
    expect((await sandbox.call('GET', '/sender-emails', undefined, child)).json.total).toBe(plan.mailboxes);
    const [entry] = sandbox.rows<{ credits: number; usd: number }>('SELECT credits, usd FROM ledger');
    expect(entry?.usd).toBe(orders[0].cost_breakdown.totalUsd);
    expect(await balance(sandbox, child)).toBe(500 - (entry?.credits ?? 0));
  });

  it('buys nothing for its plan while a mailbox is connected', async () => {
    const sandbox = await sandboxAtHand();
    const { id } = await atGate(sandbox, { budgetUsd: 60, targetProspects: 5 });
    await approve(sandbox, id);
    sandbox.clock.advance(day);
    expect((await run(sandbox, id)).status).toBe('running');
    expect((await sandbox.call('GET', '/dfy/orders')).json.orders).toEqual([]);
    expect(sandbox.rows('SELECT usd FROM ledger')).toEqual([{ usd: 0 }]);
  });

  it('buys ten domains at most', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run('UPDATE sender SET is_connected = 0');
    await atGate(sandbox, { budgetUsd: 2000, targetProspects: 5 });
    await approve(sandbox);
    sandbox.clock.advance(3 * 60 * minute);
    expect((await run(sandbox)).status).toBe('running');
    const { orders } = (await sandbox.call('GET', '/dfy/orders')).json;
    expect(orders[0].domains).toHaveLength(10);
    expect((await sandbox.call('GET', '/sender-emails?isConnected=true')).json.total).toBe(20);
  });

  it('fails where the card for the infrastructure is missing', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run('UPDATE sender SET is_connected = 0');
    await atGate(sandbox, { budgetUsd: 100 });
    sandbox.run('UPDATE workspace SET has_card = 0');
    await approve(sandbox);
    sandbox.clock.advance(minute);
    expect(await run(sandbox)).toMatchObject({ status: 'failed', lastError: 'billing_required' });
    expect((await sandbox.call('GET', '/dfy/orders')).json.total).toBe(0);
  });

  it.each([
    ['off', { drafts: 0, answers: 0 }],
    ['draft', { drafts: 1, answers: 0 }],
    ['approve', { drafts: 1, answers: 0 }],
    ['auto', { drafts: 0, answers: 1 }],
  ])('does with interested replies as the mode %s says', async (replyMode, expected) => {
    const sandbox = await sandboxAtHand();
    await atGate(sandbox, { targetProspects: 150, replyMode });
    await approve(sandbox);
    await sandbox.open.advance(30 * day);
    const count = (sql: string): number =>
      sandbox.rows<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)[0]?.n ?? 0;
    expect(count("reply WHERE response_category = 'interested'")).toBeGreaterThan(0);
    expect(Math.sign(count('draft WHERE email_id IS NULL'))).toBe(expected.drafts);
    expect(Math.sign(count('email WHERE campaign_id IS NULL AND sent_at IS NOT NULL'))).toBe(
      expected.answers,
    );
  });

  it('fails after the approval where the batch delivers no one, and buys nothing', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run('UPDATE sender SET is_connected = 0');
    await atGate(sandbox, { budgetUsd: 100 });
    sandbox.run(
      "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) VALUES (1, -5000, 'elsewhere', 0)",
    );
    await approve(sandbox);
    sandbox.clock.advance(minute);
    const failed = await run(sandbox);
    expect(failed).toMatchObject({ status: 'failed', lastError: 'insufficient_credits' });
    expect((await sandbox.call('GET', '/sender-emails?isConnected=true')).json.total).toBe(0);
    expect(sandbox.rows('SELECT credits, usd FROM ledger')).toEqual([{ credits: 0, usd: 0 }]);
  });

  it.each([
    ['parked.acme.com', 'website_placeholder'],
    ['acme.invalid', 'website_unreachable'],
  ])('fails before the gate where %s cannot be read', async (website, lastError) => {
    const sandbox = await sandboxAtHand();
    expect(await atGate(sandbox, { website })).toMatchObject({ status: 'failed', lastError });
  });

  it('pauses where nothing can be sent from, and goes on once a mailbox is there', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run('UPDATE sender SET is_connected = 0');
    await atGate(sandbox, { targetProspects: 5 });
    await approve(sandbox);
    sandbox.clock.advance(minute);
    expect(await run(sandbox)).toMatchObject({ status: 'paused', lastError: 'no_senders' });
    sandbox.run('UPDATE sender SET is_connected = 1');
    sandbox.clock.advance(day / 2);
    expect(await run(sandbox)).toMatchObject({ status: 'running', lastError: '' });
  });
});

describe('starting a run', () => {
  it.each([
    [{ website: '' }],
    [{ website: 'not a website' }],
    [{ budgetUsd: 0 }],
    [{ budgetUsd: 5 }],
    [{ replyMode: 'always' }],
    [{ targetProspects: -1 }],
  ])('refuses %j with 400', async (body) => {
    const sandbox = await sandboxAtHand();
    const answer = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com', ...body });
    expect(answer.status).toBe(400);
  });

  it('refuses what the wallet does not cover with 402, have and need', async () => {
    const sandbox = await sandboxAtHand();
    const answer = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com', budgetUsd: 2000 });
    expect(answer.status).toBe(402);
    expect(answer.json).toMatchObject({ code: 'insufficient_credits', have: 5000 });
    expect(answer.json.need).toBeGreaterThan(5000);
  });

  it('needs an active subscription: the trial key answers 403', async () => {
    const sandbox = await sandboxAtHand();
    const call = sandbox.call('POST', '/autopilot/runs', { website: 'acme.com' }, as(sandboxTrialKey));
    expect((await call).status).toBe(403);
  });

  it('refuses a second run while one awaits approval', async () => {
    const sandbox = await sandboxAtHand();
    await atGate(sandbox);
    const refused = await sandbox.call('POST', '/autopilot/runs', { website: 'other.com' });
    expect(refused.status).toBe(429);
    expect(refused.json.error).toContain('Run 1 already awaits approval');
    await kill(sandbox);
    expect((await sandbox.call('POST', '/autopilot/runs', { website: 'other.com' })).status).toBe(201);
  });

  it('starts five a UTC day, killed ones included', async () => {
    const sandbox = await sandboxAtHand();
    for (let id = 1; id <= 5; id++) {
      expect((await start(sandbox)).run.id).toBe(id);
      await kill(sandbox, id);
    }
    const refused = await sandbox.call('POST', '/autopilot/runs', { website: 'acme.com' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(16 * 3600);
    sandbox.clock.advance(16 * 60 * minute);
    expect((await start(sandbox)).run.id).toBe(6);
  });

  it('takes the number that was asked for, else the plan, else its own batch', async () => {
    const sandbox = await sandboxAtHand();
    expect((await start(sandbox, { budgetUsd: 200, targetProspects: 7 })).run.targetProspectCount).toBe(7);
    const { run: planned, plan } = await start(sandbox, { budgetUsd: 200 });
    expect(planned.targetProspectCount).toBe(plan.prospectsPerMonth);
    const own = await start(sandbox, { targetProspects: 0 });
    expect(own.run.targetProspectCount).toBeGreaterThan(0);
    expect(own).not.toHaveProperty('plan');
  });
});

describe('deciding about a run', () => {
  it('approves only what awaits it', async () => {
    const sandbox = await sandboxAtHand();
    await start(sandbox);
    expect((await approve(sandbox)).status).toBe(409);
    sandbox.clock.advance(minute);
    expect((await approve(sandbox)).status).toBe(200);
    expect((await approve(sandbox)).status).toBe(409);
    expect(sandbox.rows('SELECT id FROM ledger')).toHaveLength(1);
  });

  it('finds no run of another workspace, and none that is not there', async () => {
    const sandbox = await sandboxAtHand();
    const { id } = await atGate(sandbox, {}, as(sandboxChildKey));
    for (const wanted of [id, 99]) {
      expect((await sandbox.call('GET', `/autopilot/runs/${wanted}`)).status).toBe(404);
      expect((await approve(sandbox, wanted)).status).toBe(404);
      expect((await kill(sandbox, wanted)).status).toBe(404);
    }
    expect((await sandbox.call('GET', '/autopilot/runs/x')).status).toBe(400);
    expect((await sandbox.call('GET', '/autopilot/runs')).json.total).toBe(0);
  });

  it('kills from any state for good, with a reason of 200 characters at most', async () => {
    const sandbox = await sandboxAtHand();
    await start(sandbox);
    const killed = await kill(sandbox, 1, { reason: `  ${'x'.repeat(300)}  ` });
    expect(killed.json.run).toMatchObject({ status: 'pending', killSwitch: true });
    expect(killed.json.run.audit.at(-1)).toMatchObject({
      stage: 'pending',
      message: `Killed: ${'x'.repeat(200)}`,
    });
    sandbox.clock.advance(day);
    expect(await run(sandbox)).toMatchObject({ status: 'pending', killSwitch: true });
    expect((await kill(sandbox)).json.run.audit).toHaveLength(2);
  });

  it('never spends for a run that was killed at the gate or right after the approval', async () => {
    const sandbox = await sandboxAtHand();
    await atGate(sandbox);
    await kill(sandbox);
    expect((await approve(sandbox)).status).toBe(409);
    const { id } = await atGate(sandbox);
    await approve(sandbox, id);
    await kill(sandbox, id);
    sandbox.clock.advance(day);
    expect(await balance(sandbox)).toBe(5000);
  });

  it('pauses the campaign that a killed run launched', async () => {
    const sandbox = await sandboxAtHand();
    const { campaignId } = await atGate(sandbox, { targetProspects: 20 });
    await approve(sandbox);
    sandbox.clock.advance(minute);
    expect((await run(sandbox)).status).toBe('running');
    await kill(sandbox, 1, { reason: 'wrong audience' });
    expect((await sandbox.call('GET', `/campaigns/${campaignId}`)).json.campaign.status).toBe('paused');
  });
});

describe('GET /autopilot/runs', () => {
  it('lists the newest first, page by page', async () => {
    const sandbox = await sandboxAtHand();
    for (const website of ['a-one.com', 'b-two.com', 'c-three.com']) await start(sandbox, { website });
    const first = (await sandbox.call('GET', '/autopilot/runs?limit=2')).json;
    expect(first).toMatchObject({ total: 3, runs: [{ website: 'c-three.com' }, { website: 'b-two.com' }] });
    const second = (await sandbox.call('GET', '/autopilot/runs?limit=2&page=2')).json;
    expect(second.runs).toMatchObject([{ website: 'a-one.com' }]);
    expect((await sandbox.call('GET', '/autopilot/runs?limit=201')).status).toBe(400);
  });
});
