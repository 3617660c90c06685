import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MomentUse, momentExamples, parseMoment } from '../../src/domain/moment.ts';

/** A Wednesday. */
const now = Date.parse('2026-12-02T10:30:00Z');
const inUtc = (text: string, use: MomentUse) => parseMoment(text, { use, now, utc: true });

describe('a moment in UTC', () => {
  it.each<[string, string, string]>([
    ['7d', '2026-11-25T10:30:00Z', '2026-11-25T10:30:00Z'],
    ['90m', '2026-12-02T09:00:00Z', '2026-12-02T09:00:00Z'],
    ['now', '2026-12-02T10:30:00Z', '2026-12-02T10:30:00Z'],
    ['today', '2026-12-02T00:00:00Z', '2026-12-02T23:59:59.999Z'],
    ['Yesterday', '2026-12-01T00:00:00Z', '2026-12-01T23:59:59.999Z'],
    ['tomorrow', '2026-12-03T00:00:00Z', '2026-12-03T23:59:59.999Z'],
    ['wed', '2026-12-02T00:00:00Z', '2026-12-02T23:59:59.999Z'],
    ['Thursday', '2026-11-26T00:00:00Z', '2026-11-26T23:59:59.999Z'],
    ['wed 09:00', '2026-12-02T09:00:00Z', '2026-12-02T09:00:00Z'],
    ['wed 11:00', '2026-11-25T11:00:00Z', '2026-11-25T11:00:00Z'],
    ['11:00', '2026-12-01T11:00:00Z', '2026-12-01T11:00:00Z'],
    ['today 11:00', '2026-12-02T11:00:00Z', '2026-12-02T11:00:00Z'],
    ['2026-10-01', '2026-10-01T00:00:00Z', '2026-10-01T23:59:59.999Z'],
    ['2026-12-31', '2026-12-31T00:00:00Z', '2026-12-31T23:59:59.999Z'],
    ['2026-10-01 09:00', '2026-10-01T09:00:00Z', '2026-10-01T09:00:00Z'],
    ['2026-10-01T09:00+02:00', '2026-10-01T07:00:00Z', '2026-10-01T07:00:00Z'],
    ['1764000000', '2025-11-24T16:00:00Z', '2025-11-24T16:00:00Z'],
  ])('%s', (text, since, until) => {
    expect([inUtc(text, 'since'), inUtc(text, 'until')]).toEqual([since, until]);
  });

  it.each([
    ['Wed 11:00', '2026-12-02T11:00:00Z'],
    ['wed 10:30', '2026-12-09T10:30:00Z'],
    ['wednesday', '2026-12-09T00:00:00Z'],
    ['thu', '2026-12-03T00:00:00Z'],
    ['11:00', '2026-12-02T11:00:00Z'],
    ['9:00', '2026-12-03T09:00:00Z'],
    ['tomorrow 8:15', '2026-12-03T08:15:00Z'],
    ['7d', '2026-12-09T10:30:00Z'],
    ['2026-12-03', '2026-12-03T00:00:00Z'],
  ])('the next %s', (text, expected) => {
    expect(inUtc(text, 'next')).toBe(expected);
  });

  it.each(['2026-10-01T09:00:00Z', '2026-10-01t09:00:00.5z', '2026-10-01T23:30:00-03:30'])(
    '%s passes through',
    (text) => {
      for (const use of ['since', 'until', 'next'] as const) expect(inUtc(text, use)).toBe(text);
    },
  );

  it.each([
    '',
    ' ',
    'mo',
    'mo 09:00',
    'Mon 24:00',
    '09:60',
    '2026-02-29',
    '2026-13-01',
    '2026-06-31T09:00:00Z',
    '2026-10-01T25:00:00Z',
    '2026-10-01T09:00:00.Z',
    '2026',
    '01.10.2026',
    '10/01/2026',
    'last week',
    '7',
    '-7d',
    '999999999d',
  ])('%s is none', (text) => {
    expect(inUtc(text, 'since')).toBeUndefined();
  });

  it('never throws, and what it writes is RFC 3339 that it reads again', () => {
    const part = fc.constantFrom(
      'mon',
      'today',
      '09:00',
      '2026-10-01',
      '7d',
      ' ',
      'T',
      'Z',
      '+02:00',
      '1e9',
      '0',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 4 }).map((parts) => parts.join('')),
    );
    const use = fc.constantFrom<MomentUse>('since', 'until', 'next');
    fc.assert(
      fc.property(text, use, fc.boolean(), (typed, use, utc) => {
        const moment = parseMoment(typed, { use, now, utc });
        if (moment === undefined) return;
        expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i);
        expect(parseMoment(moment, { use, now, utc })).toBe(moment);
      }),
    );
  });

  it('ends a day where the next one begins', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
          const end = Date.parse(inUtc(day, 'until') ?? '');
          expect(end + 1).toBe(Date.parse(inUtc(next, 'since') ?? ''));
        },
      ),
    );
  });
});

describe('a moment by which something is done', () => {
  const now = Date.UTC(2026, 10, 23, 10);
  it.each([
    ['30d', '2026-12-23T23:59:59.999Z'],
    ['1d', '2026-11-24T23:59:59.999Z'],
    ['999999999d', undefined],
    ['today', '2026-11-23T23:59:59.999Z'],
    ['tomorrow', '2026-11-24T23:59:59.999Z'],
    ['fri', '2026-11-27T23:59:59.999Z'],
    ['2026-12-31', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31 12:00', '2026-12-31T12:00:00Z'],
  ])('%s lies ahead, and a day is its last second', (text, moment) => {
    expect(parseMoment(text, { use: 'by', now, utc: true })).toBe(moment);
  });
});

it.each(['since', 'until', 'next', 'by'] as const)('the examples of %s are on its side of now', (use) => {
  const isAhead = ['next', 'by'].includes(use);
  for (const example of momentExamples(use).split(/, | or /))
    expect([example, Date.parse(inUtc(example, use) ?? '') > now]).toEqual([example, isAhead]);
});
