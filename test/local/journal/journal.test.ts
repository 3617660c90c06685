import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Draft, Owner } from '../../../src/client/guard/journal.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { LocalJournal } from '../../../src/local/journal/local-journal.ts';

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
    });
  return { db, dead, one: process(1), two: process(2), isRaised: () => raised };
}

const now = { now: 1000, duplicateSince: 0 };

async function ours(journal: LocalJournal, over: Partial<Draft> = {}) {
  const claim = await journal.claim(draft(over), now);
  if (claim.kind !== 'ours') throw new Error(`it is ${claim.kind}`);
  return claim;
}

describe('a claim', () => {
  it('is one process alone, until that one is gone', async () => {
    const { one, two, dead } = await machine();
    expect((await ours(one)).earlier).toBe(false);
    expect((await two.claim(draft(), now)).kind).toBe('busy');
    dead.add(1);
    expect((await ours(two)).earlier).toBe(true);
  });

  it('that was taken over can no longer be written by who had it before', async () => {
    const { one, two, dead } = await machine();
    const { intent } = await ours(one);
    dead.add(1);
    const taken = (await ours(two)).intent;
    await expect(one.record(intent, { state: 'sent' }, { at: 1, what: 'sent' })).rejects.toThrow(
      'taken over',
    );
    await one.acknowledge([intent], 2);
    await one.release(intent);
    expect(await two.get(taken.id)).toMatchObject({
      state: 'prepared',
      acknowledgedAt: undefined,
      owner: { pid: 2 },
    });
  });

  it('goes on where it was let go of, with what was written of it', async () => {
    const { one, two } = await machine();
    const { intent } = await ours(one);
    await one.record(intent, { state: 'sent', sentAt: 5, snapshot: '[1]' }, { at: 5, what: 'sent' });
    await one.release(intent);
    expect((await ours(two)).intent).toMatchObject({
      id: intent.id,
      state: 'sent',
      sentAt: 5,
      snapshot: '[1]',
    });
  });

  it('of what was done a moment ago is a duplicate, and of what was done before that is none', async () => {
    const { one } = await machine();
    const { intent } = await ours(one);
    await one.acknowledge(
      [await one.record(intent, { state: 'done', finishedAt: 900 }, { at: 900, what: 'done' })],
      901,
    );
    expect((await one.claim(draft(), { now: 1000, duplicateSince: 900 })).kind).toBe('duplicate');
    expect((await one.claim(draft(), { now: 1000, duplicateSince: 901 })).kind).toBe('ours');
  });

  it('under a token is kept for ever, and never another call', async () => {
    const { one } = await machine();
    const named = { token: 't', dedupeKey: 'token' };
    const { intent } = await ours(one, named);
    await one.acknowledge(
      [await one.record(intent, { state: 'done', finishedAt: 0 }, { at: 0, what: 'done' })],
      1,
    );
    expect((await one.claim(draft(named), now)).kind).toBe('kept');
    expect((await one.claim(draft({ ...named, fingerprint: 'another' }), now)).kind).toBe('other-call');
  });

  it('under a token that is still open is never another call', async () => {
    const { one, two, dead } = await machine();
    const named = { token: 't', dedupeKey: 'token' };
    const { intent } = await ours(one, named);
    await one.record(intent, { state: 'sent', sentAt: 5 }, { at: 5, what: 'sent' });
    dead.add(1);
    expect(await two.claim(draft({ ...named, fingerprint: 'another' }), now)).toMatchObject({
      kind: 'other-call',
      intent: { id: intent.id, state: 'sent' },
    });
    expect((await two.get(intent.id))?.owner?.pid).toBe(1);
  });

  it('waits behind a charge in vain of the same account, as long as that is open', async () => {
    const { one } = await machine();
    const { intent } = await ours(one);
    const charged = await one.record(intent, { state: 'unknown', blocks: true }, { at: 1, what: 'charged' });
    const other = { dedupeKey: 'other', fingerprint: 'other' };
    expect((await one.claim(draft(other), now)).kind).toBe('blocked');
    expect(
      (await one.claim(draft({ dedupeKey: 'theirs', fingerprint: 'theirs', account: 'another' }), now)).kind,
    ).toBe('ours');
    await one.acknowledge([await one.record(charged, { state: 'done' }, { at: 2, what: 'done' })], 2);
    expect((await one.claim(draft(other), now)).kind).toBe('ours');
  });
});

describe('what is open', () => {
  it('raises the flag, and the last one that is told lowers it', async () => {
    const { one, two, isRaised, dead } = await machine();
    const first = (await ours(one)).intent;
    const second = await one.record(
      (await ours(one, { dedupeKey: 'second' })).intent,
      { state: 'sent' },
      { at: 1, what: 'sent' },
    );
    expect([isRaised(), await two.waiting()]).toEqual([true, []]);
    await one.acknowledge(
      [await one.record(first, { state: 'done', finishedAt: 1 }, { at: 1, what: 'done' })],
      1,
    );
    expect(isRaised()).toBe(true);
    expect([await one.forget(first.id), await one.forget(second.id), await one.forgetBefore(5)]).toEqual([
      true,
      false,
      0,
    ]);
    dead.add(1);
    expect((await two.waiting()).map(({ id }) => id)).toEqual([second.id]);
    expect(await two.list({ open: true, limit: 1 })).toMatchObject({ items: [{ id: second.id }], total: 1 });
    await one.acknowledge([second], 2);
    expect([isRaised(), await two.open()]).toEqual([false, []]);
  });

  it('is not done where its process ended before it was agreed to, and stays where it was agreed to', async () => {
    const { one, two, dead, isRaised } = await machine();
    const asked = (await ours(one)).intent;
    const agreed = (await ours(one, { dedupeKey: 'second' })).intent;
    await one.record(agreed, { quote: '{}' }, { at: 1, what: 'approved' });
    expect((await two.open()).map(({ id }) => id)).toEqual([asked.id, agreed.id]);
    dead.add(1);
    expect((await two.waiting()).map(({ id }) => id)).toEqual([agreed.id]);
    expect(await two.get(asked.id)).toMatchObject({ state: 'not-done', acknowledgedAt: 1000 });
    expect((await two.list({ attempted: true })).items.map(({ id }) => id)).toEqual([agreed.id]);
    await two.take(agreed.id, 2, false);
    await two.acknowledge(await two.open(), 2);
    expect(isRaised()).toBe(false);
  });

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
    const journal = new LocalJournal(listening, { self: { pid: 1, started: '' }, alive: () => true, flag });
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
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>(
        ...Array(20)
          .fill(1)
          .slice(0, sql.split('?').length - 1),
      );
      return steps.map(({ detail }) => detail).join('; ');
    });
    expect(plans.filter((plan) => plan.includes('intent')).length).toBeGreaterThan(8);
    expect(plans.filter((plan) => /SCAN (intent|step)(?! USING INDEX)/.test(plan))).toEqual([]);
  });
});

describe('texts that name someone', () => {
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

  it('are found in every text and step, whatever their case', async () => {
    const { one } = await machine();
    const first = (await ours(one, { dedupeKey: 'a', summary: 'To ANA@lumen.example' })).intent;
    const second = (await ours(one, { dedupeKey: 'b', token: 'ana@lumen.example' })).intent;
    const third = (await ours(one, { dedupeKey: 'c' })).intent;
    await one.record(third, {}, { at: 2, what: 'asked ana@lumen.example' });
    await ours(one, { dedupeKey: 'd' });
    const found = async (...wanted: string[]) => (await one.naming(wanted)).map(({ id }) => id);
    expect(await found('ana@lumen.example')).toEqual([first.id, second.id, third.id]);
    expect(await found('nobody@x.example', 'Ana@Lumen.example')).toHaveLength(3);
    expect(await found('100%')).toEqual([]);
    expect(await found()).toEqual([]);
  });

  it('are replaced in ended calls alone, which are still recognised', async () => {
    const { one, db } = await machine();
    const ended = (await ours(one, { summary: 'To ana' })).intent;
    const done = await one.record(ended, { state: 'done', finishedAt: 1000 }, { at: 1000, what: 'done' });
    const open = (await ours(one, { dedupeKey: 'other', fingerprint: 'other', summary: 'To ana' })).intent;
    const both = [ended.id, open.id].map((id) => ({ ...texts, id }));
    expect(await one.redact(both)).toEqual([]);
    await one.acknowledge([done], 1000);
    expect(await one.redact(both)).toEqual([ended.id]);
    expect((await one.get(open.id))?.summary).toBe('To ana');
    expect(await one.get(ended.id)).toMatchObject({
      summary: 'gone',
      fingerprint: 'likeness',
      dedupeKey: 'slot',
    });
    expect(await one.steps(ended.id)).toEqual(texts.steps);
    expect((await one.claim(draft(), now)).kind).toBe('duplicate');
    expect(db.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 1 });
  });

  it('cannot be read in the bytes of the file, nor can what earlier versions left there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    const file = join(folder, 'journal.db');
    const db = await openDatabase(file, { durable: true });
    onTestFinished(() => db.close());
    const beside = await openDatabase(file);
    onTestFinished(() => beside.close());
    const options = { alive: () => true, flag: { raise: () => {}, lower: () => {} } };
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

it('makes the table of approvals anew where it is of a build that knew fewer states', async () => {
  const { db } = await machine();
  const { sql } = db
    .prepare("SELECT sql FROM sqlite_master WHERE name = 'approval' AND type = 'table'")
    .get<{ sql: string }>() ?? { sql: '' };
  db.exec(`DROP TABLE approval; ${sql.replace(", 'replaced'", '')}`);
  const flag = { raise: () => undefined, lower: () => undefined };
  const open = () => new LocalJournal(db, { self: { pid: 1, started: '' }, alive: () => true, flag });
  const line = { argv: [], cwd: '/', confined: false };
  const price = { credits: 0, usd: 0, recipients: 0, checks: null };
  const texts = {
    account: 'a',
    profile: 'p',
    target: 'live',
    operation: 'o',
    call: 'c',
    digest: 'd',
  } as const;
  await open().approvals.ask(
    { ...texts, facts: [], price, line },
    { code: 'K7426XYZ', now: 1, until: 1000, atMost: 20 },
  );
  expect(await open().approvals.end('K7426XYZ', 'replaced', 2)).toBe(true);
  expect((await open().approvals.find('K7426XYZ', 3))?.state).toBe('replaced');
});
