import { describe, expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';
import { campaignWithReplies } from './conversation.ts';

const figuresOfDay = { sent: 0, replies: 0, positiveReplies: 0, meetings: 0 };

/** A service whose report says this instead. */
const withReport = (changed: object) =>
  newWorld({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), ...changed }) };
    },
  });

describe('report daily', () => {
  it.each(Array.from({ length: whole ? 50 : 4 }, (_, index) => `day ${index}`))(
    'adds up to the totals of the same period, world "%s"',
    { tags: 'slow' },
    async (seed) => {
      const world = await newWorld({ seed });
      const campaign = await campaignWithReplies(world);
      await world.outreach('leads meeting mark 3');
      for (const period of [
        '--since 2026-03-01',
        '--since 2026-03-02T10:30:00Z --until 2026-03-06T15:45:10.5Z',
        `--since 2026-03-02 --until 2026-03-20 --utc --campaign ${campaign}`,
      ]) {
        const days = (await world.outreach(`report daily ${period} --json`)).json();
        const { outcomes } = (await world.outreach(`report outcomes ${period} --json`)).json();
        const sums = { sent: 0, replies: 0, positiveReplies: 0, meetings: 0 };
        for (const item of days.items)
          for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += item[name];
        expect(outcomes).toMatchObject(sums);
        if (!period.includes('until')) expect(sums.sent * sums.replies).toBeGreaterThan(0);
        expect(days.total).toBe(days.items.length);
      }
    },
  );

  it('has the last 14 days, or so many up to an end, oldest first', async () => {
    const world = await newWorld();
    const dates = async (line: string) =>
      (await world.outreach(`report daily ${line} --json`))
        .json()
        .items.map((item: { date: string }) => item.date);
    const usual = await dates('');
    expect([usual.length, usual[0], usual.at(-1)]).toEqual([14, '2026-02-17', '2026-03-02']);
    const upTo = await dates('--until 2026-01-31 --utc');
    expect([upTo.length, upTo[0], upTo.at(-1)]).toEqual([14, '2026-01-18', '2026-01-31']);
    // A day that has not come yet is empty, as it is for report outcomes.
    expect(await dates('--since 2026-04-01 --utc')).toEqual(['2026-04-01']);
  });

  it.each(['daily', 'outcomes'])('says that a period has not begun: %s', async (report) => {
    const world = await newWorld();
    const said = async (since: string) =>
      (await world.outreach(`report ${report} --since ${since} --utc`)).err;
    expect(await said('2026-04-01')).toMatch(/begins at 2026-04-01T00:00:00.*, which is in the future/);
    expect(await said('2026-02-27')).not.toContain('future');
  });

  it('makes one call a day, each with both ends of the UTC day', async () => {
    const asked: unknown[] = [];
    const world = await newWorld({
      between: (next) => (request, signal) => {
        asked.push(request.query);
        return next(request, signal);
      },
    });
    await world.outreach('report daily --since 2026-03-01 --until 2026-03-02 --utc');
    expect(world.requests).toEqual(Array(2).fill('GET /reports/outcomes'));
    expect(JSON.stringify(asked)).toContain('2026-03-01T23:59:59.999Z');
  });

  it('says which days are parts', async () => {
    const world = await newWorld();
    const { err } = await world.outreach('report daily --since 2d');
    expect(err).toContain('Days are UTC. The period has only a part of 2026-02-28.');
    expect((await world.outreach('report daily')).err).not.toContain('part');
  });

  it('shows a part of a day as a part, in every form', async () => {
    const world = await newWorld();
    const run = (more: string) =>
      world.outreach(`report daily --since 2026-02-27T08:00:00Z --until 2026-03-01T07:59:59Z ${more}`);
    expect((await run('--json')).json().items.map(({ hours }: { hours: unknown }) => hours)).toEqual([
      ...['08:00-24:00', null, '00:00-08:00'],
    ]);
    expect((await run('--ndjson -q')).out).toContain('"hours":"00:00-08:00"');
    expect((await run('--csv -q')).out.replaceAll('"', '')).toContain('2026-02-27,0,0,0,0,08:00-24:00');
    expect((await run('-q')).out.split('\n')[0]).toBe('2026-02-27\t0\t0\t0\t0\t08:00-24:00');
    const { out } = await run('--markdown -q');
    expect(out).toContain('Fri 27 Feb 2026, 08:00-24:00 to Sun 1 Mar 2026, 00:00-08:00');
    expect(out).toMatch(/\| Sun 1 Mar 2026 \|.*\| 00:00-08:00 \|/);
    const drawn = await world.outreach('report daily --since 2026-03-01T08:00:00Z -q', { tty: true });
    expect(drawn.out).toContain('08:00-24:00');
  });

  it.each([
    [{ sent: -5 }, 'sent -5'],
    [{ sent: 1e21 }, 'sent 1e+21'],
    [{ replies: 1, positiveReplies: 9 }, 'positive replies 9, replies 1'],
    [{ meetings: -1 }, 'meetings -1'],
  ])('does not show figures that cannot be: %j', async (figures, words) => {
    const { exit, out, err } = await (
      await withReport({ outcomes: { ...figuresOfDay, ...figures } })
    ).outreach('report daily --since 2026-03-02 --json');
    expect([exit, out]).toEqual([11, '']);
    expect(err).toContain(words);
  });

  it.each([{ campaignId: 2 }, { since: null }, { since: '2026-03-01T00:00:00Z' }, { until: '2027-01-01' }])(
    'does not take the report of something else for that of the day: %j',
    async (echo) => {
      const { exit, out, err } = await (await withReport(echo)).outreach('report daily --since 2026-03-02');
      expect([exit, out]).toEqual([11, '']);
      expect(err).toContain('is another one');
    },
  );

  it('takes more replies than emails, and an echo without fractions or none', async () => {
    for (const answer of [
      { outcomes: { ...figuresOfDay, sent: 1, replies: 10 } },
      { until: '2026-03-02T23:59:59Z' },
      { since: undefined, until: undefined, campaignId: undefined },
    ])
      expect((await (await withReport(answer)).outreach('report daily --since 2026-03-02')).exit).toBe(0);
  });

  it('refuses more than 366 days, a period backwards and a campaign that is not there', async () => {
    const world = await newWorld();
    const long = await world.outreach('report daily --since 2024-12-31 --until 2026-01-01 --utc');
    expect([long.exit, long.err]).toEqual([2, expect.stringContaining('367 days')]);
    const turned = await world.outreach('report daily --since 2026-03-02 --until 2026-03-01');
    expect([turned.exit, turned.err]).toEqual([2, expect.stringContaining('is after --until')]);
    expect(world.requests).toEqual([]);
    expect((await world.outreach('report daily --campaign 99')).exit).toBe(6);
  });

  it('draws weeks where there are many days, within the window', { tags: 'slow' }, async () => {
    const world = await newWorld({ tty: true, columns: 60 });
    await campaignWithReplies(world);
    const { out } = await world.outreach('report daily --since 2025-09-01 --utc --no-color');
    expect(out).toContain('Sent by week');
    expect(out).toMatch(/Mon 2 Mar 2026 +█/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('is a table in Markdown, and nothing in a name of a campaign is markup', async () => {
    const world = await newWorld();
    const name = '@all <b>`x`</b> | [y](http://z)';
    await world.outreach(['campaigns', 'create', name]);
    const { out } = await world.outreach([
      'report',
      'daily',
      '--since',
      '2026-03-02',
      '--campaign',
      name,
      '--markdown',
    ]);
    expect(out).toContain('\n- Sent: **0**\n');
    expect(out).toContain('\n| Mon 2 Mar 2026 | 0 | 0 | 0 | 0 |\n');
    expect(out.split('\n')[0]).not.toMatch(/[<`|[]|@a|:\/\//);
    expect((await world.outreach('report daily --markdown --json')).exit).toBe(2);
  });

  it('gives a line a day in CSV and in a pipe', async () => {
    const world = await newWorld();
    const csv = await world.outreach('report daily --since 2026-03-01 --utc --csv');
    expect(csv.out.replaceAll('"', '').split(/\r?\n/)).toEqual([
      'date,sent,replies,positiveReplies,meetings,hours',
      '2026-03-01,0,0,0,0,',
      '2026-03-02,0,0,0,0,',
      '',
    ]);
    expect((await world.outreach('report daily --since 2026-03-02')).out).toBe('2026-03-02\t0\t0\t0\t0\n');
  });
});
