import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { finder } from '../../src/contract/areas/finder.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';
import {
  answered,
  boolean,
  dayOrTime,
  id,
  integer,
  map,
  number,
  object,
  oneOf,
  optional,
  record,
  requested,
  ruled,
  string,
  unknown,
} from '../../src/contract/schema/schema.ts';

describe('dayOrTime', () => {
  const isTaken = (text: string) => problemsOf(dayOrTime(), text).length === 0;

  it('takes every day that there is, and every time', () => {
    const noInvalidDate = true;
    const [min, max] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate }), (date) => {
        const time = date.toISOString();
        expect([time, time.slice(0, 10), time.replace('Z', '+05:30')].map(isTaken)).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it.each(['tomorow', '2026-13-01', '2026-02-30', '2026-02-30T25:00:00Z', ''])(
    'gives one reason for %s',
    (text) => {
      expect(problemsOf(dayOrTime(), text)).toHaveLength(1);
    },
  );

  it('takes of the 31 days of every month those that there are', () => {
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 31; day++) {
        const exists = new Date(Date.UTC(2026, month - 1, day)).getUTCMonth() === month - 1;
        const text = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect([text, isTaken(text)]).toEqual([text, exists]);
      }
    expect(['2024-02-29', '2026-02-29', '1900-02-29'].map(isTaken)).toEqual([true, false, false]);
  });

  it.each([
    '',
    '2026',
    '2026-1-1',
    '01.10.2026',
    'yesterday',
    '2026-10-01 09:00',
    '2026-10-01T09:00Z',
    '2026-10-01T24:00:00Z',
    '2026-10-01T09:60:00Z',
    '2026-10-01T09:00:00',
    '2026-10-01T09:00:00+24:00',
  ])('refuses %j', (text) => {
    expect(isTaken(text)).toBe(false);
  });
});

describe('problemsOf', () => {
  it('finds nothing in what holds', () => {
    expect(problemsOf(campaigns.create.body, { name: 'Autumn', dailyLimit: 200 })).toEqual([]);
  });

  it('names field, value and reason', () => {
    expect(problemsOf(campaigns.create.body, { name: 'Autumn', dailyLimit: 0 })).toEqual([
      { field: 'dailyLimit', value: 0, reason: 'must be 1 to 10,000' },
    ]);
  });

  it('says of a missing field that it is required', () => {
    expect(problemsOf(campaigns.create.body, {})).toEqual([
      { field: 'name', value: undefined, reason: 'is required' },
    ]);
  });

  it('refuses a field that a call does not have, with its value', () => {
    expect(problemsOf(campaigns.create.body, { name: 'Autumn', dailylimit: 5 })).toEqual([
      { field: 'dailylimit', value: 5, reason: 'is not a field of this request' },
    ]);
  });

  it('writes nested places with dots', () => {
    const problems = problemsOf(leads.upsert.body, {
      leads: [{ email: 'a@b.example' }, { email: '' }, { mail: 1 }],
    });
    expect(problems).toEqual([
      { field: 'leads.1.email', value: '', reason: 'must not be empty' },
      { field: 'leads.2.email', value: undefined, reason: 'is required' },
      { field: 'leads.2.mail', value: 1, reason: 'is not a field of this request' },
    ]);
  });

  it('lists every breach at once', () => {
    const problems = problemsOf(campaigns.create.body, { name: '', dailyLimit: 'many', flow: 'x' });
    expect(problems.map(({ field }) => field).sort()).toEqual(['dailyLimit', 'flow', 'name']);
  });

  it('reports the whole with an empty field', () => {
    expect(problemsOf(campaigns.create.body, 'text')).toEqual([
      { field: '', value: 'text', reason: 'must be an object' },
    ]);
  });

  it('keeps unknown fields of an answer', () => {
    expect(problemsOf(record({ id: id() }), { id: 1, brandNew: true })).toEqual([]);
  });
});

describe('id', () => {
  it('takes an id beyond 2^53 without losing a digit', () => {
    expect(problemsOf(object({ campaignId: id() }), { campaignId: 9_007_199_254_740_993n })).toEqual([]);
  });

  it.each(['7', 1.5, Number.NaN])('refuses %s, which is no whole number', (value) => {
    expect(problemsOf(object({ campaignId: id() }), { campaignId: value })).toEqual([
      { field: 'campaignId', value, reason: 'must be an id' },
    ]);
  });
});

describe('ruled', () => {
  const range = ruled(object({ from: string(), to: optional(string()) }), ({ from, to }) =>
    to !== undefined && to < from ? [{ field: 'to', value: to, reason: 'must not be before from' }] : [],
  );

  it('asks its rules of what holds by itself, and puts the field where it belongs', () => {
    expect(problemsOf(object({ range }), { range: { from: '2', to: '1' } })).toEqual([
      { field: 'range.to', value: '1', reason: 'must not be before from' },
    ]);
    expect(problemsOf(range, { from: '1', to: '2' })).toEqual([]);
  });

  it('does not ask its rules of what is broken already', () => {
    expect(problemsOf(range, { from: 2, to: '1' })).toEqual([
      { field: 'from', value: 2, reason: 'must be text' },
    ]);
  });
});

describe('an import request', () => {
  const problems = (body: object) => problemsOf(finder.startImport.body, { campaignId: 1, ...body });

  it('needs refs to import the selected', () => {
    expect(problems({ mode: 'selected' })).toEqual([
      { field: 'refs', value: undefined, reason: 'is required with mode selected' },
    ]);
  });

  it('needs a count and filters to import the first n', () => {
    expect(problems({ mode: 'first_n' }).map(({ field }) => field)).toEqual(['count', 'filters']);
  });

  it('does not mix the two', () => {
    expect(problems({ mode: 'selected', refs: ['a'], count: 5 })).toEqual([
      { field: 'count', value: 5, reason: 'cannot be used with mode selected' },
    ]);
  });

  it('takes the filters a selection came from', () => {
    expect(problems({ mode: 'selected', refs: ['a'], filters: { cities: ['Berlin'] } })).toEqual([]);
  });

  it('holds the filters to their rules', () => {
    const broken = { mode: 'first_n', count: 5, filters: { countries: ['Germany'], continents: ['Europe'] } };
    expect(problems(broken).map(({ field }) => field)).toEqual(['filters.continents']);
  });
});

describe('the fields of a record', () => {
  const fields = {
    name: string(2, 5),
    flow: oneOf(['api', 'usual']),
    limit: integer(1, 9),
    usd: number(0),
    isOn: boolean(),
    more: map(unknown()),
  };
  const beyond = { name: 'x', flow: 'other', limit: 10, usd: -1, isOn: false, more: {} };

  it('can each be left out of a request, and are held to their limits there', () => {
    expect(problemsOf(object(requested(fields)), {})).toEqual([]);
    expect(problemsOf(object(requested(fields)), beyond).map(({ field }) => field)).toEqual([
      'name',
      'flow',
      'limit',
      'usd',
    ]);
  });

  it('keep their kind in an answer, whatever their value', () => {
    const shown = record(answered(fields));
    expect(problemsOf(shown, beyond)).toEqual([]);
    expect(problemsOf(shown, { name: null, flow: null, isOn: null })).toEqual([]);
    expect(
      problemsOf(shown, { name: 1, flow: 1, limit: 1.5, usd: '1', isOn: 'no', more: 'x' }).map(
        ({ field }) => field,
      ),
    ).toEqual(Object.keys(fields));
  });
});
