import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Draft, Owner } from '../../../src/client/guard/journal.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { LocalJournal } from '../../../src/local/journal/local-journal.ts';
import { localTurns } from '../../../src/local/journal/turns.ts';
import { countParameters } from '../../../src/local/statements.ts';

const quiet = { raise() {}, lower() {} };

/** No test here takes one. */
const turns = localTurns('/nowhere', 1);

const draft = (over: Partial<Draft> = {}): Draft => ({
  account: 'account',
  profile: 'live',
  target: 'live',
  operation: 'credits.purchase',
  effect: 'buys',
  dedupeKey: 'slot',
  fingerprint: 'likeness',
  token: undefined,
  request: '{}',
  idempotencyKey: undefined,
  summary: 'Buy',
  ...over,
});

/** Two processes over one journal; `dead` are the numbers of those that run no more. */
async function machine() {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.close());
  const dead = new Set<number>();
  let raised = false;
  const flag = {
    raise: () => {
      raised = true;
    },
    lower: () => {
      raised = false;
    },
  };
  const process = (pid: number) =>
    new LocalJournal(db, {
      self: { pid, started: `start ${pid}` },
      alive: ({ pid: other }: Owner) => !dead.has(other),
      flag,
      turns,
    });
  return { db, dead, one: process(1), two: process(2), isRaised: () => raised };
}

const now = { now: 1000, duplicateSince: 0 };

async function ours(journal: LocalJournal, over: Partial<Draft> = {}) {
  const claim = await journal.claim(draft(over), now);
  if (claim.kind !== 'ours') throw new Error(`it is ${claim.kind}`);
  return claim;
}

describe('the local journal', () => {
  const texts = {
    token: undefined,
    idempotencyKey: undefined,
    request: 'null',
    summary: 'gone',
    quote: undefined,
    snapshot: undefined,
    answer: undefined,
    remark: undefined,
    steps: [{ at: 1, what: 'gone' }],
  };

  it('is found by an index, however much has ended', async () => {
    const { db } = await machine();
    const asked = new Set<string>();
    const listening = {
      ...db,
      prepare: (sql: string) => {
        asked.add(sql);
        return db.prepare(sql);
      },
    };
    const flag = { raise: () => undefined, lower: () => undefined };
    const journal = new LocalJournal(listening, {
      self: { pid: 1, started: '' },
      alive: () => true,
      flag,
      turns,
    });
    const named = (await ours(journal, { token: 't', dedupeKey: 'token' })).intent;
    await journal.acknowledge(
      [await journal.record(named, { state: 'done', finishedAt: 1 }, { at: 1, what: 'done' })],
      1,
    );
    await ours(journal, { fingerprint: 'another' });
    await journal.waiting();
    await journal.steps(1);
    await journal.take(2, 1, true);
    const plans = [...asked].map((sql) => {
      const steps = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all<{ detail: string }>(...Array(countParameters(sql)).fill(1));
      return steps.map(({ detail }) => detail).join('; ');
    });
    expect(plans.filter((plan) => plan.includes('intent')).length).toBeGreaterThan(8);
    expect(plans.filter((plan) => /SCAN (intent|step)(?! USING INDEX)/.test(plan))).toEqual([]);
  });
  it('cannot be read in the bytes of the file, nor can what earlier versions left there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    const file = join(folder, 'journal.db');
    const db = await openDatabase(file, { durable: true });
    onTestFinished(() => db.close());
    const beside = await openDatabase(file);
    onTestFinished(() => beside.close());
    const options = { turns, alive: () => true, flag: { raise: () => {}, lower: () => {} } };
    const journal = new LocalJournal(db, { ...options, self: { pid: 1, started: '' } });
    db.exec('PRAGMA secure_delete = OFF');
    for (let at = 0; at < 30; at += 1) {
      const name = `call ${at}`;
      const claim = await ours(journal, { dedupeKey: name, fingerprint: name, request: '{"to":"ana"}' });
      const quote = JSON.stringify({ facts: ['"To: ana@lumen.example"', 'x'.repeat(200 * at)] });
      await journal.record(claim.intent, { quote }, { at, what: 'To: ana@lumen.example' });
      const state = at % 2 === 0 ? 'done' : 'not-done';
      const ended = await journal.record(
        claim.intent,
        { state, quote: '{}', finishedAt: at },
        { at, what: 'ended' },
      );
      await journal.acknowledge([ended], at);
    }
    const { items } = await journal.list();
    await journal.redact(items.map(({ id }) => ({ ...texts, id })));
    const names = (await readdir(folder)).map((name) => join(folder, name));
    const bytes = (await Promise.all(names.map((name) => readFile(name, 'latin1')))).join('');
    expect(bytes).toContain('call 29');
    expect(bytes).not.toContain('ana@lumen.example');
    expect((await journal.claim(draft({ dedupeKey: 'call 28', fingerprint: 'call 28' }), now)).kind).toBe(
      'duplicate',
    );
    expect(beside.prepare('SELECT count(*) AS count FROM intent').get()).toEqual({ count: 30 });
  });
});

describe('a long journal', () => {
  it('is looked into by its indexes, one of an earlier build as well', async () => {
    const { db, one } = await machine();
    const indexes = () =>
      db.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB 'intent_[dsc]*'").all();
    const made = indexes();
    db.exec('DROP INDEX intent_done; DROP INDEX intent_state; DROP INDEX intent_costs');
    const asked: string[] = [];
    const asking = (sql: string) => {
      asked.push(sql);
      return db.prepare(sql);
    };
    const spied = { ...db, prepare: asking };
    const again = new LocalJournal(spied, {
      self: { pid: 3, started: '' },
      alive: () => true,
      flag: quiet,
      turns,
    });
    expect(indexes()).toEqual(made);
    await ours(one);
    asked.length = 0;
    await again.list({ attempted: true, costly: true, since: 500, account: 'account' });
    await again.list({ attempted: true, limit: 0 });
    await again.newestDone('account', 'credits.purchase');
    const plans = asked
      .filter((sql) => !sql.includes("'prepared'"))
      .flatMap((sql) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all<{ detail: string }>(...Array(countParameters(sql)).fill(1)),
      )
      .map(({ detail }) => detail)
      .filter((detail) => / intent\b/.test(detail));
    expect(plans.length).toBeGreaterThan(3);
    expect(plans.filter((detail) => !/ USING (?:COVERING )?INDEX intent_[dsc]/.test(detail))).toEqual([]);
  });

  it('leaves out of what may cost only what costs nothing', async () => {
    const { one } = await machine();
    const costs = (await ours(one)).intent;
    const approved = (await ours(one, { effect: 'none', dedupeKey: 'approved' })).intent;
    await ours(one, { effect: 'none', dedupeKey: 'free' });
    await one.record(approved, { quote: '{"spend":{}}' }, { at: 1, what: 'approved' });
    const { items, total } = await one.list({ costly: true, since: 0, limit: 5 });
    expect([items.map(({ id }) => id), total]).toEqual([[approved.id, costs.id], 2]);
  });
});
