import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const minute = 60_000;
const as = (key: string) => ({ authorization: `Bearer ${key}` });
const step = { subject: 'Hello {firstName}', body: 'A word about {company}?', followUpAfter: 0 };

describe('POST /copilot/plan', () => {
  it('drafts a profile of the contact database and a sequence that can be launched', async () => {
    const sandbox = await sandboxAtHand();
    const { status, json } = await sandbox.call('POST', '/copilot/plan', {
      website: 'https://www.acme.com/about',
    });
    expect(status).toBe(200);
    const { titles, seniorities, industries, companySizes } = json.icp;
    const size = await sandbox.call('POST', '/audience/size', {
      titles,
      seniorities,
      industries,
      companySizes,
    });
    expect(size.json.audienceSize).toBeGreaterThan(0);
    expect(json.suggestedSequence.map((item: typeof step) => item.followUpAfter)).toEqual([0, 3, 5]);
    const launched = await sandbox.call('POST', '/copilot/launch', {
      name: 'Acme',
      icp: json.icp,
      sequence: json.suggestedSequence,
    });
    expect(launched.status).toBe(202);
  });

  it('goes by the description, and then does not read the website', async () => {
    const sandbox = await sandboxAtHand();
    const description = 'We help recruiting teams with hiring and payroll.';
    for (const website of ['parked.acme.com', 'acme.invalid']) {
      const { status, json } = await sandbox.call('POST', '/copilot/plan', { website, description });
      expect(status).toBe(200);
      expect(json.icp.titles).toEqual(['Human Resources']);
      expect(json.suggestedSequence[0].body).toContain(description);
    }
  });

  it.each([
    ['parked.acme.com', 422],
    ['coming-soon.org', 422],
    ['acme.invalid', 502],
    ['not a website', 400],
    ['', 400],
  ])('answers for %j with %i', async (website, status) => {
    const sandbox = await sandboxAtHand();
    expect((await sandbox.call('POST', '/copilot/plan', { website })).status).toBe(status);
  });

  it('needs a read-and-write key', async () => {
    const sandbox = await sandboxAtHand();
    const call = sandbox.call('POST', '/copilot/plan', { website: 'acme.com' }, as(sandboxReadOnlyKey));
    expect((await call).status).toBe(403);
  });

  it('plans five times a minute for the whole account, and 250 times a day', { tags: 'slow' }, async () => {
    const sandbox = await sandboxAtHand();
    const plan = (key?: string) =>
      sandbox.call('POST', '/copilot/plan', { website: 'acme.com' }, key ? as(key) : undefined);
    for (let n = 0; n < 5; n++)
      expect((await plan(n % 2 === 0 ? sandboxChildKey : undefined)).status).toBe(200);
    const refused = await plan();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(60);
    sandbox.clock.advance(minute);
    for (let n = 5; n < 250; n++) {
      sandbox.clock.advance(minute / 5);
      expect((await plan()).status).toBe(200);
    }
    sandbox.clock.advance(minute);
    const spent = await plan();
    expect(spent.status).toBe(429);
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(3600);
  });
});

describe('POST /copilot/launch', () => {
  it('creates a draft with its sequence and sends nothing', async () => {
    const sandbox = await sandboxAtHand();
    const { status, json } = await sandbox.call('POST', '/copilot/launch', {
      name: 'Autumn',
      sequence: [step, { ...step, followUpAfter: 4 }],
    });
    expect(status).toBe(202);
    expect(json).toMatchObject({ status: 'draft', jobId: expect.stringMatching(/^job_/) });
    const { campaign } = (await sandbox.call('GET', `/campaigns/${json.campaignId}`)).json;
    expect(campaign).toMatchObject({ name: 'Autumn', status: 'draft' });
    const { steps } = (await sandbox.call('GET', `/campaigns/${json.campaignId}/sequence`)).json;
    expect(steps.map(({ delayDays }: { delayDays: number }) => delayDays)).toEqual([0, 4]);
    expect(sandbox.rows('SELECT * FROM event')).toEqual([]);
  });

  it('extracts leads from a search after a while, and keeps nothing of the session', async () => {
    const sandbox = await sandboxAtHand();
    const secret = Buffer.from('cookie=of-somebody').toString('base64');
    const { json } = await sandbox.call('POST', '/copilot/launch', {
      name: 'Autumn',
      salesNavSearchUrl: 'https://network.example/search?q=cto',
      salesNavData: secret,
    });
    const leads = async () => (await sandbox.call('GET', `/leads?campaignId=${json.campaignId}`)).json.total;
    expect(await leads()).toBe(0);
    for (const { name } of sandbox.rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    ))
      expect(JSON.stringify(sandbox.rows(`SELECT * FROM ${name}`))).not.toContain(secret);
    sandbox.clock.advance(2 * minute);
    expect(await leads()).toBeGreaterThanOrEqual(20);
    expect((await sandbox.call('GET', '/credits/balance')).json.balance).toBe(5000);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ sequence: [{ ...step, followUpAfter: 2 }] }, 'sequence.0.followUpAfter'],
    [{ sequence: [step, step] }, 'sequence.1.followUpAfter'],
    [{ sequence: [step, { ...step, followUpAfter: 31 }] }, 'sequence.1.followUpAfter'],
    [{ sequence: [{ ...step, subject: '' }] }, 'sequence.0.subject'],
    [{ salesNavData: 'YWJj' }, 'salesNavData'],
    [{ salesNavData: 'no base64!', salesNavSearchUrl: 'https://network.example' }, 'salesNavData'],
    [{ salesNavSearchUrl: 'ftp://network.example' }, 'salesNavSearchUrl'],
  ])('refuses %j with 400, naming %s', async (body, field) => {
    const sandbox = await sandboxAtHand();
    const answer = await sandbox.call('POST', '/copilot/launch', { name: 'Autumn', ...body });
    expect(answer.status).toBe(400);
    expect(answer.json.field).toBe(field);
    expect(answer.text).not.toMatch(/YWJj|no base64!/);
    expect((await sandbox.call('GET', '/campaigns')).json.total).toBe(0);
  });
});
