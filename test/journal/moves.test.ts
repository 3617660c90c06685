import { describe, expect, it, type TestContext } from 'vitest';
import { draftOf } from '../../src/client/guard/draft.ts';
import type { Draft, Journal } from '../../src/client/guard/journal.ts';
import { senders } from '../../src/contract/areas/senders.ts';
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

/** As `journal move` does it. */
async function move(from: Journal, to: Journal, address?: string) {
  const giving = { to: await to.moves.identity(), now: 5000, leavesFor: address };
  const added = await to.moves.take(await from.moves.give(giving));
  await from.moves.end(5000);
  return added.added;
}

async function both(context: TestContext) {
  const [here, shared] = await Promise.all(stores.map(({ machines }) => machines(context)));
  if (here === undefined || shared === undefined) throw new Error('a store is missing');
  return { here, shared };
}

const address = 'postgres://outreach@db.example.com/outreach';

describe('a move', () => {
  it('is refused while a living process works on a call, and leaves no mark', async (context) => {
    const { here, shared } = await both(context);
    await opened(here.two, 'order-1');
    await expect(move(here.one, shared.one, address)).rejects.toMatchObject({ code: 'in_progress' });
    expect(await here.one.moves.mark()).toBeUndefined();
    expect((await shared.one.list()).total).toBe(0);
  });

  it('takes along an open call, which is taken over there and refused here', async (context) => {
    const { here, shared } = await both(context);
    const { id } = await opened(here.two, 'order-1');
    await here.two.record(
      { ...(await here.two.get(id)) } as never,
      { state: 'sent', sentAt: 1001 },
      { at: 1001, what: 'sent' },
    );
    await here.ends(2);
    expect(await move(here.one, shared.one, address)).toBe(1);
    expect(here.isRaised()).toBe(false);
    expect(shared.isRaised()).toBe(true);
    await expect(here.one.claim(draft('order-1'), options)).rejects.toMatchObject({
      kind: 'usage',
      code: 'journal_moved',
    });
    const claim = await shared.one.claim(draft('order-1'), options);
    expect(claim).toMatchObject({ kind: 'ours', earlier: true, intent: { state: 'sent' } });
    expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'busy' });
    // It does not come back while it is open there.
    await expect(move(shared.two, here.one)).rejects.toMatchObject({ code: 'in_progress' });
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    await shared.one.release(claim.intent);
    await expect(move(shared.two, here.one)).rejects.toMatchObject({ code: 'still_open' });
    expect(await here.one.moves.mark()).toMatchObject({ address, isWhole: true, open: 1 });
  });

  it('keeps the later end where both journals know a call', async (context) => {
    const { here, shared } = await both(context);
    await done(here.one, 'order-1');
    expect(await move(here.one, shared.one, address)).toBe(1);
    await done(shared.one, 'order-2');
    expect(await move(shared.one, here.one)).toBe(1);
    expect(await here.one.moves.mark()).toBeUndefined();
    expect(await here.one.claim(draft('order-2'), options)).toMatchObject({ kind: 'kept' });
    expect(await move(here.one, shared.one, address)).toBe(0);
    expect((await shared.one.list()).total).toBe(2);
    expect(await shared.one.steps(1)).toHaveLength(2);
  });

  it('takes along who works on a reply, for as long as is left', async (context) => {
    const { here, shared } = await both(context);
    const terms = { lead: null, now: 4000, seen: null };
    expect(await here.one.replies.claim('acme', '7', { ...terms, until: 65_000 })).toBe(true);
    expect(await here.one.replies.claim('acme', '8', { ...terms, until: 4500 })).toBe(true);
    await move(here.one, shared.one, address);
    expect(await shared.two.replies.claim('acme', '7', { ...terms, until: 9000 })).toBe(false);
    expect(await shared.two.replies.claim('acme', '8', { ...terms, until: 64_000 })).toBe(true);
    const until = (await shared.one.replies.claimed('acme', 5000)).find(({ reply }) => reply === '7')?.until;
    expect(until).toBeGreaterThan(35_000);
    expect(until).toBeLessThanOrEqual(65_000);
    await move(shared.one, here.one);
    expect(await here.one.replies.claim('acme', '8', { ...terms, until: 9000 })).toBe(false);
  });

  it('keeps a token that two machines have used: the call that was done first counts', async (context) => {
    const { here, shared } = await both(context);
    await done(shared.one, 'order-1', 900);
    await done(here.one, 'order-1', 800);
    await done(here.one, 'order-2', 800);
    await done(shared.one, 'order-3', 800);
    await done(here.one, 'order-3', 900);
    const contents = await here.one.moves.give({ to: await shared.one.moves.identity(), now: 5000 });
    const would = await shared.one.moves.wouldTake(contents);
    expect(would).toMatchObject({ added: 3, sharedTokens: 2 });
    expect(await shared.one.moves.take(contents)).toMatchObject({ added: 3, sharedTokens: 2 });
    const kept = { kind: 'kept', intent: { finishedAt: 801 } };
    for (const token of ['order-1', 'order-3'])
      expect(await shared.two.claim(draft(token), options)).toMatchObject(kept);
    // Whichever is taken out, it does not become free.
    const { items } = await shared.one.list();
    const first = items.find(({ finishedAt, token }) => finishedAt === 801 && token === 'order-1');
    expect(await shared.one.forget(first?.id ?? 0)).toBe(true);
    expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
    expect(await shared.one.moves.take(contents)).toMatchObject({ added: 0 });
  });

  it.for(['on this machine', 'in PostgreSQL'])(
    'does not make a call of which another machine has used the token: it was open %s',
    async (where, context) => {
      const { here, shared } = await both(context);
      const [open, ended] = where === 'on this machine' ? [here, shared] : [shared, here];
      await open.two.release(
        await open.two.record(
          await opened(open.two, 'order-1'),
          { quote: '{}' },
          { at: 1, what: 'approved' },
        ),
      );
      await done(ended.one, 'order-1');
      await move(here.one, shared.one, address);
      expect(await shared.two.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
    },
  );

  it('moves thousands of calls, each with its steps, in one transaction', async (context) => {
    const { here, shared } = await both(context);
    const many = 2345;
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
    await here.change(`${numbers} INSERT INTO intent (account, profile, target, operation, effect, slot, likeness, token, request,
        summary, state, generation, started_at, finished_at, told_at)
      SELECT 'acme', 'prod', 'live', 'credits.purchase', 'buys', 'slot ' || i, 'print ' || i, 't' || i, 'null', 'buy', 'done', 1, i,
        i, i FROM n;
      ${numbers} INSERT INTO step (intent_id, at, what) SELECT i, 1, 'first of ' || i FROM n;
      ${numbers} INSERT INTO step (intent_id, at, what) SELECT i, 2, 'second of ' || i FROM n`);
    expect(await move(here.one, shared.one, address)).toBe(many);
    const claim = await shared.two.claim(
      draft('t2345', { dedupeKey: 'slot 2345', fingerprint: 'print 2345' }),
      options,
    );
    if (claim.kind !== 'kept') throw new Error(claim.kind);
    const steps = ['first of 2345', 'second of 2345'];
    expect((await shared.one.steps(claim.intent.id)).map(({ what }) => what)).toEqual(steps);
    const there = (await stores[0].machines()).one;
    expect(await move(shared.one, there)).toBe(many);
    const [newest] = (await there.list({ limit: 1 })).items;
    expect((await there.steps(newest?.id ?? 0)).map(({ what }) => what)).toEqual(steps);
  });

  it('knows a call that holds a secret again, there and back', async (context) => {
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
    await here.one.release(
      await here.one.record(claim.intent, { state: 'sent' }, { at: 1001, what: 'sent' }),
    );
    await move(here.one, shared.one, address);
    const there = await connecting(shared.two);
    expect(there).toEqual(before);
    expect((await connecting(shared.two, 'another')).fingerprint).not.toBe(before.fingerprint);
    const again = await shared.two.claim(there, options);
    expect(again).toMatchObject({ kind: 'ours', earlier: true, intent: { state: 'sent' } });
    if (again.kind !== 'ours') throw new Error(again.kind);
    const end = { state: 'done', finishedAt: 2000 } as const;
    await shared.two.acknowledge(
      [await shared.two.record(again.intent, end, { at: 2000, what: 'done' })],
      2000,
    );
    await shared.two.claim(await connecting(shared.two, 'third'), options);
    const other = (await stores[0].machines()).one;
    const [newest] = await shared.two.open();
    if (newest === undefined) throw new Error('nothing is open');
    const third = await shared.two.record(newest, end, { at: 2000, what: 'done' });
    await shared.two.acknowledge([third], 2000);
    expect(await move(shared.one, other)).toBe(2);
    const wanted = { now: 2100, duplicateSince: 1500 };
    for (const password of ['hunter2', 'third'])
      expect(await other.claim(await connecting(other, password), wanted)).toMatchObject({
        kind: 'duplicate',
      });
  });

  it('gives back, where the other journal is lost, what went open, as unknown', async (context) => {
    const { here, shared } = await both(context);
    await done(here.one, 'order-1');
    await here.two.release(await opened(here.two, 'order-2'));
    const sent = await here.two.record(
      await opened(here.two, 'order-3'),
      { state: 'sent', sentAt: 1001 },
      { at: 1001, what: 'sent' },
    );
    await here.two.release(sent);
    await move(here.one, shared.one, address);
    expect(await here.one.moves.mark()).toMatchObject({ open: 2, at: 5000 });
    expect(await here.one.open()).toEqual([]);
    // They may be needed again.
    expect(await here.one.forget(sent.id)).toBe(false);
    expect(await here.one.forgetBefore(9000, { now: 9000, duplicateSince: 9000 })).toMatchObject({
      forgotten: 0,
    });
    expect(await here.one.moves.lost(6000)).toBe(2);
    expect(await here.one.moves.mark()).toBeUndefined();
    expect(here.isRaised()).toBe(true);
    expect(await here.one.open()).toMatchObject([
      { token: 'order-2', state: 'unknown', sentAt: 1000 },
      { token: 'order-3', state: 'unknown', sentAt: 1001 },
    ]);
    expect((await here.one.steps(sent.id)).at(-1)?.what).toContain('what became of it there is not known');
    expect(await here.one.claim(draft('order-1'), options)).toMatchObject({ kind: 'kept' });
    expect(await here.one.claim(draft('order-3'), options)).toMatchObject({
      kind: 'ours',
      earlier: true,
      intent: { state: 'unknown' },
    });
  });

  it('leaves open what the other journal has forgotten meanwhile', async (context) => {
    const { here, shared } = await both(context);
    const sent = { state: 'sent', sentAt: 1001 } as const;
    await here.two.release(
      await here.two.record(await opened(here.two, 'order-1'), sent, { at: 1001, what: 'sent' }),
    );
    await move(here.one, shared.one, address);
    const [open] = await shared.one.open();
    const taken = await shared.one.take(open?.id ?? 0, 2000, false);
    if (taken === undefined) throw new Error('not taken');
    const ended = await shared.one.record(taken.intent, { state: 'done' }, { at: 2000, what: 'done' });
    await shared.one.acknowledge([ended], 2000);
    await shared.one.forget(ended.id);
    await move(shared.one, here.one);
    expect(await here.one.open()).toMatchObject([{ token: 'order-1', state: 'unknown' }]);
  });

  it('leaves budgets and waiting approvals in one journal only', async (context) => {
    const { here, shared } = await both(context);
    const budget = { id: 'B1', account: 'acme', credits: 10, usd: null } as never;
    await here.one.budgets.add(budget, null);
    const claim = await here.one.claim(draft('order-1'), {
      ...options,
      draw: { budgets: ['B1'], credits: 4, usd: 0 },
    });
    if (claim.kind !== 'ours') throw new Error(claim.kind);
    const sent = await here.one.record(claim.intent, { state: 'sent' }, { at: 1001, what: 'sent' });
    await here.one.release(sent);
    await move(here.one, shared.one, address);
    expect(await here.one.budgets.list()).toEqual([]);
    expect(await shared.one.budgets.list()).toMatchObject([{ id: 'B1', used: { credits: 4 } }]);
    const [open] = await shared.one.open();
    if (open === undefined) throw new Error('the call is not open');
    const taken = await shared.one.take(open.id, 2000, false);
    if (taken === undefined) throw new Error('not taken');
    const ended = await shared.one.record(taken.intent, { state: 'done' }, { at: 2000, what: 'done' });
    await shared.one.acknowledge([ended], 2000);
    await move(shared.one, here.one);
    expect(await here.one.budgets.list()).toEqual([]);
    expect(await here.one.get(open.id)).toMatchObject({ state: 'done' });
  });
});
