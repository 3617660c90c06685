import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ApprovalDraft } from '../../src/client/guard/approvals.ts';
import type { Draft, Intent, Journal } from '../../src/client/guard/journal.ts';
import { stores } from './machines.ts';

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

const minute = 60_000;
/** One store counts by its own clock. */
const at = Date.now();
const now = { now: at, duplicateSince: at - minute };

async function ours(journal: Journal, over: Partial<Draft> = {}) {
  const claim = await journal.claim(draft(over), now);
  if (claim.kind !== 'ours') throw new Error(`it is ${claim.kind}`);
  return claim;
}

/** Makes a call, and ends it as done. */
async function done(journal: Journal, over: Partial<Draft> = {}) {
  const { intent } = await ours(journal, over);
  const end = await journal.record(intent, { state: 'done', finishedAt: at }, { at, what: 'done' });
  await journal.acknowledge([end], at);
  return end;
}

const budget = {
  id: 'b1',
  account: 'account',
  profile: 'live',
  target: 'live',
  commands: ['credits buy'],
  credits: 100,
  usd: 10,
  addedAt: 1,
  until: at + minute,
} as const;

const wanted: ApprovalDraft = {
  account: 'account',
  profile: 'live',
  target: 'live',
  operation: 'credits.purchase',
  call: 'call',
  digest: 'digest',
  facts: ['To: Ana'],
  price: { credits: 1, usd: 2, recipients: null, checks: null },
  line: { argv: ['credits', 'buy'], cwd: '/', confined: false },
};

describe.each(stores)('the journal $store', ({ machines }) => {
  describe('the rivals of a call', () => {
    const sent = (journal: Journal, { intent }: { intent: Intent }) =>
      journal.record(intent, { state: 'sent', sentAt: at }, { at, what: 'sent' });
    const call = (dedupeKey: string, over: Partial<Draft> = {}) => ({
      dedupeKey,
      fingerprint: dedupeKey,
      ...over,
    });

    it('are what has left and is open, or was done since about when it began', async (context) => {
      const { one, change } = await machines(context);
      const past = await done(one, call('past'));
      await change(`UPDATE intent SET finished_at = ${at - 61 * minute} WHERE id = ${past.id}`);
      const before = await done(one, call('before'));
      const mine = await sent(one, await ours(one, call('mine')));
      const since = await done(one, call('since'));
      const open = await sent(one, await ours(one, call('open')));
      await ours(one, call('prepared'));
      await done(one, call('other operation', { operation: 'finder.startImport' }));
      await done(one, call('other account', { account: 'other' }));
      const rivals = await one.rivals(mine);
      expect(rivals.map(({ id }) => id)).toEqual([before.id, since.id, open.id]);
    });

    it('are waited for while their process lives and has heard nothing', async (context) => {
      const { one, two, ends } = await machines(context);
      const mine = await sent(one, await ours(one, call('mine')));
      const other = await sent(two, await ours(two, call('other')));
      const isAwaited = async () => (await one.rivals(mine)).map((rival) => rival.isAwaited);
      expect(await isAwaited()).toEqual([true]);
      const heard = await two.record(other, { state: 'sent' }, { at, what: 'no answer' });
      expect(await isAwaited()).toEqual([false]);
      await two.record(heard, { state: 'sent' }, { at, what: 'sent' });
      expect(await isAwaited()).toEqual([true]);
      await ends(2);
      expect(await isAwaited()).toEqual([false]);
    });

    it('keep it from being concluded where one of them has ended since', async (context) => {
      const { one, two } = await machines(context);
      const end = { state: 'done', finishedAt: at } as const;
      for (const name of ['a', 'b', 'c', 'd']) {
        const over = { operation: name };
        const first = await sent(one, await ours(one, call(`${name}1`, over)));
        const second = await sent(two, await ours(two, call(`${name}2`, over)));
        const both = await Promise.all([
          one.conclude(first, end, { at, what: 'done' }, 0),
          two.conclude(second, end, { at, what: 'done' }, 0),
        ]);
        expect(both.map((intent) => intent?.state).sort()).toEqual(['done', undefined]);
        const states = await Promise.all([first, second].map(async ({ id }) => (await one.get(id))?.state));
        expect(states.sort()).toEqual(['done', 'sent']);
      }
    });
  });

  describe('a claim', () => {
    it('is one process alone, until that one is gone', async (context) => {
      const { one, two, ends } = await machines(context);
      expect((await ours(one)).earlier).toBe(false);
      expect((await two.claim(draft(), now)).kind).toBe('busy');
      await ends(1);
      expect((await ours(two)).earlier).toBe(true);
    });

    it('is one process alone where two make it at once', async (context) => {
      const { one, two } = await machines(context);
      for (const dedupeKey of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
        const both = await Promise.all([one, two].map((journal) => journal.claim(draft({ dedupeKey }), now)));
        expect(both.map(({ kind }) => kind).sort()).toEqual(['busy', 'ours']);
      }
    });

    it('that was taken over can no longer be written by who had it before', async (context) => {
      const { one, two, ends } = await machines(context);
      const { intent } = await ours(one);
      await ends(1);
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

    it('goes on where it was let go of, with what was written of it', async (context) => {
      const { one, two } = await machines(context);
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

    it('of what was done a moment ago is a duplicate, and of what was done before that is none', async (context) => {
      const { one } = await machines(context);
      const { intent } = await ours(one);
      await one.acknowledge(
        [await one.record(intent, { state: 'done', finishedAt: at }, { at, what: 'done' })],
        at,
      );
      expect((await one.claim(draft(), { now: at, duplicateSince: at - minute })).kind).toBe('duplicate');
      expect((await one.claim(draft(), { now: at, duplicateSince: at + minute })).kind).toBe('ours');
    });

    it('under a token is kept for ever, and never another call', async (context) => {
      const { one } = await machines(context);
      const named = { token: 't', dedupeKey: 'token' };
      const { intent } = await ours(one, named);
      await one.acknowledge(
        [await one.record(intent, { state: 'done', finishedAt: 0 }, { at: 0, what: 'done' })],
        1,
      );
      expect((await one.claim(draft(named), now)).kind).toBe('kept');
      expect((await one.claim(draft({ ...named, fingerprint: 'another' }), now)).kind).toBe('other-call');
    });

    it('under a token that is still open is never another call', async (context) => {
      const { one, two, ends } = await machines(context);
      const named = { token: 't', dedupeKey: 'token' };
      const { intent } = await ours(one, named);
      await one.record(intent, { state: 'sent', sentAt: 5 }, { at: 5, what: 'sent' });
      await ends(1);
      expect(await two.claim(draft({ ...named, fingerprint: 'another' }), now)).toMatchObject({
        kind: 'other-call',
        intent: { id: intent.id, state: 'sent' },
      });
      expect((await two.get(intent.id))?.owner?.pid).toBe(1);
    });

    it('waits behind a charge in vain of the same account, as long as that is open', async (context) => {
      const { one } = await machines(context);
      const { intent } = await ours(one);
      const charged = await one.record(
        intent,
        { state: 'unknown', blocks: true },
        { at: 1, what: 'charged' },
      );
      const other = { dedupeKey: 'other', fingerprint: 'other' };
      expect((await one.claim(draft(other), now)).kind).toBe('blocked');
      expect(
        (await one.claim(draft({ dedupeKey: 'theirs', fingerprint: 'theirs', account: 'another' }), now))
          .kind,
      ).toBe('ours');
      await one.acknowledge([await one.record(charged, { state: 'done' }, { at: 2, what: 'done' })], 2);
      expect((await one.claim(draft(other), now)).kind).toBe('ours');
    });
  });

  describe('what is open', () => {
    it('raises the flag, and the last one that is told lowers it', async (context) => {
      const { one, two, isRaised, ends } = await machines(context);
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
      expect([await one.forget(first.id), await one.forget(second.id)]).toEqual([true, false]);
      expect(await one.forgetBefore(5, now)).toEqual({ forgotten: 0, kept: 0 });
      await ends(1);
      expect((await two.waiting()).map(({ id }) => id)).toEqual([second.id]);
      expect(await two.list({ open: true, limit: 1 })).toMatchObject({
        items: [{ id: second.id }],
        total: 1,
      });
      await one.acknowledge([second], 2);
      expect([isRaised(), await two.open()]).toEqual([false, []]);
    });

    it('is not done where its process ended before it was agreed to, and stays where it was agreed to', async (context) => {
      const { one, two, ends, isRaised } = await machines(context);
      const asked = (await ours(one)).intent;
      const agreed = (await ours(one, { dedupeKey: 'second' })).intent;
      await one.record(agreed, { quote: '{}' }, { at: 1, what: 'approved' });
      expect((await two.open()).map(({ id }) => id)).toEqual([asked.id, agreed.id]);
      await ends(1);
      expect((await two.waiting()).map(({ id }) => id)).toEqual([agreed.id]);
      expect(await two.get(asked.id)).toMatchObject({ state: 'not-done', acknowledgedAt: at });
      expect((await two.list({ attempted: true })).items.map(({ id }) => id)).toEqual([agreed.id]);
      await two.take(agreed.id, 2, false);
      await two.acknowledge(await two.open(), 2);
      expect(isRaised()).toBe(false);
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

    it('are found in every text and step, whatever their case', async (context) => {
      const { one } = await machines(context);
      const first = (await ours(one, { dedupeKey: 'a', summary: 'To ANA@lumen.example' })).intent;
      const second = (await ours(one, { dedupeKey: 'b', fingerprint: 'b', token: 'ana@lumen.example' }))
        .intent;
      const third = (await ours(one, { dedupeKey: 'c' })).intent;
      await one.record(third, {}, { at: 2, what: 'asked ana@lumen.example' });
      await ours(one, { dedupeKey: 'd' });
      const found = async (...wanted: string[]) => (await one.naming(wanted)).map(({ id }) => id);
      expect(await found('ana@lumen.example')).toEqual([first.id, second.id, third.id]);
      expect(await found('nobody@x.example', 'Ana@Lumen.example')).toHaveLength(3);
      expect(await found('100%')).toEqual([]);
      expect(await found()).toEqual([]);
    });

    it('are replaced in ended calls alone, which are still recognised', async (context) => {
      const { one } = await machines(context);
      const ended = (await ours(one, { summary: 'To ana' })).intent;
      const done = await one.record(ended, { state: 'done', finishedAt: at }, { at, what: 'done' });
      const open = (await ours(one, { dedupeKey: 'other', fingerprint: 'other', summary: 'To ana' })).intent;
      const both = [ended.id, open.id].map((id) => ({ ...texts, id }));
      expect(await one.redact(both)).toEqual([]);
      await one.acknowledge([done], at);
      expect(await one.redact(both)).toEqual([ended.id]);
      expect((await one.get(open.id))?.summary).toBe('To ana');
      expect(await one.get(ended.id)).toMatchObject({
        summary: 'gone',
        fingerprint: 'likeness',
        dedupeKey: 'slot',
      });
      expect(await one.steps(ended.id)).toEqual(texts.steps);
      expect((await one.claim(draft(), now)).kind).toBe('duplicate');
    });
  });

  describe('what goes with the calls', () => {
    it('budgets: no more is drawn than is left, and what did not happen took nothing', async (context) => {
      const { one, two } = await machines(context);
      await one.budgets.add(budget, null);
      const drawing = (name: string, usd: number) =>
        two.claim(draft({ dedupeKey: name, fingerprint: name }), {
          ...now,
          draw: { budgets: ['b1'], credits: 60, usd },
        });
      const first = await drawing('a', 1);
      expect(first.kind).toBe('ours');
      expect((await drawing('b', 1)).kind).toBe('over-budget');
      expect(await one.list()).toMatchObject({ total: 1 });
      if (first.kind !== 'ours') return;
      expect([await one.budgets.covers(first.intent.id), await one.budgets.covers(77)]).toEqual([
        true,
        false,
      ]);
      const end = await two.record(
        first.intent,
        { state: 'done', finishedAt: at, quote: '{"result":{"credits":20,"people":1,"usd":0.5}}' },
        { at, what: 'done' },
      );
      await two.acknowledge([end], at);
      expect((await one.budgets.list()).map(({ used }) => used)).toEqual([{ credits: 20, usd: 0.5 }]);
      expect((await drawing('b', 20)).kind).toBe('over-budget');
      expect((await drawing('b', 1)).kind).toBe('ours');
      expect([await one.budgets.revoke('b1', at), await two.budgets.revoke('b1', at)]).toEqual([true, false]);
      await one.budgets.forget('acc');
      expect(await two.budgets.list()).toEqual([]);
    });

    it('approvals: asked for by one, approved by the other, used once', async (context) => {
      const { one, two } = await machines(context);
      const terms = { code: 'ABCD1234', now: at, until: at + minute, atMost: 1 };
      const asked = await one.approvals.ask(wanted, terms);
      expect(asked).toMatchObject({ code: 'ABCD1234', state: 'waiting', facts: ['To: Ana'], usedAt: null });
      expect((await two.approvals.ask(wanted, { ...terms, code: 'OTHER' }))?.code).toBe('ABCD1234');
      expect(await two.approvals.ask({ ...wanted, digest: 'other' }, { ...terms, code: 'OTHER' })).toBe(
        undefined,
      );
      const decision = { price: wanted.price, facts: wanted.facts, signature: null };
      expect(await two.approvals.approve('ABCD1234', decision, at)).toBe(true);
      expect(await one.approvals.approve('ABCD1234', decision, at)).toBe(false);
      const approved = await one.approvals.find('ABCD1234', at);
      if (approved === undefined) throw new Error('it is gone');
      expect(
        await Promise.all([one, two].map(({ approvals }) => approvals.use(approved, at, false))),
      ).toContain(true);
      expect(await one.approvals.use(approved, at, false)).toBe(false);
      await two.approvals.giveBack('ABCD1234');
      expect(await one.approvals.of('account', 'call', at)).toMatchObject([{ state: 'approved' }]);
      expect((await one.approvals.find('ABCD1234', at + minute))?.state).toBe('expired');
      expect(await one.approvals.end('ABCD1234', 'denied', at)).toBe(true);
      expect([await one.approvals.list(at, false), (await one.approvals.list(at, true)).length]).toEqual([
        [],
        1,
      ]);
      const protection = { publicKey: 'a', privateKey: 'b' };
      await one.approvals.protect(protection);
      expect(await two.approvals.protection()).toEqual(protection);
      await one.approvals.protect(undefined);
      expect(await two.approvals.protection()).toBe(undefined);
      expect(await one.approvals.forget('acc', ['nobody'])).toBe(0);
      expect(await one.approvals.forget('acc', ['ana'])).toBe(1);
    });

    it('replies: marked by one and seen by the other, and claimed by one alone', async (context) => {
      const { one, two } = await machines(context);
      const mark = { reply: '1', lead: '7', as: 'skipped', at: 1000, until: null } as const;
      const terms = { lead: '7', now: at, until: at + minute, seen: null };
      expect(await one.replies.claim('account', '1', terms)).toBe(true);
      expect(await two.replies.claim('account', '1', terms)).toBe(false);
      expect(await two.replies.claimed('account', at)).toMatchObject([{ reply: '1', lead: '7' }]);
      await one.replies.put('account', mark);
      expect(await two.replies.list('account')).toEqual([mark]);
      expect(await two.replies.claim('account', '1', terms)).toBe(false);
      expect(await two.replies.claim('account', '1', { ...terms, seen: 1000 })).toBe(true);
      await one.replies.put('account', { ...mark, as: 'later', at: 2000, until: 9 });
      expect(await two.replies.list('account')).toMatchObject([{ as: 'later', until: 9 }]);
      await two.replies.forget('account', '8');
      expect(await one.replies.list('account')).toHaveLength(1);
      await two.replies.remove('account', '1');
      expect(await one.replies.list('account')).toEqual([]);
    });

    it('a digest is the same for both, and changes of a person are written down', async (context) => {
      const { one, two } = await machines(context);
      expect(await one.seals('x')).toEqual(await two.seals('x'));
      await one.note({ profile: 'live', operation: 'profiles.guards', summary: 'Lower', agreed: ['a'] }, at);
      expect(await two.list()).toMatchObject({ items: [{ state: 'done', acknowledgedAt: at }], total: 1 });
    });
  });

  it('opens again what a person says is not done, under a number that no process has', async (context) => {
    const { one, two, ends } = await machines(context);
    const { intent } = await ours(one);
    await ends(1);
    const taken = async () => {
      const found = await two.take(intent.id, at, false);
      if (found?.kind !== 'ours') throw new Error('it was not taken');
      return found.intent;
    };
    const said = { state: 'not-done', remark: 'a person says: not done' } as const;
    const end = await two.record(await taken(), said, { at, what: said.remark });
    await two.acknowledge([end], at);
    expect((await two.list({ attempted: true })).total).toBe(1);
    const again = await taken();
    expect(again).toMatchObject({ state: 'unknown', acknowledgedAt: undefined });
    expect(again.generation).toBeGreaterThan(end.generation);
    expect((await two.open()).map(({ id }) => id)).toEqual([intent.id]);
  });

  describe('what is damaged', () => {
    it('is unknown, holds up calls of its operation, and is ended by a person', async (context) => {
      const { one, two, ends, change } = await machines(context);
      const { intent } = await ours(one);
      await change("UPDATE intent SET request = '{'");
      const other = draft({ dedupeKey: 'other', fingerprint: 'other' });
      expect(await two.claim(other, now)).toMatchObject({ kind: 'damaged', intent: { state: 'unknown' } });
      await ends(1);
      const taken = await two.take(intent.id, at, false);
      if (taken?.kind !== 'ours') throw new Error('it was not taken');
      expect(
        await two.record(taken.intent, { state: 'not-done' }, { at, what: 'a person says: not done' }),
      ).toMatchObject({
        state: 'not-done',
        damaged: [],
      });
      await two.acknowledge([taken.intent], at);
      expect((await two.claim(other, now)).kind).toBe('ours');
    });
  });

  it('takes out what ended, and calls of accounts that begin so', async (context) => {
    const { one, two } = await machines(context);
    const ended = await done(one);
    await done(one, { dedupeKey: 'b', fingerprint: 'b', operation: 'other' });
    expect((await two.newestDone('account', 'credits.purchase')).map(({ id }) => id)).toEqual([ended.id]);
    expect(await two.forget(ended.id)).toBe(true);
    expect([await two.get(ended.id), (await two.list()).total]).toEqual([undefined, 1]);
    const named = await done(one, { dedupeKey: 't', fingerprint: 't', token: 't' });
    const past = { now: at, duplicateSince: at + 1 };
    expect(await two.forgetBefore(at, past)).toEqual({ forgotten: 0, kept: 0 });
    // What makes a duplicate stays, by the clock of the database where that counts.
    expect(await two.forgetBefore(at + 1, now)).toEqual({ forgotten: 0, kept: 1 });
    expect((await two.claim(draft({ dedupeKey: 'b', fingerprint: 'b', operation: 'other' }), now)).kind).toBe(
      'duplicate',
    );
    expect(await two.forgetBefore(at + 1, past)).toEqual({ forgotten: 1, kept: 0 });
    expect((await one.list()).items.map(({ id }) => id)).toEqual([named.id]);
    await ours(one);
    await two.forgetAccounts('acc');
    expect((await one.list()).total).toBe(0);
  });
});

describe('a call that another machine is at', () => {
  it('has the machine that wrote it down, and then the one that took it over', async (context) => {
    const { one, two, ends, change } = await stores[1].machines(context);
    const { intent } = await ours(one);
    await change("UPDATE intent SET host = 'first-host'");
    expect(await two.claim(draft(), now)).toMatchObject({
      kind: 'busy',
      intent: { owner: { pid: 1, host: 'first-host' } },
    });
    await ends(1);
    await ours(two);
    const taken = { kind: 'busy', intent: { owner: { pid: 2, host: hostname() } } };
    expect([await one.claim(draft(), now), await one.take(intent.id, at, false)]).toMatchObject([
      taken,
      taken,
    ]);
  });
});
