import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  day,
  everOpens,
  followUpDue,
  isOpen,
  minute,
  minutesOf,
  nextOpen,
  type SendingWindow,
  startOfDay,
  weekday,
  weekdaysOf,
} from '../../src/domain/window.ts';

const windows: fc.Arbitrary<SendingWindow> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    from: fc.integer({ min: 0, max: 1438 }),
    length: fc.integer({ min: 0, max: 1439 }),
  })
  .map(({ days, from, length }) => ({ days, start: from, end: Math.min(1439, from + length) }));

const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

describe('a sending window', () => {
  it('is next open at a moment when it is open, not before the one asked about', () => {
    fc.assert(
      fc.property(windows, moments, (window, at) => {
        const next = nextOpen(window, at);
        expect(next !== undefined).toBe(everOpens(window));
        if (next === undefined) return;
        expect(next).toBeGreaterThanOrEqual(at);
        expect(isOpen(window, next)).toBe(true);
      }),
    );
  });

  it('is closed all the time before it is next open', () => {
    fc.assert(
      fc.property(windows, moments, fc.double({ min: 0, max: 1, noNaN: true }), (window, at, share) => {
        const next = nextOpen(window, at);
        if (next === undefined || next === at) return;
        const between = at + Math.floor((next - at - 1) * share);
        expect(isOpen(window, between)).toBe(false);
      }),
    );
  });

  it('opens within a week, if ever', () => {
    fc.assert(
      fc.property(windows, moments, (window, at) => {
        const next = nextOpen(window, at);
        if (next !== undefined) expect(next - at).toBeLessThanOrEqual(7 * day);
      }),
    );
  });

  it('is in UTC, without its end, and only on its days', () => {
    const window = { days: [1], start: 9 * 60, end: 17 * 60 };
    const open = (iso: string) => isOpen(window, Date.parse(iso));
    expect(open('2026-11-23T09:00:00Z')).toBe(true);
    expect(open('2026-11-23T16:59:59Z')).toBe(true);
    expect(open('2026-11-23T17:00:00Z')).toBe(false);
    expect(open('2026-11-24T10:00:00Z')).toBe(false);
    expect(nextOpen(window, Date.parse('2026-11-23T17:00:00Z'))).toBe(Date.parse('2026-11-30T09:00:00Z'));
  });
});

it('knows the weekday as Date does', () => {
  fc.assert(fc.property(moments, (at) => weekday(at) === new Date(at).getUTCDay()));
});

describe('what the schedule says', () => {
  it('reads times of day and refuses others', () => {
    expect(minutesOf('09:30')).toBe(570);
    expect(minutesOf('23:59')).toBe(1439);
    for (const bad of ['24:00', '9', '09:60', '', 'noon']) expect(minutesOf(bad)).toBeUndefined();
  });

  it('reads weekdays in any order, each once', () => {
    expect(weekdaysOf('5, 1,3,1')).toEqual([1, 3, 5]);
    expect(weekdaysOf('')).toEqual([]);
    for (const bad of ['7', '1,', 'mon', '1;2']) expect(weekdaysOf(bad)).toBeUndefined();
  });
});

it('counts the delay of a follow-up in days', () => {
  const sent = Date.parse('2026-11-23T16:50:00Z');
  expect(followUpDue(sent, 3)).toBe(Date.parse('2026-11-26T00:00:00Z'));
  expect(followUpDue(sent, 0)).toBe(sent);
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 365 }), (at, days) => {
      expect(startOfDay(followUpDue(at, days)) - startOfDay(at)).toBe(days * day);
    }),
  );
  expect(minute * 60 * 24).toBe(day);
});
