import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { plainCode } from '../../src/base/failure-codes.ts';
import type { WaitOptions } from '../../src/client/api/api.ts';
import { waitFor } from '../../src/client/lists/poll.ts';
import { testClock } from '../world.ts';
import { calls } from './operations.ts';

type Step = Failure | Error | Record<string, unknown>;

const thing = (finishedAt: string | null) => ({ id: 7, name: 'x', status: 'completed', finishedAt });
const resume = 'outreach finder imports wait 12';
const broken = new Failure('service', 'The service failed', { status: 500 });

/** Answers one step after the other, and the last one for ever. */
function waiter(steps: Step[], more: { random?: () => number } = {}) {
  const clock = testClock();
  const notes: string[] = [];
  const controller = new AbortController();
  let polls = 0;
  const call = async () => {
    const step = steps[Math.min(polls++, steps.length - 1)];
    if (step instanceof Error) throw step;
    return step;
  };
  const parts = {
    call,
    clock,
    random: () => 0,
    signal: controller.signal,
    note: (line: string) => notes.push(line),
    ...more,
  };
  const wait = (options: Partial<WaitOptions<{ id: number; name: string }>> = {}) =>
    waitFor(
      parts,
      calls.get,
      { params: { id: 12 } },
      { subject: 'Import 12', resumeWith: resume, ...options },
    );
  return { wait, clock, notes, controller, polls: () => polls };
}

async function failed(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe('waiting', () => {
  it('ends when finishedAt is set, whatever the status says before', async () => {
    const { wait, polls } = waiter([
      thing(null),
      { id: 7, name: 'x' },
      thing(''),
      thing('2026-10-01T12:00:00Z'),
    ]);
    expect(await wait()).toEqual(thing('2026-10-01T12:00:00Z'));
    expect(polls()).toBe(4);
  });

  it('looks before it pauses', async () => {
    const { wait, clock } = waiter([thing('now')]);
    await wait();
    expect(clock.slept).toEqual([]);
  });

  it('pauses from 2 s to 15 s', async () => {
    const { wait, clock } = waiter([...Array(8).fill(thing(null)), thing('now')]);
    await wait();
    expect(clock.slept).toEqual([2000, 3000, 4500, 6750, 10_125, 15_000, 15_000, 15_000]);
  });

  it('pauses within bounds, growing, for any chance and interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
          minLength: 12,
          maxLength: 12,
        }),
        fc.option(fc.integer({ min: 10, max: 60_000 }), { nil: undefined }),
        async (chances, interval) => {
          const numbers = [...chances];
          const steps = [...Array(12).fill(thing(null)), thing('now')];
          const { wait, clock } = waiter(steps, { random: () => numbers.pop() ?? 0 });
          await wait(interval === undefined ? {} : { interval });
          const first = interval ?? 2000;
          for (const pause of clock.slept) {
            expect(pause).toBeGreaterThanOrEqual(first);
            expect(pause).toBeLessThanOrEqual(Math.max(15_000, first));
          }
          expect(clock.slept.at(-1)).toBeGreaterThanOrEqual(Math.min(15_000, first));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('tells of every look, and obeys another end', async () => {
    const seen: unknown[] = [];
    const { wait } = waiter([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
    await wait({ done: ({ name }) => name === 'b', onPoll: ({ id }) => seen.push(id) });
    expect(seen).toEqual([1, 2]);
  });

  it('survives looks that fail, and counts only those in a row', async () => {
    const four = [
      broken,
      new Failure('unreachable', 'No network'),
      new Failure('rate_limited', 'Slow'),
      broken,
    ];
    const { wait, notes } = waiter([...four, thing(null), ...four, thing('now')]);
    expect(await wait()).toEqual(thing('now'));
    expect(notes).toHaveLength(8);
    expect(notes[0]).toContain('The service failed');
  });

  it('waits as long as a failed look was asked to', async () => {
    const slow = new Failure('rate_limited', 'Slow down', { retryAfterSeconds: 120 });
    const { wait, clock } = waiter([slow, thing('now')]);
    await wait();
    expect(clock.slept).toEqual([120_000]);
  });

  it('does not sleep for an hour because a failed look was asked to', async () => {
    const { wait, clock, polls } = waiter([
      new Failure('rate_limited', 'Slow down', { retryAfterSeconds: 3600 }),
    ]);
    expect(await failed(wait())).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 3600 });
    expect([clock.slept, polls()]).toEqual([[], 1]);
  });

  it('gives up after five failures in a row, with the way on', async () => {
    const { wait, polls } = waiter([broken]);
    const failure = await failed(wait());
    expect(failure).toMatchObject({ kind: 'service', status: 500, outcome: 'unknown' });
    expect(failure.hint).toContain(resume);
    expect(polls()).toBe(5);
  });

  it.each(['not-found', 'unauthenticated', 'forbidden', 'usage'] as const)(
    'gives up at once: %s',
    async (kind) => {
      const { wait, polls } = waiter([new Failure(plainCode(kind), 'No')]);
      expect((await failed(wait())).kind).toBe(kind);
      expect(polls()).toBe(1);
    },
  );

  it('does not send people back to wait for what is not there', async () => {
    const failure = await failed(
      waiter([new Failure('not_found', 'Import 12 not found', { hint: 'See the list' })]).wait(),
    );
    expect(failure).toMatchObject({ message: 'Import 12 not found', hint: 'See the list' });
  });

  it('lets a defect through as it is', async () => {
    const defect = new TypeError('oops');
    await expect(waiter([defect]).wait()).rejects.toBe(defect);
  });

  it('ends at the deadline, after a last look, with the line that resumes it', async () => {
    const { wait, clock, polls } = waiter([thing(null)]);
    const began = clock.now();
    const failure = await failed(wait({ timeout: 10_000 }));
    expect(failure).toMatchObject({ kind: 'still-running', code: 'still_running' });
    expect(failure.message).toBe('Import 12 is still running after 10 s, and continues');
    expect(failure.hint).toContain(resume);
    expect(clock.now() - began).toBe(10_000);
    expect(polls()).toBe(5);
  });

  it('takes what came at the last moment', async () => {
    const { wait } = waiter([thing(null), thing(null), thing('now')]);
    expect(await wait({ timeout: 5000 })).toEqual(thing('now'));
  });

  it('ends with the time of the whole command, too', async () => {
    const { wait, controller } = waiter([thing(null)]);
    const over = new Failure('command_timeout', 'The time is over');
    const failure = await failed(wait({ onPoll: () => controller.abort(over) }));
    expect(failure).toMatchObject({ kind: 'still-running', hint: `To wait again: ${resume}` });
  });

  it('stopped during a pause: says that the work goes on', async () => {
    const { wait, controller } = waiter([thing(null)]);
    const waiting = wait({ onPoll: () => controller.abort(new Failure('interrupted', 'interrupted')) });
    const failure = await failed(waiting);
    expect(failure.kind).toBe('interrupted');
    expect(failure.message).toBe('Stopped waiting; Import 12 continues');
  });

  it('stopped during a look: the same, and a termination stays one', async () => {
    const { wait, controller } = waiter([new Failure('terminated', 'terminated')]);
    controller.abort(new Failure('terminated', 'terminated'));
    const failure = await failed(wait());
    expect(failure.kind).toBe('terminated');
    expect(failure.hint).toContain(resume);
  });
});
