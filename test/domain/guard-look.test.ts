import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuardMemory, guardLook } from '../../src/domain/attention/guard-look.ts';
import { seededRandom } from '../seeded-random.ts';

type GuardSeen = Parameters<typeof guardLook>[1];

const at = '2026-03-02T08:00:00Z';
const figures = (contacted: number, bounced: number, own: Partial<GuardSeen> = {}): GuardSeen => ({
  ...{ contacted, bounced, complaints: 0, at, status: 'running', start: 1 },
  ...own,
});

/** Looks one after another; the verdict of the last, and what is kept after it. */
function looks(...seen: readonly GuardSeen[]) {
  let memory: GuardMemory | undefined;
  let last: ReturnType<typeof guardLook> | undefined;
  for (const one of seen) {
    last = guardLook(memory, one);
    memory = last.memory;
  }
  if (!last) throw new Error('no look');
  return last;
}
const verdictOf = (...seen: readonly GuardSeen[]) => looks(...seen).verdict;

describe('the limits', () => {
  it.each([
    ['4 bounced', figures(10, 4), []],
    ['5 and 8%', figures(62, 5), ['bounces']],
    ['5 and less than 8%', figures(63, 5), []],
    ['8% of all, without earlier looks', figures(1000, 80), ['bounces']],
    ['one complaint', figures(20, 0, { complaints: 1 }), []],
    ['two complaints', figures(600, 0, { complaints: 2 }), ['complaints']],
    ['two complaints and less than 0.3%', figures(700, 0, { complaints: 2 }), []],
    ['complaints that were not read', figures(200, 16, { complaints: null }), ['bounces']],
    ['both', figures(100, 50, { complaints: 9 }), ['bounces', 'complaints']],
    ['no one was contacted', figures(0, 0), []],
    ['more bounced than were contacted', figures(4, 9), []],
  ])('%s', (_, seen, over) => expect(verdictOf(seen).over).toEqual(over));

  it('warns from 200 people and 4%, not where it is over', () => {
    expect(verdictOf(figures(200, 8)).isNear).toBe(true);
    expect(verdictOf(figures(200, 7)).isNear).toBe(false);
    expect(verdictOf(figures(199, 8)).isNear).toBe(false);
    expect(verdictOf(figures(200, 16)).isNear).toBe(false);
  });
});

describe('the window', () => {
  it('is the newest 200 people, as far as looks were kept', () => {
    const seen = Array.from({ length: 200 }, (_, index) => figures(6 * index, 0));
    const { window, over } = verdictOf(...seen, figures(1200, 20));
    expect(window.contacted).toBeGreaterThan(190);
    expect(window.contacted).toBeLessThanOrEqual(200);
    expect([window.bounced, over]).toEqual([20, ['bounces']]);
  });

  it('is what came since the only look that is near, however long the campaign was good', () => {
    expect(verdictOf(figures(1000, 10), figures(1050, 40))).toMatchObject({
      window: { contacted: 50, bounced: 30, since: at },
      over: ['bounces'],
    });
  });

  it('is longer where the look before was a moment ago', () => {
    expect(verdictOf(figures(1000, 0), figures(1399, 150), figures(1400, 150))).toMatchObject({
      window: { contacted: 400, bounced: 150 },
      over: ['bounces'],
    });
  });

  it('counts complaints from looks that know them', () => {
    const before = figures(1000, 0, { complaints: 9 });
    const unread = figures(1100, 0, { complaints: null });
    expect(verdictOf(before, unread, figures(1150, 0, { complaints: 11 }))).toMatchObject({
      window: { complaints: 2 },
      over: ['complaints'],
    });
  });
});

describe('the mark', () => {
  const burnt = figures(60, 24);
  it('is the last look that found it paused', () => {
    const after = [burnt, figures(60, 24, { status: 'paused' }), figures(62, 25)];
    expect(verdictOf(...after)).toMatchObject({ window: { contacted: 2, bounced: 1 }, over: [] });
    expect(verdictOf(...after, figures(100, 27)).over).toEqual([]);
    expect(verdictOf(...after, figures(100, 35)).over).toEqual(['bounces']);
    expect(verdictOf(...after.slice(0, 2), figures(100, 35))).toMatchObject({
      window: { contacted: 40, bounced: 11 },
      over: ['bounces'],
    });
  });

  it('has what bounced late during the pause', () => {
    const paused = [figures(60, 24, { status: 'paused' }), figures(60, 30, { status: 'paused' })];
    const again = [figures(60, 30), ...paused.map((one) => ({ ...one, bounced: one.bounced + 8 }))];
    expect(verdictOf(burnt, ...paused, ...again, figures(70, 39))).toMatchObject({
      window: { contacted: 10, bounced: 1 },
    });
  });

  it('is what a resume from here has seen, without earlier looks too', () => {
    const resumed = figures(60, 24, { isResumed: true });
    expect(verdictOf(resumed, figures(70, 24)).over).toEqual([]);
    expect(verdictOf(burnt, resumed, figures(100, 35))).toMatchObject({
      window: { contacted: 40, bounced: 11 },
      over: ['bounces'],
    });
  });

  it('is one that finds a newer start in the journal, also where no look saw the pause', () => {
    expect(verdictOf(burnt, figures(60, 24, { start: 7 })).over).toEqual([]);
    expect(verdictOf(burnt, figures(61, 24, { start: 7 }), figures(62, 24, { start: 0 })).over).toEqual([]);
  });

  it('is the start where no look knows of a pause', () => {
    expect(verdictOf(figures(60, 24, { start: 9 }))).toMatchObject({ isFirst: true, over: ['bounces'] });
  });

  it('is not a completed campaign that goes on', () => {
    expect(verdictOf(burnt, figures(60, 24, { status: 'completed' }), figures(62, 24)).over).toEqual([
      'bounces',
    ]);
  });

  it.each([
    ['people', [figures(60, 4), figures(59, 12)], ['bounces']],
    ['a bounce', [figures(60, 4), figures(62, 3), figures(75, 11)], ['bounces']],
    ['bounces of long ago', [figures(1000, 90), figures(1010, 60)], []],
    ['people of before the mark', [figures(60, 24, { isResumed: true }), figures(40, 20)], ['bounces']],
  ])('stays where counts fall: %s', (_, seen, over) => expect(verdictOf(...seen).over).toEqual(over));
});

it('keeps a bounded number of looks, in the order of people, whatever it sees', () => {
  const count = fc.nat(600);
  const seen = fc.record({
    contacted: count,
    bounced: count,
    complaints: fc.option(fc.nat(9)),
    status: fc.constantFrom('running', 'running', 'running', 'paused', 'completed'),
    start: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(seen, { minLength: 1, maxLength: 60 }), fc.boolean(), (some, rises) => {
      const all = rises ? [...some].sort((a, b) => a.contacted - b.contacted) : some;
      const { memory, verdict } = looks(...all.map((one) => ({ ...one, at })));
      const people = memory.looks.map(({ contacted }) => contacted);
      expect(people).toEqual([...people].sort((a, b) => a - b));
      expect(memory.looks.length).toBeLessThan(90);
      expect(verdict.window.bounced).toBeLessThanOrEqual(verdict.window.contacted);
      expect(verdict.window.contacted).toBeGreaterThanOrEqual(0);
    }),
  );
});

/** How many people were contacted when it was stopped; undefined where it never was. */
function stoppedAt(rate: number, people: number, seed: number): number | undefined {
  const random = seededRandom(seed);
  let memory: GuardMemory | undefined;
  let bounced = 0;
  for (let contacted = 1; contacted <= people; contacted++) {
    if (random() < rate) bounced += 1;
    if (contacted % 6 !== 0) continue;
    // One that is killed goes on from what is kept as text.
    if (memory && contacted % 60 === 0) memory = JSON.parse(JSON.stringify(memory)) as GuardMemory;
    const look = guardLook(memory, figures(contacted, bounced));
    if (look.verdict.over.length > 0) return contacted;
    memory = look.memory;
  }
  return undefined;
}

describe('1,000 campaigns, a look every 6 people', () => {
  const stops = (rate: number, people: number) =>
    Array.from({ length: 1000 }, (_, seed) => stoppedAt(rate, people, seed + 1));
  const share = (all: readonly (number | undefined)[], within: number) =>
    all.filter((stop) => stop !== undefined && stop <= within).length / all.length;

  it('lets those with 2% go on', { tags: 'slow' }, () =>
    expect(share(stops(0.02, 600), 600)).toBeLessThanOrEqual(0.02),
  );

  it('stops those with 35% within 30 people', () =>
    expect(share(stops(0.35, 30), 30)).toBeGreaterThanOrEqual(0.99));

  it('stops those with 10% within 80 people, four of five', { tags: 'slow' }, () =>
    expect(share(stops(0.1, 80), 80)).toBeGreaterThanOrEqual(0.8),
  );
});
