import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountWindows } from '../../src/client/rate-limit/endpoint-limits.ts';
import { type Budget, logBudget, type SharedLog } from '../../src/client/rate-limit/log-budget.ts';
import { type RateWindow, WindowLog, windowLogLine } from '../../src/client/rate-limit/window-log.ts';
import { runs } from '../sweep/slice.ts';

/** One order for everybody, as a file in append mode has it; every reader has a place of its own. */
function commonLog() {
  const lines: string[] = [];
  const reader = (): SharedLog => {
    let read = 0;
    return {
      exchange: (line) => {
        if (line !== undefined) lines.push(line);
        const fresh = lines.slice(read);
        read = lines.length;
        return { lines: fresh };
      },
    };
  };
  return { reader };
}

const second = 1000;

/** A process that makes calls as fast as it may, some of them at once, each of them on its way for the time given. */
interface Process {
  readonly calls: number;
  readonly atOnce: number;
  readonly delays: readonly (readonly [there: number, back: number])[];
  readonly startsAt: number;
  readonly diesAfter: number | undefined;
}

interface Event {
  readonly at: number;
  readonly run: () => void | Promise<void>;
}

/** Lets processes call a service in simulated time; when each call arrived there. */
async function arrivalsOf(processes: readonly Process[], windows = accountWindows): Promise<number[]> {
  const { reader } = commonLog();
  const arrivals: number[] = [];
  const events: Event[] = [];
  let now = Date.UTC(2026, 2, 2, 8);
  const begin = now;
  const later = (ms: number, run: Event['run']) => void events.push({ at: now + ms, run });
  for (const [index, process] of processes.entries()) {
    const budget: Budget = logBudget({
      log: reader(),
      windows,
      clock: { now: () => now, sleep: async () => undefined },
      who: `p${index}`,
      onTrouble: (error) => {
        throw error;
      },
    });
    let [begun, underWay] = [0, 0];
    const dead = () => process.diesAfter !== undefined && begun > process.diesAfter;
    const next = async (): Promise<void> => {
      if (begun >= process.calls || underWay >= process.atOnce || dead()) return;
      const claim = await budget.claim(begun < 20 ? 'few' : 'many');
      if ('waitMs' in claim) return later(Math.max(1, Math.min(claim.waitMs, 2 * second)), next);
      const [there, back] = process.delays[begun % process.delays.length] ?? [0, 0];
      begun += 1;
      underWay += 1;
      if (!dead()) later(there, () => void arrivals.push(now));
      later(there + back, async () => {
        if (dead()) return;
        await budget.end(claim.id, 'done');
        underWay -= 1;
        return next();
      });
      return next();
    };
    later(process.startsAt, next);
  }
  while (events.length > 0) {
    events.sort((a, b) => a.at - b.at);
    const event = events.shift();
    if (!event) break;
    now = Math.max(now, event.at);
    await event.run();
  }
  return arrivals.map((at) => at - begin).sort((a, b) => a - b);
}

/** The most arrivals that any window of this length holds. */
const most = (arrivals: readonly number[], ms: number): number =>
  Math.max(0, ...arrivals.map((from, at) => arrivals.slice(at).filter((one) => one < from + ms).length));

const delay = fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 9000 }));
const process = fc.record<Process>({
  calls: fc.integer({ min: 1, max: 90 }),
  atOnce: fc.integer({ min: 1, max: 60 }),
  delays: fc.array(delay, { minLength: 1, maxLength: 7 }),
  startsAt: fc.integer({ min: 0, max: 15_000 }),
  diesAfter: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
});

describe('the budget of an account', () => {
  it('is kept whatever the processes do, however long calls are on their way, whoever dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(process, { minLength: 1, maxLength: 12 }), async (processes) => {
        const arrivals = await arrivalsOf(processes);
        const alive = processes.filter(({ diesAfter }) => diesAfter === undefined);
        expect(arrivals.length).toBeGreaterThanOrEqual(alive.reduce((sum, { calls }) => sum + calls, 0));
        expect(most(arrivals, 10 * second)).toBeLessThanOrEqual(100);
        expect(most(arrivals, 60 * second)).toBeLessThanOrEqual(600);
      }),
      { numRuns: runs(25) },
    );
  });

  it.each([
    ['few', 100],
    ['many', 95],
    ['endless', 95],
  ] as const)('leaves a twentieth of a window to others where a process makes %s calls', (rank, count) => {
    const pace = new WindowLog([{ count: 100, ms: 10 * second, what: 'the budget' }]);
    pace.read(windowLogLine.wants(0, 'other.0', 'few'));
    let allowed = 0;
    while (pace.wait(1, rank, 'me') === undefined && pace.read(windowLogLine.claim(1, `me.${allowed}`, rank)))
      allowed += 1;
    expect(allowed).toBe(count);
  });

  it.each(['few', 'many', 'endless'] as const)('lets a stop go before a process with %s calls', (rank) => {
    const pace = new WindowLog([{ count: 4, ms: 10 * second, what: 'the budget' }]);
    for (const n of [0, 1]) pace.read(windowLogLine.claim(0, `job.${n}`, rank));
    for (const n of [0, 1]) pace.read(windowLogLine.end(0, `job.${n}`, 'done'));
    pace.read(windowLogLine.wants(9 * second, 'stop.w', 'first'));
    const free = 11 * second;
    expect(pace.wait(free, rank, 'job')).toMatchObject({ why: 'a stop goes first' });
    expect(pace.read(windowLogLine.claim(free, 'job.2', rank))).toBe(false);
    expect(pace.wait(free, 'first', 'stop')).toBeUndefined();
    expect(pace.read(windowLogLine.claim(free, 'stop.0', 'first'))).toBe(true);
    expect(pace.wait(free, rank, 'job')).toBeUndefined();
  });

  it('is not held up for long by a stop whose process died', () => {
    const pace = new WindowLog([{ count: 2, ms: 10 * second, what: 'the budget' }]);
    pace.read(windowLogLine.wants(0, 'stop.w', 'first'));
    expect(pace.wait(4 * second, 'few', 'me')).toBeDefined();
    expect(pace.wait(5 * second, 'few', 'me')).toBeUndefined();
  });

  it('holds a stop to the limits, and to nothing that the service asked of others', () => {
    const pace = new WindowLog([{ count: 100, ms: 10 * second, what: 'the budget' }]);
    pace.read(windowLogLine.claim(0, 'job.0', 'few'));
    pace.read(windowLogLine.refused(0, 'job.0', 60 * second));
    pace.read(windowLogLine.closed(0, 'job.0', 3600 * second, 'leads.list'));
    expect(pace.wait(1, 'few', 'me')).toMatchObject({ why: 'the service asked for it (429)' });
    let allowed = 0;
    while (
      !pace.wait(1, 'first', 'stop', 'leads.list') &&
      pace.read(windowLogLine.claim(1, `stop.${allowed}`, 'first'))
    )
      allowed += 1;
    expect(allowed).toBe(99);
  });

  it('lets a thousand calls through in 95 seconds, whose floor is 90', async () => {
    const alone = { calls: 1000, atOnce: 10, delays: [[5, 15]] as const, startsAt: 0, diesAfter: undefined };
    const arrivals = await arrivalsOf([alone]);
    expect(arrivals).toHaveLength(1000);
    expect(most(arrivals, 10 * second)).toBe(100);
    expect(most(arrivals, 60 * second)).toBeLessThanOrEqual(600);
    expect(arrivals.at(-1)).toBeGreaterThanOrEqual(90 * second);
    expect(arrivals.at(-1)).toBeLessThanOrEqual(92 * second);
  });

  it('keeps a person quick beside a job that goes on for long', async () => {
    const job = { calls: 900, atOnce: 10, delays: [[5, 15]] as const, startsAt: 0, diesAfter: undefined };
    const person = { calls: 1, atOnce: 1, delays: [[0, 1]] as const, diesAfter: undefined };
    const before = await arrivalsOf([job]);
    const together = await arrivalsOf([
      job,
      { ...person, startsAt: 31_000 },
      { ...person, startsAt: 43_000 },
      { ...person, startsAt: 57_000 },
    ]);
    expect(before.some((at) => at >= 42_990 && at <= 43_010)).toBe(false);
    // The first one waits for the window to move on; from then on something is left.
    expect(together.filter((at) => at === 43_000 || at === 57_000)).toHaveLength(2);
    expect(most(together, 10 * second)).toBeLessThanOrEqual(100);
  });
});

const small: readonly RateWindow[] = [{ count: 4, ms: 10_000, what: 'the budget' }];

describe('a log of calls', () => {
  it('lets go of places whose process died', () => {
    const pace = new WindowLog(small);
    for (let n = 0; n < 4; n++) expect(pace.read(windowLogLine.claim(1000, `a.${n}`, 'few'))).toBe(true);
    expect(pace.wait(1000, 'few', 'b')).toMatchObject({ waitMs: 10_000, why: 'the budget is used up' });
    expect(pace.wait(20_999, 'few', 'b')?.waitMs).toBe(1);
    expect(pace.wait(21_000, 'few', 'b')).toBeUndefined();
  });

  it('gives a place that was never used back at once', () => {
    const pace = new WindowLog(small);
    for (let n = 0; n < 4; n++) pace.read(windowLogLine.claim(1000, `a.${n}`, 'few'));
    pace.read(windowLogLine.end(1001, 'a.2', 'unsent'));
    expect(pace.wait(1001, 'few', 'b')).toBeUndefined();
  });

  it('tells every reader the same winner of the last place', () => {
    const lines = ['a.0', 'b.0', 'a.1', 'b.1', 'c.0'].map((id) => windowLogLine.claim(1000, id, 'few'));
    const verdicts = [new WindowLog(small), new WindowLog(small)].map((pace) =>
      lines.map((line) => pace.read(line)),
    );
    expect(verdicts[0]).toEqual([true, true, true, true, false]);
    expect(verdicts[1]).toEqual(verdicts[0]);
  });

  it('holds everybody back after a refusal, then lets fewer through, and more again with time', () => {
    const pace = new WindowLog(small);
    pace.read(windowLogLine.claim(1000, 'a.0', 'few'));
    pace.read(windowLogLine.claim(1000, 'a.1', 'few'));
    pace.read(windowLogLine.refused(1100, 'a.0', 30_000));
    expect(pace.wait(1100, 'few', 'b')).toMatchObject({
      waitMs: 30_000,
      why: 'the service asked for it (429)',
    });
    // The other one was under way at the same time and does not halve it again.
    pace.read(windowLogLine.refused(1101, 'a.1', 30_000));
    const takenAt = (at: number) => {
      let taken = 0;
      while (pace.read(windowLogLine.claim(at, `c.${at}${taken}`, 'few'))) taken++;
      for (let n = 0; n < taken; n++) pace.read(windowLogLine.end(at, `c.${at}${n}`, 'unsent'));
      return taken;
    };
    expect(takenAt(31_101)).toBe(3);
    expect(takenAt(31_100)).toBe(0);
    expect(takenAt(61_101)).toBe(4);
  });

  it('doubles the pause after refusals that name no time', () => {
    const pace = new WindowLog(small);
    const pauses = [0, 1, 2, 3].map((n) => {
      const at = 1000 + 15_000 * n;
      const pause = pace.pauseAfterRefusal(at);
      pace.read(windowLogLine.claim(at, `a.${n}`, 'few'));
      pace.read(windowLogLine.refused(at, `a.${n}`, pause));
      return pause;
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
    expect(pace.pauseAfterRefusal(500_000)).toBe(1000);
  });

  it('counts days of UTC, and in them only what worked', () => {
    const pace = new WindowLog([{ count: 2, ms: 'day', what: 'the day' }]);
    const noon = Date.UTC(2026, 2, 2, 12);
    for (const [n, end] of (['done', 'failed', 'done'] as const).entries()) {
      expect(pace.read(windowLogLine.claim(noon + n, `a.${n}`, 'few'))).toBe(true);
      pace.read(windowLogLine.end(noon + n, `a.${n}`, end));
    }
    expect(pace.wait(noon + 10, 'few', 'b')?.waitMs).toBe(12 * 3600 * second - 10);
    expect(pace.wait(Date.UTC(2026, 2, 3), 'few', 'b')).toBeUndefined();
  });

  it('is not held up by stamps from before the clock was set back', () => {
    const pace = new WindowLog(small);
    const ahead = 3_600_000;
    for (let n = 0; n < 4; n++) pace.read(windowLogLine.claim(ahead, `a.${n}`, 'few'));
    pace.read(windowLogLine.refused(ahead, 'a.0', 60_000));
    expect(pace.wait(1000, 'few', 'b')).toBeUndefined();
  });

  it('takes lines that a full disk cut off for nothing', () => {
    const pace = new WindowLog(small);
    fc.assert(
      fc.property(fc.string(), (line) => {
        pace.read(line);
      }),
    );
    for (const line of ['', '+', '+ 1000', '+ 1000 a', '+ x a.0 few', '- 1000 a.9 done'])
      expect(() => pace.read(line)).not.toThrow();
    expect(pace.wait(1000, 'few', 'b')).toBeUndefined();
  });
});
