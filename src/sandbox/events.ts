import { setImmediate as breathe } from 'node:timers/promises';
import { isOfMachine } from './machine.ts';
import type { State } from './state.ts';
import type { EventHandler } from './world/index.ts';

interface EventRow {
  id: number;
  dueAt: number;
  kind: string;
  payload: string;
}

/** How many events of each kind were worked on. */
export type Happened = Record<string, number>;

export interface SettleOptions {
  /** Lets the exception of an event out, instead of putting the event aside. */
  readonly strict: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works on everything that is due until a simulated moment, in order of due time, then of insertion; each is
 * taken back by itself where it fails. Time moves along with the events, so that a world that is cut off in the middle goes on where
 * it was.
 */
export async function settle(state: State, until: number, options: SettleOptions): Promise<Happened> {
  const happened: Happened = {};
  if (!nextDue(state, until)) return happened;
  const { eventHandlers } = await import('./world/index.ts');
  while (true) {
    options.signal?.throwIfAborted();
    const kinds = state.db.transaction(() => workOnSome(state, until, eventHandlers, options.strict));
    for (const kind of kinds) happened[kind] = (happened[kind] ?? 0) + 1;
    if (kinds.length < together) return happened;
    await breathe();
  }
}

/** Events that share a transaction: committing costs as much as several of them. */
const together = 50;

function workOnSome(
  state: State,
  until: number,
  handlers: Readonly<Record<string, EventHandler>>,
  strict: boolean,
): string[] {
  const kinds: string[] = [];
  while (kinds.length < together) {
    const kind = workOnNext(state, until, handlers, strict);
    if (kind === undefined) break;
    kinds.push(kind);
  }
  return kinds;
}

function nextDue(state: State, until: number): EventRow | undefined {
  return state.db
    .prepare(
      'SELECT id, due_at AS dueAt, kind, payload FROM event WHERE due_at <= ? ORDER BY due_at, id LIMIT 1',
    )
    .get<EventRow>(until);
}

function workOnNext(
  state: State,
  until: number,
  handlers: Readonly<Record<string, EventHandler>>,
  strict: boolean,
): string | undefined {
  const event = nextDue(state, until);
  if (!event) return undefined;
  if (event.dueAt > state.now()) state.write('offset', event.dueAt - state.clock.now());
  state.db.prepare('DELETE FROM event WHERE id = ?').run(event.id);
  try {
    state.db.transaction(() => work(state, event, handlers));
  } catch (error) {
    if (strict || isOfMachine(error)) throw error;
    putAside(state, event, error);
  }
  return event.kind;
}

function work(state: State, event: EventRow, handlers: Readonly<Record<string, EventHandler>>): void {
  const handler = handlers[event.kind];
  if (!handler) throw new Error(`nothing works on events of the kind ${event.kind}`);
  state.at(event.dueAt, () => handler(state, JSON.parse(event.payload) as never, event.dueAt));
}

/** A defect of ours must not stop the world; `sandbox info` tells of it. */
function putAside(state: State, event: EventRow, error: unknown): void {
  state.db
    .prepare('INSERT INTO failed_event (id, due_at, kind, payload, message) VALUES (?, ?, ?, ?, ?)')
    .run(event.id, event.dueAt, event.kind, event.payload, String((error as Error).stack ?? error));
}
