import { Failure } from '../base/errors.ts';
import type {
  ContentRow,
  IntentRow,
  JournalContents,
  JournalMoves,
  MovedEntry,
} from '../client/guard/journal-contents.ts';
import { planOf, type Taker } from '../local/journal/move-plan.ts';
import { stillWorking } from '../local/journal/moves.ts';
import type { Cell } from '../local/journal/row.ts';
import { type Query, refuseReplaced, type Store } from './store.ts';

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
          intents: await rows<IntentRow>('SELECT * FROM intent WHERE told_at IS NOT NULL ORDER BY id'),
          steps: await rows<JournalContents['steps'][number]>(
            'SELECT intent_id, at, what FROM step WHERE intent_id IN (SELECT id FROM intent WHERE told_at IS NOT NULL) ORDER BY id',
          ),
          // They are usable here, and so they are not usable there.
          approvals: [],
          budgets: [],
          draws: [],
          replies: await rows('SELECT account, reply, lead, outcome, at, until FROM reply_mark'),
          protection: (await rows<{ value: string }>('SELECT value FROM protection'))[0]?.value ?? null,
          moved: await rows<MovedEntry>('SELECT journal, theirs, ours FROM moved_entry'),
        };
      });
    },
    async take(contents) {
      const journal = await identity();
      if (contents.intents.some(({ told_at }) => told_at === null)) flag.raise();
      const added = await store.change((query) => {
        refuseReplaced(store);
        return takeIn(query, contents, journal, self);
      });
      store.remember();
      return added;
    },
    end: async () => undefined,
    lost: async () => 0,
  };
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

async function takeIn(
  query: Query,
  contents: JournalContents,
  journal: string,
  self: SharedMovesParts['self'],
): Promise<number> {
  const present = 'SELECT id, slot, generation, told_at FROM intent';
  const plan = planOf(contents, {
    journal,
    moved: (await query<MovedEntry>('SELECT journal, theirs, ours FROM moved_entry')).rows,
    intents: (await query<Taker['intents'][number]>(present)).rows,
  });
  const places = new Map(plan.places);
  for (const { id, row } of plan.update) await goOn(query, id, row, contents);
  for (const { row, from } of plan.add) {
    const id = await add(query, row, contents, self);
    places.set(row.id, id);
    for (const { journal: other, theirs } of from)
      await query(
        'INSERT INTO moved_entry (journal, theirs, ours) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [other, theirs, id],
      );
  }
  await takeApprovals(query, contents);
  await takeBudgets(query, contents, places);
  for (const row of contents.replies)
    await query(
      `INSERT INTO reply_mark (account, reply, lead, outcome, at, until) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (account, reply) DO UPDATE SET lead = excluded.lead, outcome = excluded.outcome,
         at = excluded.at, until = excluded.until WHERE excluded.at > reply_mark.at`,
      ['account', 'reply', 'lead', 'outcome', 'at', 'until'].map((name) => row[name] ?? null),
    );
  if (contents.protection !== null)
    await query('INSERT INTO protection (value) VALUES ($1) ON CONFLICT DO NOTHING', [contents.protection]);
  return plan.add.length;
}

const columns = [
  ...'account profile target operation effect slot likeness token request idempotency_key summary'.split(' '),
  ...'state generation started_at sent_at finished_at told_at quote snapshot answer remark blocks'.split(' '),
];

const ended = (at: number) =>
  `CASE WHEN $${at} = 'done' THEN to_timestamp(coalesce($${at + 1}::bigint, $${at + 2}::bigint) / 1000.0) END`;

async function add(
  query: Query,
  row: IntentRow,
  contents: JournalContents,
  { host, user }: SharedMovesParts['self'],
): Promise<number> {
  const names = [...columns, 'host', 'made_by'];
  const values = [...columns.map((name) => row[name] ?? null), host, user];
  const next = values.length + 1;
  const { rows } = await query<{ id: number }>(
    `INSERT INTO intent (${names.join(', ')}, done_at)
     VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}, ${ended(next)}) RETURNING id`,
    [...values, row.state ?? null, row.finished_at ?? null, row.started_at ?? null],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a row was not written');
  await addSteps(query, id, row, contents);
  if (row.told_at === null)
    await query(
      `INSERT INTO slot AS held (slot, generation, lease_until) VALUES ($1, $2, '-infinity')
       ON CONFLICT (slot) DO UPDATE SET generation = greatest(held.generation, excluded.generation)`,
      [row.slot, row.generation],
    );
  return id;
}

/** The call has ended, or has come further, in the journal that gives. */
async function goOn(query: Query, id: number, row: IntentRow, contents: JournalContents): Promise<void> {
  const set = columns.map((name, at) => `${name} = $${at + 2}`).join(', ');
  await query(
    `UPDATE intent SET ${set}, owner_pid = NULL, owner_started = NULL, done_at = ${ended(columns.length + 2)} WHERE id = $1`,
    [
      id,
      ...columns.map((name) => row[name] ?? null),
      ...[row.state ?? null, row.finished_at ?? null, row.started_at ?? null],
    ],
  );
  await query('UPDATE slot SET generation = greatest(generation, $2) WHERE slot = $1', [
    row.slot,
    row.generation,
  ]);
  await query('DELETE FROM step WHERE intent_id = $1', [id]);
  await addSteps(query, id, row, contents);
}

async function addSteps(query: Query, id: number, { id: theirs }: IntentRow, { steps }: JournalContents) {
  for (const { at, what } of steps.filter(({ intent_id }) => intent_id === theirs))
    await query('INSERT INTO step (key, intent_id, at, what) VALUES (gen_random_uuid(), $1, $2, $3)', [
      id,
      at as Cell,
      what as Cell,
    ]);
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
