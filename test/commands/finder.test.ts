import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport, WireAnswer } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';

const audience = '--job-title "Head of Sales" --country Germany';

const json = (status: number, body: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Answers some requests itself; the others go on to the sandbox. */
const instead =
  (method: string, path: RegExp, answer: (body: string | undefined) => WireAnswer | undefined) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    (request.method === method && path.test(request.path) ? answer(request.body) : undefined) ??
    next(request, signal);

async function campaign(world: TestWorld): Promise<number> {
  return (await world.outreach('campaigns create Autumn --json')).json<{ id: number }>().id;
}

const balance = async (world: TestWorld): Promise<number> =>
  (await world.outreach('credits balance --json')).json().balance;

describe('finder filters', () => {
  it('shows price and lists, or the values of one list', async () => {
    const world = await newWorld();
    const all = (await world.outreach('finder filters --json')).json();
    expect(all.creditsPerProspect).toBeGreaterThan(0);
    expect((await world.outreach('finder filters countries --json')).json()).toEqual({
      countries: all.countries,
    });
    expect((await world.outreach('finder filters countries')).out).toContain('Germany');
    expect((await world.outreach('finder filters contries')).err).toContain('Did you mean countries?');
  });
});

describe('finder search', () => {
  it('shows masked people page by page, within the limit', async () => {
    const world = await newWorld();
    const first = (await world.outreach(`finder search ${audience} --limit 5 --json`)).json();
    expect(first.items).toHaveLength(5);
    expect(first).toMatchObject({ page: 1, hasMore: true });
    expect(new Set(first.items.map(({ ref }: { ref: string }) => ref)).size).toBe(5);
    for (const person of first.items) expect(person.location.country).toBe('Germany');
    const many = (await world.outreach(`finder search ${audience} --limit 60 --json`)).json();
    expect(many.items.slice(0, 5)).toEqual(first.items);
    const second = (await world.outreach(`finder search ${audience} --page 2 --json`)).json();
    expect(second.items[0]).toEqual(many.items[25]);
  });

  it.each([
    ['--page 101', 'page', 101, '--page 101 must be 1 to 100'],
    ['--page 150 --limit 50', 'page', 150, '--page 150 must be 1 to 100'],
    ['--limit 5001', 'limit', 5001, '--limit 5001 must be 5,000 or less'],
    ['--page 100 --limit 51', 'limit', 51, '--limit 51 must be 50 or less from page 100 on'],
  ])('sends nothing for %s, which is behind the deepest page', async (words, field, value, reason) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(`finder search ${audience} ${words} --json`);
    expect([exit, out]).toEqual([2, '']);
    expect(JSON.parse(err).error).toMatchObject({
      message: expect.stringContaining(reason),
      details: { field, value },
    });
    expect(world.requests).toEqual([]);
  });

  it('takes page 100, and refuses page 0', async () => {
    const world = await newWorld();
    expect((await world.outreach(`finder search ${audience} --page 100`)).exit).toBe(0);
    expect((await world.outreach(`finder search ${audience} --page 100 --limit 50`)).exit).toBe(0);
    const { exit, err } = await world.outreach(`finder search ${audience} --page 0`);
    expect([exit, err]).toEqual([2, expect.stringMatching(/--page/)]);
  });

  it('reads filters from a file, and options on top of it', async () => {
    const world = await newWorld();
    await writeFile(
      join(world.home, 'audience.json'),
      '{"countries": ["France"], "jobTitles": ["Head of Sales"]}',
    );
    const { items } = (
      await world.outreach('finder search --filters-file audience.json --country Germany --limit 3 --json')
    ).json();
    for (const person of items) expect(person.location.country).toBe('Germany');
  });

  it.each([
    ['', 'No filter was given'],
    ['--country Germany --region DACH', '--region'],
    ['--exclude-country Germany', 'at least one filter that includes'],
    [`--job-title ${'x'.repeat(101)}`, '--job-title'],
  ])('refuses %s before anything is sent', async (options, reason) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`finder search ${options}`);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests).toEqual([]);
  });

  it('says which value was probably meant', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('finder search --country Germny');
    expect(exit).toBe(2);
    expect(err).toContain('Did you mean --country "Germany"?');
  });

  it.each([
    ['DE,Frnace', "'Frnace'", 'Did you mean --country "France"?'],
    ['Niger', "'Niger'", undefined],
    ['Micronesia', "'Micronesia'", undefined],
  ])('names the country that is not on the list: %s', async (country, wrong, meant) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`finder search --country ${country}`);
    expect([exit, err]).toEqual([2, expect.stringContaining(`contact database, not ${wrong}`)]);
    if (meant) expect(err).toContain(meant);
    else expect(err).not.toMatch(/Did you mean|nearest/);
  });

  it('takes several countries in one word', async () => {
    const world = await newWorld();
    const { err } = await world.outreach('finder search --country DE,France');
    expect(err).toContain('--country DE means Germany.');
    const { total } = (await world.outreach('finder search --country Germany,France --json')).json();
    const one = (await world.outreach('finder search --country Germany --json')).json().total;
    expect(total).toBeGreaterThan(one);
  });

  it('waits for a search that still runs', async () => {
    let left = 2;
    const running = json(200, { status: 'running', results: [] });
    const world = await newWorld({
      between: instead('POST', /searches$/, () => (left-- > 0 ? running : undefined)),
    });
    const { items } = (await world.outreach(`finder search ${audience} --limit 2 --json`)).json();
    expect(items).toHaveLength(2);
    expect(world.clock.slept).toHaveLength(1);
  });

  it.each([
    ['budget_exhausted', 9],
    ['invalid_filters', 2],
    ['provider_unavailable', 11],
  ])('ends where the search failed: %s', async (error, exit) => {
    const failed = json(200, { status: 'failed', error, message: 'no luck', results: [] });
    const world = await newWorld({ between: instead('POST', /searches$/, () => failed) });
    const run = await world.outreach(`finder search ${audience} --json`);
    expect({ exit: run.exit, out: run.out }).toEqual({ exit, out: '' });
    expect(JSON.parse(run.err).error).toMatchObject({ code: error, message: 'no luck' });
  });
});

describe('finder import', () => {
  it('asks with the price and the balance before and after', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const now = await balance(world);
    const { exit, err, out } = await world.outreach(`finder import --campaign ${id} --count 10 ${audience}`);
    expect({ exit, out }).toEqual({ exit: 3, out: '' });
    const left = `${now.toLocaleString('en')} → ${(now - 20).toLocaleString('en')}`;
    expect(err).toContain(`\n  Up to 20 credits ($0.20). Balance: ${left} or more.\n`);
    expect(err).toContain('about $0.08 (20 checks at $0.004), billed on your next invoice. Worst case $8.00');
    expect(err).toContain('\n  In all: about $0.28, at most $8.20.\n');
    expect(err).toContain(
      '\n  If fewer people match, fewer are added.\n  Each person takes two verification checks.\n',
    );
    expect(world.requests).not.toContain('POST /lead-finder/imports');
  });

  it('waits until it is finished and prints the record once', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const before = await balance(world);
    const run = await world.outreach(`finder import --campaign Autumn --count 10 ${audience} --yes --json`);
    expect(run.exit).toBe(0);
    const record = run.json();
    expect(record).toMatchObject({ campaignId: id, status: 'completed', requested: 10, added: 10 });
    expect(record.finishedAt).toBeTruthy();
    expect(before - (await balance(world))).toBe(record.creditsSpent);
    expect((await world.outreach(`leads list --campaign ${id} --json`)).json().total).toBe(10);
    const list = (await world.outreach('finder imports list --json')).json();
    expect(list.items).toHaveLength(1);
    expect((await world.outreach(`finder imports get ${record.importId} --json`)).json()).toEqual(record);
  });

  it('imports the people that a search showed', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const { items } = (await world.outreach(`finder search ${audience} --limit 2 --json`)).json();
    const refs = items.map(({ ref }: { ref: string }) => `--ref ${ref}`).join(' ');
    const run = await world.outreach(`finder import --campaign ${id} ${refs} --no-verify --yes --json`);
    expect(run.json()).toMatchObject({ mode: 'selected', requested: 2, verifyEmails: false });
  });

  it('ends at once with --no-wait, and can be waited for', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const line = `finder import --campaign ${id} --count 10 ${audience} --no-wait --yes --json`;
    const started = (await world.outreach(line)).json();
    expect(started).toMatchObject({ status: 'running', requested: 10 });
    expect(world.clock.slept).toEqual([]);
    const waited = await world.outreach(`finder imports wait ${started.importId} --json`);
    expect(waited.json()).toMatchObject({ importId: started.importId, status: 'completed' });
  });

  it('refuses what the balance does not cover', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const { exit, err } = await world.outreach(
      `finder import --campaign ${id} --count 5000 ${audience} --yes --json`,
    );
    expect(exit).toBe(10);
    expect(JSON.parse(err).error).toMatchObject({ code: 'insufficient_credits', outcome: 'none' });
    expect(err).toContain('outreach credits buy');
    expect(world.requests).not.toContain('POST /lead-finder/imports');
  });

  it('refuses more than the ceiling', async () => {
    const world = await newWorld();
    const id = await campaign(world);
    const run = await world.outreach(
      `finder import --campaign ${id} --count 10 ${audience} --max-credits 19 --yes`,
    );
    expect(run.exit).toBe(3);
    expect(world.requests).not.toContain('POST /lead-finder/imports');
  });

  it.each([
    ['', 'No people were given'],
    ['--country Germany', '--count is missing'],
    ['--ref a --count 5', '--ref names the people'],
    ['--count 5001 --country Germany', '5000'],
  ])('refuses %s', async (options, reason) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`finder import --campaign 1 ${options} --yes`);
    expect(exit).toBe(2);
    expect(err.replaceAll(',', '')).toContain(reason);
    expect(world.requests).toEqual([]);
  });

  it('shows the record and ends with 16 where the import failed', async () => {
    const failed = {
      importId: 7,
      status: 'failed',
      requested: 10,
      added: 4,
      creditsSpent: 8,
      lastError: 'provider_blocked',
      finishedAt: '2026-03-02T08:01:00Z',
    };
    const world = await newWorld({ between: instead('GET', /imports\/7$/, () => json(200, failed)) });
    const run = await world.outreach('finder imports wait 7 --json');
    expect(run.exit).toBe(16);
    expect(run.json()).toEqual(failed);
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'provider_blocked', outcome: 'done' });
    expect(run.err).toContain('4 people were added for 8 credits');
  });

  it('says that an import ended with a status that is not known', async () => {
    const ended = {
      importId: 7,
      status: 'weird',
      added: 4,
      creditsSpent: 8,
      finishedAt: '2026-03-02T08:01:00Z',
    };
    const world = await newWorld({ between: instead('GET', /imports\/7$/, () => json(200, ended)) });
    const { exit, err, json: shown } = await world.outreach('finder imports wait 7 --json');
    expect([exit, shown()]).toEqual([0, ended]);
    expect(err).toContain('Import 7 is over with a status that is not known: weird');
  });

  it('ends with 8 and the way on where waiting takes too long', async () => {
    const running = { importId: 7, status: 'running', requested: 10, added: 4 };
    const world = await newWorld({ between: instead('GET', /imports\/7$/, () => json(200, running)) });
    const run = await world.outreach('finder imports wait 7 --wait-timeout 30s');
    expect(run.exit).toBe(8);
    expect(run.err).toContain('outreach finder imports wait 7');
  });

  it('does not wait longer than it was told where the service fails', async () => {
    const world = await newWorld({ between: instead('GET', /imports\/7$/, () => json(500, { error: 'x' })) });
    const began = world.clock.now();
    expect((await world.outreach('finder imports wait 7 --wait-timeout 2s')).exit).toBe(8);
    expect(world.clock.now() - began).toBe(2000);
  });

  it('says how long it has waited', async () => {
    const running = { importId: 7, status: 'running', requested: 10, added: 4 };
    const world = await newWorld({ between: instead('GET', /imports\/7$/, () => json(200, running)) });
    const { err } = await world.outreach('finder imports wait 7 --wait-timeout 1ms');
    expect(err).toContain('Import 7 is still running after 1 ms, and continues');
  });

  it('waits for one of three that run, as long as the service asks, and starts once', {
    tags: 'slow',
  }, async () => {
    const statuses: number[] = [];
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method === 'POST' && request.path.endsWith('/imports')) statuses.push(answer.status);
        return answer;
      },
    });
    const id = await campaign(world);
    const start = (country: string) =>
      world.outreach(
        `finder import --campaign ${id} --count 100 --job-title "Head of Sales" --country ${country} --yes --no-wait`,
      );
    for (const country of ['Germany', 'France', 'Spain', 'Italy'])
      expect((await start(country)).exit).toBe(0);
    expect(statuses.slice(0, 4)).toEqual([202, 202, 202, 429]);
    expect(statuses.at(-1)).toBe(202);
    expect(world.ledger.of('finder.startImport')).toHaveLength(4);
  });

  it('ends with 9, and no open call, where they run for too long', async () => {
    const refused = {
      error: 'At most 3 imports run at once',
      code: 'rate_limited',
      reason: 'running_imports',
    };
    const world = await newWorld({
      between: instead('POST', /imports$/, () => json(429, { ...refused, retryAfterSeconds: 15 })),
    });
    const id = await campaign(world);
    const run = await world.outreach(`finder import --campaign ${id} --count 10 ${audience} --yes --json`);
    expect(run.exit).toBe(9);
    expect(JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      outcome: 'none',
      retryable: true,
      hint: 'Wait for one of them: outreach finder imports list',
    });
    const journal = (await world.outreach('journal list --json')).json<{ items: { state: string }[] }>();
    expect(journal.items.map(({ state }) => state)).toEqual(['not-done', 'done']);
  });

  it('never repeats an import whose answer was lost', async () => {
    let posts = 0;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method !== 'POST' || !request.path.endsWith('/imports')) return answer;
        posts++;
        return { status: 502, headers: {}, body: '<html>Bad gateway</html>' };
      },
    });
    const id = await campaign(world);
    const run = await world.outreach(`finder import --campaign ${id} --count 10 ${audience} --yes`);
    expect(run.exit).toBe(0);
    expect(posts).toBe(1);
  });
});
