import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxTrialKey } from '../../src/contract/keys.ts';
import { people as leadsOf, readyCampaign } from '../cli/launch/ready-campaign.ts';
import { newWorld, type TestWorld } from '../world.ts';

const two = 'verification jobs create ana@lumen.example kim@lumen.example';

describe('verification jobs create', () => {
  it('asks with the price, and sends nothing without consent', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(two);
    expect({ exit, out }).toEqual({ exit: 3, out: '' });
    expect(err).toContain('Addresses: 2');
    expect(err).toContain(
      '  Verification: at most $0.016 (4 checks at $0.004), billed on your next invoice.\n',
    );
    expect(world.requests).not.toContain('POST /email-verification/jobs');
  });

  it.each([
    [1, 0.0079, 'the ceiling of $0.0079 does not allow $0.008;'],
    [1, 0.008, ''],
    [1, 0.009, ''],
    [2, 0.0159, 'the ceiling of $0.0159 does not allow $0.016;'],
    [2, 0.016, ''],
    [3, 0.0239999, 'the ceiling of $0.0239999 does not allow $0.024;'],
    [3, 0.024, ''],
  ])('compares %d addresses with $%d to the last digit', async (count, ceiling, refusal) => {
    const world = await newWorld();
    const addresses = Array.from({ length: count }, (_, nth) => `ana${nth}@lumen.example`).join(' ');
    const line = `verification jobs create ${addresses} --no-wait --max-usd ${ceiling} --yes`;
    const { exit, err } = await world.outreach(line);
    expect(exit).toBe(refusal === '' ? 0 : 3);
    expect(err.toLowerCase()).toContain(refusal);
  });

  it('waits for the verdicts, and costs no more than was said', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach(`${two} --name First --yes --json`);
    expect(exit).toBe(0);
    const job = json();
    expect(job).toMatchObject({ name: 'First', status: 'completed', total: 2, processed: 2 });
    expect(job.costUsd).toBeLessThanOrEqual(0.016);
    const shown = await world.outreach(`verification jobs get ${job.id}`);
    expect(shown.out).toContain('completed');
    const records = (await world.outreach(`verification jobs records ${job.id} --all --json`)).json();
    expect(records.items.map(({ email }: { email: string }) => email)).toEqual([
      'ana@lumen.example',
      'kim@lumen.example',
    ]);
    expect((await world.outreach('verification jobs list --json')).json()).toMatchObject({ total: 1 });
  });

  it.each([
    ['Name,E-mail\nAna,ana@lumen.example\nKim,kim@lumen.example\nAna again,ANA@lumen.example\n', 2],
    ['ana@lumen.example\nkim@lumen.example\n\n', 2],
    ['Ana;ana@lumen.example\nKim;kim@lumen.example\n', 2],
    // As LinkedIn exports connections: notes in front of the header.
    [
      'Notes:\n"Some addresses are missing, see the settings"\n\nFirst Name,Email Address\nAna,ana@lumen.example\nKim,kim@lumen.example\nTom,\n',
      2,
    ],
    ['Name,Email (Private),Work Email\nAna,ana@home.example,ana@lumen.example\n', 1],
  ])('reads the addresses of a file', async (content, count) => {
    const world = await newWorld();
    await writeFile(join(world.home, 'list.csv'), content);
    const { json } = await world.outreach('verification jobs create --file list.csv --dry-run --json');
    expect(json().body.emails).toHaveLength(count);
    const piped = await world.outreach('verification jobs create --file - --no-wait --yes --json', {
      stdin: content,
    });
    expect(piped.json()).toMatchObject({ status: 'queued', total: count });
  });

  it('pays for no row that holds no address, and says so', async () => {
    const world = await newWorld();
    const run = await world.outreach('verification jobs create --file - --dry-run --json', {
      stdin: 'Email\nana@lumen.example\nn/a\nkim@\n',
    });
    expect(run.json().body.emails).toEqual(['ana@lumen.example']);
    expect(run.err).toContain('Skipped 2 values that are no email address: n/a, kim@');
  });

  it.each([
    ['verification jobs create', 'No address was given'],
    ['verification jobs create ana@lumen.example --file list.csv', 'cannot be used together'],
    ['verification jobs create --file names.csv', 'no column of email addresses'],
    ['verification jobs create names.csv --yes', 'Is it a file? Then: --file names.csv'],
    ['verification jobs create ana@lumen@example --yes', 'must be an email address'],
    ['verification jobs create --file bad.csv --yes', 'No address was given'],
  ])('refuses %s', async (line, reason) => {
    const world = await newWorld();
    await writeFile(join(world.home, 'names.csv'), 'Name,City\nAna,Lisbon\n');
    await writeFile(join(world.home, 'bad.csv'), 'Email\nnone\n-\n');
    const { exit, err } = await world.outreach(line);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests).toEqual([]);
  });

  it('keeps within a ceiling', async () => {
    const world = await newWorld();
    expect((await world.outreach(`${two} --max-usd 0.01 --yes`)).exit).toBe(3);
    expect((await world.outreach(`${two} --max-usd 0.02 --yes`)).exit).toBe(0);
  });

  it('tells a trial what is left', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxTrialKey, OUTREACH_PROFILE: 'sandbox' } });
    const many = Array.from({ length: 101 }, (_, index) => `p${index}@lumen.example`).join('\n');
    const { exit, err } = await world.outreach('verification jobs create --file - --yes --json', {
      stdin: many,
    });
    expect(exit).toBe(10);
    const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ code: 'trial_allowance_exceeded', status: 402 });
    expect(error.message).toContain('100 are left, 101 were sent');
    expect(error.hint).toContain('100 addresses or fewer');
    expect((await world.outreach('verification rates --json')).json()).toMatchObject({ remaining: 100 });
  });

  it('leaves the price open where the service has no rates at the guessed path', async () => {
    const world = await newWorld({
      between: (next) => (request, signal) =>
        request.path.endsWith('/rates')
          ? Promise.resolve({ status: 404, headers: {}, body: '404 page not found' })
          : next(request, signal),
    });
    const { exit, err } = await world.outreach(two);
    expect(exit).toBe(3);
    expect(err).toContain('at most 4 checks, at a price that is not known');
    expect((await world.outreach(`${two} --max-usd 100 --yes`)).exit).toBe(3);
    expect((await world.outreach(`${two} --yes`)).exit).toBe(0);
  });

  it('does not repeat a job whose answer was lost, and finds it', async () => {
    let lost = 0;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method !== 'POST') return answer;
        lost++;
        return { status: 500, headers: {}, body: 'Internal Server Error' };
      },
    });
    const { exit, err } = await world.outreach(`${two} --yes`);
    expect({ exit, lost }).toEqual({ exit: 0, lost: 1 });
    expect(err).toContain('Checking whether it went through');
  });
});

describe('verification jobs create --campaign', () => {
  const line = 'verification jobs create --campaign 1';
  const emailsOf = async (world: TestWorld, more = '') =>
    (await world.outreach(`${line} ${more} --dry-run --json`)).json().body?.emails.toSorted();
  const people = (...at: number[]) => at.map((one) => `ana${one}@firm${one}.example`);
  const jobsStarted = ({ requests }: TestWorld) =>
    requests.filter((request) => request === 'POST /email-verification/jobs').length;

  it('verifies the people of whom nothing is known, each once', async () => {
    const world = await readyCampaign({}, leadsOf(8));
    for (const more of [
      `verification jobs create ${people(0)[0]} --yes`,
      'leads categorize ana1@firm1.example bounced --yes',
      'blocklist add firm2.example',
    ])
      expect([more, (await world.outreach(more)).exit]).toEqual([more, 0]);
    for (const [at, variable] of [
      [3, 'Email Opt Out=yes'],
      [4, 'ZeroBounce Status=valid'],
    ])
      await world.outreach([
        'leads',
        'update',
        `ana${at}@firm${at}.example`,
        '--var',
        `${variable}`,
        '--yes',
      ]);
    expect(await emailsOf(world)).toEqual(people(5, 6, 7));
    const refused = await world.outreach(`${line} --max-usd 0.023 --yes`);
    expect([refused.exit, refused.err]).toEqual([3, expect.stringContaining('$0.024')]);
    const { exit, json, err } = await world.outreach(`${line} --max-usd 0.024 --yes --json`);
    expect([exit, json()]).toMatchObject([0, { status: 'completed', total: 3 }]);
    expect(err).toBe('');
    // The two lines of the question: verify, and then clean.
    const again = await world.outreach(`${line} --yes`);
    expect([again.exit, again.err]).toEqual([0, expect.stringContaining('Nothing is left to verify')]);
    expect((await world.outreach(`${line} --yes --json`)).json()).toEqual({ total: 0 });
    expect(jobsStarted(world)).toBe(2);
  });

  it('gives the first result again under the same token', async () => {
    const world = await readyCampaign({}, leadsOf(3));
    const first = (await world.outreach(`${line} --once tok-1 --yes --json`)).json();
    expect(first).toMatchObject({ id: 1, status: 'completed', total: 3 });
    await world.outreach('leads add ana9@firm9.example --campaign 1');
    const again = await world.outreach(`${line} --once tok-1 --yes --json`);
    expect([again.exit, again.json()]).toMatchObject([0, { id: 1, status: 'completed', total: 3 }]);
    const next = (await world.outreach(`${line} --once tok-2 --yes --json`)).json();
    expect([next.total, jobsStarted(world)]).toEqual([1, 2]);
  });

  it('takes several campaigns, and each person once', async () => {
    const world = await readyCampaign({}, leadsOf(3));
    await world.outreach('campaigns create Winter');
    for (const at of [1, 2, 9]) await world.outreach(`leads add ana${at}@firm${at}.example --campaign 2`);
    expect(await emailsOf(world, '--campaign Winter --campaign 2')).toEqual(people(0, 1, 2, 9));
  });

  it('leaves out whom a job looks at that goes on, and takes whom a canceled one left', async () => {
    const world = await readyCampaign({}, leadsOf(3));
    expect((await world.outreach(`${line} --no-wait --yes`)).exit).toBe(0);
    await world.outreach('leads add ana9@firm9.example --campaign 1');
    expect(await emailsOf(world)).toEqual(people(9));
    const { err } = await world.outreach(`${line} --no-wait --yes`);
    expect(err).toContain('Left out: 3 people in a job that is running');
    await world.outreach('verification jobs cancel 1');
    await world.outreach('verification jobs cancel 2');
    expect(await emailsOf(world)).toEqual(people(0, 1, 2, 9));
  });

  it.each([0, 2])('buys nothing while a job that goes on lists %i of its 3 people', async (listed) => {
    const cut = (body: string) =>
      JSON.stringify({ count: listed, results: JSON.parse(body).results.slice(0, listed) });
    const world = await readyCampaign(
      {
        between: (next) => async (request, signal) => {
          const answer = await next(request, signal);
          return request.path.endsWith('/records') ? { ...answer, body: cut(answer.body) } : answer;
        },
      },
      leadsOf(3),
    );
    expect((await world.outreach(`${line} --no-wait --yes`)).exit).toBe(0);
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect(exit).not.toBe(0);
    for (const part of ['verification jobs get 1 --wait', '--file <file>']) expect(err).toContain(part);
    expect(jobsStarted(world)).toBe(1);
  });

  it('leaves out whom an import of the finder has verified', async () => {
    const world = await readyCampaign({}, leadsOf(3));
    const filters = '--job-title "Head of Sales" --country Germany';
    const found = await world.outreach(`finder import --campaign 1 --count 5 ${filters} --yes --json`);
    expect(found.json()).toMatchObject({ verifyEmails: true, added: 5 });
    expect(await emailsOf(world)).toEqual(people(0, 1, 2));
    const unverified = `finder import --campaign 1 --count 5 ${filters} --no-verify --yes --json`;
    expect((await world.outreach(unverified)).json()).toMatchObject({ added: 5 });
    expect(await emailsOf(world)).toHaveLength(8);
  });

  it('buys nothing where it cannot be known who is verified, or there is no such campaign', async () => {
    const world = await readyCampaign(
      {
        between: (next) => (request, signal) =>
          request.path.endsWith('/records')
            ? Promise.resolve({ status: 404, headers: {}, body: '404 page not found' })
            : next(request, signal),
      },
      leadsOf(3),
    );
    expect((await world.outreach('verification jobs create ana0@firm0.example --yes')).exit).toBe(0);
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect(exit).toBe(6);
    for (const part of ['profiles route verification.records', '--file <file>']) expect(err).toContain(part);
    expect((await world.outreach('verification jobs create --campaign 77 --yes')).exit).toBe(6);
    expect((await world.outreach(`${line} ana@lumen.example --yes`)).exit).toBe(2);
    expect(jobsStarted(world)).toBe(1);
  });
});

describe('verification jobs', () => {
  it('are canceled, and then waiting for them ends badly', async () => {
    const world = await newWorld();
    const { id } = (await world.outreach(`${two} --no-wait --yes --json`)).json();
    expect((await world.outreach(`verification jobs cancel ${id} --json`)).json().status).toBe('canceled');
    const waited = await world.outreach(`verification jobs get ${id} --wait --json`);
    expect(waited.exit).toBe(16);
    expect(waited.json()).toMatchObject({ id, status: 'canceled' });
  });

  it('cannot be canceled once completed, nor found where there is none', async () => {
    const world = await newWorld();
    const { id } = (await world.outreach(`${two} --yes --json`)).json();
    expect((await world.outreach(`verification jobs cancel ${id}`)).exit).toBe(7);
    const missing = await world.outreach('verification jobs get 99');
    expect(missing.exit).toBe(6);
    expect(missing.err).toContain('outreach verification jobs list');
  });

  it('are listed across pages', { tags: 'slow' }, async () => {
    const world = await newWorld();
    for (let job = 0; job < 30; job++)
      await world.outreach(`verification jobs create ana${job}@lumen.example --no-wait --yes`);
    const first = (await world.outreach('verification jobs list --json')).json();
    expect(first).toMatchObject({ total: 30, page: 1, hasMore: true });
    expect(first.items).toHaveLength(25);
    const all = (await world.outreach('verification jobs list --all --json')).json();
    expect(new Set(all.items.map(({ id }: { id: number }) => id)).size).toBe(30);
    const second = (await world.outreach('verification jobs list --page 2 --json')).json();
    expect(second.items).toHaveLength(5);
  });
});

it('lists the invalid addresses alone, and offers that after a job that found some', async () => {
  const addresses = Array.from({ length: 200 }, (_, at) => `ana${at}@firm${at}.example`).join('\n');
  const world = await newWorld();
  const line = 'verification jobs create --file - --yes --json';
  const { invalid } = (await world.outreach(line, { stdin: addresses })).json();
  expect(invalid).toBeGreaterThan(0);
  const records = await world.outreach('verification jobs records 1 --all --status invalid --json');
  const statuses = records.json().items.map(({ status }: { status: string }) => status);
  expect(statuses).toEqual(Array.from({ length: invalid }, () => 'invalid'));
  const shown = await world.outreach('verification jobs get 1', { tty: true });
  expect(shown.err).toContain('outreach verification jobs records 1 --status invalid --all');
});
