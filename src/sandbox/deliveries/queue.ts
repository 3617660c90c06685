import { leadsHere } from '../../contract/checks/loopback-url.ts';
import type { EventName } from '../../contract/events/events.ts';
import { limits } from '../../contract/limits.ts';
import { countRows, insert, update } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { abroad } from './emit.ts';

/**
 * The state of a delivery: it waits for its next try, was answered with 2xx, was refused for good, was dropped after
 * the last try, was never meant to leave, or its webhook is gone or switched off.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'refused' | 'dropped' | 'withheld' | 'void';

/** A delivery that this program alone tries now. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: number;
  readonly type: EventName;
  readonly eventId: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  readonly tries: number;
  /** When it was due, in simulated time. */
  readonly dueAt: number;
  /** What must still be in the row when the outcome is written: the world may be another one by then. */
  readonly claimedUntil: number;
}

interface Due extends Omit<Claimed, 'secret' | 'claimedUntil'> {
  readonly secret: string | null;
  readonly isEnabled: number | null;
}

/** Longer than any answer is waited for; a program that was killed meanwhile has left its claim behind. */
const claimMs = (limits.webhookAnswerSeconds + 15) * 1000;

const dueSql = `SELECT d.id, d.webhook_id AS webhookId, d.type, d.event_id AS eventId, coalesce(w.url, d.url) AS url,
    d.body, w.secret, w.is_enabled AS isEnabled, d.tries, d.next_at AS dueAt
  FROM delivery d LEFT JOIN webhook w ON w.id = d.webhook_id
  WHERE d.next_at <= ? AND d.claimed_until <= ? AND d.webhook_id NOT IN (SELECT value FROM json_each(?))
  ORDER BY d.next_at, d.id LIMIT 1`;

/** Takes the longest due delivery, leaving out some webhooks; undefined where there is none. */
export function claim(state: State, without: Iterable<number>): Claimed | undefined {
  const { db } = state;
  const leftOut = JSON.stringify([...without]);
  const find = () => db.prepare(dueSql).get<Due>(state.now(), state.clock.now(), leftOut);
  return db.transaction(() => {
    for (let due = find(); due; due = find()) {
      const { secret, isEnabled, ...rest } = due;
      if (secret === null) close(state, due.id, 'void', 'the webhook was deleted');
      else if (isEnabled !== 1) close(state, due.id, 'void', 'the webhook was switched off');
      else if (!leadsHere(due.url)) close(state, due.id, 'withheld', abroad);
      else {
        const claimedUntil = state.clock.now() + claimMs;
        update(state, 'delivery', due.id, { claimedUntil, url: due.url });
        return { ...rest, secret, claimedUntil };
      }
    }
    return undefined;
  });
}

const close = (state: State, id: number, became: DeliveryState, why: string): void =>
  update(state, 'delivery', id, { state: became, why, nextAt: null });

/** Gives a delivery back that was not tried after all. */
export function release(state: State, { id, claimedUntil }: Claimed): void {
  state.db
    .prepare('UPDATE delivery SET claimed_until = 0 WHERE id = ? AND claimed_until = ?')
    .run(id, claimedUntil);
}

/** How a try went. */
export interface Outcome {
  /** Null where no answer came. */
  readonly status: number | null;
  readonly timedOut: boolean;
  readonly why: string;
  /** Unix seconds, and what was signed with them. */
  readonly sentAt: number;
  readonly signature: string;
  readonly state: DeliveryState;
  /** In simulated time; null where nothing more is tried. */
  readonly nextAt: number | null;
}

/** Writes down how a try went; nothing where the delivery is no longer there. */
export function record(state: State, claimed: Claimed, outcome: Outcome): void {
  const { id, claimedUntil, tries, dueAt, url } = claimed;
  state.db.transaction(() => {
    const { changes } = state.db
      .prepare(
        `UPDATE delivery SET state = ?, why = ?, tries = ?, next_at = ?, claimed_until = 0
         WHERE id = ? AND claimed_until = ?`,
      )
      .run(outcome.state, outcome.why, tries + 1, outcome.nextAt, id, claimedUntil);
    if (changes === 0) return;
    const { sentAt, signature, status, why } = outcome;
    const attempt = { deliveryId: id, attempt: tries + 1, at: dueAt, url, sentAt, signature, status, why };
    insert(state, 'delivery_attempt', attempt);
  });
}

/** When the next try is due, in simulated time. */
export const nextDue = (state: State): number | undefined =>
  state.db
    .prepare('SELECT next_at AS at FROM delivery WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1')
    .get<{ at: number }>()?.at;

export const countWaiting = (state: State, until = Number.MAX_SAFE_INTEGER): number =>
  countRows(state, 'delivery WHERE next_at <= ?', until);
