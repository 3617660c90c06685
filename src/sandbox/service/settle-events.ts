import { exactText } from '../../base/exact-json.ts';
import { type DueEvent, dueEvents, type Happened, type SettleOptions } from '../core/event-queue.ts';
import { insert } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { isHostError, takingTurns, whenFree } from '../sharing/when-free.ts';

import type { EventHandler } from '../world/index.ts';

type Handlers = Readonly<Record<string, EventHandler>>;

/**
 * Works on everything that is due until a simulated moment, in order of due time, then of insertion; one that fails is
 * taken back by itself. Time moves along with the events, so that a world that is cut off in the middle goes on where it
 * was.
 */
export async function settle(state: State, until: number, options: SettleOptions): Promise<Happened> {
  const due = state.db.prepare(dueSql).get<{ late: number; events: number }>(until);
  if (!due?.late) return due?.events ? settleEvents(state, until, options) : {};
  const { settleLate } = await import('../faults/late-calls.ts');
  return settleLate(state, until, options, (moment) => settleEvents(state, moment, options));
}

/** Asked with every request, so in one go. */
const dueSql = `SELECT EXISTS (SELECT 1 FROM late_call WHERE due_at <= ?1) AS late,
  EXISTS (SELECT 1 FROM event WHERE due_at <= ?1) AS events`;

async function settleEvents(state: State, until: number, options: SettleOptions): Promise<Happened> {
  const happened: Happened = {};
  const { eventHandlers } = await import('../world/index.ts');
  const turns = takingTurns(state.db);
  while (true) {
    options.signal?.throwIfAborted();
    const most = turns.isCrowded() ? together.crowded : together.alone;
    const kinds = await workOnSome(state, { until, most, handlers: eventHandlers }, options);
    for (const kind of kinds) happened[kind] = (happened[kind] ?? 0) + 1;
    if (kinds.length < most) return happened;
    await turns.letOthersIn();
  }
}

/**
 * Events that share a transaction: beginning and committing one costs as much as several of them, and as long as it lasts
 * no other process writes. Where it ends makes no difference to the world.
 */
const together = { alone: 2000, crowded: 80 };

interface Batch {
  readonly until: number;
  readonly most: number;
  readonly handlers: Handlers;
}

/** All in one go, as failures are rare; where one fails, all again, each in a transaction of its own. */
async function workOnSome(
  state: State,
  batch: Batch,
  { strict, ...waiting }: SettleOptions,
): Promise<string[]> {
  try {
    return await whenFree(state.db, () => workInOneGo(state, batch), waiting);
  } catch (error) {
    state.forget();
    if (strict || isHostError(error)) throw error;
    return whenFree(state.db, () => workOneByOne(state, batch), waiting);
  }
}

function workInOneGo(state: State, { until, most, handlers }: Batch): string[] {
  return state.together(until, most, (eventQueue) => {
    const kinds: string[] = [];
    let latest = 0;
    while (kinds.length < most) {
      const event = eventQueue.next(until);
      if (!event) break;
      latest = event.dueAt;
      const settled = leavesSettings.test(event.kind);
      if (!settled) state.unsettle();
      work(state, event, handlers);
      if (!settled) state.unsettle();
      kinds.push(event.kind);
    }
    if (kinds.length > 0) moveTo(state, latest);
    return kinds;
  });
}

/** Sending and answers change no settings (see {@link State.steady}); an order or a late call may. */
const leavesSettings = /^(?:sending|answers)\./;

function workOneByOne(state: State, { until, most, handlers }: Batch): string[] {
  const kinds: string[] = [];
  while (kinds.length < most) {
    const [event] = dueEvents(state.db, until, 1);
    if (!event) break;
    moveTo(state, event.dueAt);
    state.db.prepare('DELETE FROM event WHERE id = ?').run(event.id);
    try {
      state.db.transaction(() => work(state, event, handlers));
    } catch (error) {
      if (isHostError(error)) throw error;
      // A defect of ours must not stop the world; `sandbox info` shows it.
      insert(state, 'failed_event', {
        ...event,
        payload: exactText(event.payload),
        message: String((error as Error).stack ?? error),
      });
    }
    kinds.push(event.kind);
  }
  return kinds;
}

function moveTo(state: State, at: number): void {
  if (at > state.now()) state.write('offset', at - state.clock.now());
}

function work(state: State, event: DueEvent, handlers: Handlers): void {
  const handler = handlers[event.kind];
  if (!handler) throw new Error(`nothing works on events of the kind ${event.kind}`);
  state.at(event.dueAt, () => handler(state, event.payload as never, event.dueAt));
}
