import { words } from '../base/text/words.ts';
import type {
  JournalContents,
  MovedEntry,
  TakenIn,
  TakingJournal,
} from '../client/guard/journal-contents.ts';
import { approvalColumns } from '../local/journal/approvals.ts';
import { intentColumns } from '../local/journal/row.ts';
import { ask, type Cell, type Work } from '../local/journal/work.ts';
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
    steps.map((step) => ({ ...step, intent_id: here(step.intent_id) })),
    { intent_id: 'BIGINT', at: 'BIGINT', what: 'TEXT' },
    { more: { key: 'gen_random_uuid()' } },
  );
  yield* addAll(
    'moved_entry',
    added.map(({ id }) => ({ journal: contents.journal, theirs: id, ours: here(id) })),
    { journal: 'TEXT', theirs: 'BIGINT', ours: 'BIGINT' },
  );
  for (const secret of contents.secrets)
    yield* ask(
      'UPDATE secret SET former = array_append(former, $1) WHERE value <> $1 AND NOT $1 = ANY (former)',
      [secret],
    );
  // One that was used or ended stays so.
  yield* addAll('approval', contents.approvals, typed(approvalColumns), { ending: 'ON CONFLICT DO NOTHING' });
  yield* addBudgets(contents, places);
  yield* addReplies(contents);
  if (contents.protection !== null)
    yield* ask('INSERT INTO protection (value) VALUES ($1) ON CONFLICT DO NOTHING', [contents.protection]);
  const [newest, id] = [added.at(-1), ids.at(-1)];
  const last = newest && id !== undefined ? { id, startedAt: Number(newest.started_at) } : undefined;
  return { added: added.length, sharedTokens, last };
}

/** By the clocks of the machines; what is done from now on has the time of the database. */
const doneAt = "CASE WHEN state = 'done' THEN to_timestamp(coalesce(finished_at, started_at) / 1000.0) END";

/** Gives their numbers here, in this order. */
function* addIntents(added: readonly IntentRow[], { host, user }: Mover): Work<number[]> {
  const rows = yield* addAll<{ id: number; slot: string }>('intent', added, typed(intentColumns), {
    more: { host: '$2', made_by: '$3', done_at: doneAt },
    values: [host, user],
    ending: 'RETURNING id, slot',
  });
  if (rows.length !== added.length || rows.some(({ slot }, at) => slot !== added[at]?.slot))
    throw new Error('rows were written in another order');
  return rows.map(({ id }) => id);
}

/** A budget goes with all that was drawn on it; what a call that was forgotten drew counts as well. */
function* addBudgets({ budgets, draws }: JournalContents, places: ReadonlyMap<number, number>): Work<void> {
  const isNew = new Set(
    (yield* addAll<{ id: string }>(
      'budget',
      budgets,
      { id: 'TEXT', account: 'TEXT', draft: 'TEXT', revoked_at: 'BIGINT', signature: 'TEXT' },
      { ending: 'ON CONFLICT (id) DO NOTHING RETURNING id' },
    )).map(({ id }) => id),
  );
  const { rows } = yield* ask<{ least: number | null }>('SELECT min(intent) AS least FROM draw');
  let without = Math.min(rows[0]?.least ?? 0, 0);
  yield* addAll(
    'draw',
    draws.flatMap((draw) =>
      isNew.has(draw.budget) ? [{ ...draw, intent: places.get(draw.intent) ?? --without }] : [],
    ),
    { budget: 'TEXT', intent: 'BIGINT', credits: 'DOUBLE PRECISION', usd: 'DOUBLE PRECISION' },
    { ending: 'ON CONFLICT (intent) DO NOTHING' },
  );
}

function* addReplies({ replies, claims, at }: JournalContents): Work<void> {
  const reply = { account: 'TEXT', reply: 'TEXT', lead: 'TEXT', until: 'BIGINT' };
  yield* addAll(
    'reply_mark',
    replies,
    { ...reply, outcome: 'TEXT', at: 'BIGINT' },
    {
      ending: `ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
        at = excluded.at, until = excluded.until WHERE excluded.at > held.at`,
    },
  );
  // What is left of it, on the clock of the database.
  yield* addAll(
    'claimed_reply',
    claims.map((claim) => ({ ...claim, until: claim.until - at })),
    reply,
    {
      more: { until: `${databaseMs} + until`, key: 'gen_random_uuid()' },
      ending: 'ON CONFLICT (account, reply) DO UPDATE SET until = greatest(held.until, excluded.until)',
    },
  );
}

const wholeNumbers: readonly string[] = [
  ...words('generation started_at sent_at finished_at told_at blocks asked_at expires_at decided_at used_at'),
] satisfies (typeof intentColumns | typeof approvalColumns)[number][];

const typed = (columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((name) => [name, wholeNumbers.includes(name) ? 'BIGINT' : 'TEXT']));

interface Adding {
  readonly more?: Readonly<Record<string, string>>;
  /** From `$2` on. */
  readonly values?: readonly Cell[];
  readonly ending?: string;
}

/** So many rows that one statement is far from its time limit. */
const rowsAtOnce = 1000;

/** Adds rows in their order: they come as JSON texts, with these types. Gives what the statement returns. */
function* addAll<Returned>(
  table: string,
  rows: readonly object[],
  types: Readonly<Record<string, string>>,
  { more = {}, values = [], ending = '' }: Adding = {},
): Work<Returned[]> {
  const cells = { ...Object.fromEntries(Object.keys(types).map((name) => [name, name])), ...more };
  const given = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  const sql = `INSERT INTO ${table} AS held (${Object.keys(cells).join(', ')})
    SELECT ${Object.values(cells).join(', ')}
    FROM ROWS FROM (json_to_recordset($1::json) AS (${given.join(', ')})) WITH ORDINALITY AS given
    ORDER BY ordinality ${ending}`;
  const returned: Returned[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = JSON.stringify(rows.slice(at, at + rowsAtOnce));
    returned.push(...(yield* ask<Returned>(sql, [some, ...values])).rows);
  }
  return returned;
}
