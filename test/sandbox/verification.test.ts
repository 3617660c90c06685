import { describe, expect, it } from 'vitest';
import { verification } from '../../src/contract/areas/verification.ts';
import { sandboxReadOnlyKey, sandboxTrialKey } from '../../src/contract/keys.ts';
import { day, minute } from '../../src/domain/window.ts';
import { type AnswerProfile, setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../silence.ts';
import { newOffice, people } from './office.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

const jobs = '/email-verification/jobs';
const as = (key: string) => ({ authorization: `Bearer ${key}` });
const addresses = (count: number, at = 'lumen.example') =>
  Array.from({ length: count }, (_, index) => `person${index}@${at}`);

const start = async (at: SandboxAtHand, count: number) =>
  (await at.call('POST', jobs, { emails: addresses(count) })).json;
const job = async (at: SandboxAtHand, id: number) => (await at.call('GET', `${jobs}/${id}`)).json;

describe('a verification job', () => {
  it('works through its addresses as time goes by, and bills each check', async () => {
    const at = await sandboxAtHand();
    const started = await start(at, 600);
    expect(started).toMatchObject({ status: 'queued', total: 600, processed: 0, finishedAt: null });
    await at.open.advance(2000);
    const half = await job(at, started.id);
    expect(half).toMatchObject({ status: 'running', processed: 250, finishedAt: null });
    await at.open.advance(60_000);
    const done = await job(at, started.id);
    expect(done).toMatchObject({ status: 'completed', processed: 600 });
    expect(done.finishedAt).not.toBeNull();
    expect(done.valid + done.invalid + done.catchAll + done.unknown).toBe(600);
    for (const verdict of ['valid', 'invalid', 'catchAll', 'unknown'])
      expect(done[verdict]).toBeGreaterThan(0);
    expect(done.checks).toBe(2 * 600 - done.invalid);
    const [billed] = at.rows<{ usd: number }>(
      "SELECT usd FROM ledger WHERE operation = 'verification.createJob'",
    );
    expect(billed?.usd).toBeCloseTo(done.costUsd, 6);
    const { json: rates } = await at.call('GET', '/email-verification/rates');
    expect(done.costUsd).toBeCloseTo(done.checks * rates.usdPerCheck, 4);
  });

  it('has records whose fields are guessed', async () => {
    const at = await sandboxAtHand();
    const { id } = await start(at, 1);
    await at.open.advance(10_000);
    const { results } = (await at.call('GET', `${jobs}/${id}/records`)).json;
    expect(Object.keys(results[0])).toEqual(['id', 'email', 'status', 'reason', 'checks', 'checkedAt']);
    expect(verification.records.answer).toMatchObject({ fields: 'open' });
  });

  /** The verdict of each person of a campaign, and what became of the first email to them. */
  async function verifiedAndMailed(profile: Partial<AnswerProfile>, settings = {}) {
    const office = await newOffice('stale');
    setAnswerProfile(office.sandbox.state, { ...silence, ...profile });
    const leads = people(160);
    const { id } = await office.call('POST', jobs, { emails: leads.map(({ email }) => email) });
    const campaign = await office.campaign({ leads, settings });
    await office.sandbox.advance(minute);
    await office.call('POST', `/campaigns/${campaign}/resume`, {});
    await office.sandbox.advance(12 * day);
    const rows = office.rows<{ verdict: string; bounced: boolean; status: string }>(
      `SELECT r.status AS verdict, e.status, e.bounce IS 'hard_bounce' AS bounced FROM verification_record r
       JOIN lead l ON l.email = r.email JOIN email e ON e.lead_id = l.id AND e.step = 1`,
    );
    const { emailCounts } = await office.call('GET', `/campaigns/${campaign}/stats`);
    const { results } = await office.call('GET', `${jobs}/${id}/records?size=200`);
    expect(results).toMatchObject(rows.map(({ verdict: status }) => ({ status })));
    const share = (verdict: string) => {
      const found = rows.filter((row) => row.verdict === verdict);
      return found.filter(({ bounced }) => bounced).length / found.length;
    };
    return { rows, share, emailCounts };
  }

  const stale = { invalidAddresses: 0.3, catchAllAddresses: 0.2, unknownAddresses: 0.2 };

  it('finds what an email to the address would find', async () => {
    const { rows, share } = await verifiedAndMailed(stale);
    expect(rows).toHaveLength(160);
    expect(['invalid', 'catchAll', 'unknown', 'valid'].map(share)).toEqual([1, 0, 0, 0]);
  });

  it('misses the declared share of dead addresses, and risky ones bounce as often as declared', async () => {
    const { rows, share, emailCounts } = await verifiedAndMailed({
      ...stale,
      riskyBounce: 0.5,
      verifierMisses: 0.4,
    });
    expect(share('invalid')).toBe(1);
    for (const verdict of ['catchAll', 'unknown', 'valid']) {
      expect([verdict, share(verdict)]).toEqual([verdict, expect.any(Number)]);
      expect(share(verdict)).toBeGreaterThan(0.15);
      expect(share(verdict)).toBeLessThan(0.75);
    }
    const dead = rows.filter(({ bounced, verdict }) => bounced && ['valid', 'invalid'].includes(verdict));
    const missed = dead.filter(({ verdict }) => verdict === 'valid').length / dead.length;
    expect(Math.abs(missed - 0.4)).toBeLessThan(0.15);
    expect(emailCounts.bounced).toBe(rows.filter(({ bounced }) => bounced).length);
  });

  it('agrees with the verifier of a campaign, which skips invalid people and writes to those it misses', async () => {
    const { rows, share } = await verifiedAndMailed(
      { ...stale, verifierMisses: 0.4 },
      { isEnabledEmailVerifier: true },
    );
    for (const { verdict, status } of rows)
      expect(['invalid', 'catchAll'].includes(verdict) ? verdict : 'sent').toBe(
        status === 'bounced' ? 'sent' : status,
      );
    expect(share('valid')).toBeGreaterThan(0);
  });

  it('looks at an address once, whatever its case, and rejects what is none', async () => {
    const at = await sandboxAtHand();
    const emails = ['Ana@lumen.example', 'ana@LUMEN.example', 'not an address'];
    const { json } = await at.call('POST', jobs, { emails });
    expect(json.total).toBe(2);
    await at.open.advance(10_000);
    const records = (await at.call('GET', `${jobs}/${json.id}/records`)).json.results;
    expect(records[1]).toMatchObject({ email: 'not an address', status: 'invalid', checks: 1 });
    expect(records[1].reason).toContain('space');
  });

  it('is canceled with what it has found, and not twice', async () => {
    const at = await sandboxAtHand();
    const { id } = await start(at, 400);
    await at.open.advance(2000);
    const { json } = await at.call('POST', `${jobs}/${id}/cancel`);
    expect(json).toMatchObject({ status: 'canceled', processed: 250 });
    await at.open.advance(60_000);
    expect(await job(at, id)).toEqual(json);
    expect((await at.call('POST', `${jobs}/${id}/cancel`)).json).toEqual(json);
    const other = await start(at, 1);
    await at.open.advance(60_000);
    expect((await at.call('POST', `${jobs}/${other.id}/cancel`)).status).toBe(409);
  });

  it('is paged newest first by page and size, and its records in their order', async () => {
    const at = await sandboxAtHand();
    for (let count = 1; count <= 30; count++) await start(at, 1);
    const first = (await at.call('GET', jobs)).json;
    expect(first).toMatchObject({ count: 30, next: '/r/email-verification/jobs?page=2&size=25' });
    expect(first.results.map(({ id }: { id: number }) => id).slice(0, 2)).toEqual([30, 29]);
    expect(first.results).toHaveLength(25);
    const last = (await at.call('GET', `${jobs}?page=4&size=9`)).json;
    expect(last).toMatchObject({ count: 30, next: null });
    expect(last.results).toHaveLength(3);
    const { id } = await start(at, 60);
    const records = (await at.call('GET', `${jobs}/${id}/records?page=2&size=50`)).json;
    expect(records).toMatchObject({ count: 60, next: null });
    expect(records.results[0].email).toBe('person50@lumen.example');
    expect((await at.call('GET', `${jobs}?size=201`)).status).toBe(400);
  });

  it.each([[{}], [{ emails: [] }], [{ emails: 'ana@lumen.example' }], ['no json']])(
    'is refused as %j',
    async (body) => {
      const at = await sandboxAtHand();
      expect((await at.call('POST', jobs, body)).status).toBe(400);
    },
  );

  it('is found by its own workspace alone', async () => {
    const at = await sandboxAtHand();
    const { id } = await start(at, 1);
    for (const [method, path] of [
      ['GET', `${jobs}/${id}`],
      ['GET', `${jobs}/${id}/records`],
      ['POST', `${jobs}/${id}/cancel`],
    ] as const) {
      expect((await at.call(method, path, undefined, as(sandboxTrialKey))).status).toBe(404);
      expect((await at.call(method, path.replace(`/${id}`, '/99'))).status).toBe(404);
    }
    expect((await at.call('GET', jobs, undefined, as(sandboxReadOnlyKey))).json.count).toBe(1);
    expect((await at.call('POST', jobs, { emails: ['a@b.example'] }, as(sandboxReadOnlyKey))).status).toBe(
      403,
    );
  });
});

describe('a trial', () => {
  const trial = as(sandboxTrialKey);

  it('verifies a hundred addresses in all, and says what is left', async () => {
    const at = await sandboxAtHand();
    expect((await at.call('POST', jobs, { emails: addresses(60) }, trial)).status).toBe(200);
    const { status, json } = await at.call('POST', jobs, { emails: addresses(41, 'acme.example') }, trial);
    expect(status).toBe(402);
    expect(json).toMatchObject({ error: 'trial_allowance_exceeded', allowance: 100, remaining: 40 });
    expect(json.needed_usd).toBeGreaterThan(json.available_usd);
    expect(json.message).toContain('40 are left');
    expect((await at.call('POST', jobs, { emails: addresses(40, 'acme.example') }, trial)).status).toBe(200);
    await at.open.advance(90 * 86_400_000);
    expect((await at.call('POST', jobs, { emails: ['one@more.example'] }, trial)).status).toBe(402);
    expect((await at.call('GET', '/email-verification/rates', undefined, trial)).json).toMatchObject({
      allowance: 100,
      remaining: 0,
    });
  });

  it('gets back what a canceled job did not look at', async () => {
    const at = await sandboxAtHand();
    const { json } = await at.call('POST', jobs, { emails: addresses(100) }, trial);
    await at.call('POST', `${jobs}/${json.id}/cancel`, undefined, trial);
    expect((await at.call('GET', '/email-verification/rates', undefined, trial)).json.remaining).toBe(100);
  });

  it('shares it between jobs and the imports of the Lead Finder', async () => {
    const at = await sandboxAtHand();
    await at.call('POST', jobs, { emails: addresses(90) }, trial);
    const made = await at.call('POST', '/campaigns', { name: 'Autumn' }, trial);
    const body = {
      campaignId: made.json.campaign.id,
      mode: 'first_n',
      count: 30,
      filters: { countries: ['Germany'] },
    };
    const { json } = await at.call('POST', '/lead-finder/imports', body, trial);
    await at.open.advance(600_000);
    const done = (await at.call('GET', `/lead-finder/imports/${json.importId}`, undefined, trial)).json;
    const { valid, invalid, catchAll, unknown, limitReached } = done.verification;
    expect({ looked: valid + invalid + catchAll + unknown, limitReached }).toEqual({
      looked: 10,
      limitReached: true,
    });
  });
});
