import type { Method } from '../../contract/wire.ts';
import type { Happened, SettleOptions } from '../core/event-queue.ts';
import * as stored from '../core/record-table.ts';
import type { State } from '../core/state.ts';
import { attempt } from '../service/attempt.ts';
import type { Arrived } from '../service/routes.ts';
import { type Match, route } from '../service/routes.ts';
import { whenFree } from '../sharing/when-free.ts';

const calls = stored.recordTable('late_call', {
  id: stored.number,
  dueAt: stored.number,
  workspaceId: stored.number,
  method: stored.plain<Method>(),
  path: stored.text,
  query: stored.json<[string, string][]>(),
  headers: stored.json<Record<string, string>>(),
  body: stored.maybeText,
});

type LateCall = stored.RecordOf<typeof calls>;

/** Defers the call on the sandbox clock. It was authorised on arrival; its key is not stored. */
export function putOff({ state, request, workspaceId }: Arrived, ms: number): void {
  const { authorization: _, ...headers } = request.headers;
  const { method, path, query, body } = request;
  calls.insert(state, {
    dueAt: state.now() + ms,
    workspaceId,
    method,
    path,
    query: [...query] as [string, string][],
    headers,
    body,
  });
}

/** Lets the world's events and the late calls happen in their order; events of the same moment come first. */
export async function settleLate(
  state: State,
  until: number,
  options: SettleOptions,
  settleEvents: (until: number) => Promise<Happened>,
): Promise<Happened> {
  const happened: Happened = {};
  const note = (more: Happened) => {
    for (const [kind, count] of Object.entries(more)) happened[kind] = (happened[kind] ?? 0) + count;
  };
  for (let row = nextLate(state, until); row; row = nextLate(state, until)) {
    const match = await route(row.method, row.path);
    note(await settleEvents(row.dueAt));
    if (await work(state, row, match, options)) note({ 'fault.late': 1 });
  }
  note(await settleEvents(until));
  return happened;
}

const nextLate = (state: State, until: number): LateCall | undefined =>
  calls.first(state, 'WHERE t.due_at <= ? ORDER BY t.due_at, t.id LIMIT 1', until);

/** What it would have answered, a refusal too, is dropped. False where another process was faster. */
function work(
  state: State,
  row: LateCall,
  match: Match | undefined,
  { strict, ...waiting }: SettleOptions,
): Promise<boolean> {
  const { db } = state;
  const happen = () => {
    if (state.db.prepare('DELETE FROM late_call WHERE id = ?').run(row.id).changes === 0) return false;
    if (row.dueAt > state.now()) state.write('offset', row.dueAt - state.clock.now());
    const { method, path, query, headers, body } = row;
    const request = { method, path, query, headers, ...(body !== null && { body }) };
    if (match) state.at(row.dueAt, () => attempt(state, match, request, row.workspaceId, { strict }));
    return true;
  };
  return whenFree(db, happen, waiting);
}
