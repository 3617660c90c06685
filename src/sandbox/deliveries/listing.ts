import * as stored from '../core/record-table.ts';
import { countRows } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { withTimes } from '../core/times.ts';
import type { DeliveryState } from './queue.ts';

/** A try, or the state of a delivery that was not tried. */
export interface Try {
  readonly deliveryId: number;
  /** When it was due, in simulated time. */
  readonly at: string;
  readonly type: string;
  readonly eventId: string;
  readonly webhookId: number;
  readonly url: string;
  /** Counted from 1; 0 where nothing was tried. */
  readonly attempt: number;
  /** Of the answer; null where none came. */
  readonly status: number | null;
  readonly why: string;
  /** Of the delivery as a whole, now. */
  readonly state: DeliveryState;
  /** When it is tried next, in simulated time; null where it is not. */
  readonly nextAt: string | null;
}

/** Each try is a row; one that was not tried so far, or never will be, is a row as well. */
const tries = `SELECT d.id AS deliveryId, coalesce(a.at, d.next_at, d.at) AS at, d.type, d.event_id AS eventId,
    d.webhook_id AS webhookId, coalesce(a.url, d.url) AS url, coalesce(a.attempt, 0) AS attempt, a.status,
    coalesce(a.why, d.why) AS why, d.state, iif(coalesce(a.attempt, 0) = d.tries, d.next_at, NULL) AS nextAt
  FROM delivery d LEFT JOIN delivery_attempt a ON a.delivery_id = d.id`;

interface TriesOptions {
  /** Only those that did not get through. */
  readonly failed: boolean;
  /** Newer ones to leave out. */
  readonly offset?: number | undefined;
  /** All of the rest unless said. */
  readonly limit?: number | undefined;
}

const onlyFailed =
  "WHERE a.status NOT BETWEEN 200 AND 299 OR (a.attempt IS NOT NULL AND a.status IS NULL) OR d.state = 'withheld' OR d.state = 'void'";

/** How many tries there are, with what was not tried. */
export function countTries(state: State, { failed }: Pick<TriesOptions, 'failed'>): number {
  const from = 'delivery d LEFT JOIN delivery_attempt a ON a.delivery_id = d.id';
  return countRows(state, `${from} ${failed ? onlyFailed : ''}`);
}

/** The newest tries, newest last; with what was not tried. */
export function listTries(state: State, { failed, offset = 0, limit = -1 }: TriesOptions): Try[] {
  return state.db
    .prepare(
      `${tries} ${failed ? onlyFailed : ''} ORDER BY at DESC, d.id DESC, attempt DESC LIMIT ? OFFSET ?`,
    )
    .all<Omit<Try, 'at' | 'nextAt'> & { at: number; nextAt: number | null }>(limit, offset)
    .reverse()
    .map(withTimes);
}

const deliveries = stored.recordTable('delivery', {
  id: stored.number,
  type: stored.text,
  eventId: stored.text,
  webhookId: stored.number,
  url: stored.text,
  state: stored.plain<DeliveryState>(),
  why: stored.text,
  /** When it happened, in simulated time. */
  at: stored.number,
  nextAt: stored.maybeNumber,
  /** As it goes over the wire, byte for byte. */
  body: stored.text,
});

const attempts = stored.recordTable('delivery_attempt', {
  attempt: stored.number,
  at: stored.number,
  url: stored.text,
  status: stored.maybeNumber,
  why: stored.text,
  /** The headers that were signed for it: Unix seconds of wall time. */
  timestamp: stored.plain<number>('sent_at'),
  signature: stored.text,
});

export type ShownDelivery = NonNullable<ReturnType<typeof showDelivery>>;

/** One delivery with all of its tries; undefined where there is none. */
export function showDelivery(state: State, id: number) {
  const row = deliveries.find(state, id);
  if (!row) return undefined;
  const tried = attempts.all(state, 'WHERE t.delivery_id = ? ORDER BY t.attempt', id);
  return { ...withTimes(row), attempts: tried.map(withTimes) };
}

/** How many deliveries are in each state; states without any are left out. */
export function countStates(state: State): Partial<Record<DeliveryState, number>> {
  const rows = state.db
    .prepare('SELECT state, count(*) AS total FROM delivery GROUP BY state ORDER BY state')
    .all<{ state: DeliveryState; total: number }>();
  return Object.fromEntries(rows.map(({ state: name, total }) => [name, total]));
}
