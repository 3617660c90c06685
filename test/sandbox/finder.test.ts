import { describe, expect, it } from 'vitest';
import type { Filters } from '../../src/contract/schema/filters.ts';
import { peopleOf, reveal } from '../../src/sandbox/world/contacts/people.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const heads: Filters = { jobTitles: ['Head of Sales'], countries: ['Germany'] };
const day = 86_400_000;

async function withCampaign() {
  const sandbox = await sandboxAtHand();
  const created = (await sandbox.call('POST', '/campaigns', { name: 'Autumn' })).json;
  const campaignId: number = created.campaign?.id ?? created.id;
  const start = (body: Record<string, unknown>) =>
    sandbox.call('POST', '/lead-finder/imports', { campaignId, mode: 'first_n', filters: heads, ...body });
  const get = async (id: number) => (await sandbox.call('GET', `/lead-finder/imports/${id}`)).json;
  /** Starts an import, lets it end and gives its record. */
  const imported = async (body: Record<string, unknown>) => {
    const started = await start(body);
    if (started.status !== 202) throw new Error(started.text);
    await sandbox.open.advance(10 * 60_000);
    return get(started.json.importId);
  };
  return { ...sandbox, campaignId, start, get, imported };
}

describe('filters', () => {
  it('gives the lists, the price and the limits', async () => {
    const { call } = await sandboxAtHand();
    const { limits, creditsPerProspect, ...lists } = (await call('GET', '/lead-finder/filters')).json;
    expect(limits).toMatchObject({
      defaultPageSize: 25,
      pageSizes: [25, 50],
      maxPage: 100,
      maxFirstN: 5000,
      maxRunningImports: 3,
      rowsPerDay: 2000,
      rowsLeftToday: 2000,
    });
    expect(creditsPerProspect).toBeGreaterThan(0);
    for (const list of Object.values(lists)) expect(list).not.toEqual([]);
    expect(lists.companySizes).toContain('11-50');
    expect(lists.countries).toContain('Germany');
  });
});

describe('search', () => {
  const search = ({ call }: SandboxAtHand, filters: Filters, more = {}) =>
    call('POST', '/lead-finder/searches', { filters, ...more });

  it('finds masked people, page by page, each once', async () => {
    const sandbox = await sandboxAtHand();
    const first = (await search(sandbox, heads)).json;
    expect(first).toMatchObject({
      status: 'done',
      page: 1,
      pageSize: 25,
      maxPage: 100,
      hasMore: true,
      totalIsExact: true,
      totalStatus: 'done',
    });
    const refs = new Set<string>();
    for (let page = 1; (page - 1) * 50 < first.total; page++) {
      const { results, hasMore } = (await search(sandbox, heads, { page, pageSize: 50 })).json;
      for (const { ref, jobTitle, lastName, location } of results) {
        refs.add(ref);
        expect(jobTitle).toBe('Head of Sales');
        expect(location.country).toBe('Germany');
        expect([...lastName]).toHaveLength(2);
      }
      expect(hasMore).toBe(page * 50 < first.total);
    }
    expect(refs.size).toBe(first.total);
    expect(JSON.stringify(first.results)).not.toContain('@');
  });

  it('gives the same audienceKey for the same picks in any order', async () => {
    const sandbox = await sandboxAtHand();
    const keyOf = async (filters: Filters) => (await search(sandbox, filters)).json.audienceKey;
    const one = await keyOf({ jobTitles: ['CTO, CEO'], countries: ['Germany', 'Austria'] });
    expect(await keyOf({ countries: ['Austria', 'Germany'], jobTitles: ['ceo', ' CTO'] })).toBe(one);
    expect(await keyOf({ countries: ['Austria'], jobTitles: ['CTO', 'CEO'] })).not.toBe(one);
  });

  it.each([
    [{}, 'filters'],
    [{ excludeCountries: ['Germany'] }, 'filters'],
    [{ countries: ['Germany'], regions: ['DACH'] }, 'regions'],
    [{ countries: ['Atlantis'] }, 'countries'],
    [{ jobTitles: ['x'.repeat(101)] }, 'jobTitles'],
    [{ cities: [Array.from({ length: 51 }, (_, i) => `c${i}`).join(',')] }, 'cities'],
  ])('refuses %j naming the field', async (filters, field) => {
    const answer = await search(await sandboxAtHand(), filters as Filters);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'invalid_filters', field });
    expect(answer.json.reason).not.toBe('');
  });

  it('lets 20 searches a minute pass, then says when to come back', async () => {
    const sandbox = await sandboxAtHand();
    for (let i = 0; i < 20; i++)
      expect((await search(sandbox, { companySizes: ['1-10'] }, { page: 100 })).status).toBe(200);
    const refused = await search(sandbox, heads);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
    expect(refused.headers['retry-after']).toBe('60');
    sandbox.clock.advance(60_000);
    expect((await search(sandbox, heads)).status).toBe(200);
  });

  it('does not count refused searches', async () => {
    const sandbox = await sandboxAtHand();
    for (let i = 0; i < 25; i++) expect((await search(sandbox, { countries: ['Nowhere'] })).status).toBe(400);
    expect((await search(sandbox, heads)).status).toBe(200);
  });

  it('gives 2,000 rows a UTC day, 250 on a trial', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run("UPDATE workspace SET plan = 'trial'");
    for (let page = 1; page <= 5; page++)
      expect(
        (await search(sandbox, { companySizes: ['1-10'] }, { page, pageSize: 50 })).json.rowsLeftToday,
      ).toBe(250 - page * 50);
    const refused = await search(sandbox, { companySizes: ['1-10'] });
    expect(refused.status).toBe(429);
    // It is eight in the morning.
    expect(refused.json).toMatchObject({ code: 'budget_exhausted', retryAfterSeconds: 16 * 3600 });
    await sandbox.open.advance(16 * 3_600_000);
    expect((await search(sandbox, { companySizes: ['1-10'] })).json.rowsLeftToday).toBe(225);
  });

  it('is part of a plan', async () => {
    const sandbox = await sandboxAtHand();
    sandbox.run("UPDATE workspace SET plan = 'free'");
    expect((await search(sandbox, heads)).json.code).toBe('plan_required');
  });
});

describe('an import of the first n', () => {
  it('goes batch by batch, holds credits and settles them against the leads created', async () => {
    const { start, get, open, call, rows } = await withCampaign();
    const started = await start({ count: 200 });
    expect(started.json).toMatchObject({
      status: 'running',
      requested: 200,
      estimatedCredits: 400,
      creditsPerProspect: 2,
      available: 5000,
      expired: 0,
      startsAt: 1,
    });
    const { importId } = started.json;
    const seen: number[] = [];
    let finishedAfterCompleted = false;
    for (let second = 0; second < 60; second++) {
      await open.advance(1000);
      const record = await get(importId);
      const { balance, available } = (await call('GET', '/credits/balance')).json;
      expect(record.creditsSpent).toBe(record.added * 2);
      expect(balance).toBe(5000 - record.creditsSpent);
      expect(available).toBeLessThanOrEqual(balance);
      expect((await call('GET', '/leads')).json.total).toBe(record.added);
      if (record.status === 'completed' && record.finishedAt === null) finishedAfterCompleted = true;
      if (record.finishedAt !== null) break;
      seen.push(record.added);
    }
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect(finishedAfterCompleted).toBe(true);
    const record = await get(importId);
    expect(record).toMatchObject({
      status: 'completed',
      endReason: 'requested_reached',
      added: 200,
      creditsSpent: 400,
      lastError: null,
    });
    const skips = Object.values(record.skipReasons as Record<string, number>).reduce((sum, n) => sum + n, 0);
    expect(skips).toBe(record.skipped);
    expect((await call('GET', '/credits/balance')).json).toMatchObject({
      balance: 4600,
      available: 4600,
      held: 0,
    });
    const debits = rows<{ amount: number; reason: string }>(
      'SELECT amount, reason FROM credit_entry WHERE amount < 0',
    );
    expect(debits.reduce((sum, { amount }) => sum + amount, 0)).toBe(-400);
    expect(new Set(debits.map(({ reason }) => reason))).toEqual(new Set(['lead_finder_import']));
    expect(rows('SELECT operation, effect, credits FROM ledger')).toEqual([
      { operation: 'finder.startImport', effect: 'spends', credits: 400 },
    ]);
  });

  it('makes leads of the campaign with invented addresses only', async () => {
    const { imported, call, campaignId } = await withCampaign();
    await imported({ count: 100 });
    const { leads, total } = (await call('GET', `/leads?campaignId=${campaignId}&limit=200`)).json;
    expect(total).toBe(100);
    for (const lead of leads) {
      expect(lead.email).toMatch(/^[a-z0-9.-]+@[a-z0-9-]+\.example$/);
      expect(lead).toMatchObject({ title: 'Head of Sales', customVariables: { country: 'Germany' } });
      expect(lead.firstName).not.toBe('');
    }
  });

  it('continues where the last one ended, from the top where that is asked for, passing known people for free', async () => {
    const { imported, call } = await withCampaign();
    const first = await imported({ count: 30 });
    const { progress } = (await call('POST', '/lead-finder/searches', { filters: heads })).json;
    expect(progress).toMatchObject({
      adds: 1,
      added: 30,
      nextFrom: 1 + first.added + first.skipped,
      runningImportId: null,
    });
    const second = await imported({ count: 30 });
    expect(second.startsAt).toBe(progress.nextFrom);
    expect(second.skipReasons.already_in_workspace).toBeUndefined();
    const again = await imported({ count: 10, fromStart: true });
    expect(again).toMatchObject({ startsAt: 1, added: 10, creditsSpent: 20 });
    expect(again.skipReasons.already_in_workspace).toBe(60);
    expect((await call('GET', '/leads')).json.total).toBe(70);
  });

  it('ends where the audience does, and the next one starts at the top', async () => {
    const { imported } = await withCampaign();
    const filters = { jobTitles: ['Chief Data Officer'], countries: ['Iceland', 'Estonia', 'Luxembourg'] };
    const first = await imported({ count: 500, filters });
    expect(first).toMatchObject({ status: 'completed', endReason: 'audience_exhausted' });
    expect(first.added).toBeGreaterThan(0);
    expect(first.creditsSpent).toBe(first.added * 2);
    const next = await imported({ count: 5, filters });
    expect(next).toMatchObject({ startsAt: 1, added: 0, creditsSpent: 0, endReason: 'audience_exhausted' });
  });

  it('looks at five people for each one requested, a thousand at least', async () => {
    const { imported, call, open } = await withCampaign();
    const filters = { companySizes: ['1-10'] };
    // Everybody at the beginning of the audience is known already.
    const people = peopleOf(open.state.seed);
    const { audienceOf } = await import('../../src/sandbox/world/contacts/audience.ts');
    const known = [...audienceOf(people, filters).subarray(0, 1200)].flatMap((person) => {
      const found = reveal(people, person);
      return found.kind === 'none' ? [] : [{ email: found.email }];
    });
    await call('POST', '/leads', { leads: known.slice(0, 1000) });
    await call('POST', '/leads', { leads: known.slice(1000) });
    const record = await imported({ count: 50, filters });
    expect(record).toMatchObject({
      status: 'completed',
      endReason: 'fetch_limit',
      added: 0,
      creditsSpent: 0,
    });
    expect(record.skipped).toBe(1000);
    expect((await imported({ count: 50, filters })).startsAt).toBe(1001);
  });

  it('is limited to 25,000 people looked at in a UTC day', async () => {
    const { start, run, open } = await withCampaign();
    run(
      "INSERT INTO counter (workspace_id, name, day, value) VALUES (1, 'finder_looked', '2026-03-02', 24990)",
    );
    const refused = await start({ count: 11 });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({
      code: 'budget_exhausted',
      reason: 'daily_import_limit',
      retryAfterSeconds: 16 * 3600,
    });
    expect((await start({ count: 10 })).status).toBe(202);
    await open.advance(day);
    expect((await start({ count: 11 })).status).toBe(202);
  });

  it('fails on the way where the day, the credits or the room for contacts run out, and keeps what it added', {
    tags: ['slow', 'needed'],
  }, async () => {
    const daily = await withCampaign();
    daily.run(
      "INSERT INTO counter (workspace_id, name, day, value) VALUES (1, 'finder_looked', '2026-03-02', 24900)",
    );
    const looked = await daily.imported({ count: 100 });
    expect(looked).toMatchObject({ status: 'failed', lastError: 'budget_exhausted', endReason: null });
    expect(looked.added + looked.skipped).toBe(100);
    expect(looked.added).toBeGreaterThan(0);

    const poor = await withCampaign();
    const [first, second] = [
      await poor.start({ count: 2000, filters: { companySizes: ['1-10'] } }),
      await poor.start({ count: 2000, filters: { companySizes: ['51-200'] } }),
    ];
    await poor.open.advance(30 * 60_000);
    const [a, b] = [await poor.get(first.json.importId), await poor.get(second.json.importId)];
    expect([a.lastError, b.lastError]).toContain('insufficient_credits');
    expect(a.creditsSpent + b.creditsSpent).toBe(5000);
    expect((await poor.call('GET', '/credits/balance')).json).toMatchObject({ balance: 0, held: 0 });

    const full = await withCampaign();
    full.run('UPDATE workspace SET contact_cap = 20');
    const capped = await full.imported({ count: 60 });
    expect(capped).toMatchObject({
      status: 'failed',
      lastError: 'contact_cap_reached',
      added: 20,
      creditsSpent: 40,
    });
    expect(capped.skipReasons.contact_cap_reached).toBe(1);
    expect((await full.call('GET', '/credits/balance')).json).toMatchObject({ balance: 4960, held: 0 });
  });

  it('verifies addresses within the allowance and skips invalid ones; afterwards everybody is added', async () => {
    const { imported, run, rows } = await withCampaign();
    const verified = await imported({ count: 150 });
    const { valid, invalid, catchAll, unknown } = verified.verification;
    expect(valid + catchAll + unknown).toBe(150);
    expect(verified.skipReasons.invalid_email ?? 0).toBe(invalid);
    const checks = 2 * (valid + catchAll + unknown) + invalid;
    expect(rows<{ usd: number }>('SELECT usd FROM ledger')[0]?.usd).toBeCloseTo(checks * 0.004, 6);
    run('UPDATE workspace SET verification_allowance = 170');
    const limited = await imported({ count: 60, filters: { ...heads, countries: ['France'] } });
    expect(limited.verification.limitReached).toBe(true);
    expect(limited.added).toBe(60);
    const skipped = await imported({
      count: 20,
      verifyEmails: false,
      filters: { ...heads, countries: ['Spain'] },
    });
    expect(skipped).toMatchObject({ verifyEmails: false, added: 20 });
    expect(rows('SELECT usd FROM ledger').at(-1)).toEqual({ usd: 0 });
  });

  it('counts no verification where it is off', async () => {
    const { imported } = await withCampaign();
    const { verification } = await imported({ count: 3, verifyEmails: false });
    expect(verification).toEqual({ valid: 0, invalid: 0, catchAll: 0, unknown: 0, limitReached: false });
  });

  it('skips blocked people, and personal mailboxes unless the campaign takes them', async () => {
    const { imported, run, call, campaignId } = await withCampaign();
    const before = await imported({ count: 80 });
    expect(before.skipReasons.consumer_mailbox).toBeGreaterThan(0);
    const { leads } = (await call('GET', '/leads?limit=200')).json;
    for (const { id } of leads) await call('DELETE', `/leads/${id}`);
    // The newest stand last in the audience, perhaps beyond where the next import ends.
    const [first, second] = leads.slice(-2);
    const domain = first.email.split('@')[1];
    run("INSERT INTO blocklist (workspace_id, domain, scope, created_at) VALUES (1, ?, 'global', 0)", domain);
    run(
      "INSERT INTO blocklist (workspace_id, email_address, scope, created_at) VALUES (1, ?, 'workspace', 0)",
      second.email,
    );
    run(
      `UPDATE campaign SET settings = json_set(settings, '$.allowNonBusinessEmails', json('true')) WHERE id = ${campaignId}`,
    );
    const again = await imported({ count: 80, fromStart: true });
    expect(again.skipReasons.blocklisted).toBeGreaterThanOrEqual(2);
    expect(again.skipReasons.consumer_mailbox).toBeUndefined();
    const all = (await call('GET', '/leads?limit=200')).json.leads.map(
      ({ email }: { email: string }) => email,
    );
    expect(all.some((email: string) => email.endsWith('@freemail.example'))).toBe(true);
    expect(all).not.toContain(first.email);
    expect(all).not.toContain(second.email);
  });

  it('costs nothing while credits are free', async () => {
    const { imported, run, call } = await withCampaign();
    run('UPDATE workspace SET credits_free = 1');
    run('DELETE FROM credit_entry');
    expect(await imported({ count: 10 })).toMatchObject({
      added: 10,
      creditsPerProspect: 0,
      creditsSpent: 0,
    });
    expect((await call('GET', '/credits/transactions')).json.total).toBe(0);
  });
});

describe('an import of selected people', () => {
  it('adds exactly those, counts refs that are no longer stored, and takes none from another workspace', async () => {
    const { call, imported, open } = await withCampaign();
    const old = (await call('POST', '/lead-finder/searches', { filters: heads })).json.results;
    await open.advance(9 * day);
    const fresh = (await call('POST', '/lead-finder/searches', { filters: heads, page: 2 })).json.results;
    const refs = [...fresh.slice(0, 20), ...old.slice(0, 3)].map(({ ref }: { ref: string }) => ref);
    const record = await imported({
      mode: 'selected',
      filters: undefined,
      refs: [...refs, refs[0], 'r-invented'],
    });
    expect(record).toMatchObject({
      mode: 'selected',
      requested: 20,
      expired: 4,
      endReason: 'all_selected',
      startsAt: null,
    });
    expect(record.added + record.skipped).toBe(20);
    const again = await imported({ mode: 'selected', filters: undefined, refs });
    expect(again.skipReasons.already_in_workspace).toBe(record.added);
    expect(again.creditsSpent).toBe(0);
  });

  it('refuses refs of which none is stored', async () => {
    const { start, rows } = await withCampaign();
    const answer = await start({ mode: 'selected', filters: undefined, refs: ['a', 'b'] });
    expect([answer.status, answer.json.code]).toEqual([410, 'results_expired']);
    expect(rows('SELECT * FROM finder_import')).toEqual([]);
  });
});

describe('what forbids an import', () => {
  it.each([
    [{}, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: 5001 }, 'count'],
    [{ mode: 'selected' }, 'refs'],
    [{ mode: 'all', count: 5 }, 'mode'],
  ])('%j is invalid_request', async (body, field) => {
    const { start } = await withCampaign();
    const answer = await start(body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'invalid_request', field });
  });

  it('filters off the lists are invalid_filters', async () => {
    const { start } = await withCampaign();
    const answer = await start({ count: 5, filters: { industries: ['Alchemy'] } });
    expect(answer.json).toMatchObject({ code: 'invalid_filters', field: 'industries', value: 'Alchemy' });
  });

  it('an unknown campaign, too few credits, no room, no plan', async () => {
    const { start, run, rows } = await withCampaign();
    const missing = await start({ count: 5, campaignId: 99 });
    expect([missing.status, missing.json.code]).toEqual([404, 'campaign_not_found']);
    const dear = await start({ count: 2501 });
    expect(dear.status).toBe(402);
    expect(dear.json).toMatchObject({ code: 'insufficient_credits', needed: 5002, available: 5000 });
    run('UPDATE workspace SET contact_cap = 0');
    const full = await start({ count: 5 });
    expect([full.status, full.json.code]).toEqual([422, 'contact_cap_reached']);
    run("UPDATE workspace SET plan = 'free'");
    const plan = await start({ count: 5 });
    expect([plan.status, plan.json.code]).toEqual([403, 'plan_required']);
    expect(rows('SELECT * FROM finder_import')).toEqual([]);
    expect(rows('SELECT * FROM ledger')).toEqual([]);
  });

  it('the same filters twice at once, and more than three imports at once', async () => {
    const { start, open, get, call, run } = await withCampaign();
    const first = await start({ count: 100 });
    const same = await start({
      count: 100,
      filters: { countries: ['Germany'], jobTitles: ['head of sales'] },
    });
    expect(same.status).toBe(409);
    expect(same.json).toMatchObject({ code: 'import_running', importId: first.json.importId });
    for (const country of ['France', 'Spain'])
      expect((await start({ count: 50, filters: { ...heads, countries: [country] } })).status).toBe(202);
    const fourth = await start({ count: 50, filters: { ...heads, countries: ['Italy'] } });
    expect(fourth.status).toBe(429);
    expect(fourth.json).toMatchObject({ code: 'rate_limited', reason: 'running_imports' });
    expect(fourth.headers['retry-after']).toBe(String(fourth.json.retryAfterSeconds));
    await open.advance(60_000);
    expect((await get(1)).status).toBe('completed');
    // Imports are listed after a plan change, too, newest first.
    run("UPDATE workspace SET plan = 'free'");
    const { imports } = (await call('GET', '/lead-finder/imports?limit=2')).json;
    expect(imports.map(({ importId }: { importId: number }) => importId)).toEqual([3, 2]);
  });

  it('is not found by another workspace', async () => {
    const { start, call, open } = await withCampaign();
    const { importId } = (await start({ count: 5 })).json;
    const { addKey, addWorkspace } = await import('../../src/sandbox/seed.ts');
    const key = `run_SANDBOX0_${'d'.repeat(40)}`;
    addKey(open.state, addWorkspace(open.state, { name: 'Other' }), key, 'read_write');
    const headers = { authorization: `Bearer ${key}` };
    expect((await call('GET', `/lead-finder/imports/${importId}`, undefined, headers)).status).toBe(404);
    expect((await call('GET', '/lead-finder/imports', undefined, headers)).json.imports).toEqual([]);
  });
});
