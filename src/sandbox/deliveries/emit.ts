import { createHash } from 'node:crypto';
import { leadsHere } from '../../contract/checks/loopback-url.ts';
import { type EventName, type EventPayload, events } from '../../contract/events/events.ts';
import { payloadOf } from '../../domain/events/event-payload.ts';
import { insert } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';

interface Listener {
  readonly id: number;
  readonly url: string;
}

/**
 * Inserts one delivery row for each enabled webhook of the workspace that subscribes to the type, in the current
 * transaction. `make` is called only if there is one; if it returns undefined, there is nothing to send.
 */
export function emit<T extends EventName>(
  sandbox: Sandbox,
  workspaceId: number,
  type: T,
  make: () => EventPayload<T> | undefined,
): void {
  const listeners = listenersTo(sandbox, workspaceId, type);
  if (listeners.length === 0) return;
  const values = make();
  if (!values) return;
  const payload = payloadOf(type, values);
  const [idField] = events[type].fields;
  const eventId = String(payload[idField as keyof typeof payload]);
  for (const listener of listeners)
    queue(sandbox, workspaceId, listener, { type, eventId, body: JSON.stringify(payload) });
}

/** Whether a webhook listens: for what costs something to find out. */
export const isHeard = (sandbox: Sandbox, workspaceId: number, type: EventName): boolean =>
  listenersTo(sandbox, workspaceId, type).length > 0;

function listenersTo(sandbox: Sandbox, workspaceId: number, type: EventName): readonly Listener[] {
  return sandbox.steady('webhooks', () => listenersOf(sandbox)).get(`${workspaceId} ${type}`) ?? [];
}

function listenersOf(sandbox: Sandbox): ReadonlyMap<string, Listener[]> {
  const listeners = new Map<string, Listener[]>();
  const rows = sandbox.db
    .prepare(
      'SELECT id, workspace_id AS workspaceId, type, url FROM webhook WHERE is_enabled = 1 ORDER BY id',
    )
    .all<Listener & { workspaceId: number; type: string }>();
  for (const { workspaceId, type, ...listener } of rows) {
    const name = `${workspaceId} ${type}`;
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
  return listeners;
}

/** Why a delivery stays here. */
export const abroad = 'not delivered: the sandbox delivers to loopback only';

function queue(
  sandbox: Sandbox,
  workspaceId: number,
  { id: webhookId, url }: Listener,
  message: Readonly<Record<'type' | 'eventId' | 'body', string>>,
): void {
  const at = sandbox.now();
  const outcome = leadsHere(url) ? { state: 'waiting', nextAt: at } : { state: 'withheld', why: abroad };
  const id = insert(sandbox, 'delivery', { workspaceId, webhookId, url, ...message, ...outcome, at });
  if (id % 1000 === 0) forgetOldest(sandbox, id);
}

const maxFinishedDeliveries = 20_000;

function forgetOldest(sandbox: Sandbox, newest: number): void {
  sandbox.db
    .prepare(
      'DELETE FROM delivery_attempt WHERE delivery_id IN (SELECT id FROM delivery WHERE id <= ? AND next_at IS NULL)',
    )
    .run(newest - maxFinishedDeliveries);
  sandbox.db
    .prepare('DELETE FROM delivery WHERE id <= ? AND next_at IS NULL')
    .run(newest - maxFinishedDeliveries);
}

/**
 * The id of an event, `evt_` and 32 hexadecimal digits, from the seed and what it is about. Only replies, bounces and
 * unsubscribes have one here; the spec allows other events without an id, and receivers must cope.
 */
export const eventIdFor = (sandbox: Sandbox, type: EventName, ...about: number[]): string =>
  `evt_${createHash('sha256')
    .update([sandbox.seed, type, ...about].join('\n'))
    .digest('hex')
    .slice(0, 32)}`;
