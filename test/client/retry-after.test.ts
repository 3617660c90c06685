import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../src/client/request/retry-after.ts';

const now = Date.parse('2026-10-01T12:00:00Z');
const header = (value: string) => retryAfterSeconds({ 'retry-after': value }, undefined, now);

describe('Retry-After', () => {
  it('reads seconds', () => {
    fc.assert(
      fc.property(fc.nat(31_536_000), fc.constantFrom('', ' '), (seconds, space) => {
        expect(header(`${space}${seconds}${space}`)).toBe(seconds);
      }),
    );
  });

  it('is at most a year', () => {
    for (const value of ['9'.repeat(23), '31536001', 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(header(value)).toBe(31_536_000);
  });

  it('reads dates, and never waits a negative time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 10_000_000 }), (seconds) => {
        const date = new Date(now + seconds * 1000).toUTCString();
        expect(header(date)).toBe(Math.max(0, seconds));
      }),
    );
  });

  it('reads the two old forms of dates', () => {
    expect(header('Thursday, 01-Oct-26 12:00:05 GMT')).toBe(5);
    expect(header('Thu Oct  1 12:00:05 2026 GMT')).toBe(5);
  });

  it('takes nothing else for an answer, and nothing that is not a finite wait', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('-5', '1e3', 'soon', '12 s', 'NaN', '9'.repeat(400))),
        (text) => {
          const seconds = header(text);
          if (seconds === undefined) return;
          expect(Number.isFinite(seconds)).toBe(true);
          expect(seconds).toBeGreaterThanOrEqual(0);
        },
      ),
    );
    for (const text of ['-5', '1e3', 'soon', '12 s', '', '2026-10-01', '9'.repeat(400)])
      expect(header(text)).toBeUndefined();
  });

  it('reads the body, and takes the longer of the two', () => {
    expect(retryAfterSeconds({}, { retryAfterSeconds: 30 }, now)).toBe(30);
    expect(retryAfterSeconds({ 'retry-after': '10' }, { retryAfterSeconds: 30 }, now)).toBe(30);
    expect(retryAfterSeconds({ 'retry-after': '40' }, { retryAfterSeconds: 30 }, now)).toBe(40);
    for (const retryAfterSecondsInBody of [-1, '30', null, Number.NaN])
      expect(retryAfterSeconds({}, { retryAfterSeconds: retryAfterSecondsInBody }, now)).toBeUndefined();
    for (const body of [null, 7, 'x', []]) expect(retryAfterSeconds({}, body, now)).toBeUndefined();
  });
});
