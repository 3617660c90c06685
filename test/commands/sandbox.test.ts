import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';

const running = {
  answers: { reply: 0.6 },
  leads: Array.from({ length: 12 }, (_, i) => ({ email: `p${i}@acme${i}.example`, firstName: `P${i}` })),
  campaigns: [
    {
      name: 'Autumn',
      status: 'running',
      schedule: { daysSchedule: '1,2,3,4,5' },
      sequence: [
        { subject: 'Hi {firstName}', body: 'Hello' },
        { body: 'And?', delayDays: 3, useSameThread: true },
      ],
    },
  ],
};

describe('sandbox info', () => {
  it('shows no rate of answers that the page about the sandbox does not name', async () => {
    const world = await newWorld();
    const { answers } = (await world.outreach('sandbox info --json')).json();
    const { out } = await world.outreach('help sandbox');
    expect(Object.keys(answers).filter((name) => !out.includes(name))).toEqual([]);
  });

  it('tells what a fresh sandbox holds', async () => {
    const world = await newWorld({ seed: 'autumn' });
    const info = (await world.outreach('sandbox info --json')).json();
    expect(info).toMatchObject({
      file: join(world.home, 'sandbox', 'sandbox.db'),
      seed: 'autumn',
      now: '2026-03-02T08:00:00.000Z',
      aheadMs: 0,
      leads: 0,
      campaigns: 0,
      senders: 6,
      credits: 5000,
      keys: { readWrite: sandboxKey },
    });
  });
});

describe('sandbox clock', () => {
  it('moves simulated time and leaves the wall clock alone', async () => {
    const world = await newWorld();
    const moved = (await world.outreach('sandbox clock advance 14d --json')).json();
    expect(moved).toMatchObject({ from: '2026-03-02T08:00:00.000Z', now: '2026-03-16T08:00:00.000Z' });
    const shown = (await world.outreach('sandbox clock show --json')).json();
    expect(shown).toMatchObject({ now: '2026-03-16T08:00:00.000Z', aheadMs: 14 * 86_400_000 });
    expect(new Date(world.clock.now()).toISOString()).toBe('2026-03-02T08:00:00.000Z');
  });

  it.each(['advance 3d', 'set 2026-03-05'])(
    'says how many emails left with unfilled tags: %s',
    async (move) => {
      const leads = [
        ...running.leads.slice(0, 3),
        { email: 'kim@orchid.example' },
        { email: 'bo@umber.example' },
      ];
      const world = await newWorld({
        tty: true,
        env: { NO_COLOR: '1' },
        stdin: JSON.stringify({ ...running, leads }),
      });
      expect((await world.outreach('sandbox seed - --yes')).exit).toBe(0);
      const { out, err } = await world.outreach(`sandbox clock ${move}`);
      expect(out).toMatch(/With unfilled tags\s+2/);
      expect(err).toContain('2 emails left with unfilled tags');
      expect(err).toContain('outreach sandbox outbox list --missing');
      const listed = (await world.outreach('sandbox outbox list --missing --json')).json();
      expect(listed.items).toHaveLength(2);
      const quiet = await world.outreach('sandbox clock advance 0s');
      expect(quiet.out + quiet.err).not.toContain('unfilled');
      const { emailsWithUnfilledTags } = (await world.outreach('sandbox clock advance 0s --json')).json();
      expect(emailsWithUnfilledTags).toBe(0);
    },
  );

  it('goes to the next Monday at nine, and not back', async () => {
    const world = await newWorld();
    await world.outreach('sandbox clock advance 2d');
    const set = await world.outreach(['sandbox', 'clock', 'set', 'Mon 09:00', '--json']);
    expect(set.json()).toMatchObject({ now: '2026-03-09T09:00:00.000Z' });
    const back = await world.outreach('sandbox clock set 2026-03-01');
    expect(back.exit).toBe(2);
    expect(back.err).toMatch(/cannot go back/);
    expect(back.err).toMatch(/outreach sandbox snapshot load/);
    expect(back.err).toMatch(/outreach sandbox reset/);
  });

  it('goes on with the wall clock by itself, and what falls due meanwhile happens', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('sandbox clock advance 3d');
    await world.outreach('finder import --campaign 1 --count 20 --size 11-50 --yes --no-wait');
    world.clock.advance(90_000);
    const shown = (await world.outreach('sandbox clock show --json')).json();
    expect(shown).toMatchObject({ now: '2026-03-05T08:01:30.000Z', aheadMs: 3 * 86_400_000 });
    expect(shown.eventsToCome).toBeGreaterThan(0);
    expect((await world.outreach('leads list --json')).json().total).toBe(20);
    expect((await world.outreach('sandbox clock show --json')).json().eventsToCome).toBe(0);
  });

  it('counts what was due before it moved, and had not been worked out', async () => {
    const world = await newWorld({ stdin: JSON.stringify(running) });
    await world.outreach('sandbox seed - --yes');
    await world.outreach('campaigns list');
    // The hours pass, and no request works them out.
    world.clock.advance(5 * 3_600_000);
    const moved = (await world.outreach('sandbox clock advance 1h --by-day --json')).json();
    const { items } = (await world.outreach('sandbox outbox list --all --json')).json();
    expect(moved.emailsSent).toBeGreaterThan(0);
    expect(moved).toMatchObject({ emailsSent: items.length, days: [{ emailsSent: items.length }] });
    const first = items.map(({ sentAt }: { sentAt: string }) => sentAt).sort()[0];
    expect(Date.parse(moved.from)).toBeLessThan(Date.parse(first));
  });

  it.each([
    ['complaint', 0],
    ['unsubscribeLink', 12],
  ])('counts those who unsubscribed, and not those who complained: %s', async (way, unsubscribes) => {
    const rates = {
      reply: 0,
      softBounce: 0,
      complaint: 0,
      unsubscribeLink: 0,
      invalidAddresses: 0,
      [way]: 1,
    };
    const world = await newWorld({ stdin: JSON.stringify({ ...running, answers: rates }) });
    await world.outreach('sandbox seed - --yes');
    const moved = (await world.outreach('sandbox clock advance 14d --json')).json();
    expect(moved).toMatchObject({ emailsSent: 12, unsubscribes });
  });

  it('moves by nothing, too', async () => {
    const world = await newWorld();
    // Time goes on between two looks at the clock.
    let now = world.clock.now();
    Object.assign(world.clock, { now: () => now++ });
    expect((await world.outreach('sandbox clock advance 0s')).exit).toBe(0);
  });

  it('comes back with a snapshot alone, and the same days bring the same again', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld({ stdin: JSON.stringify(running) });
    await world.outreach('sandbox seed - --yes');
    await world.outreach('sandbox snapshot save begin');
    const month = async () => {
      await world.outreach('sandbox clock advance 30d');
      return (await world.outreach('sandbox outbox list --all --json')).json().items;
    };
    const first = await month();
    expect(first.length).toBeGreaterThan(10);
    for (const line of ['sandbox clock set 2026-03-02', 'sandbox clock set 2026-03-02T08:00:00Z']) {
      const back = await world.outreach(`${line} --json`);
      expect([back.exit, back.out, JSON.parse(back.err).error]).toMatchObject([
        2,
        '',
        {
          code: 'clock_goes_forward',
          message: expect.stringContaining('2026-04-01T08:00:00.000Z and cannot go back to 2026-03-02'),
          hint: expect.stringContaining('outreach sandbox snapshot load'),
        },
      ]);
    }
    expect((await world.outreach('sandbox clock show --json')).json().now).toBe('2026-04-01T08:00:00.000Z');
    await world.outreach('sandbox snapshot load begin --yes');
    expect((await world.outreach('sandbox clock show --json')).json().now).toBe('2026-03-02T08:00:00.000Z');
    expect((await world.outreach('sandbox outbox list --json')).json().items).toEqual([]);
    expect(await month()).toEqual(first);
  });

  it('stands where it was stopped, says so, and goes on to the same world', async () => {
    const end = '2026-03-31';
    const lived = async (stopAt: RegExp | undefined) => {
      const world = await newWorld({ stdin: JSON.stringify(running) });
      await world.outreach('sandbox seed - --yes');
      if (stopAt) {
        const prepare = world.database.prepare.bind(world.database);
        const watched = vi.spyOn(world.database, 'prepare').mockImplementation((sql) => {
          if (stopAt.test(sql)) world.interrupt();
          return prepare(sql);
        });
        const stopped = await world.outreach('sandbox clock advance 30d --by-day');
        watched.mockRestore();
        expect([stopped.exit, stopped.out]).toEqual([130, '']);
        const [, at = '', line = ''] =
          /The sandbox clock is at (\S+): .* To continue: outreach (.+)/u.exec(stopped.err) ?? [];
        expect((await world.outreach('sandbox clock show --json')).json().now).toBe(at);
        expect(at > '2026-03-02T08:00:00.000Z' && at < end).toBe(true);
        expect((await world.outreach(line)).exit).toBe(0);
      }
      expect((await world.outreach(`sandbox clock set ${end}`)).exit).toBe(0);
      return (await world.outreach('sandbox outbox list --all --json')).json().items;
    };
    const straight = await lived(undefined);
    expect(straight.length).toBeGreaterThan(10);
    expect(await lived(/^UPDATE email SET status = 'sent'/)).toEqual(straight);
    expect(await lived(/^INSERT INTO reply/)).toEqual(straight);
  });

  it('shows what happened on each day where asked, and counts the same', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    const run = await world.outreach('sandbox clock advance 3d --by-day --json');
    const { days, now } = run.json();
    expect(now).toBe('2026-03-05T08:00:00.000Z');
    expect(days.map(({ date }: { date: string }) => date)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
    ]);
    expect((await world.outreach('sandbox clock advance 1d')).out).not.toContain('Day');
  });

  it('tells on a terminal of the days as they pass', async () => {
    const world = await newWorld({ tty: true });
    const run = await world.outreach('sandbox clock advance 2d');
    expect(run.err).toContain('Mon 02 Mar: 0 emails sent, 0 replies so far');
    expect(run.err).toContain('Tue 03 Mar');
    const piped = await (await newWorld()).outreach('sandbox clock advance 2d');
    expect(piped.err).not.toContain('so far');
  });

  it('lets no time pass where none is to', async () => {
    const world = await newWorld();
    const { from, now } = (await world.outreach('sandbox clock advance 0s --json')).json();
    expect(now).toBe(from);
  });

  it.each([
    ['advance', 'soon'],
    ['advance', '99999d'],
    ['set', 'Someday'],
    ['set', '2026-02-30'],
    ['set', '25:00'],
  ])('refuses %s %s', async (verb, text) => {
    const world = await newWorld();
    const run = await world.outreach(['sandbox', 'clock', verb, text]);
    expect(run.exit).toBe(2);
    expect(run.err).toContain(text);
    expect(run.out).toBe('');
  });

  it('finishes an import and counts it', async () => {
    const world = await newWorld();
    const campaign = (await world.outreach('campaigns create Autumn --json')).json();
    const started = await world.outreach(
      `finder import --campaign ${campaign.id} --count 20 --size 11-50 --yes --no-wait --json`,
    );
    expect(started.exit).toBe(0);
    const moved = (await world.outreach('sandbox clock advance 1m --json')).json();
    expect(moved).toMatchObject({ importsFinished: 1, events: { 'finder.finish': 1 } });
  });

  it('says that an event could not be worked on', async () => {
    const world = await newWorld();
    world.database
      .prepare("INSERT INTO event (due_at, kind, payload) VALUES (0, 'nobody.knows', 'null')")
      .run();
    const run = await world.outreach('sandbox clock advance 1m --json');
    expect(run.exit).toBe(1);
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'sandbox_defect', outcome: 'done' });
    expect((await world.outreach('sandbox info --json')).json().failedEvents).toBe(1);
    expect((await world.outreach('leads list --json')).exit).toBe(0);
  });
});

describe('sandbox reset', () => {
  it('does nothing where nobody agrees', async () => {
    const world = await newWorld();
    await world.outreach('leads add a@acme.example');
    const run = await world.outreach('sandbox reset');
    expect(run.exit).toBe(3);
    expect(run.err).toContain('--yes');
    expect((await world.outreach('leads list --json')).json().total).toBe(1);
  });

  it('begins a fresh world', async () => {
    const world = await newWorld();
    await world.outreach('leads add a@acme.example');
    await world.outreach('sandbox clock advance 3d');
    await world.outreach('sandbox reset --yes --seed spring');
    const info = (await world.outreach('sandbox info --json')).json();
    expect(info).toMatchObject({ seed: 'spring', leads: 0, senders: 6, aheadMs: 0 });
    await world.outreach('leads add b@acme.example');
    expect((await world.outreach('leads list --json')).json().items[0]).toMatchObject({ id: 1 });
  });
});

describe('sandbox serve', () => {
  it('says where it is, serves, tells of every request, and ends well when it is stopped', async () => {
    const world = await newWorld();
    const served = world.outreach('sandbox serve --port 0 --json');
    await expect.poll(world.writtenSoFar).toContain('baseUrl');
    const { baseUrl, key } = JSON.parse(world.writtenSoFar());
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r$/);
    const answer = await fetch(`${baseUrl}/leads?limit=5`, { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ leads: [], total: 0, limit: 5 });
    world.interrupt();
    const run = await served;
    expect(run.exit).toBe(0);
    expect(run.err).toMatch(/^200 GET \/r\/leads\?limit=5 \d+ ms$/m);
    await expect(fetch(`${baseUrl}/leads`)).rejects.toThrow();
  });
});
