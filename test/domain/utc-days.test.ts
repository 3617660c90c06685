import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countUtcDays, utcDays } from '../../src/domain/utc-days.ts';

const moments = fc
  .tuple(fc.integer({ min: 0, max: 4e11 }), fc.integer({ min: 0, max: 40 * 86_400_000 }))
  .map(([start, length]) => [start, start + length] as const);

describe('the UTC days of a period', () => {
  it('hold each of its milliseconds once', () => {
    fc.assert(
      fc.property(moments, ([from, to]) => {
        const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()];
        const days = utcDays(since, until);
        expect(days).toHaveLength(countUtcDays(since, until));
        expect([days[0]?.since, days.at(-1)?.until]).toEqual([since, until]);
        for (const [at, day] of days.entries()) {
          expect([day.since.slice(0, 10), day.until.slice(0, 10)]).toEqual([day.date, day.date]);
          const next = days[at + 1];
          if (next) expect(Date.parse(next.since) - Date.parse(day.until)).toBe(1);
        }
      }),
    );
  });

  it('are whole where the period says whole days', () => {
    const whole = utcDays('2026-03-01T00:00:00Z', '2026-03-02T23:59:59Z');
    expect(whole.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    const parts = utcDays('2026-02-28T23:00:00Z', '2026-03-02T22:59:59Z');
    expect(parts.map(({ date, isWhole }) => [date, isWhole])).toEqual([
      ['2026-02-28', false],
      ['2026-03-01', true],
      ['2026-03-02', false],
    ]);
  });
});
