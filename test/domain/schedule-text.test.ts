import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDays, parseDays, parseTimeOfDay } from '../../src/domain/schedule-text.ts';

describe('parseDays', () => {
  it.each([
    ['mon-fri', '1,2,3,4,5'],
    ['Monday, Wednesday', '1,3'],
    ['fri-mon', '0,1,5,6'],
    ['weekdays', '1,2,3,4,5'],
    ['weekend', '0,6'],
    ['daily', '0,1,2,3,4,5,6'],
    ['1-5', '1,2,3,4,5'],
    ['0', '0'],
    ['tue,tue', '2'],
    ['mon wed - fri', '1,3,4,5'],
    ['mon – wed', '1,2,3'],
  ])('reads %s', (text, days) => {
    expect(parseDays(text)).toBe(days);
  });

  it.each(['', 'someday', '7', 'mon-', 'mon-wed-fri', 't', 'mon,,tue'])('refuses %j', (text) => {
    expect(() => parseDays(text)).toThrow('is not a day of the week');
  });

  it('refuses a text of any length in a short line', () => {
    expect(() => parseDays(`mon${' '.repeat(60_000)}x`)).toThrow("'x' is not a day of the week");
    expect(() => parseDays('x'.repeat(60_000))).toThrow(`'${'x'.repeat(60)}' is not a day of the week`);
    expect(() => parseTimeOfDay('9'.repeat(60_000))).toThrow(`'${'9'.repeat(60)}' is not a time of day`);
  });
});

describe('parseTimeOfDay', () => {
  it.each([
    ['09:00', '09:00'],
    ['9:05', '09:05'],
    ['9', '09:00'],
    ['23:59', '23:59'],
  ])('reads %s', (text, time) => {
    expect(parseTimeOfDay(text)).toBe(time);
  });

  it.each(['24:00', '9:60', '9:5', 'noon', '', '-1'])('refuses %j', (text) => {
    expect(() => parseTimeOfDay(text)).toThrow('is not a time of day');
  });
});

describe('describeDays', () => {
  it.each([
    ['1,2,3,4,5', 'Mon-Fri'],
    ['0,6', 'Sat, Sun'],
    ['0,1,2,3,4,5,6', 'Mon-Sun'],
    ['1,3', 'Mon, Wed'],
    ['', 'not set'],
    ['every day', 'every day'],
  ])('says %j as %s', (list, text) => {
    expect(describeDays(list)).toBe(text);
  });

  it('says what can be read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), (days) => {
        const list = days.sort((a, b) => a - b).join(',');
        expect(parseDays(describeDays(list))).toBe(list);
      }),
    );
  });
});
