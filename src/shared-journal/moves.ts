import { randomUUID } from 'node:crypto';
import type {
  JournalContents,
  MovedEntry,
  TakenIn,
  TakingJournal,
} from '../client/guard/journal-contents.ts';
import { ask, type Cell, placeholders, type Work } from '../local/journal/work.ts';
import { databaseMs, refuseReplaced, type Store } from './store.ts';

interface Mover {
  readonly host: string;
  readonly user: string;
}

/** How a journal of one machine comes into one that several machines share; `identity` says which one this is. */
export const takingJournal = (
  store: Store,
  mover: Mover,
  identity: () => Promise<string>,
): TakingJournal => ({
  async take(contents) {
    const journal = await identity();
    const { last, ...taken } = await store.change(() => takeIn(store, contents, journal, mover));
    store.remember(last);
    return taken;
  },
  async wouldTake(contents) {
    const journal = await identity();
    return store.read(function* () {
      const { added, sharedTokens } = yield* planOf(contents, journal);
      return { added: added.length, sharedTokens };
    });
  },
});

type IntentRow = JournalContents['intents'][number];

interface Plan {
  readonly added: readonly IntentRow[];
  /** Of entries that are here, or were, by their numbers in the other journal. */
  readonly places: Map<number, number>;
  readonly sharedTokens: number;
}

/** Which entries are new: one that was here and was taken out stays out. */
function* planOf({ journal, intents, moved }: JournalContents, ours: string): Work<Plan> {
  const { rows: known } = yield* ask<MovedEntry>('SELECT theirs, ours FROM moved_entry WHERE journal = $1', [
    journal,
  ]);
  const { rows: used } = yield* ask<{ slot: string }>(
    "SELECT slot FROM intent WHERE token IS NOT NULL AND state = 'done'",
  );
  const places = new Map(known.map((entry) => [entry.theirs, entry.ours]));
  // What it has from here, from a version that moved both ways.
  for (const entry of moved) if (entry.journal === ours) places.set(entry.ours, entry.theirs);
  const added = intents.filter(({ id }) => !places.has(id));
  const slots = new Set(used.map(({ slot }) => slot));
  const isShared = ({ token, state, slot }: IntentRow) =>
    token !== null && state === 'done' && slots.has(String(slot));
  return { added, places, sharedTokens: added.filter(isShared).length };
}

interface Taken extends TakenIn {
  /** The last call that is new here. */
  readonly last: { readonly id: number; readonly startedAt: number } | undefined;
}

function* takeIn(store: Store, contents: JournalContents, ours: string, mover: Mover): Work<Taken> {
  refuseReplaced(store);
  const { added, places, sharedTokens } = yield* planOf(contents, ours);
  const ids = yield* addIntents(added, mover);
  for (const [at, { id }] of added.entries()) places.set(id, ids[at] as number);
  const isNew = new Set(added.map(({ id }) => id));
  const here = (id: number) => places.get(id) ?? null;
  const steps = contents.steps.filter(({ intent_id }) => isNew.has(intent_id));
  yield* addAll(
    'step',
    steps.map((step) => ({ ...step, intent_id: here(step.intent_id), key: randomUUID() })),
  );
  yield* addAll(
    'moved_entry',
    added.map(({ id }) => ({ journal: contents.journal, theirs: id, ours: here(id) })),
  );
  for (const secret of contents.secrets)
    yield* ask(
      'UPDATE secret SET former = array_append(former, $1) WHERE value <> $1 AND NOT $1 = ANY (former)',
      [secret],
    );
  // One that was used or ended stays so.
  yield* addAll('approval', contents.approvals, 'ON CONFLICT DO NOTHING');
  yield* addBudgets(contents, places);
  yield* addReplies(contents);
  if (contents.protection !== null)
    yield* ask('INSERT INTO protection (value) VALUES ($1) ON CONFLICT DO NOTHING', [contents.protection]);
  const [newest, id] = [added.at(-1), ids.at(-1)];
  const last = newest && id !== undefined ? { id, startedAt: Number(newest.started_at) } : undefined;
  return { added: added.length, sharedTokens, last };
}

/** By the clocks of the machines; what is done from now on has the time of the database. */
const doneAt = ({ state, finished_at, started_at }: IntentRow): string | null =>
  state === 'done' ? new Date(Number(finished_at ?? started_at)).toISOString() : null;

/** Gives their numbers here, in this order. */
function* addIntents(added: readonly IntentRow[], { host, user }: Mover): Work<number[]> {
  const rows = yield* addAll<{ id: number; slot: string }>(
    'intent',
    added.map(({ id: _, ...row }) => ({ ...row, host, made_by: user, done_at: doneAt(row as IntentRow) })),
    'RETURNING id, slot',
  );
  if (rows.length !== added.length || rows.some(({ slot }, at) => slot !== added[at]?.slot))
    throw new Error('rows were written in another order');
  return rows.map(({ id }) => id);
}

/** A budget goes with all that was drawn on it; what a call that was forgotten drew counts as well. */
function* addBudgets({ budgets, draws }: JournalContents, places: ReadonlyMap<number, number>): Work<void> {
  const isNew = new Set(
    (yield* addAll<{ id: string }>('budget', budgets, 'ON CONFLICT (id) DO NOTHING RETURNING id')).map(
      ({ id }) => id,
    ),
  );
  const { rows } = yield* ask<{ least: number | null }>('SELECT min(intent) AS least FROM draw');
  let without = Math.min(rows[0]?.least ?? 0, 0);
  yield* addAll(
    'draw',
    draws.flatMap((draw) =>
      isNew.has(draw.budget) ? [{ ...draw, intent: places.get(draw.intent) ?? --without }] : [],
    ),
    'ON CONFLICT (intent) DO NOTHING',
  );
}

function* addReplies({ replies, claims, at }: JournalContents): Work<void> {
  yield* addAll(
    'reply_mark',
    replies,
    `ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
       at = excluded.at, until = excluded.until WHERE excluded.at > held.at`,
  );
  const { rows } = yield* ask<{ now: number }>(`SELECT ${databaseMs} AS now`);
  const now = rows[0]?.now ?? at;
  // What is left of it, on the clock of the database.
  yield* addAll(
    'claimed_reply',
    claims.map((claim) => ({ ...claim, until: now + claim.until - at, key: randomUUID() })),
    'ON CONFLICT (account, reply) DO UPDATE SET until = greatest(held.until, excluded.until)',
  );
}

/** So many rows that one statement is far from its limits: of time, and of 65,535 values. */
const rowsAtOnce = 1000;

/** Adds rows in their order, which have the columns of the first. Gives what the statement returns. */
function* addAll<Returned>(
  table: string,
  rows: readonly Readonly<Record<string, Cell>>[],
  ending = '',
): Work<Returned[]> {
  const names = Object.keys(rows[0] ?? {});
  const returned: Returned[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const { values, at } = placeholders();
    const given = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => `(${names.map((name) => at(row[name] ?? null)).join(', ')})`);
    const sql = `INSERT INTO ${table} AS held (${names.join(', ')}) VALUES ${given.join(', ')} ${ending}`;
    returned.push(...(yield* ask<Returned>(sql, values)).rows);
  }
  return returned;
}
