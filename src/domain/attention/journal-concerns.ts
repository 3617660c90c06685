import { ageOf } from './age.ts';
import type { Concern } from './attention.ts';

/** A call of the journal that no process works on. */
export interface WaitingCall {
  readonly id: number;
  readonly state: 'prepared' | 'sent' | 'unknown' | 'done' | 'not-done';
  /** In a few words, on one line. */
  readonly summary: string;
  /** Milliseconds of wall time. */
  readonly startedAt: number;
}

/** Calls of this machine for the account whose outcome is not known, or was not shown. `now` is wall time. */
export const journalConcerns = (calls: readonly WaitingCall[], now: number): Concern[] =>
  calls.map(({ id, state, summary, startedAt }) => {
    const oldestAt = new Date(startedAt).toISOString();
    const hasEnded = state === 'done' || state === 'not-done';
    return {
      kind: 'journal-open',
      severity: hasEnded ? 'warn' : 'fail',
      message: `call ${id}, ${ageOf(oldestAt, now)} ago, ${meaning[state]}: ${summary}`,
      count: 1,
      oldestAt,
      id: String(id),
      state,
    };
  });

const meaning: Readonly<Record<WaitingCall['state'], string>> = {
  prepared: 'was not sent yet',
  sent: 'may have happened',
  unknown: 'may have happened',
  done: 'was done, but its result was not shown',
  'not-done': 'did not happen, which was not shown',
};
