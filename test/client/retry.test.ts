import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure, kindOfStatus } from '../../src/base/errors.ts';
import { serviceCode } from '../../src/base/failure-codes.ts';
import { type AttemptFailure, judge, outcomeOf } from '../../src/client/retry/retry-policy.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { WireFailure, type WireFailureReason } from '../../src/contract/wire.ts';
import { calls } from './operations.ts';

const answered = (status: number, code = 'service_error', retryAfterSeconds?: number): Failure =>
  new Failure(serviceCode(code), 'words', {
    kind: status < 300 ? 'service' : kindOfStatus(status),
    status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
const cut = (reason: WireFailureReason, sent: boolean): WireFailure => new WireFailure(reason, sent, reason);

const verdict = (operation: AnyOperation, trouble: AttemptFailure, attempt = 1, more = {}) =>
  judge({ operation, trouble, attempt, random: () => 0, maxWaitMs: 60_000, ...more });

const { get, put, remove, create, connect, buy, order, send, plan } = calls;
const safeCalls: AnyOperation[] = [get, put, remove, plan, order];
const riskyCalls: AnyOperation[] = [create, connect, buy, send];

/** What happens at the first try, for calls that may be repeated and for those that may not. */
const table: [string, AttemptFailure, safe: 'retry' | 'give-up', risky: 'retry' | 'unknown' | 'none'][] = [
  ['no address for the name', cut('dns', false), 'retry', 'retry'],
  ['connection refused', cut('refused', false), 'retry', 'retry'],
  ['connecting timed out', cut('connect-timeout', false), 'retry', 'retry'],
  ['reset before anything was sent', cut('reset', false), 'retry', 'retry'],
  ['an untrusted certificate', cut('tls', false), 'give-up', 'none'],
  ['interrupted before anything was sent', cut('aborted', false), 'give-up', 'none'],
  ['interrupted afterwards', cut('aborted', true), 'give-up', 'unknown'],
  ['no answer in time', cut('timeout', true), 'retry', 'unknown'],
  ['reset', cut('reset', true), 'retry', 'unknown'],
  ['cut off', cut('truncated', true), 'retry', 'unknown'],
  ['too large', cut('too-large', true), 'give-up', 'unknown'],
  ['too slow', cut('too-slow', true), 'give-up', 'unknown'],
  ['no HTTP', cut('malformed', true), 'give-up', 'unknown'],
  ['429', answered(429, 'rate_limited'), 'retry', 'retry'],
  ['503 before any charge', answered(503, 'temporarily_unavailable'), 'retry', 'retry'],
  ['plain 503', answered(503), 'retry', 'unknown'],
  ['500', answered(500), 'retry', 'unknown'],
  ['a crash', answered(500, 'internal_server_error'), 'retry', 'unknown'],
  ['a proxy page with 502', answered(502, 'not_the_service'), 'retry', 'unknown'],
  ['504', answered(504), 'retry', 'unknown'],
  ['501', answered(501), 'give-up', 'unknown'],
  ['charged but not credited', answered(500, 'purchase_incomplete'), 'give-up', 'unknown'],
  ['not confirmed', answered(500, 'purchase_unconfirmed'), 'retry', 'unknown'],
  ['the card was refused', answered(402, 'payment_failed'), 'give-up', 'none'],
  ...[400, 401, 402, 403, 404, 409, 410, 422].map((status): (typeof table)[number] => [
    String(status),
    answered(status),
    'give-up',
    'none',
  ]),
  ['a 408 of the service', answered(408), 'give-up', 'none'],
  ['a 408 page of a gateway', answered(408, 'not_the_service'), 'give-up', 'unknown'],
  ['a 499 in plain text', answered(499, 'unreadable_error'), 'give-up', 'unknown'],
  ['a page with 403', answered(403, 'not_the_service'), 'give-up', 'none'],
  ['a redirect', answered(307, 'redirected'), 'give-up', 'unknown'],
  ['another address to see', answered(303, 'redirected'), 'give-up', 'unknown'],
  ['200 with half the JSON', answered(200, 'truncated_answer'), 'retry', 'unknown'],
  ['200 with a web page', answered(200, 'not_the_service'), 'give-up', 'unknown'],
  ['200 with nothing', answered(200, 'empty_answer'), 'give-up', 'unknown'],
  ['200 in another shape', answered(200, 'unreadable_answer'), 'give-up', 'unknown'],
];

describe('the first try', () => {
  it.each(table)('%s', (_, trouble, safe, risky) => {
    for (const operation of safeCalls)
      expect([operation.id, verdict(operation, trouble).action]).toEqual([operation.id, safe]);
    for (const operation of riskyCalls) {
      const judged = verdict(operation, trouble);
      expect([operation.id, judged.action]).toEqual([operation.id, risky === 'retry' ? 'retry' : 'give-up']);
      if (judged.action === 'give-up') expect(judged.outcome).toBe(risky);
    }
  });

  it('a 502 that the contract lists for a call without effect is an answer, not a mishap', () => {
    expect(verdict(connect, answered(502, 'bad_credentials'))).toMatchObject({
      action: 'give-up',
      outcome: 'none',
    });
    expect(verdict(connect, answered(502, 'not_the_service'))).toMatchObject({ outcome: 'unknown' });
    expect(verdict(create, answered(502, 'service_error'))).toMatchObject({ outcome: 'unknown' });
    expect(verdict(buy, answered(502, 'service_error'))).toMatchObject({ outcome: 'unknown' });
  });

  it('reads leave nothing behind, whatever happens', () => {
    for (const [, trouble] of table) {
      expect(outcomeOf(get, trouble)).toBe('none');
      expect(outcomeOf(plan, trouble)).toBe('none');
    }
  });
});

describe('waits', () => {
  it('are 1, 2, 4, 8 s without a word of the service', () => {
    const waits = [1, 2, 3, 4].map((attempt) => verdict(get, answered(500), attempt));
    expect(waits.map((wait) => (wait.action === 'retry' ? wait.waitMs : 0))).toEqual([
      1000, 2000, 4000, 8000,
    ]);
  });

  it('are as long as the service asks for, and say so', () => {
    expect(verdict(get, answered(429, 'x', 4))).toEqual({
      action: 'retry',
      waitMs: 4000,
      reason: 'the service asked for it (429)',
    });
  });

  it('are not waited where they are longer than is allowed', () => {
    const judged = verdict(get, answered(429, 'x', 61));
    expect(judged).toEqual({ action: 'give-up', outcome: 'none', retryable: true, waitTooLong: true });
    expect(verdict(get, answered(429, 'x', 60)).action).toBe('retry');
    expect(verdict(get, answered(429, 'x', 6), 1, { maxWaitMs: 5000 }).action).toBe('give-up');
  });

  it('end after five tries, three where the connection or the time was the trouble', () => {
    const last = (trouble: AttemptFailure) =>
      [1, 2, 3, 4, 5, 6].find((attempt) => verdict(get, trouble, attempt).action === 'give-up');
    expect(last(answered(500))).toBe(5);
    expect(last(answered(429, 'x', 1))).toBe(5);
    expect(last(cut('refused', false))).toBe(3);
    expect(last(cut('timeout', true))).toBe(3);
  });

  it('that were all in vain leave the call repeatable', () => {
    expect(verdict(get, answered(500), 5)).toMatchObject({ action: 'give-up', retryable: true });
    expect(verdict(buy, answered(429), 5)).toMatchObject({
      action: 'give-up',
      retryable: true,
      outcome: 'none',
    });
    expect(verdict(buy, answered(500), 1)).toMatchObject({ retryable: false });
    expect(verdict(get, answered(404), 1)).toMatchObject({ retryable: false });
  });
});

describe('always', () => {
  const trouble: fc.Arbitrary<AttemptFailure> = fc.oneof(
    fc
      .record({
        status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(429, 500, 502, 503)),
        code: fc.oneof(
          fc.string(),
          ...table.map(([, { ...known }]) => fc.constant('code' in known ? String(known.code) : 'x')),
        ),
        seconds: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined }),
      })
      .map(({ status, code, seconds }) => answered(status, code, seconds)),
    fc
      .record({
        reason: fc.constantFrom<WireFailureReason>(
          ...([
            'dns',
            'refused',
            'tls',
            'connect-timeout',
            'timeout',
            'reset',
            'truncated',
            'too-large',
            'too-slow',
            'malformed',
            'aborted',
          ] as const),
        ),
        sent: fc.boolean(),
      })
      .map(({ reason, sent }) => cut(reason, sent)),
  );
  const judged = fc.record({
    trouble,
    attempt: fc.integer({ min: 1, max: 100 }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((value) => () => value),
    maxWaitMs: fc.integer({ min: 0, max: 600_000 }),
  });

  it('a call that must not happen twice is never made again after it may have happened', () => {
    fc.assert(
      fc.property(judged, fc.constantFrom(...riskyCalls), (parts, operation) => {
        if (judge({ operation, ...parts }).action === 'give-up') return;
        const { trouble: met } = parts;
        const certain =
          met instanceof WireFailure
            ? !met.sent
            : met.status === 429 || (met.status === 503 && met.code === 'temporarily_unavailable');
        expect(certain).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('a wait is at least what was asked, at most what is allowed, and ends', () => {
    fc.assert(
      fc.property(judged, fc.constantFrom(...riskyCalls, ...safeCalls), (parts, operation) => {
        const verdict = judge({ operation, ...parts });
        if (verdict.action === 'give-up') return;
        expect(parts.attempt).toBeLessThan(5);
        expect(verdict.waitMs).toBeLessThanOrEqual(parts.maxWaitMs);
        const { trouble: met } = parts;
        const asked = met instanceof Failure ? met.retryAfterSeconds : undefined;
        if (asked !== undefined) expect(verdict.waitMs).toBeGreaterThanOrEqual(asked * 1000);
        else
          expect(verdict.waitMs).toBeGreaterThanOrEqual(
            Math.min(parts.maxWaitMs, 1000 * 2 ** (parts.attempt - 1)),
          );
      }),
      { numRuns: 5000 },
    );
  });
});
