import { describe, expect, it } from 'vitest';
import type { FaultCount } from '../../../src/domain/launch/lead-faults.ts';
import { recipientProblems, recipientSettings } from '../../../src/domain/launch/recipient-rules.ts';
import type { RuleId } from '../../../src/domain/launch/rules.ts';

const counts = (some: Partial<Record<RuleId, number>>): FaultCount[] =>
  Object.entries(some).map(([rule, count]) => ({ fault: { rule: rule as RuleId }, count, examples: [] }));

const severityOf = (
  rule: RuleId,
  some: Partial<Record<RuleId, number>>,
  leads: number,
  {
    settings = {},
    ...looked
  }: { settings?: Parameters<typeof recipientSettings>[0]; verified?: number } = {},
) =>
  recipientProblems(counts(some), recipientSettings(settings), { leads, ...looked }).find(
    (found) => found.rule === rule,
  )?.severity;

const on = { isEnabledEmailVerifier: true };

describe('known-invalid', () => {
  it.each([
    [0, {}, undefined],
    [1, {}, 'warn'],
    [2, {}, 'warn'],
    [3, {}, 'block'],
    [3, on, 'warn'],
    [3, { isEnabledEmailVerifier: null }, 'block'],
    [3, { ...on, flow: 'api' }, 'block'],
    [300, on, 'warn'],
  ])('of %i people with %o is %s', (count, settings, severity) => {
    expect(severityOf('known-invalid', count ? { 'known-invalid': count } : {}, 500, { settings })).toBe(
      severity,
    );
  });

  it('adds those of jobs and of columns, and says how many are of which', () => {
    const of = (detail: string, count: number) =>
      ({ fault: { rule: 'known-invalid', detail }, count, examples: [`${detail}@a.example`] }) as const;
    const [found] = recipientProblems([of('job', 2), of('column', 1)], {}, { leads: 9 });
    expect(found).toMatchObject({
      severity: 'block',
      count: 3,
      examples: ['job@a.example', 'column@a.example'],
    });
    expect(found?.message).toContain('a verification job says so (2), their own columns say so (1)');
  });
});

it.each([
  [1, 9, 'block'],
  [9, 9, 'block'],
])('opted-out blocks from one person: %i of %i', (count, leads, severity) => {
  expect(severityOf('opted-out', { 'opted-out': count }, leads, { settings: on })).toBe(severity);
});

it.each([
  [4, 4, undefined],
  [5, 5, 'warn'],
  [5, 33, 'warn'],
  [5, 34, undefined],
  [149, 1000, undefined],
  [150, 1000, 'warn'],
])('risky-share of %i among %i is %s', (count, leads, severity) => {
  expect(severityOf('risky-share', { 'risky-share': count }, leads)).toBe(severity);
  // Who gets no mail is not among them.
  const others = { 'risky-share': count, blocklisted: 2, 'bounced-before': 3 };
  expect(severityOf('risky-share', others, leads + 5)).toBe(severity);
});

it.each([
  [49, 49, {}, undefined],
  [50, 50, {}, 'warn'],
  [25, 50, {}, undefined],
  [26, 50, {}, 'warn'],
  [50, 50, { settings: on }, undefined],
  [50, 50, { settings: { ...on, flow: 'api' } }, 'warn'],
  [50, 50, { verified: 24 }, 'warn'],
  [50, 50, { verified: 25 }, undefined],
])('not-verified of %i among %i with %o is %s', (count, leads, more, severity) => {
  expect(severityOf('not-verified', { 'not-verified': count }, leads, more)).toBe(severity);
  expect(severityOf('not-verified', { 'not-verified': count, blocklisted: 7 }, leads + 7, more)).toBe(
    severity,
  );
});

it('counts those that are known to be invalid neither as verified nor among those who get mail', () => {
  expect(severityOf('not-verified', { 'not-verified': 40, 'known-invalid': 50 }, 110)).toBe('warn');
  expect(severityOf('not-verified', { 'not-verified': 40, 'known-invalid': 50 }, 130)).toBeUndefined();
});

it('warns of what an import of a file leaves out', () => {
  const found = recipientProblems(counts({ 'known-invalid': 30, 'opted-out': 2, 'malformed-address': 1 }));
  expect(Object.fromEntries(found.map(({ rule, severity }) => [rule, severity]))).toEqual({
    'known-invalid': 'warn',
    'opted-out': 'warn',
    'malformed-address': 'block',
  });
});
