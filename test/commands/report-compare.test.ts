import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { openDatabase } from '../../src/local/database.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { withReplies } from './conversation.ts';

interface Figures {
  readonly contacted?: number | null;
  readonly replied?: number;
  readonly positive?: number;
  readonly bounced?: number;
  readonly emails?: number;
  readonly name?: string;
}

/** A service whose campaigns 1 and 2 have these figures, and whose first step these variants. */
const withFigures = (
  a: Figures,
  b: Figures = {},
  variants: readonly { label: string; sent: number; replied: number; positive: number }[] = [],
) =>
  newWorld({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      const body = bodyOf(request, [a, b], variants);
      return body === undefined ? answer : { ...answer, status: 200, body: JSON.stringify(body) };
    },
  });

function bodyOf({ path, query }: WireRequest, sides: readonly Figures[], variants: readonly unknown[]) {
  const asked: { campaignId?: string; since?: string } = Object.fromEntries(query ?? []);
  if (path === '/campaigns') {
    const campaigns = sides.map(({ name, contacted = 0, replied = 0, positive = 0, ...more }, index) => ({
      id: index + 1,
      name: name ?? `Campaign ${index + 1}`,
      status: 'running',
      stats: {
        contactedLeadsCount: contacted,
        repliedLeadsCount: replied,
        leadsRespondedPositivelyCount: positive,
        bouncedLeadsCount: more.bounced,
        emailsSentCount: more.emails,
      },
    }));
    return { campaigns, total: 2, page: 1, limit: 200, hasMore: false };
  }
  if (path.endsWith('/stats')) return { steps: [{ index: 1, sent: 0, replied: 0, variants }] };
  if (path === '/reports/outcomes')
    return {
      campaignId: Number(asked.campaignId),
      since: asked.since,
      until: null,
      outcomes: { sent: 7, replies: 0, positiveReplies: 0, meetings: 0 },
      spend: { credits: 0, creditsUsd: 0, totalUsd: 0 },
    };
  return undefined;
}

const compared = async (world: TestWorld, line: string) =>
  (await world.outreach(`report compare ${line} --json`)).json();

describe('report compare', () => {
  it('says that no difference is shown, with the figures', async () => {
    const world = await withFigures({ contacted: 322, replied: 31 }, { contacted: 321, replied: 30 });
    const shown = await compared(world, '1 2');
    expect(shown).toMatchObject({
      ...{ metric: 'replies', verdict: 'none', neededEach: 3680, looks: 1, ripening: 14, unit: 'people' },
      a: { campaignId: 1, contacted: 322, replied: 31 },
    });
    expect(shown.pValue).toBeCloseTo(0.9469205284, 9);
    expect([shown.difference, shown.low, shown.high].map((share) => (share * 100).toFixed(1))).toEqual([
      ...['0.3', '-4.3', '4.9'],
    ]);
    const { out } = await world.outreach('report compare "Campaign 2" 1', { tty: true });
    expect(out).toContain('No clear difference: 30 of 321 against 31 of 322 people.');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('you need about 3,700 people each.');
    expect(out).not.toContain('*');
  });

  it('says which one gets more, in words, for replies and for positive ones', async () => {
    const world = await withFigures(
      { contacted: 500, replied: 30, positive: 20 },
      { contacted: 500, replied: 60, positive: 2 },
    );
    expect(await compared(world, '1 2')).toMatchObject({ verdict: 'b' });
    expect(await compared(world, '1 2 --metric positive')).toMatchObject({
      verdict: 'a',
      metric: 'positive',
    });
    const { out } = await world.outreach('report compare 1 2', { tty: true });
    expect(out).toContain('B gets more replies than A: 30 of 500 against 60 of 500 people.');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('would come by chance about once in 930 times');
  });

  it('is too early without enough mail, and ends with 0', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create One');
    await world.outreach('campaigns create Two');
    const run = await world.outreach('report compare One Two --json');
    expect([run.exit, run.json()]).toMatchObject([
      0,
      { verdict: 'too-early', pValue: null, difference: null, low: null, high: null, neededEach: 1503 },
    ]);
    const few = await withFigures({ contacted: 90, replied: 30 }, { contacted: 500, replied: 3 });
    expect(await compared(few, '1 2')).toMatchObject({ verdict: 'too-early', early: 'few-people' });
  });

  it('with a plan gives no verdict before the size that was fixed first', async () => {
    const a = { contacted: 300, replied: 15 };
    const b = { contacted: 300, replied: 60 };
    const world = await withFigures(a, b);
    const first = await compared(world, '1 2 --plan 2pp');
    expect(first).toMatchObject({ verdict: 'too-early', early: 'before-plan', plan: 0.02 });
    // The rate changes, the plan does not.
    Object.assign(a, { contacted: 6000, replied: 60 });
    Object.assign(b, { contacted: 6000, replied: 600 });
    const later = await compared(world, '2 1 --plan 2pp');
    expect(later).toMatchObject({ verdict: 'a', neededEach: first.neededEach, looks: 2 });
    for (const plan of ['2%', '0pp', '60pp', 'two', '2'])
      expect((await world.outreach(['report', 'compare', '1', '2', '--plan', plan])).exit).toBe(2);
  });

  it('holds the plan for looks without it, until another one is asked for', async () => {
    const a = { contacted: 500, replied: 88 };
    const b = { contacted: 600, replied: 76 };
    const world = await withFigures(a, b);
    const first = await compared(world, '1 2 --plan 3pp');
    expect(first).toMatchObject({ verdict: 'too-early', plan: 0.03, fixed: { look: 1 } });
    expect(await compared(world, '1 2')).toMatchObject({
      ...{ verdict: 'too-early', early: 'before-plan', plan: 0.03, neededEach: first.neededEach },
    });
    const same = await world.outreach('report compare 2 1 --plan 3pp --markdown');
    expect(same.out).toMatch(/The plan for 3 points was fixed on \w{3} 2 Mar 2026, at the first look/);
    expect(await compared(world, '2 1 --plan 30pp')).toMatchObject({ plan: 0.3, fixed: { look: 4 } });
    const { out } = await world.outreach('report compare 1 2 --markdown');
    expect(out).toMatch(/The plan for 30 points was fixed on .*, at look 4, after earlier ones/);
    // Of the other metric there is none.
    expect(await compared(world, '1 2 --metric positive')).toMatchObject({ plan: null });
    expect(await compared(world, '1 2 --plan none')).toMatchObject({ verdict: 'a', plan: null });
    expect(await compared(world, '1 2')).toMatchObject({ verdict: 'a', plan: null });
    expect(await compared(world, '1 2 --plan 3pp')).toMatchObject({ plan: 0.03, fixed: { look: 8 } });
  });

  it('gives one verdict at the planned size, which later looks repeat', async () => {
    const a = { contacted: 300, replied: 30 };
    const b = { contacted: 300, replied: 20 };
    const world = await withFigures(a, b);
    const { neededEach: size } = await compared(world, '1 2 --plan 5pp');
    Object.assign(a, { contacted: size, replied: Math.round(size * 0.2) });
    Object.assign(b, { contacted: size, replied: Math.round(size * 0.1) });
    const decided = await compared(world, '1 2');
    expect(decided).toMatchObject({
      ...{ verdict: 'a', looks: 2, decided: { look: 2, a: { units: size, count: a.replied } } },
    });
    // Without a plan the verdict would be another one.
    Object.assign(b, { contacted: size + 100, replied: a.replied });
    const figures = { a: { replied: a.replied }, b: { contacted: size + 100 } };
    expect(await compared(world, '1 2 --plan 5pp')).toMatchObject({ verdict: 'a', ...figures });
    const turned = await compared(world, '2 1');
    expect(turned).toMatchObject({
      verdict: 'b',
      decided: { ...decided.decided, a: decided.decided.b, b: {} },
    });
    const { out } = await world.outreach('report compare 1 2', { tty: true });
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`A gets more replies than B: ${a.replied} of ${size} against`);
    expect(text).toContain('This is the verdict of look 2, on Mon 2 Mar 2026, when the plan was fulfilled');
    expect(text).not.toContain('one more chance');
  });

  it('fixes the size at the first look, with or without mail', async () => {
    const [a, b] = [{}, {}];
    const world = await withFigures(a, b);
    const first = await compared(world, '1 2 --plan 10pp');
    expect(first).toMatchObject({ neededEach: 112, assumedRate: 0.03, early: 'no-mail' });
    Object.assign(a, { contacted: 100, replied: 30 });
    Object.assign(b, { contacted: 100, replied: 20 });
    expect(await compared(world, '1 2')).toMatchObject({ neededEach: 112, early: 'before-plan' });
  });

  it('counts the looks on this machine, and says so from the second one on', async () => {
    const world = await withFigures({ contacted: 322, replied: 31 }, { contacted: 321, replied: 30 });
    const first = await world.outreach('report compare 1 2', { tty: true });
    expect(first.out).not.toContain('look');
    const second = await world.outreach('report compare 2 1', { tty: true });
    expect(second.out).toContain('This is look 2 at this comparison.');
    expect(await compared(world, '1 2')).toMatchObject({ looks: 3 });
    expect(await compared(world, '1 2 --metric positive')).toMatchObject({ looks: 1 });
    expect(statSync(join(world.home, 'state', 'checks.db')).mode & 0o777).toBe(0o600);
    await world.outreach('sandbox reset --yes');
    expect(await compared(world, '1 2')).toMatchObject({ looks: 1 });
  });

  it('keeps a plan that an earlier version has stored beside passes of launch checks', async () => {
    const world = await withFigures({ contacted: 100, replied: 30 }, { contacted: 100, replied: 20 });
    await compared(world, '1 2');
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec(`
      CREATE TABLE account (account TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
      CREATE TABLE pass (
        account TEXT NOT NULL, campaign TEXT NOT NULL, generation INTEGER NOT NULL, digest TEXT NOT NULL,
        at INTEGER NOT NULL, found TEXT NOT NULL, PRIMARY KEY (account, campaign)) STRICT;`);
    const plan = {
      points: 0.1,
      level: 0.05,
      size: 112,
      assumedRate: 0.03,
      at: '2026-03-02T08:00:00.000Z',
      look: 1,
    };
    stored
      .prepare("UPDATE look SET found = ? WHERE name LIKE 'plan replies %'")
      .run(JSON.stringify({ plan }));
    stored.close();
    expect(await compared(world, '1 2')).toMatchObject({
      looks: 2,
      plan: 0.1,
      neededEach: 112,
      early: 'before-plan',
    });
  });

  it('works where nothing can be stored, with one note', async () => {
    const world = await withFigures({ contacted: 322, replied: 31 }, { contacted: 321, replied: 30 });
    await world.outreach('report compare 1 2');
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec('PRAGMA user_version = 99');
    stored.close();
    for (let look = 0; look < 2; look++) {
      const { exit, out, err } = await world.outreach('report compare 1 2 --plan 2pp');
      expect([exit, out.match(/^looks\t(.*)$/m)?.[1]]).toEqual([0, '1']);
      expect(err.match(/is stored/g)).toHaveLength(1);
    }
  });

  it('of three variants needs the people, and has the interval, of the level of its verdict', async () => {
    const variant = (label: string, sent: number, replied: number) => ({ label, sent, replied, positive: 0 });
    const world = await withFigures({}, {}, [
      ...[variant('A', 217, 32), variant('B', 217, 5), variant('C', 216, 24)],
    ]);
    const shown = await compared(world, '1 --variants');
    expect(shown).toMatchObject({ neededEach: 6272, level: 0.05 / 3 });
    const two = await withFigures({}, {}, [variant('A', 217, 32), variant('C', 216, 24)]);
    const usual = await compared(two, '1 --variants');
    expect(usual).toMatchObject({ neededEach: 4702, difference: shown.difference });
    expect([shown.low < usual.low, shown.high > usual.high]).toEqual([true, true]);
  });

  it('compares variants of a step, the two best of more', async () => {
    const variant = (label: string, sent: number, replied: number) => ({ label, sent, replied, positive: 0 });
    const two = await withFigures({}, {}, [variant('A', 400, 20), variant('B', 400, 39)]);
    expect(await compared(two, '1 --step 1 --variants')).toMatchObject({
      ...{ verdict: 'b', unit: 'emails', level: 0.05, ripening: 7 },
      a: { variant: 'A', step: 1, contacted: 400 },
    });
    const three = await withFigures({}, {}, [
      ...[variant('A', 400, 20), variant('B', 400, 39), variant('C', 400, 30)],
    ]);
    const best = await three.outreach('report compare 1 --variants');
    expect(best.err).toContain('B and C have the highest rates.');
    // Of three pairs one is sooner different by chance.
    expect(await compared(three, '1 --variants --plan 2pp')).toMatchObject({
      ...{ a: { variant: 'B' }, b: { variant: 'C' }, plan: 0.02, level: 0.05 / 3 },
    });
    const shown = await three.outreach('report compare 1 --variants', { tty: true });
    expect(shown.out.replaceAll(/\u001b\[\d+m/g, '')).toMatch(/^B +400 +39 .*\nC +400 +30 /m);
    const markdown = await three.outreach('report compare 1 --variants --markdown');
    expect(markdown.out).toMatch(/\| Variant \|.*\n.*\n\| B \|/);
    expect(markdown.out).not.toMatch(/A: variant|A gets more/);
    const text = markdown.out.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/The plan gives a verdict at [\d,]+ emails each/);
    expect(text).toContain('There are 3 pairs, so a verdict takes 1.7% instead of 5.0% (Bonferroni).');
    for (const line of ['1 --variants --step 2', '1 2 --step 1'])
      expect([line, (await three.outreach(`report compare ${line}`)).exit]).toEqual([line, 2]);
    expect((await three.outreach('report compare 1 2 --variants')).exit).toBe(2);
  });

  it('finds the same in the sandbox as its statistics show', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const id = 1;
    await world.outreach('campaigns create Empty');
    const { stats } = (await world.outreach('campaigns list --json'))
      .json()
      .items.find((item: { id: number }) => item.id === id);
    expect(await compared(world, `${id} Empty`)).toMatchObject({
      a: { contacted: stats.contactedLeadsCount, replied: stats.repliedLeadsCount },
      verdict: 'too-early',
    });
  });

  it('refuses one campaign twice, one that is not there, and none', async () => {
    const world = await withFigures({ contacted: 10 }, { contacted: 10 });
    expect((await world.outreach('report compare 1 "Campaign 1"')).exit).toBe(2);
    expect((await world.outreach('report compare 1 99')).exit).toBe(6);
    expect((await world.outreach('report compare 1')).exit).toBe(2);
    expect((await world.outreach('report compare')).exit).toBe(2);
  });

  it('does not make shares of figures that are not there or contradict each other', async () => {
    for (const figures of [
      { contacted: null },
      { contacted: 3, replied: 5 },
      { contacted: 3, replied: -1 },
      { contacted: 1000, replied: 100, positive: 500 },
      { contacted: 1000, replied: 100, emails: 0 },
      { contacted: 1000, replied: 100, bounced: 5000 },
      { contacted: 2 ** 60, replied: 100 },
      { contacted: 1000, replied: 100.5 },
    ]) {
      const { exit, out } = await (await withFigures(figures, { contacted: 10 })).outreach(
        'report compare 1 2 --json',
      );
      expect([exit, out]).toEqual([11, '']);
    }
  });

  it('answers at once for any number of people', async () => {
    const world = await withFigures(
      { contacted: 1e15, replied: 5e14 },
      { contacted: 1e15, replied: 5e14 + 1e9 },
    );
    expect(await compared(world, '1 2')).toMatchObject({ verdict: 'b' });
  });

  it('says that it does not know how many emails ripen, where the report is of something else', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const figures = [
          { contacted: 322, replied: 31 },
          { contacted: 321, replied: 30 },
        ];
        const body = bodyOf(request, figures, []);
        const other = request.path === '/reports/outcomes' ? { ...body, campaignId: 9 } : body;
        const answer = await next(request, signal);
        return body === undefined ? answer : { ...answer, status: 200, body: JSON.stringify(other) };
      },
    });
    const { err, ...run } = await world.outreach('report compare 1 2 --json');
    expect(run.json()).toMatchObject({ verdict: 'none', ripening: null });
    expect(err).toContain('is another one: campaignId is 9, not 1');
  });

  it('is Markdown without markup of others', async () => {
    const name = '@all <b>`x`</b> | [y](http://z)\n# h';
    const world = await withFigures({ name, contacted: 322, replied: 31 }, { contacted: 321, replied: 30 });
    const { out } = await world.outreach('report compare 1 2 --markdown');
    const lines = out.split('\n');
    expect(lines[0]).toBe('### Replies of two campaigns');
    expect(lines[4]).not.toMatch(/[<`[]|@a|:\/\//);
    expect(lines[4]?.split('|')).toHaveLength(6);
    expect(out).toContain(
      '- Verdict: **No clear difference: 31 of 322 against 30 of 321 people.**\n\nTo show',
    );
  });
});
