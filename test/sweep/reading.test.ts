import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';
import { breaches, errorOf, liveWorld, online } from './live.ts';
import type { Reply } from './service.ts';

/** What is read: pages, waiting, ids that no number holds, and retries. */

const json = (body: unknown): Reply => ({ body: JSON.stringify(body) });
const lead = (id: number) => ({ id, email: `lead${id}@lumen.example` });

/** `total` leads, newest first, as the service pages them; `offset` says how many slid in before this page was read. */
function leadsOf(total: number, offset = () => 0) {
  return (query: readonly (readonly [string, string])[]): Reply => {
    const { page = '1', limit = '20' } = Object.fromEntries(query);
    const all = Array.from({ length: total + offset() }, (_, at) => lead(total + offset() - at));
    const from = (Number(page) - 1) * Number(limit);
    const leads = all.slice(from, from + Number(limit));
    const hasMore = from + leads.length < all.length;
    return json({ leads, total: all.length, page: Number(page), limit: Number(limit), hasMore });
  };
}

describe('pages', () => {
  it.each([0, 1, 200, 201, 450])('hold all of %i leads once, in the same shape', async (total) => {
    const { world, service } = await liveWorld();
    const answer = leadsOf(total);
    service.play((_, request) => answer(request.query));
    const { items, ...rest } = (await world.outreach('leads list --all --json')).json();
    expect(items).toHaveLength(total);
    expect(Object.keys(rest).sort()).toEqual(['hasMore', 'limit', 'page', 'total']);
    expect(rest).toMatchObject({ total, hasMore: false });
    expect(service.seen).toHaveLength(Math.max(1, Math.ceil(total / 200)));
    const exported = await world.outreach('leads export --ndjson');
    expect(exported.out.split('\n').filter(Boolean)).toHaveLength(total);
  });

  it('are crossed by --limit, with no more asked for than that', async () => {
    const { world, service } = await liveWorld();
    const answer = leadsOf(1000);
    service.play((_, request) => answer(request.query));
    const list = (await world.outreach('leads list --limit 450 --json')).json();
    expect(list.items).toHaveLength(450);
    expect(list).toMatchObject({ total: 1000, hasMore: true });
    expect(service.seen).toHaveLength(3);
  });

  it('that shift while they are read give nobody twice', async () => {
    const { world, service } = await liveWorld();
    const answer = leadsOf(450, () => service.seen.length - 1);
    service.play((_, request) => answer(request.query));
    const { items } = (await world.outreach('leads list --all --json')).json();
    const ids = items.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.min(...ids)).toBe(1);
  });

  it('that repeat themselves come to an end', async () => {
    const { world, service } = await liveWorld();
    service.play(() => json({ leads: [lead(1), lead(2)], total: 999, page: 1, limit: 2, hasMore: true }));
    const run = await world.outreach('leads list --all --json');
    expect(run.exit).toBe(15);
    expect(run.json().items).toHaveLength(2);
    expect(service.seen.length).toBeLessThan(4);
  });

  it('that break in the middle leave a whole document that says so', async () => {
    const { world, service } = await liveWorld();
    const answer = leadsOf(450);
    service.play((_, request, nth) =>
      nth > 1 ? { status: 404, body: '{"error":"gone"}' } : answer(request.query),
    );
    const run = await world.outreach('leads list --all --json');
    expect([run.exit, breaches(run)]).toEqual([6, []]);
    expect(run.json()).toMatchObject({ complete: false, hasMore: true });
    expect(run.json().items).toHaveLength(200);
  });
});

describe('ids beyond 2^53', () => {
  const big = '9007199254740993123';

  it('keep every digit on their way in and out', async () => {
    const { world, service } = await liveWorld();
    const body = `{"leads":[{"id":${big},"email":"ana@lumen.example"}],"total":1,"page":1,"limit":20,"hasMore":false}`;
    service.play((id) =>
      id === 'leads.list' ? { body } : { body: `{"lead":{"id":${big},"email":"a@b.example"}}` },
    );
    for (const format of ['--json', '--ndjson', '--csv', ''])
      expect((await world.outreach(`leads list ${format}`)).out).toContain(big);
    for (const lead of [big, 'ana@lumen.example']) {
      expect((await world.outreach(`leads get ${lead} --json`)).out).toContain(big);
      expect(service.requests.at(-1)?.path).toBe(`/leads/${big}`);
    }
    await world.outreach(`leads list --campaign ${big}`);
    await world.outreach(`api GET /leads/${big}`);
    expect(service.requests.at(-1)?.path).toBe(`/leads/${big}`);
  });

  it('are taken by every command that takes an id', { tags: 'slow' }, async () => {
    const { world, service } = await liveWorld();
    const wrong: unknown[] = [];
    service.play(() => ({ status: 404, body: '{"error":"not found"}' }));
    for (const { path, words } of online.filter(({ words }) => /^1\b/.test(words))) {
      const line = `${path} ${words.replaceAll(/\b1\b/g, big)} --json`;
      const first = await world.outreach(line);
      // Leads may be mailed in a campaign whose status cannot be read: that needs consent.
      const run = first.exit === 3 ? await world.outreach(`${line} --yes`) : first;
      if (run.exit !== 6) wrong.push([path, run.exit, run.err]);
      const dry = await world.outreach(`${line} --dry-run`);
      if (dry.exit === 0 && !dry.out.includes(big)) wrong.push([path, dry.out]);
      if (`${run.err}${dry.out}`.includes('9007199254740993000')) wrong.push([path, run.err, dry.out]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('an id beyond 2^53 in the sandbox', () => {
  const big = '9007199254740993';

  it('is answered for as it is', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const wrong: unknown[] = [];
    for (const { path, words } of online.filter(({ words }) => /^1\b/.test(words))) {
      const run = await world.outreach(`${path} ${words.replace('1', big)} --json`);
      if (/9007199254740992/.test(run.err)) wrong.push([path, run.err]);
    }
    expect(wrong).toEqual([]);
    const missing = await world.outreach(`leads get ${big} --json`);
    expect([missing.exit, errorOf(missing).message]).toEqual([6, expect.stringContaining(big)]);
    expect(world.requests).toContain(`GET /leads/${big}`);
    const asked = await world.outreach(`api GET /leads?campaignId=${big} --json`);
    expect([asked.exit, asked.json().total]).toEqual([0, 0]);
  });
});

describe('waiting for an import', () => {
  const running = { importId: 1, status: 'running', added: 1, requested: 2, finishedAt: null };
  const completed = { ...running, status: 'completed', added: 2 };
  const finished = { ...completed, finishedAt: '2026-03-02T08:01:00Z', creditsSpent: 4 };
  const line = 'finder import --campaign 1 --count 2 --job-title CEO --yes --json';
  const looks = (...replies: readonly Reply[]) => {
    return (id: string, _: unknown, nth: number) =>
      id === 'finder.import' ? replies[Math.min(nth, replies.length) - 1] : undefined;
  };

  it('ends only when finishedAt is set, whatever the status says, and over failed looks', async () => {
    const { world, service } = await liveWorld();
    const trouble = { status: 500, body: 'Internal Server Error' };
    service.play(looks(json(running), trouble, json(running), json(completed), json(finished)));
    const run = await world.outreach(line);
    expect([run.exit, run.json()]).toEqual([0, finished]);
    expect(service.seen.filter((id) => id === 'finder.startImport')).toHaveLength(1);
    expect(service.seen.filter((id) => id === 'finder.import')).toHaveLength(5);
  });

  it('ends with 16 and the record where it failed', async () => {
    const { world, service } = await liveWorld();
    const failed = {
      ...finished,
      status: 'failed',
      added: 1,
      creditsSpent: 2,
      lastError: 'provider_blocked',
    };
    service.play(looks(json({ ...running, status: 'failed' }), json(failed)));
    for (const words of [line, 'finder imports wait 1 --json']) {
      const run = await world.outreach(words);
      expect([run.exit, run.json()]).toEqual([16, failed]);
      expect(errorOf(run)).toMatchObject({ code: 'provider_blocked', outcome: 'done' });
      expect(breaches(run)).toEqual([]);
    }
  });

  it.each(['--wait-timeout 30s', '--timeout 30s'])(
    'ends with 8 and a line that goes on (%s)',
    async (limit) => {
      const { world, service } = await liveWorld();
      service.play(looks(json(running)));
      const run = await world.outreach(`${line} ${limit}`);
      expect([run.exit, run.out]).toEqual([8, '']);
      expect(breaches(run)).toEqual([]);
      const resume = /outreach (finder imports wait \d+)/.exec(errorOf(run).hint ?? '')?.[1] ?? '';
      service.play(looks(json(finished)));
      const resumed = await world.outreach(`${resume} --json`);
      expect([resumed.exit, resumed.json()]).toEqual([0, finished]);
    },
  );

  it('ends at Ctrl-C and says that the import goes on', async () => {
    const { world, service } = await liveWorld();
    service.play((id, request, nth) => {
      if (id === 'finder.import' && nth === 3) world.interrupt();
      return looks(json(running))(id, request, nth);
    });
    const run = await world.outreach(line);
    expect([run.exit, run.out]).toEqual([130, '']);
    expect(errorOf(run)).toMatchObject({ outcome: 'done', exitCode: 130, details: { importId: 1 } });
    expect(`${errorOf(run).message} ${errorOf(run).hint}`).toContain('outreach finder imports wait 1');
  });

  it('does not wait where it is told not to', async () => {
    const { world, service } = await liveWorld();
    const run = await world.outreach(`${line} --no-wait`);
    expect(run.json()).toMatchObject({ importId: 1, status: 'running' });
    expect(service.seen).not.toContain('finder.import');
  });
});

describe('a read that fails', () => {
  it('is tried again after growing waits', async () => {
    const { world, service } = await liveWorld();
    service.play((_, __, nth) => (nth < 4 ? { status: 503, body: '{"error":"later"}' } : undefined));
    const run = await world.outreach('leads list --json');
    expect([run.exit, service.seen.length]).toEqual([0, 4]);
    const [first = 0, second = 0, third = 0] = world.clock.slept;
    expect([first >= 1000, second >= 2000, third >= 4000, third <= 5000]).toEqual([true, true, true, true]);
  });

  it.each([
    ['seconds', { headers: { 'retry-after': '7' } }, 7000],
    ['a date', { headers: { 'retry-after': 'Mon, 02 Mar 2026 08:00:09 GMT' } }, 9000],
    ['the body', { body: '{"error":"rate_limited","retryAfterSeconds":11}' }, 11_000],
  ])('waits as long as it was asked to in %s', async (_, reply, ms) => {
    const { world, service } = await liveWorld();
    service.play((__, ___, nth) =>
      nth === 1 ? { status: 429, body: '{"error":"slow down"}', ...reply } : undefined,
    );
    expect((await world.outreach('leads list --json')).exit).toBe(0);
    expect(world.clock.slept).toHaveLength(1);
    expect(world.clock.slept[0]).toBeGreaterThanOrEqual(ms);
    expect(world.clock.slept[0]).toBeLessThan(ms + 1500);
  });

  it('ends at once where it would have to wait for an hour, and says for how long', async () => {
    const { world, service } = await liveWorld();
    service.play(() => ({ status: 429, headers: { 'retry-after': '3600' }, body: '{"error":"slow down"}' }));
    const run = await world.outreach('leads list --json');
    expect([run.exit, service.seen.length, world.clock.slept]).toEqual([9, 1, []]);
    expect(errorOf(run)).toMatchObject({ retryAfterSeconds: 3600, retryable: true, outcome: 'none' });
  });
});

describe('what was tried once and may have happened', () => {
  const lines = online.filter(({ path }) =>
    [
      'campaigns resume',
      'campaigns create',
      'senders connect',
      'drafts send',
      'credits buy',
      'finder import',
      'prospects source',
      'dfy orders create',
      'icps create',
    ].includes(path),
  );

  it.each(lines)('is handed over with the way to look: outreach $path', async ({ path, words, main }) => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === main ? { status: 502, body: '<html>Bad Gateway</html>' } : undefined));
    const run = await world.outreach(`${path} ${words} --json`);
    const error = errorOf(run);
    expect([run.exit, error.outcome, error.retryable]).toEqual([14, 'unknown', false]);
    expect(error.hint).toMatch(/not repeat/i);
    const look = /(outreach [a-z]+(?: [a-z]+)+(?: \d+)?)/.exec(error.hint ?? '')?.[1] ?? 'none';
    service.play(() => undefined);
    expect(
      (await world.outreach(`${look.replace('outreach ', '').replace(/ shows.*/, '')} --json`)).exit,
    ).toBe(0);
  });
});
