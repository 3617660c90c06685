import { describe, expect, it } from 'vitest';
import { Lanes } from '../../src/domain/lead-file/lanes.ts';

/** A service that answers after `took(lanes)` ms, as many calls at once as the lanes allow. */
function run(lanes: Lanes, rounds: number, took: (limit: number) => number, start = 0): number {
  let now = start;
  for (let round = 0; round < rounds; round++) {
    const { limit } = lanes;
    now += took(limit);
    for (let call = 0; call < limit; call++) lanes.answered(took(limit), now);
  }
  return now;
}

describe('lanes', () => {
  it('open while more calls at once bring more answers, never beyond the most', () => {
    const lanes = new Lanes(0);
    run(lanes, 60, () => 100);
    expect(lanes.limit).toBeGreaterThanOrEqual(7);
    expect(lanes.limit).toBeLessThanOrEqual(8);
  });

  it('stay few where the service takes one after the other', () => {
    const lanes = new Lanes(0);
    run(lanes, 100, (limit) => 50 * limit);
    expect(lanes.limit).toBeLessThanOrEqual(4);
  });

  it('halve when an answer takes far longer than usual', () => {
    const lanes = new Lanes(0);
    const now = run(lanes, 60, () => 100);
    const before = lanes.limit;
    lanes.answered(20_000, now + 20_000);
    expect(lanes.limit).toBe(Math.floor(before / 2));
  });
});
