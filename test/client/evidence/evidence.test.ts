import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import type { Item, Probe, Rival } from '../../../src/client/evidence/evidence.ts';
import { evidenceOf } from '../../../src/client/evidence/index.ts';
import { campaigns } from '../../../src/contract/areas/campaigns.ts';
import { isGuarded } from '../../../src/contract/consent.ts';
import { operations } from '../../../src/contract/index.ts';
import type { AnyInput, AnyOperation } from '../../../src/contract/operation.ts';

const sentAt = Date.UTC(2026, 2, 2, 8);
const at = (seconds: number) => new Date(sentAt + seconds * 1000).toISOString();

/** A service that answers these operations, each with one page, and knows of nothing else. */
const looking = (answers: Item, input: AnyInput): Probe => ({
  input,
  sentAt,
  read: async (operation) => {
    const answer = answers[operation.id];
    if (answer === undefined) throw new Failure('not_found', `no ${operation.id}`);
    return answer;
  },
});

async function find(
  id: string,
  input: AnyInput,
  before: Item,
  after: Item,
  others: readonly Partial<Rival>[] = [],
) {
  const evidence = evidenceOf({ id } as AnyOperation);
  if (!evidence) throw new Error(`no evidence of ${id}`);
  const snapshot = JSON.parse(JSON.stringify(await evidence.snapshot(looking(before, input))));
  const rivals = async () => others.map((other) => ({ ...rival, input, snapshot, ...other }));
  return evidence.look({ ...looking(after, input), rivals }, snapshot);
}

/** The same call, done since this one began. */
const rival: Rival = {
  id: 2,
  input: undefined,
  holds: true,
  isDone: true,
  isPast: false,
  isEqual: true,
  snapshot: undefined,
  answer: undefined,
  effect: undefined,
};

describe('the evidence of guarded operations', () => {
  it('is there for every one but a new key', () => {
    const without = operations.filter((operation) => isGuarded(operation) && !evidenceOf(operation));
    expect(without.map(({ id }) => id)).toEqual(['workspaces.createKey']);
  });
});

describe('an import of the finder', () => {
  const input = { body: { campaignId: 7, mode: 'first_n', count: 20, filters: { countries: ['Germany'] } } };
  const none = { 'finder.imports': { imports: [] } };
  const one = {
    importId: 3n,
    campaignId: '7',
    mode: 'first_n',
    status: 'running',
    requested: 20,
    verifyEmails: true,
    audienceKey: 'aud_de',
    creditsPerProspect: 2,
    createdAt: at(1),
  };
  const now = (changes: Item, key = 'aud_de') => ({
    'finder.imports': { imports: [{ ...one, ...changes }] },
    'finder.search': { audienceKey: key, results: [] },
  });

  it('is known by campaign, mode, size and filters', async () => {
    expect(await find('finder.startImport', input, none, now({}))).toMatchObject({
      kind: 'done',
      answer: { importId: 3n, estimatedCredits: 40, available: null },
    });
  });

  it.each([
    ['of another campaign', { campaignId: 8 }],
    ['of another size', { requested: 21 }],
    ['of another mode', { mode: 'selected' }],
    ['that does not verify', { verifyEmails: false }],
    ['of a weekly top-up', { topUpOf: 4 }],
  ])('is not one %s', async (_which, changes) => {
    expect(await find('finder.startImport', input, none, now(changes))).toEqual({ kind: 'nothing' });
  });

  it('is not one of other filters', async () => {
    expect(await find('finder.startImport', input, none, now({}, 'aud_fr'))).toEqual({ kind: 'nothing' });
  });
});

describe('sourcing', () => {
  const quiet = { 'finder.imports': { imports: [] }, 'autopilot.runs': { runs: [], total: 0 } };
  const before = { 'credits.transactions': { transactions: [], total: 0 } };
  const debit = { id: 1, amount: -20, reason: 'x', createdAt: at(1) };
  const now = { 'credits.transactions': { transactions: [debit], total: 1 } };

  it('is the one new debit while nothing else spends', async () => {
    const finding = await find('prospects.source', { body: {} }, before, { ...quiet, ...now });
    expect(finding).toMatchObject({ kind: 'done', answer: { creditsSpent: 20, newBalance: null } });
  });

  it.each([
    ['an import runs', { 'finder.imports': { imports: [{ importId: 1, finishedAt: null }] } }],
    ['an import ended since', { 'finder.imports': { imports: [{ importId: 1, finishedAt: at(2) }] } }],
    [
      'a run tops up prospects',
      { 'autopilot.runs': { runs: [{ id: 1, status: 'running', approvedAt: at(-90) }], total: 1 } },
    ],
  ])('is for a person to judge while %s', async (_what, busy) => {
    const finding = await find('prospects.source', { body: {} }, before, { ...quiet, ...now, ...busy });
    expect(finding).toEqual({ kind: 'several', matches: [debit] });
  });
});

describe('an order', () => {
  const input = {
    body: {
      domains: [{ domainName: 'acme-mail.com' }],
      mailboxes: [{ domainName: 'acme-mail.com', username: 'ana', firstName: 'Ana', lastName: 'Berg' }],
    },
  };
  const look = (order: Item) =>
    find(
      'dfy.createOrder',
      input,
      { 'dfy.orders': { orders: [], total: 0 } },
      { 'dfy.orders': { orders: [{ id: 1, createdAt: at(-86_400), ...order }], total: 1 } },
    );

  it('is known by what it orders, in whatever words, also long after the first try', async () => {
    const words = { domains: ['acme-mail.com'], mailboxes: ['ana@acme-mail.com'] };
    expect((await look(words)).kind).toBe('done');
    const records = { domains: [{ name: 'ACME-mail.com' }], mailboxes: input.body.mailboxes };
    expect((await look(records)).kind).toBe('done');
  });

  it('is not one of a name that merely ends alike, or of another mailbox', async () => {
    const other = { domains: ['my.acme-mail.com'], mailboxes: ['ana@my.acme-mail.com'] };
    expect((await look(other)).kind).toBe('nothing');
    expect((await look({ domains: ['acme-mail.com'], mailboxes: ['bo@acme-mail.com'] })).kind).toBe(
      'nothing',
    );
  });

  it('is for a person to judge where it says nothing, or orders more', async () => {
    expect((await look({})).kind).toBe('several');
    const more = { domains: ['acme-mail.com', 'two.com'], mailboxes: ['ana@acme-mail.com'] };
    expect((await look(more)).kind).toBe('several');
  });
});

describe('the start of a campaign', () => {
  const campaign = (status: string, updatedAt = at(-9)) => ({
    'campaigns.get': { campaign: { id: 1, name: 'Autumn', status, updatedAt } },
  });
  it.each([
    ['draft', 'running', 'done'],
    ['draft', 'paused', 'done'],
    ['draft', 'completed', 'done'],
    ['paused', 'running', 'done'],
    ['completed', 'running', 'done'],
    ['draft', 'draft', 'nothing'],
    ['paused', 'paused', 'nothing'],
    ['running', 'running', 'several'],
    ['running', 'paused', 'several'],
    ['draft', 'archived', 'several'],
  ])('%s before and %s now: %s', async (before, now, kind) => {
    const input = { params: { id: 1 } };
    expect((await find('campaigns.resume', input, campaign(before), campaign(now))).kind).toBe(kind);
  });

  it('is for a person to judge where a paused campaign was changed meanwhile', async () => {
    const finding = await find(
      'campaigns.resume',
      { params: { id: 1 } },
      campaign('paused'),
      campaign('paused', at(3)),
    );
    expect(finding.kind).toBe('several');
  });
});

describe('a draft', () => {
  const draft = { id: '12345678901234567890', leadId: 4, subject: 'Re', body: 'Yes', to: ['a@b.example'] };
  const listed = { 'drafts.list': { drafts: [draft], total: 1, page: 1, limit: 200, hasMore: false } };
  const gone = { 'drafts.list': { drafts: [], total: 0, page: 1, limit: 200, hasMore: false } };
  const said = (isDraft: boolean, status = 'scheduled') => ({
    'leads.conversation': {
      conversation: [{ id: 1, direction: 'outbound', body: 'Yes', isDraft, status }],
    },
  });
  const input = { params: { id: 12345678901234567890n } };
  const look = (before: Item, after: Item) => find('drafts.send', input, before, after);

  it('that is listed no more was sent, or can no longer be', async () => {
    expect(await look(listed, gone)).toMatchObject({
      kind: 'done',
      answer: {
        to: ['a@b.example'],
        status: null,
        message: expect.stringContaining('can no longer be sent'),
      },
    });
    expect(await look(listed, { ...gone, ...said(false) })).toMatchObject({
      kind: 'done',
      answer: { status: null, message: expect.stringContaining('with the status scheduled') },
    });
  });

  it('that a lagging list hides, was listed never, or is still listed, was not seen to go', async () => {
    expect((await look(listed, { ...gone, ...said(true) })).kind).toBe('nothing');
    expect((await look(gone, gone)).kind).toBe('nothing');
    expect((await look(listed, listed)).kind).toBe('nothing');
  });

  it('that the conversation shows as failed is not known to be sent', async () => {
    expect((await look(listed, { ...gone, ...said(false, 'Failed') })).kind).toBe('several');
  });
});

describe('a mailbox', () => {
  const list = (...senderEmails: Item[]) => ({
    'senders.list': { senderEmails, total: senderEmails.length, page: 1, limit: 200, hasMore: false },
  });
  const ana = { id: 1, address: 'ana@lumen.example' };
  it.each([
    ['absent before, connected now', list(), list({ ...ana, isConnected: true }), 'done'],
    ['reconnected', list({ ...ana, isConnected: false }), list({ ...ana, isConnected: true }), 'done'],
    ['connected all the time', list(ana), list(ana), 'nothing'],
    ['there now, and not connected', list(), list({ ...ana, isConnected: false }), 'several'],
    ['somebody else', list(), list({ ...ana, address: 'bo@lumen.example' }), 'nothing'],
  ])('%s', async (_what, before, after, kind) => {
    const input = { body: { email: ' Ana@lumen.example', password: 'sealed:0' } };
    expect((await find('senders.connect', input, before, after)).kind).toBe(kind);
  });
});

describe('an approval', () => {
  const run = (approvedAt: string | null) => ({
    'autopilot.run': { run: { id: 1, status: 'running', approvedAt, approvedByUserId: 9 } },
  });
  const look = (before: string | null, after: string | null) =>
    find('autopilot.approve', { params: { id: 1 } }, run(before), run(after));

  it('says who gave it', async () => {
    expect(await look(null, at(2))).toMatchObject({
      kind: 'done',
      answer: { message: expect.stringContaining('by user 9') },
    });
  });

  it('that was there before, or is not there, is none', async () => {
    expect((await look(at(-9), at(-9))).kind).toBe('nothing');
    expect((await look(null, null)).kind).toBe('nothing');
  });
});

describe('a purchase of credits', () => {
  const input = { body: { credits: 2000 } };
  const listing = (...transactions: Item[]) => ({
    'credits.transactions': { transactions, total: transactions.length },
    'credits.balance': { credits: 3000 },
  });
  const old = { id: 1, credits: 2000, type: 'top_up', createdAt: at(-3600) };

  it('is found by its size, whatever the service calls it', async () => {
    const found = await find(
      'credits.purchase',
      input,
      listing(old),
      listing({ id: 2, credits: 2000, type: 'top_up', createdAt: at(1) }, old),
    );
    expect(found).toMatchObject({ kind: 'done', answer: { creditsPurchased: 2000, newBalance: 3000 } });
  });

  it('is not mistaken for a debit of the same size', async () => {
    const debit = { id: 2, credits: 2000, type: 'debit', createdAt: at(1) };
    expect(await find('credits.purchase', input, listing(old), listing(debit, old))).toEqual({
      kind: 'nothing',
    });
  });
});

describe('a start that was taken back', () => {
  const t = (day: number) => `2026-03-0${day}T00:00:00Z`;
  it.each([
    [
      'a draft that is paused now',
      { status: 'draft', updatedAt: t(1) },
      { status: 'paused', updatedAt: t(1) },
      true,
    ],
    ['paused anew', { status: 'paused', updatedAt: t(1) }, { status: 'paused', updatedAt: t(2) }, true],
    [
      'read as it was before',
      { status: 'paused', updatedAt: t(1) },
      { status: 'paused', updatedAt: t(1) },
      false,
    ],
    ['without the time of a change', { status: 'paused', updatedAt: null }, { status: 'paused' }, false],
    ['running', { status: 'paused', updatedAt: t(1) }, { status: 'running', updatedAt: t(2) }, false],
  ])('%s', async (_, before, now, isUndone) => {
    const looking = { input: { params: { id: 1 } }, read: async () => ({ campaign: { id: 1, ...now } }) };
    expect(await evidenceOf(campaigns.resume)?.isUndone?.(looking, before)).toBe(isUndone);
  });
});

describe('a state that another call may have brought about', () => {
  const campaign = (status: string) => ({
    'campaigns.get': { campaign: { id: 1, status, updatedAt: at(-9) } },
  });
  const run = (approvedAt: string | null) => ({ 'autopilot.run': { run: { id: 1, approvedAt } } });
  const drafts = (...listed: Item[]) => ({
    'drafts.list': { drafts: listed, total: listed.length, page: 1, limit: 200, hasMore: false },
  });
  const mailboxes = (...senderEmails: Item[]) => ({
    'senders.list': { senderEmails, total: senderEmails.length, page: 1, limit: 200, hasMore: false },
  });
  const connection = { body: { email: 'ana@lumen.example' } };
  const mailbox = { id: 1, address: 'ana@lumen.example', isConnected: true };
  const one = { params: { id: 1 } };
  const states = [
    ['campaigns.resume', one, campaign('draft'), campaign('running'), { params: { id: 2 } }],
    ['autopilot.approve', one, run(null), run(at(2)), { params: { id: 2 } }],
    ['drafts.send', one, drafts({ id: 1, body: 'Yes' }), drafts(), { params: { id: 2 } }],
    ['senders.connect', connection, mailboxes(), mailboxes(mailbox), { body: { email: 'bo@lumen.example' } }],
  ] as const;

  describe.each(states)('%s', (id, input, before, after, other) => {
    const kind = async (...rivals: Partial<Rival>[]) => (await find(id, input, before, after, rivals)).kind;

    it('is of a call that was done meanwhile, or may be, or cannot be read', async () => {
      expect(await kind({})).toBe('taken');
      expect(await kind({ isDone: false })).toBe('taken');
      expect(await kind({ input: undefined })).toBe('taken');
    });

    it('is of one that was done before, where that met the same state', async () => {
      expect(await kind({ isPast: true })).toBe('taken');
      expect(await kind({ isPast: true, snapshot: 'another' })).toBe('done');
    });

    it('is of this call where others are about other things, or look for their effect as well', async () => {
      expect(await kind({ input: other })).toBe('done');
      expect(await kind({ holds: false, isDone: false })).toBe('done');
    });
  });
});

describe('debits, of calls that source people', () => {
  const quiet = { 'finder.imports': { imports: [] }, 'autopilot.runs': { runs: [], total: 0 } };
  const before = { ...quiet, 'credits.transactions': { transactions: [], total: 0 } };
  const debits = (...amounts: number[]) => ({
    ...quiet,
    'credits.transactions': {
      transactions: amounts.map((amount, index) => ({ id: index + 1, amount, createdAt: at(1) })),
      total: amounts.length,
    },
  });
  const look = (after: Item, other: Partial<Rival>) =>
    find('prospects.source', { body: { count: 5 } }, before, after, [{ isEqual: false, ...other }]);

  it('belong to the call whose answer says as much', async () => {
    const answer = { creditsSpent: 6 };
    expect(await look(debits(-6), { answer })).toEqual({ kind: 'taken', isWhole: true });
    expect(await look(debits(-10), { answer })).toMatchObject({ kind: 'done', effect: '1' });
    expect(await look(debits(-10, -6), { answer })).toMatchObject({ answer: { creditsSpent: 10 } });
  });

  it('are of nobody for certain while another such call is open', async () => {
    const open = { isDone: false, input: { body: { count: 3 } } };
    expect(await look(debits(-6), open)).toEqual({ kind: 'taken', isWhole: false });
  });
});
