import { describe, expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';
import { campaignWithReplies } from './conversation.ts';

describe('report daily', () => {
  it.each(Array.from({ length: whole ? 50 : 4 }, (_, index) => `day ${index}`))(
    'adds up to the totals of the same period, world "%s"',
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
        expect(sums).toEqual(outcomes);
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

  it('refuses more than 366 days, a period backwards and a campaign that is not there', async () => {
    const world = await newWorld();
    const long = await world.outreach('report daily --since 2024-12-31 --until 2026-01-01 --utc');
    expect([long.exit, long.err]).toEqual([2, expect.stringContaining('367 days')]);
    const turned = await world.outreach('report daily --since 2026-03-02 --until 2026-03-01');
    expect([turned.exit, turned.err]).toEqual([2, expect.stringContaining('is after --until')]);
    expect(world.requests).toEqual([]);
    expect((await world.outreach('report daily --campaign 99')).exit).toBe(6);
  });

  it('draws weeks where there are many days, within the window', async () => {
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
      'date,sent,replies,positiveReplies,meetings',
      '2026-03-01,0,0,0,0',
      '2026-03-02,0,0,0,0',
      '',
    ]);
    expect((await world.outreach('report daily --since 2026-03-02')).out).toBe('2026-03-02\t0\t0\t0\t0\n');
  });
});
