import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';
import { campaignWithReplies, withReplies } from './conversation.ts';
import { baseUrl, liveKey } from './live-service.ts';
import { draftTo, reply, replyService } from './reply-service.ts';

const ids = (...given: readonly number[]) => given.map((id) => reply(id));
const dayMs = 86_400_000;

describe('replies next', () => {
  it('gives the oldest interested one with its draft, and the lines to go on with', async () => {
    const { world } = await replyService({ replies: ids(3, 2, 1), drafts: [draftTo(2), draftTo(1)] });
    const found = (await world.outreach('replies next --json')).json();
    expect(Object.keys(found)).toEqual(['reply', 'draft', 'digest', 'lead', 'match', 'remaining', 'actions']);
    expect(found).toMatchObject({
      reply: { id: 1, leadId: 101 },
      draft: { id: 1001, body: 'Thursday, 1?' },
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      lead: { id: 101, email: 'p1@lumen.example' },
      match: 'certain',
      remaining: 2,
    });
    expect(found.actions).toContainEqual({
      action: 'send',
      command: `outreach drafts send 1001 --expect ${found.digest}`,
    });
    for (const { command } of found.actions) expect(command).toMatch(/^outreach [a-z]+ /);
  });

  it('gives nothing where none waits, with exit 0', async () => {
    const { world } = await replyService({ replies: [reply(1, { responseCategory: 'not_interested' })] });
    const { exit, json } = await world.outreach('replies next --json');
    expect([exit, json()]).toEqual([
      0,
      { reply: null, draft: null, digest: null, lead: null, match: 'none', remaining: 0, actions: [] },
    ]);
    const every = (await world.outreach('replies next --every-category --json')).json();
    expect([every.reply.id, every.match, every.digest]).toEqual([1, 'none', null]);
  });

  it('is only likely to match a draft that names no reply, and says so to people', async () => {
    const drafts = [draftTo(1, { inReplyToEmailId: null })];
    const { world } = await replyService({ replies: ids(1), drafts }, { tty: true });
    expect((await world.outreach('replies next --json')).json().match).toBe('likely');
    expect((await world.outreach('replies next')).out).toContain('it does not say which reply it answers');
  });

  it('makes one call for 200 replies, one for 200 drafts, and one for the lead', async () => {
    const many = Array.from({ length: 401 }, (_, at) => reply(401 - at));
    const { world, sent } = await replyService({ replies: many });
    expect((await world.outreach('replies next --json')).json()).toMatchObject({
      reply: { id: 1 },
      remaining: 400,
    });
    expect(sent.map(({ path }) => path).toSorted()).toEqual([
      '/leads/101',
      '/replies',
      '/replies',
      '/replies',
      '/reply-drafts',
    ]);
  });

  it('names the profile in its lines', async () => {
    const { world } = await replyService({ replies: ids(1) });
    await world.outreach('profiles set acme --base-url https://api.outreach.example/r');
    const { actions } = (await world.outreach('replies next --profile acme --json')).json();
    expect(actions[0].command).toBe('outreach leads conversation 101 --profile acme');
    for (const { command } of actions) expect(command).not.toMatch(/[<>]/);
  });

  it('goes without the lead where that cannot be read', async () => {
    const { world } = await replyService(
      { replies: [reply(2, { leadId: null }), reply(1)] },
      { answer: ({ path }) => (path.startsWith('/leads/') ? { status: 500 } : undefined) },
    );
    expect((await world.outreach('replies next --json')).json()).toMatchObject({
      reply: { id: 1 },
      lead: null,
    });
    await world.outreach('replies done 1 --as skipped');
    const orphan = (await world.outreach('replies next --json')).json();
    expect([orphan.reply.id, orphan.lead]).toEqual([2, null]);
    expect(orphan.actions.map(({ action }: { action: string }) => action)).not.toContain('meeting');
  });
});

describe('a claim of replies next', () => {
  it('is had by one program, until its time is over or the reply is done', async () => {
    const { world } = await replyService({ replies: ids(2, 1) });
    const next = async (flags = '') => (await world.outreach(`replies next --json ${flags}`)).json();
    expect((await next('--claim 10m')).reply.id).toBe(1);
    expect(await next()).toMatchObject({ reply: { id: 2 }, remaining: 0 });
    expect((await next('--claim 10m')).reply.id).toBe(2);
    expect(await next('--claim 10m')).toMatchObject({ reply: null, remaining: 0 });
    expect((await world.outreach('replies next --json')).err).toMatch(
      /2 replies that wait are taken by another program \(1 until \d\d:\d\d:\d\d, 2 until .*\)\. To free one before: `replies done <reply> --as later --until 1m`/,
    );
    world.clock.advance(600_000);
    expect((await next('--claim 10m')).reply.id).toBe(1);
    await world.outreach('replies done 1 --as later --until 30d');
    expect(await next()).toMatchObject({ reply: { id: 2 }, remaining: 0 });
  });

  it('of ten programs at once is had by each of another reply', async () => {
    const { world } = await replyService({ replies: ids(9, 8, 7, 6, 5, 4, 3, 2, 1) });
    const runs = await Promise.all(
      Array.from({ length: 10 }, () => world.outreach('replies next --claim 10m --json')),
    );
    const had = runs.map((run) => run.json().reply?.id ?? null);
    expect(had.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null]);
  });
});

describe('replies done', () => {
  it.each(['answered', 'skipped', 'blocked'])(
    'as %s takes it out, until its thread has a newer one',
    async (as) => {
      const { world, service, sent } = await replyService({ replies: ids(1) });
      const done = await world.outreach(`replies done 1 --as ${as} --json`);
      expect(done.json()).toEqual({
        id: 1,
        leadId: 101,
        fromAddress: 'p1@lumen.example',
        as,
        at: '2026-03-02T08:00:00.000Z',
        until: null,
      });
      expect(sent.map(({ method }) => method)).toEqual(['GET']);
      const waiting = async () => (await world.outreach('replies list --unanswered --fields id')).out.trim();
      expect([await waiting(), (await world.outreach('replies next --json')).json().reply]).toEqual([
        '',
        null,
      ]);
      service.replies.unshift(reply(2, { threadId: 't1' }));
      expect(await waiting()).toBe('2');
    },
  );

  it('shows when it was marked by the clock that it waits by', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const [{ id }] = (await world.outreach('replies list --limit 1 --json')).json().items;
    const { at, until } = (await world.outreach(`replies done ${id} --as later --json`)).json();
    expect(Date.parse(until) - Date.parse(at)).toBe(24 * 3_600_000);
  });

  it('as later brings it back when its time has come', async () => {
    const { world } = await replyService({ replies: ids(1) });
    const next = async () => (await world.outreach('replies next --json')).json().reply?.id;
    expect((await world.outreach('replies done 1 --as later --json')).json().until).toBe(
      '2026-03-03T08:00:00.000Z',
    );
    expect(await next()).toBeUndefined();
    world.clock.advance(dayMs);
    expect(await next()).toBe(1);
    await world.outreach('replies done 1 --as later --until 2026-03-10 --utc');
    world.clock.advance(6 * dayMs);
    expect(await next()).toBeUndefined();
    world.clock.advance(dayMs);
    expect(await next()).toBe(1);
  });

  it.each([
    ['replies done 9 --as skipped', 6, 'not_found'],
    ['replies done 1', 2, 'missing_argument', 'One of: answered'],
    ['replies done --as answered', 2, 'missing_argument', 'outreach replies list --unanswered'],
    ['replies done 1 --as nonsense', 2, 'invalid_value'],
    ['replies done 1 --as skipped --until 3d', 2, 'contradicting_options'],
    ['replies done 1 --as later --until 2026-01-01', 2, 'invalid_value'],
  ])('%s ends with %d and marks nothing', async (line, exit, code, hint = '') => {
    const { world } = await replyService({ replies: ids(1) });
    const ended = await world.outreach(`${line} --json`);
    const { error } = JSON.parse(ended.err);
    expect([ended.exit, error.code, error.hint ?? '']).toEqual([exit, code, expect.stringContaining(hint)]);
    expect((await world.outreach('replies next --json')).json().reply.id).toBe(1);
  });
});

describe('replies list --unanswered --verify', () => {
  const later = '2026-03-02T00:00:00Z';
  /** What the conversation of each reply shows beside it, by its id. */
  const emails: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
    1: { direction: 'outbound', threadId: 't1', sentAt: later },
    2: { direction: 'outbound', threadId: 't2', sentAt: later, isDraft: true },
    3: { direction: 'outbound', threadId: 'other', sentAt: later },
    4: { direction: 'outbound', threadId: 't4', sentAt: '2026-03-01T00:00:00Z' },
    5: { direction: 'inbound', threadId: 't5', sentAt: later },
    6: { direction: 'outbound', threadId: 't6', sentAt: null, status: 'scheduled' },
    7: { direction: 'outbound', sentAt: later },
  };
  const service = () =>
    replyService(
      { replies: ids(8, 7, 6, 5, 4, 3, 2, 1) },
      {
        answer: ({ path }) => {
          const [, lead] = /^\/leads\/(\d+)\/conversation$/.exec(path) ?? [];
          const email = emails[Number(lead) - 100];
          if (email) return { body: JSON.stringify({ conversation: [{ id: 1, ...email }] }) };
          return lead === undefined ? undefined : { status: 500, body: '{}' };
        },
      },
    );

  it('drops those with a later email of their thread, and keeps what cannot be read', async () => {
    const { world } = await service();
    const { exit, out, err } = await world.outreach('replies list --unanswered --verify --all --fields id');
    expect([exit, out]).toEqual([0, '8\n6\n5\n4\n3\n2\n']);
    expect(err).toContain('a conversation cannot be read');
    expect(err).not.toContain('answers sent elsewhere');
  });

  it('asks about no more of them than it shows, and one', async () => {
    const { world, sent } = await service();
    const { json } = await world.outreach('replies list --unanswered --verify --limit 2 --json');
    expect(json()).toMatchObject({ items: [{ id: 8 }, { id: 6 }], hasMore: true });
    const asked = new Set(sent.flatMap(({ path }) => (path.endsWith('/conversation') ? [path] : [])));
    expect(asked.size).toBe(4);
    expect((await world.outreach('replies list --verify')).exit).toBe(2);
  });
});

describe('marks and claims', () => {
  it.each(['logout', 'profiles remove acme --yes'])('go with the key of their profile: %s', async (line) => {
    const { world } = await replyService({ replies: ids(2, 1) }, { env: {} });
    const login = `login --key-stdin --base-url ${baseUrl} --profile acme`;
    const { exit, err } = await world.outreach(login, { stdin: liveKey });
    expect({ exit, err }).toMatchObject({ exit: 0 });
    await world.outreach('replies done 1 --as skipped');
    await world.outreach('replies next --claim 1h');
    for (const text of ['"outcome":"skipped"', '"reply":"2"']) expect(world.journalled()).toContain(text);
    expect((await world.outreach(line)).exit).toBe(0);
    expect(world.journalled()).not.toContain('"reply"');
  });

  it('go with the world of the sandbox', { tags: 'slow' }, async () => {
    const world = await newWorld({ seed: 'a' });
    await campaignWithReplies(world);
    const first = (await world.outreach('replies next --claim 1h --json')).json();
    await world.outreach(`replies done ${first.reply.id} --as blocked`);
    expect((await world.outreach('replies next --json')).json().remaining).toBe(first.remaining - 1);
    expect(world.journalled()).toContain('"blocked"');
    await world.outreach('sandbox reset --yes');
    expect(world.journalled()).not.toContain('"blocked"');
  });
});

describe('drafts send --expect', () => {
  const digestOf = async (world: Awaited<ReturnType<typeof replyService>>['world']) =>
    (await world.outreach('replies next --json')).json().digest;
  const sends = (sent: readonly WireRequest[]) => sent.filter(({ method }) => method === 'POST').length;

  it('sends the text that was read', async () => {
    const { world, sent } = await replyService({ replies: ids(1), drafts: [draftTo(1)] });
    const digest = await digestOf(world);
    expect((await world.outreach('drafts show 1001 --digest --fields digest')).out).toBe(`${digest}\n`);
    expect((await world.outreach(`drafts send 1001 --expect ${digest} --yes`)).exit).toBe(0);
    expect(sends(sent)).toBe(1);
    expect((await world.outreach('replies next --json')).json().reply).toBeNull();
  });

  it.each([
    '',
    'abc',
    'sha256:',
    `sha256:${'A'.repeat(64)}`,
    `sha256:${'0'.repeat(63)}`,
    `${'0'.repeat(64)}`,
  ])('takes no malformed digest, and calls nothing: %j', async (digest) => {
    const { world, sent } = await replyService({ replies: ids(1), drafts: [draftTo(1)] });
    const { exit } = await world.outreach(['drafts', 'send', '1001', '--expect', digest, '--yes']);
    expect([exit, sent.length]).toEqual([2, 0]);
  });

  it.each([
    { body: 'Friday?' },
    { subject: 'Re: Bye' },
    { to: ['other@lumen.example'] },
    { cc: ['boss@lumen.example'] },
  ])('sends nothing that has changed since: %j', async (change) => {
    const { world, service, sent } = await replyService({ replies: ids(1), drafts: [draftTo(1)] });
    const digest = await digestOf(world);
    service.drafts = [draftTo(1, change)];
    for (const flags of ['--yes', '--dry-run', '']) {
      const { exit, err } = await world.outreach(`drafts send 1001 --expect ${digest} ${flags} --json`);
      expect([exit, JSON.parse(err).error.code]).toEqual([7, 'draft_changed']);
    }
    expect(sends(sent)).toBe(0);
  });

  it.each([true, false])(
    'sends nothing that changes between question and call, expected: %s',
    async (expected) => {
      let reads = 0;
      const { world, service, sent } = await replyService(
        { replies: ids(1), drafts: [draftTo(1)] },
        {
          answer: ({ method, path }) => {
            if (method === 'GET' && path === '/reply-drafts' && ++reads === changesAt)
              service.drafts = [draftTo(1, { body: 'Friday?' })];
            return undefined;
          },
        },
      );
      let changesAt = 0;
      const flags = expected ? `--expect ${await digestOf(world)}` : '';
      changesAt = reads + 2;
      const { exit, err } = await world.outreach(`drafts send 1001 ${flags} --yes --json`);
      expect([exit, JSON.parse(err).error.code, sends(sent)]).toEqual([7, 'draft_changed', 0]);
    },
  );
});

describe('the queue of a strange service', () => {
  it('takes fields that are missing', async () => {
    const { world } = await replyService({
      replies: [
        { id: 3, leadId: 103, threadId: 't', responseCategory: 'interested', receivedAt: 'soon' },
        { id: 2 },
        { id: 1, body: null, threadId: null, responseCategory: null, receivedAt: null, leadId: null },
      ],
      drafts: [
        { id: 1003, inReplyToEmailId: 3 },
        { id: 1002, inReplyToEmailId: null, leadId: null },
      ],
    });
    const seen: unknown[] = [];
    for (;;) {
      const { exit, out } = await world.outreach('replies next --json --claim 1h');
      expect(exit).toBe(0);
      const { reply: found, match } = JSON.parse(out);
      if (found === null) break;
      seen.push([found.id, match]);
    }
    expect(seen).toEqual([
      [3, 'certain'],
      [1, 'none'],
      [2, 'none'],
    ]);
  });

  it('takes no id that is text', async () => {
    const { world } = await replyService({ replies: [reply(1, { id: '1' })] });
    for (const line of ['replies next --json', 'replies done 1 --as skipped --json']) {
      const { exit, out, err } = await world.outreach(line);
      expect([exit, out]).toEqual([11, '']);
      expect(JSON.parse(err).error.code).toBe('unreadable_answer');
    }
  });

  it('counts a reply once where pages shift while they are read', async () => {
    const listed = Array.from({ length: 250 }, (_, at) => reply(300 - at, { threadId: null }));
    const { world, service } = await replyService(
      { replies: listed },
      {
        answer: ({ path, query }) => {
          const isSecond = path === '/replies' && Object.fromEntries(query).page === '2';
          if (isSecond && service.replies.length === 250) service.replies.unshift(reply(400));
          return undefined;
        },
      },
    );
    const { json } = await world.outreach('replies next --json');
    expect(json()).toMatchObject({ reply: { id: 51 }, remaining: 249 });
  });

  it('says where the lists cannot be read', async () => {
    for (const path of ['/replies', '/reply-drafts']) {
      const { world } = await replyService(
        { replies: ids(1) },
        {
          answer: (request) => (request.path === path ? { status: 404, body: '{"error":"no"}' } : undefined),
        },
      );
      const { exit, out } = await world.outreach('replies next --json');
      expect([path, exit, out]).toEqual([path, 6, '']);
    }
  });
});

it('takes no claim that is longer than a day', async () => {
  const { world, sent } = await replyService({ replies: [reply(1)] });
  expect([(await world.outreach('replies next --claim 25h')).exit, sent]).toEqual([2, []]);
  expect((await world.outreach('replies next --claim 24h --json')).json().reply.id).toBe(1);
});
