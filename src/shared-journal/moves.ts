import { Failure } from '../base/errors.ts';
import type {
  ContentRow,
  IntentRow,
  JournalContents,
  JournalMoves,
  MovedEntry,
} from '../client/guard/journal-contents.ts';
import { type Plan, planOf, stepsByIntent, type Taker } from '../local/journal/move-plan.ts';
import { stillWorking } from '../local/journal/moves.ts';
import type { Cell } from '../local/journal/row.ts';
import { databaseMs, type Query, refuseReplaced, type Store } from './store.ts';

export interface SharedMovesParts {
  /** This machine and its user. */
  readonly self: { readonly host: string; readonly user: string };
  readonly flag: { raise(): void };
  identity(): Promise<string>;
}

/** Moves into, and out of, the journal of several machines. It stays whole: other machines go on with it. */
export function sharedMoves(store: Store, { self, flag, identity }: SharedMovesParts): JournalMoves {
  return {
    identity,
    mark: async () => undefined,
    async give({ to, now }) {
      const journal = await identity();
      return store.change(async (query) => {
        refuseReplaced(store);
        await refuseOpen(query, self.host, to);
        const rows = async <T = ContentRow>(sql: string) => (await query<T>(sql)).rows;
        return {
          journal,
          at: now,
          intents: await inParts<IntentRow>(
            query,
            'SELECT * FROM intent WHERE told_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2',
          ),
          steps: await inParts<JournalContents['steps'][number] & { id: number }>(
            query,
            'SELECT id, intent_id, at, what FROM step WHERE id > $1 ORDER BY id LIMIT $2',
          ),
          // They are usable here, and so they are not usable there.
          approvals: [],
          budgets: [],
          draws: [],
          replies: await rows('SELECT account, reply, lead, outcome, at, until FROM reply_mark'),
          claims: (
            await query<ContentRow>(
              `SELECT account, reply, lead, until - ${databaseMs} + $1::bigint AS until FROM claimed_reply
               WHERE until > ${databaseMs}`,
              [now],
            )
          ).rows,
          protection: (await rows<{ value: string }>('SELECT value FROM protection'))[0]?.value ?? null,
          moved: await rows<MovedEntry>('SELECT journal, theirs, ours FROM moved_entry'),
          secrets: (
            await rows<{ value: string }>('SELECT unnest(array_prepend(value, former)) AS value FROM secret')
          ).map(({ value }) => value),
        };
      });
    },
    async take(contents) {
      const journal = await identity();
      if (contents.intents.some(({ told_at }) => told_at === null)) flag.raise();
      const { plan, last } = await store.change(async (query) => {
        refuseReplaced(store);
        const plan = await planIn(query, contents, journal);
        return { plan, last: await takeIn(query, contents, plan, self) };
      });
      store.remember(last);
      return plan;
    },
    async wouldTake(contents) {
      const journal = await identity();
      return store.read((query) => planIn(query, contents, journal));
    },
    end: async () => undefined,
    lost: async () => 0,
  };
}

/** So many rows that one statement is far from its time limit. */
const rowsAtOnce = 1000;

/** All rows of a statement that takes the last id and how many. */
async function inParts<Row extends { readonly id: number }>(query: Query, sql: string): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows } = await query<Row>(sql, [all.at(-1)?.id ?? 0, rowsAtOnce]);
    for (const row of rows) all.push(row);
    if (rows.length < rowsAtOnce) return all;
  }
}

function* parts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += rowsAtOnce) yield all.slice(at, at + rowsAtOnce);
}

/** What is open of this machine, or came from its journal: it would be open in both. */
async function refuseOpen(query: Query, host: string, journal: string): Promise<void> {
  const { rows } = await query<{ id: number; held: boolean }>(
    `SELECT id, slot.lease_until > clock_timestamp() AS held FROM intent JOIN slot USING (slot)
     WHERE told_at IS NULL AND (host = $1 OR id IN (SELECT ours FROM moved_entry WHERE journal = $2)) ORDER BY id LIMIT 1`,
    [host, journal],
  );
  const [open] = rows;
  if (open?.held) throw stillWorking(open.id);
  if (open)
    throw new Failure('still_open', `The call ${open.id} is open, so nothing was moved`, {
      subject: { is: 'journal-entry', intent: open.id },
    });
}

const planIn = async (query: Query, contents: JournalContents, journal: string): Promise<Plan> =>
  planOf(contents, {
    journal,
    moved: (await query<MovedEntry>('SELECT journal, theirs, ours FROM moved_entry')).rows,
    intents: (
      await query<Taker['intents'][number]>('SELECT id, slot, generation, told_at, state FROM intent')
    ).rows,
  });

/** Gives the last call that is new here. */
async function takeIn(
  query: Query,
  contents: JournalContents,
  plan: Plan,
  self: SharedMovesParts['self'],
): Promise<{ id: number; startedAt: number } | undefined> {
  const stepsOf = stepsByIntent(contents);
  const places = new Map(plan.places);
  for (const { id, row } of plan.update) {
    await goOn(query, id, row);
    await addSteps(query, [{ id, row }], stepsOf);
  }
  for (const some of parts(plan.add)) {
    const ids = await add(query, some, self);
    const added = some.map(({ row }, at) => ({ id: ids[at] as number, row }));
    for (const { id, row } of added) places.set(row.id, id);
    await addSteps(query, added, stepsOf);
    const entries = some.flatMap(({ from }, at) =>
      from.map(({ journal, theirs }) => ({ journal, theirs, ours: ids[at] })),
    );
    await query(
      `INSERT INTO moved_entry (journal, theirs, ours)
       SELECT journal, theirs, ours FROM ${given('journal TEXT, theirs BIGINT, ours BIGINT')}
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(entries)],
    );
  }
  for (const secret of contents.secrets)
    await query(
      'UPDATE secret SET former = array_append(former, $1) WHERE value <> $1 AND NOT $1 = ANY (former)',
      [secret],
    );
  await takeApprovals(query, contents);
  await takeBudgets(query, contents, places);
  await takeReplies(query, contents);
  if (contents.protection !== null)
    await query('INSERT INTO protection (value) VALUES ($1) ON CONFLICT DO NOTHING', [contents.protection]);
  const row = plan.add.at(-1)?.row;
  return row && { id: places.get(row.id) as number, startedAt: Number(row.started_at) };
}

async function takeReplies(query: Query, { replies, claims, at }: JournalContents): Promise<void> {
  for (const row of replies)
    await query(
      `INSERT INTO reply_mark (account, reply, lead, outcome, at, until) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
         at = excluded.at, until = excluded.until WHERE excluded.at > reply_mark.at`,
      ['account', 'reply', 'lead', 'outcome', 'at', 'until'].map((name) => row[name] ?? null),
    );
  // What is left of it, on the clock of the database.
  for (const { account, reply, lead, until } of claims)
    await query(
      `INSERT INTO claimed_reply AS claimed (account, reply, lead, until, key)
       VALUES ($1, $2, $3, ${databaseMs} + $4::bigint, gen_random_uuid())
       ON CONFLICT (account, reply) DO UPDATE SET until = greatest(claimed.until, excluded.until)`,
      [account ?? null, reply ?? null, lead ?? null, Number(until) - at],
    );
}

/** Rows that come as one JSON text, in its order. */
const given = (named: string): string =>
  `ROWS FROM (json_to_recordset($1::json) AS (${named})) WITH ORDINALITY AS given`;

const columns = [
  ...'account profile target operation effect slot likeness token request idempotency_key summary'.split(' '),
  ...'state generation started_at sent_at finished_at told_at quote snapshot answer remark blocks'.split(' '),
];

const wholeNumbers: readonly string[] = [
  'generation',
  'started_at',
  'sent_at',
  'finished_at',
  'told_at',
  'blocks',
] satisfies (typeof columns)[number][];

const givenIntents = given(
  columns.map((name) => `${name} ${wholeNumbers.includes(name) ? 'BIGINT' : 'TEXT'}`).join(', '),
);

/** By the clocks of the machines; what is done from now on has the time of the database. */
const doneAt = "CASE WHEN state = 'done' THEN to_timestamp(coalesce(finished_at, started_at) / 1000.0) END";

/** Gives their numbers, in this order. */
async function add(
  query: Query,
  entries: Plan['add'],
  { host, user }: SharedMovesParts['self'],
): Promise<number[]> {
  const names = columns.join(', ');
  const { rows } = await query<{ id: number; slot: string }>(
    `INSERT INTO intent (${names}, host, made_by, done_at)
     SELECT ${names}, $2, $3, ${doneAt} FROM ${givenIntents} ORDER BY ordinality RETURNING id, slot`,
    [JSON.stringify(entries.map(({ row }) => moved(row))), host, user],
  );
  if (rows.length !== entries.length || rows.some(({ slot }, at) => slot !== entries[at]?.row.slot))
    throw new Error('rows were written in another order');
  for (const { row } of entries)
    if (row.told_at === null)
      await query(
        `INSERT INTO slot AS held (slot, generation, lease_until) VALUES ($1, $2, '-infinity')
         ON CONFLICT (slot) DO UPDATE SET generation = greatest(held.generation, excluded.generation)`,
        [row.slot, row.generation],
      );
  return rows.map(({ id }) => id);
}

const moved = (row: IntentRow) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

/** The call has ended, or has come further, in the journal that gives. */
async function goOn(query: Query, id: number, row: IntentRow): Promise<void> {
  const set = columns.map((name) => `${name} = given.${name}`).join(', ');
  await query(
    `UPDATE intent SET ${set}, owner_pid = NULL, owner_started = NULL FROM ${givenIntents} WHERE id = $2`,
    [JSON.stringify([moved(row)]), id],
  );
  await query(`UPDATE intent SET done_at = ${doneAt} WHERE id = $1`, [id]);
  await query('UPDATE slot SET generation = greatest(generation, $2) WHERE slot = $1', [
    row.slot,
    row.generation,
  ]);
  await query('DELETE FROM step WHERE intent_id = $1', [id]);
}

async function addSteps(
  query: Query,
  entries: readonly { readonly id: number; readonly row: IntentRow }[],
  stepsOf: ReturnType<typeof stepsByIntent>,
): Promise<void> {
  const steps = entries.flatMap(({ id, row }) =>
    stepsOf(row.id).map(({ at, what }) => ({ intent_id: id, at, what })),
  );
  for (const some of parts(steps))
    await query(
      `INSERT INTO step (key, intent_id, at, what)
       SELECT gen_random_uuid(), intent_id, at, what FROM ${given('intent_id BIGINT, at BIGINT, what TEXT')}
       ORDER BY ordinality`,
      [JSON.stringify(some)],
    );
}

const approvalColumns = [
  ...'code state account profile target operation call digest facts price line asked_at expires_at'.split(
    ' ',
  ),
  ...'decided_at used_at signature'.split(' '),
];

/** One that was used or ended stays so. */
async function takeApprovals(query: Query, { approvals }: JournalContents): Promise<void> {
  for (const row of approvals)
    await query(
      `INSERT INTO approval (${approvalColumns.join(', ')})
       VALUES (${approvalColumns.map((_, at) => `$${at + 1}`).join(', ')}) ON CONFLICT (code) DO NOTHING`,
      approvalColumns.map((name) => row[name] ?? null),
    );
}

/** A budget goes with all that was drawn on it; what a call that was forgotten drew counts as well. */
async function takeBudgets(
  query: Query,
  { budgets, draws }: JournalContents,
  places: ReadonlyMap<number, number>,
): Promise<void> {
  let without = -1;
  for (const { id, account, draft, revoked_at, signature } of budgets) {
    const { count } = await query(
      'INSERT INTO budget (id, account, draft, revoked_at, signature) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING',
      [id, account, draft, revoked_at, signature].map((value) => value ?? null),
    );
    if (count === 0) continue;
    const { rows } = await query<{ least: number | null }>('SELECT min(intent) AS least FROM draw');
    without = Math.min(without, (rows[0]?.least ?? 0) - 1);
    for (const { intent, credits, usd } of draws.filter(({ budget }) => budget === id)) {
      const place = places.get(intent) ?? without;
      if (place === without) without -= 1;
      await query(
        'INSERT INTO draw (budget, intent, credits, usd) VALUES ($1, $2, $3, $4) ON CONFLICT (intent) DO NOTHING',
        [id as Cell, place, credits ?? null, usd ?? null],
      );
    }
  }
}
