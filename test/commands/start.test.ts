// @module-tag slow
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newWorld, type WorldOptions } from '../world.ts';

/** The lines that the tour showed, without the sign in front. */
const shown = (err: string) => [...err.matchAll(/^\$ outreach (.+)$/gm)].map(([, line = '']) => line);

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** A tour that has ended, for tests that only look at it. */
function tour(options: WorldOptions = {}) {
  let taken: ReturnType<typeof take> | undefined;
  const take = async () => {
    const world = await newWorld({ ...options, atEnd: (end) => void ends.push(end) });
    const run = await world.outreach('start --yes');
    expect(run.exit, run.err).toBe(0);
    return { world, ...run };
  };
  return () => {
    taken ??= take();
    return taken;
  };
}

const usual = tour();
const besideLive = tour({
  env: {
    OUTREACH_API_KEY: 'run_abcdefgh_0123456789012345678901234567890123456789',
    OUTREACH_BASE_URL: 'https://api.outreach.example/r',
  },
});

describe('outreach start', () => {
  it('carries one campaign from a file to a report, and shows every line', async () => {
    const { world, out, err } = await usual();
    expect(shown(err).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'campaigns create',
      'leads import',
      'campaigns sequence',
      'senders list',
      'campaigns senders',
      'campaigns schedule',
      'campaigns resume',
      'campaigns sequence',
      'campaigns resume',
      'sandbox clock',
      'replies next',
      'report outcomes',
    ]);
    expect(err.match(/^\[\d\/6\] /gm)).toHaveLength(6);
    expect(err).toContain('642 rows read: 618 leads.');
    expect(out).toMatch(/^Sent +█+ 1,\d{3}$/m);
    expect(out).not.toContain('\u001b');
    expect((await readdir(world.home)).filter((name) => name.includes('rejects'))).toEqual([]);
    expect(await readdir(join(world.home, 'sandbox'))).toContain('crm-export.rejects.csv');
  });

  it('shows its own launch refused by the checks, fixes the cause, and sends no unfilled tag', async () => {
    const { world, err } = await usual();
    const refused = err.indexOf('Error: Campaign 1 breaks 1 blocking rule, so nothing was sent');
    expect(refused).toBeGreaterThan(err.indexOf('$ outreach campaigns resume 1 --yes'));
    expect(err.slice(refused)).toContain('Did you mean {firstName}');
    expect(err.slice(refused)).toContain('$ outreach campaigns resume 1 --yes');
    expect(world.ledger.of('campaigns.resume')).toHaveLength(1);
    expect(err.match(/^Checking the leads$/gm)).toHaveLength(2);
    expect(err).toMatch(/\$ outreach campaigns sequence set 1 \S*examples\/sequence\.md/);
    expect((await world.outreach('campaigns check 1 --json')).json().passed).not.toBe(false);
    expect((await world.outreach('sandbox outbox list --missing --json')).json().total).toBe(0);
  });

  it('runs in a temporary sandbox without a terminal, in a fresh home too', { tags: 'needed' }, async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('start');
    expect([exit, err]).toEqual([
      0,
      expect.stringContaining('no terminal to ask at, so the tour runs in a temp'),
    ]);
    expect(err).toContain('There is no terminal to ask at, so the tour passes --yes');
    expect(err).toContain('The temporary sandbox is deleted; yours is as it was.');
    expect((await world.outreach('campaigns list --json')).json().total).toBe(0);
    expect(await readdir(world.home)).not.toContain('sandbox');
  });

  it('says goodbye once, with lines that work', async () => {
    const world = await newWorld();
    const { out, err } = await world.outreach('start --yes');
    expect((out + err).match(/That was a whole campaign/g)).toHaveLength(1);
    const lines = [...err.matchAll(/^ {2}outreach (.+)$/gm)].map(([, line = '']) => line);
    expect(lines).toContain('campaigns stats 1');
    const atTerminal = ['login', 'replies desk'];
    for (const line of lines.filter((line) => !atTerminal.includes(line) && !line.includes('<')))
      expect((await world.outreach(line)).exit, line).toBe(0);
  });

  it('shows lines that do the same when they are typed', async () => {
    const { world, err } = await usual();
    const again = await newWorld();
    const exits: number[] = [];
    for (const line of shown(err)) exits.push((await again.outreach(line)).exit);
    expect(exits.flatMap((exit, at) => (exit === 0 ? [] : [[shown(err)[at], exit]]))).toEqual([
      ['campaigns resume 1 --yes', 16],
    ]);
    const figures = (name: string) => `SELECT count(*) AS n FROM ${name}`;
    for (const name of ['lead', 'campaign', 'email', 'reply'])
      expect(again.database.prepare(figures(name)).get(), name).toEqual(
        world.database.prepare(figures(name)).get(),
      );
  });

  it('saves the sandbox that is there as a snapshot, under a free name', async () => {
    const world = await newWorld();
    await world.outreach('leads add kept@lumen.example -q');
    const first = await world.outreach('start --yes');
    expect(first.exit, first.err).toBe(0);
    expect(first.err).toMatch(/^The sandbox holds 0 campaigns and 1 lead\. /m);
    expect(first.err).toContain('journal will be deleted. The snapshot does not include them.');
    expect(first.err.match(/^ {2}outreach sandbox snapshot load before-tour$/gm)).toHaveLength(2);
    const second = await world.outreach('start --yes --json');
    expect(second.json()).toMatchObject({ campaignId: 1, snapshot: 'before-tour-2', temporary: false });
    const { items } = (await world.outreach('sandbox snapshot list --json')).json();
    expect(items).toMatchObject([
      { name: 'before-tour', leads: 1, campaigns: 0, loadable: true },
      { name: 'before-tour-2', leads: 618, campaigns: 1, loadable: true },
    ]);
    expect((await world.outreach('leads get kept@lumen.example')).exit).toBe(6);
    expect((await world.outreach('sandbox snapshot load before-tour --yes')).exit).toBe(0);
    expect((await world.outreach('leads get kept@lumen.example')).exit).toBe(0);
  });

  it.each(['start', 'start --json', 'start --separate --yes'])(
    'leaves a sandbox in use as it is without consent: %s',
    async (line) => {
      const world = await newWorld();
      await world.outreach('leads add kept@lumen.example -q');
      await world.outreach('campaigns create Mine -q');
      const held = async () => {
        const { now: _, ...rest } = (await world.outreach('sandbox info --json')).json();
        return { ...rest, journal: world.journalled() };
      };
      const before = await held();
      const { requests } = world;
      const calls = requests.length;
      const files = await readdir(world.home, { recursive: true });
      const run = await world.outreach(line);
      expect(run.exit, run.err).toBe(0);
      expect(requests).toHaveLength(calls);
      expect(await readdir(world.home, { recursive: true })).toEqual(files);
      expect(await held()).toEqual(before);
      if (line === 'start')
        expect(run.err).toContain('no terminal to ask at, so the tour runs in a temporary sandbox');
      if (line !== 'start --json') {
        expect(run.err).toMatch(/^ {2}outreach start --yes$/m);
        expect(run.err).not.toContain('outreach campaigns stats');
        expect(run.out).toMatch(/^Sent +█+ 1,\d{3}$/m);
      } else expect(run.json()).toMatchObject({ skipped: [], snapshot: null, temporary: true });
    },
  );

  it('goes on with the sandbox where another profile is live', async () => {
    const { err } = await besideLive();
    expect(err).toContain('  outreach campaigns stats 1 --profile sandbox\n');
  });

  it('gives a script one document and silence', async () => {
    const world = await newWorld({ env: { CI: 'true' } });
    const run = await world.outreach('start --yes --json');
    expect([run.exit, run.err]).toEqual([0, '']);
    const { campaignId, lines } = run.json();
    expect(campaignId).toBe(1);
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('outreach campaigns create "First steps" --daily-limit 200 --profile sandbox');
  });

  it('leaves data only with -q', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('start -q');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('anna.berg@northwind-mail.example');
    expect(out).not.toContain('That was a whole campaign');
  });

  it('goes to the sandbox whatever is configured', async () => {
    const { err } = await besideLive();
    expect(shown(err).every((line) => line.includes('--profile sandbox'))).toBe(true);
  });

  it('hands the reason over where a line fails', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.path === '/senders' || request.path.startsWith('/sender')
          ? { status: 403, headers: {}, body: '{"error":"not on this plan"}' }
          : next(request, signal),
    });
    const people = await world.outreach('start --yes');
    expect(people.exit).toBe(16);
    expect(people.err).toContain('not on this plan');
    expect(people.err).toMatch(/The tour stops here\n.*outreach start\n$/);
    const script = await world.outreach('start --yes --json');
    expect([script.exit, script.out]).toEqual([5, '']);
    expect(JSON.parse(script.err).error).toMatchObject({ status: 403, exitCode: 5 });
  });
});
