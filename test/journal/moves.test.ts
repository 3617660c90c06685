import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { draftOf } from '../../src/client/guard/draft.ts';
import type { Draft, Journal } from '../../src/client/guard/journal.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { type Database, openDatabase } from '../../src/local/database.ts';
import { journalAddress } from '../../src/local/journal/journal-address.ts';
import { LocalJournal } from '../../src/local/journal/local-journal.ts';
import { localTurns } from '../../src/local/journal/turns.ts';
import type { Work } from '../../src/local/journal/work.ts';
import { SharedJournal } from '../../src/shared-journal/shared-journal.ts';
import { Store } from '../../src/shared-journal/store.ts';
import { FailingDoor } from '../crash/failing-door.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { stores } from './machines.ts';

const draft = (name: string, more: Partial<Draft> = {}): Draft => ({
  account: 'acme',
  profile: 'prod',
  target: 'live',
  operation: 'credits.purchase',
  effect: 'buys',
  dedupeKey: `slot ${name}`,
  fingerprint: `print ${name}`,
  token: name,
  request: '{"method":"POST","path":"/credits/purchase","input":{}}',
  idempotencyKey: undefined,
  summary: `buy ${name}`,
  ...more,
});

const options = { now: 1000, duplicateSince: undefined };

async function opened(journal: Journal, name: string, now = 1000) {
  const claim = await journal.claim(draft(name), { ...options, now });
  if (claim.kind !== 'ours') throw new Error(claim.kind);
  return claim.intent;
}

async function done(journal: Journal, name: string, now = 1000) {
  const end = { state: 'done', finishedAt: now + 1 } as const;
  const intent = await journal.record(await opened(journal, name, now), end, { at: now + 1, what: 'done' });
  await journal.acknowledge([intent], now + 2);
}

const identityOf = async (journal: Journal) => (await journal.seals('journal'))[0];

/** As `journal move` does it. */
async function move(from: Journal, to: Journal, name = address) {
  const { leaving } = from;
  const { taking } = to;
  if (leaving === undefined || taking === undefined) throw new Error('it goes one way');
  const taken = await taking.take(await leaving.give({ address: name, to: await identityOf(to), now: 5000 }));
  await leaving.end();
  return taken;
}

async function both(context: TestContext) {
  const [here, shared] = await Promise.all(stores.map(({ machines }) => machines(context)));
  if (here === undefined || shared === undefined) throw new Error('a store is missing');
  return { here, shared };
}

/** A journal of this machine over this database. */
const journalOver = (db: Database) => {
  const flag = { raise: () => undefined, lower: () => undefined };
  const self = { pid: 1, started: 'here' };
  return new LocalJournal(db, { self, alive: () => false, flag, turns: localTurns('/nowhere', 1) });
};

/** Two calls that drew on a budget, one of them forgotten later; an approval that waits; a reply that is done, and one at work. */
async function full(journal: Journal): Promise<void> {
  const budget = { id: 'B1', account: 'acme', credits: 10, usd: null } as never;
  await journal.budgets.add(budget, null);
  for (const [name, credits] of [
    ['order-0', 2],
    ['order-1', 4],
  ] as const) {
    const claim = await journal.claim(draft(name), {
      ...options,
      draw: { budgets: ['B1'], credits, usd: 0 },
    });
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    const end = { state: 'done', finishedAt: 1001 } as const;
    await journal.acknowledge([await journal.record(claim.intent, end, { at: 1001, what: 'done' })], 1002);
  }
  await journal.forget(1);
  await done(journal, 'order-2');
  const line = { argv: [], cwd: '/', confined: false };
  const texts = {
    account: 'acme',
    profile: 'p',
    target: 'live',
    operation: 'o',
    call: 'c',
    digest: 'd',
  } as const;
  await journal.approvals.ask(
    { ...texts, facts: [], price: { credits: 0, usd: 0, recipients: 0, checks: null }, line },
    { code: 'K7426XYZ', now: 1000, until: 9000, atMost: 20 },
  );
  await journal.replies.put('acme', { reply: '7', lead: null, as: 'answered', at: 1000, until: null });
  await journal.replies.claim('acme', '8', { lead: null, now: 1000, until: 600_000, seen: null });
}

async function stateOf(journal: Journal) {
  const { items } = await journal.list();
  const steps = await Promise.all(items.map(({ id }) => journal.steps(id)));
  return {
    calls: items.map(({ token, state }, at) => [token, state, steps[at]?.length]),
    approvals: (await journal.approvals.list(3000, true)).map(({ code }) => code),
    budgets: (await journal.budgets.list()).map(({ used }) => used.credits),
    marks: (await journal.replies.list('acme')).map(({ reply }) => reply),
    claims: (await journal.replies.claimed('acme', 5000)).map(({ reply }) => reply),
    seals: (await journal.seals('')).length,
  };
}

const emptied = `SET search_path = outreach; UPDATE secret SET former = '{}';
  TRUNCATE intent, step, moved_entry, approval, budget, draw, reply_mark, claimed_reply, protection`;

/** Gives up at the statement of a change that has this number. */
class StoppingStore extends Store {
  at = Number.POSITIVE_INFINITY;

  constructor(readonly address: string) {
    super(journalAddress(address) as never, { env: {} });
  }

  override change<T>(...[work, given]: Parameters<Store['change']>): Promise<T> {
    return super.change(() => this.#upTo(work()), given) as Promise<T>;
  }

  *#upTo<T>(work: Work<T>): Work<T> {
    let statements = 0;
    for (let step = work.next(); ; step = work.next(yield step.value)) {
      if (step.done) return step.value;
      statements += 1;
      if (statements >= this.at) throw new Error('stopped');
    }
  }
}

async function stoppable(context: TestContext) {
  const server = await postgres(context);
  const store = new StoppingStore(await server.newDatabase());
  await store.open();
  const flag = { raise: () => undefined, lower: () => undefined };
  const self = { pid: 1, started: 'here', host: 'one', user: 'a test' };
  const taker = new SharedJournal(store, { self, flag, now: Date.now });
  onTestFinished(() => taker.close());
  return { server, store, taker };
}

const address = 'postgres://outreach@db.example.com/outreach';

describe('a move', () => {
  it('is refused while a call is open, at work or left, and leaves no mark', {
    tags: ['slow', 'needed'],
  }, async (context) => {
    const { here, shared } = await both(context);
    const intent = await opened(here.two, 'order-1');
    await expect(move(here.one, shared.one)).rejects.toMatchObject({ code: 'in_progress' });
    await here.ends(2);
    await here.two.record(intent, { state: 'sent', sentAt: 1001 }, { at: 1001, what: 'sent' });
    await expect(move(here.one, shared.one)).rejects.toMatchObject({
      code: 'still_open',
      kind: 'conflict',
      subject: { is: 'journal-entry', intent: intent.id },
    });
    expect(await here.one.leaving?.mark()).toBeUndefined();
    expect((await shared.one.list()).total).toBe(0);
    const taken = await here.one.take(intent.id, 2000, false);
    if (taken === undefined) throw new Error('not taken');
    const end = await here.one.record(taken.intent, { state: 'not-done' }, { at: 2000, what: 'not done' });
    await here.one.acknowledge([end], 2000);
    expect(await move(here.one, shared.one)).toMatchObject({ added: 1 });
  });

  it('takes along what a person said is not done, to be looked for again there', async (context) => {
    const { here, shared } = await both(context);
    const intent = await opened(here.one, 'order-1');
    const remark = 'a person says: not done';
    const end = await here.one.record(intent, { state: 'not-done', remark }, { at: 2000, what: remark });
    await here.one.acknowledge([end], 2000);
    await move(here.one, shared.one);
    for (const at of [3000, 4000]) {
      const taken = await shared.one.take(1, at, false);
      if (taken?.kind !== 'ours') throw new Error('not taken');
      const again = await shared.one.record(
        taken.intent,
        { state: 'not-done', remark },
        { at, what: remark },
      );
      await shared.one.acknowledge([again], at);
    }
    expect(await shared.one.get(1)).toMatchObject({ state: 'not-done', acknowledgedAt: 4000 });
  });

  it('leaves a mark: no call begins in the journal that was left, and no other address takes it', async (context) => {
    const { here, shared } = await both(context);
    await done(here.one, 'order-1');
    await move(here.one, shared.one);
    expect(await here.one.leaving?.mark()).toMatchObject({
      address,
      isWhole: true,
      journal: await identityOf(shared.one),
    });
    for (const name of ['order-1', 'order-2'])
      await expect(here.one.claim(draft(name), options)).rejects.toMatchObject({
        kind: 'usage',
        code: 'journal_moved',
      });
    expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
    await expect(move(here.one, shared.one, `${address}2`)).rejects.toMatchObject({ code: 'journal_moved' });
    expect(await move(here.one, shared.one)).toMatchObject({ added: 0 });
    expect(await shared.one.steps(1)).toHaveLength(2);
  });

  it('adds nothing of what a version that moved both ways had brought from there', async (context) => {
    const { here, shared } = await both(context);
    await done(shared.one, 'order-1');
    await done(here.one, 'order-1');
    await here.change(`INSERT INTO moved_entry VALUES ('${await identityOf(shared.one)}', 1, 1)`);
    expect(await move(here.one, shared.one)).toMatchObject({ added: 0 });
    expect((await shared.one.list()).total).toBe(1);
  });

  it('takes along who works on a reply, for as long as is left', async (context) => {
    const { here, shared } = await both(context);
    const terms = { lead: null, now: 4000, seen: null };
    expect(await here.one.replies.claim('acme', '7', { ...terms, until: 65_000 })).toBe(true);
    expect(await here.one.replies.claim('acme', '8', { ...terms, until: 4500 })).toBe(true);
    await move(here.one, shared.one);
    expect(await shared.two.replies.claim('acme', '7', { ...terms, until: 9000 })).toBe(false);
    expect(await shared.two.replies.claim('acme', '8', { ...terms, until: 64_000 })).toBe(true);
    const until = (await shared.one.replies.claimed('acme', 5000)).find(({ reply }) => reply === '7')?.until;
    expect(until).toBeGreaterThan(35_000);
    expect(until).toBeLessThanOrEqual(65_000);
  });

  it('keeps a token that two machines have used: the call that was done first counts', async (context) => {
    const { here, shared } = await both(context);
    await done(shared.one, 'order-1', 900);
    await done(here.one, 'order-1', 800);
    await done(here.one, 'order-2', 800);
    await done(shared.one, 'order-3', 800);
    await done(here.one, 'order-3', 900);
    const contents = await here.one.leaving?.give({ address, now: 5000 });
    if (contents === undefined) throw new Error('it gives nothing');
    expect(await here.one.leaving?.mark()).toBeUndefined();
    expect(await shared.one.taking?.wouldTake(contents)).toMatchObject({ added: 3, sharedTokens: 2 });
    expect((await shared.one.list()).total).toBe(2);
    expect(await move(here.one, shared.one)).toMatchObject({ added: 3, sharedTokens: 2 });
    const kept = { kind: 'kept', intent: { finishedAt: 801 } };
    for (const token of ['order-1', 'order-3'])
      expect(await shared.two.claim(draft(token), options)).toMatchObject(kept);
    // Whichever is taken out, it does not become free.
    const { items } = await shared.one.list();
    const first = items.find(({ finishedAt, token }) => finishedAt === 801 && token === 'order-1');
    expect(await shared.one.forget(first?.id ?? 0)).toBe(true);
    expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
    expect(await shared.one.taking?.take(contents)).toMatchObject({ added: 0 });
  });

  it('does not make a call that is open there, of which this machine has used the token', async (context) => {
    const { here, shared } = await both(context);
    const step = { at: 1, what: 'approved' };
    await shared.two.release(
      await shared.two.record(await opened(shared.two, 'order-1'), { quote: '{}' }, step),
    );
    await done(here.one, 'order-1');
    await move(here.one, shared.one);
    expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
  });

  it('moves thousands of calls, each with its steps, in one transaction', {
    tags: 'slow',
  }, async (context) => {
    const { here, shared } = await both(context);
    const many = 2345;
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
    await here.change(`${numbers} INSERT INTO intent (account, profile, target, operation, effect, slot, likeness, token, request,
        summary, state, generation, started_at, finished_at, told_at)
      SELECT 'acme', 'prod', 'live', 'credits.purchase', 'buys', 'slot ' || i, 'print ' || i, 't' || i, 'null', 'buy', 'done', 1, i,
        i, i FROM n;
      ${numbers} INSERT INTO step (intent_id, at, what) SELECT i, 1, 'first of ' || i FROM n;
      ${numbers} INSERT INTO step (intent_id, at, what) SELECT i, 2, 'second of ' || i FROM n`);
    expect(await move(here.one, shared.one)).toMatchObject({ added: many });
    const claim = await shared.two.claim(
      draft('t2345', { dedupeKey: 'slot 2345', fingerprint: 'print 2345' }),
      options,
    );
    if (claim.kind !== 'kept') throw new Error(claim.kind);
    const steps = ['first of 2345', 'second of 2345'];
    expect((await shared.one.steps(claim.intent.id)).map(({ what }) => what)).toEqual(steps);
  });

  it('knows a call that holds a secret again', { tags: ['slow', 'needed'] }, async (context) => {
    const { here, shared } = await both(context);
    const connecting = (journal: Journal, password = 'hunter2') =>
      draftOf(
        {
          operation: senders.connect,
          input: { body: { email: 'kim@lumen.example', password } },
          request: { method: 'POST', path: '/senders/connect' },
        } as never,
        0,
        { journal, account: 'acme', profile: 'prod', target: 'live', token: undefined, random: () => 0.5 },
      );
    const before = await connecting(here.one);
    const claim = await here.one.claim(before, options);
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    const end = { state: 'done', finishedAt: Date.now() } as const;
    const ended = await here.one.record(claim.intent, end, { at: 2000, what: 'done' });
    await here.one.acknowledge([ended], 2000);
    await move(here.one, shared.one);
    const there = await connecting(shared.two);
    expect(there).toEqual(before);
    expect((await connecting(shared.two, 'another')).fingerprint).not.toBe(before.fingerprint);
    expect(await shared.two.claim(there, { now: 1000, duplicateSince: 0 - 60_000 })).toMatchObject({
      kind: 'duplicate',
    });
  });

  it('leaves budgets and waiting approvals in one journal only', async (context) => {
    const { here, shared } = await both(context);
    await full(here.one);
    await move(here.one, shared.one);
    expect(await here.one.budgets.list()).toEqual([]);
    expect(await here.one.approvals.list(3000, true)).toEqual([]);
    expect(await shared.one.budgets.list()).toMatchObject([{ id: 'B1', used: { credits: 6 } }]);
    expect(await shared.one.approvals.list(3000, false)).toMatchObject([{ code: 'K7426XYZ' }]);
  });

  it('is the same after it was stopped at any statement, and run again', {
    tags: 'slow',
  }, async (context) => {
    const { server, store, taker } = await stoppable(context);
    const moved = async (where: 'here' | 'there' | undefined, at: number) => {
      const door = new FailingDoor(await openDatabase(':memory:'));
      onTestFinished(() => door.database.close());
      const left = journalOver(door.database);
      await full(left);
      await server.run(store.address, emptied);
      if (where === 'here') door.tell({ kind: 'disk full', at, lasts: true });
      if (where === 'there') store.at = at;
      const isWhole = await move(left, taker).then(
        () => true,
        () => false,
      );
      door.tell(undefined);
      store.at = Number.POSITIVE_INFINITY;
      if (!isWhole) await move(left, taker);
      expect((await left.leaving?.mark())?.isWhole).toBe(true);
      expect(await left.budgets.list()).toEqual([]);
      return { isWhole, state: await stateOf(taker) };
    };
    const { state: wanted } = await moved(undefined, 0);
    expect(wanted).toMatchObject({
      calls: [
        ['order-2', 'done', 2],
        ['order-1', 'done', 2],
      ],
      approvals: ['K7426XYZ'],
      budgets: [6],
      marks: ['7'],
      claims: ['8'],
      seals: 2,
    });
    for (const where of ['here', 'there'] as const) {
      let at = 1;
      for (; ; at += 1) {
        const { isWhole, state } = await moved(where, at);
        expect(state, `stopped ${where} at ${at}`).toEqual(wanted);
        if (isWhole) break;
      }
      expect(at).toBeGreaterThan(10);
    }
  });
});
