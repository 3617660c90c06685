import { expect, it } from 'vitest';
import { WireFailure } from '../../../src/contract/wire.ts';
import { draftTo, reply, replyService } from '../reply-service.ts';

it('takes no answer about another draft for that of the one that it sends', async () => {
  const { world, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method, path }) =>
        method === 'POST' && path === '/reply-drafts/1001/send'
          ? {
              body: JSON.stringify({
                ...draftTo(999),
                leadId: 5,
                recipient: 'x@evil.example',
                status: 'scheduled',
              }),
            }
          : undefined,
    },
  );
  const { exit, out } = await world.outreach('drafts send 1001 --yes');
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect({ exit, out }).toEqual({ exit: 14, out: '' });
});

it.each([1, 2, 3])(
  'sends nothing where the draft changes before read %i of it, the last before the call',
  async (at) => {
    let reads = 0;
    const { world, service, sent } = await replyService(
      { replies: [reply(1)], drafts: [draftTo(1)] },
      {
        answer: ({ path }) => {
          if (path === '/reply-drafts' && ++reads === at + 1)
            service.drafts = [draftTo(1, { body: 'No one has agreed to this' })];
          return undefined;
        },
      },
    );
    const { digest } = (await world.outreach('drafts show 1001 --digest --json')).json();
    const { exit, err } = await world.outreach(`drafts send 1001 --expect ${digest} --yes --json`);
    expect([exit, JSON.parse(err).error.code]).toEqual([7, 'draft_changed']);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    const { items } = (await world.outreach('journal list --all --json')).json();
    expect(items.map(({ state }: { state: string }) => state)).not.toContain('open');
  },
);

it.each(['failed', 'Error'])(
  'looks itself where the answer has the status %s: the draft is still there',
  async (status) => {
    const { world } = await replyService(
      { replies: [reply(1)], drafts: [draftTo(1)] },
      {
        answer: ({ method, path }) =>
          method === 'POST' && path === '/reply-drafts/1001/send'
            ? { body: JSON.stringify({ ...draftTo(1), recipient: null, status }) }
            : undefined,
      },
    );
    const { exit, out } = await world.outreach('drafts send 1001 --yes');
    expect({ exit, out }).toEqual({ exit: 14, out: '' });
    expect((await world.outreach('replies next --json')).json().remaining).toBe(0);
  },
);

/** The email of the draft, as the conversation shows it. */
const inConversation = JSON.stringify({
  conversation: [
    { id: 9, direction: 'outbound', body: draftTo(1).body, isDraft: false, status: 'scheduled' },
  ],
});

it.each([undefined, inConversation])(
  'does not know whether it was sent where the answer says failed and the draft is gone, with the conversation %s',
  async (conversation) => {
    const { world, service } = await replyService(
      { replies: [reply(1)], drafts: [draftTo(1)] },
      {
        answer: ({ method, path }): { body: string } | undefined => {
          if (path.endsWith('/conversation') && conversation !== undefined) return { body: conversation };
          if (method !== 'POST') return undefined;
          service.drafts = [];
          return { body: JSON.stringify({ ...draftTo(1), recipient: null, status: 'failed' }) };
        },
      },
    );
    const { exit, out, err } = await world.outreach('drafts send 1001 --yes');
    const { reply: next } = (await world.outreach('replies next --json')).json();
    expect([exit, out, next.id]).toEqual([14, '', 1]);
    expect(err).toContain('its status is "failed"');
  },
);

it('has no status where the answer was lost, and says what the conversation shows', async () => {
  const { world, service } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method, path }): { body: string } | undefined => {
        if (path.endsWith('/conversation')) return { body: inConversation };
        if (method !== 'POST') return undefined;
        service.drafts = [];
        throw new WireFailure('reset', true, 'connection reset');
      },
    },
  );
  const { exit, json } = await world.outreach('drafts send 1001 --yes --json');
  expect([exit, json()]).toEqual([
    0,
    expect.objectContaining({ status: null, message: expect.stringContaining('with the status scheduled') }),
  ]);
});

const other = 'is not what was agreed to: ';

it.each([
  ['another text', { body: 'OTHER TEXT' }, 'it has another text, \\"OTHER TEXT\\"'],
  ['another subject', { subject: 'Buy now' }, 'it has another subject, \\"Buy now\\"'],
  ['the same text in another layout', { body: ' Thursday,   1?\r\n' }, undefined],
  ['another recipient', { recipient: 'x@evil.example' }, 'it names x@evil.example'],
  [
    'another one beside',
    { recipient: 'p1@lumen.example', cc: ['x@evil.example'] },
    'it names x@evil.example',
  ],
  ['a hidden one', { bcc: ['x@evil.example'] }, 'it names x@evil.example'],
  ['a hidden one as text', { bcc: 'x@evil.example' }, 'it names x@evil.example'],
  ['no one', { to: [] }, 'it does not name p1@lumen.example'],
  ['the same in other words', { recipient: 'Ana <P1@Lumen.example>', cc: null }, undefined],
])('ends with 14 where the answer has %s, and the reply waits on', async (_, own, different) => {
  const { world } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method, path }) =>
        method === 'POST' && path === '/reply-drafts/1001/send'
          ? { body: JSON.stringify({ ...draftTo(1), recipient: null, status: 'scheduled', ...own }) }
          : undefined,
    },
  );
  const { exit, out, err } = await world.outreach('drafts send 1001 --yes --json');
  const next = (await world.outreach('replies next --json')).json();
  if (different === undefined) {
    expect([exit, err, next.reply]).toEqual([0, '', null]);
    return;
  }
  expect([exit, out, next.reply.id]).toEqual([14, '', 1]);
  expect(err).toContain('"code":"sent_otherwise"');
  expect(err).toContain(`${other}${different}`);
  expect((await world.outreach('status --json')).out).toContain('"journal-open"');
});

it('reads the draft again before it tries once more after a wait', async () => {
  const { world, service, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method }) => {
        if (method !== 'POST') return undefined;
        service.drafts = [draftTo(1, { body: 'Another text' })];
        return { status: 429, headers: { 'retry-after': '5' }, body: '{"error":"Too many requests"}' };
      },
    },
  );
  const { exit, err } = await world.outreach('drafts send 1001 --yes --json');
  expect([exit, sent.filter(({ method }) => method === 'POST').length]).toEqual([7, 1]);
  expect(err).toContain('"code":"draft_changed"');
});

it.each([
  ['cannot be read', { status: 403, body: '{"error":"No"}' }, 5],
  ['does not show the draft', { body: '{"drafts":[],"total":0,"page":1,"limit":200,"hasMore":false}' }, 7],
])('sends nothing where the last look %s', async (_, answer, code) => {
  let reads = 0;
  const { world, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    { answer: ({ path }) => (path === '/reply-drafts' && ++reads === 3 ? answer : undefined) },
  );
  const { exit } = await world.outreach('drafts send 1001 --yes');
  expect([exit, sent.filter(({ method }) => method === 'POST')]).toEqual([code, []]);
});

it('answers no reply a second time through another draft, unless that is meant', async () => {
  const { world, service, sent } = await replyService({ replies: [reply(1)], drafts: [draftTo(1)] });
  await world.outreach('drafts send 1001 --yes');
  service.drafts = [draftTo(1, { id: 1990, body: 'Another text' })];
  const posts = () => sent.filter(({ method }) => method === 'POST').length;
  const again = await world.outreach('drafts send 1990 --yes --json');
  expect([again.exit, posts(), again.err]).toEqual([7, 1, expect.stringContaining('"code":"done_recently"')]);
  expect(again.err).toContain('reply 1 was answered from here');
  expect(again.err).toContain('with draft 1001 (journal 1)');
  const rehearsed = await world.outreach('drafts send 1990 --dry-run');
  expect([rehearsed.exit, rehearsed.out]).toEqual([0, expect.stringContaining('/reply-drafts/1990/send')]);
  expect(rehearsed.err).toContain('with draft 1001 (journal 1): the person gets a second answer');
  const withYes = await world.outreach('drafts send 1990 --dry-run --yes --json');
  expect([withYes.exit, withYes.json().wouldRefuse.code]).toEqual([7, 'done_recently']);
  expect((await world.outreach('drafts send 1990 --dry-run --yes --again')).exit).toBe(0);
  world.clock.advance(11 * 60_000);
  const later = await world.outreach('drafts send 1990 --yes --json');
  expect([later.exit, posts(), later.err]).toEqual([7, 1, expect.stringContaining('"code":"already_sent"')]);
  const asked = await world.outreach('drafts send 1990', {
    tty: true,
    async typing(keyboard) {
      await keyboard.sees('Type y or n:');
      keyboard.type('n\r');
    },
  });
  expect([asked.exit, posts()]).toEqual([3, 1]);
  expect(asked.err.replaceAll(/\s+/g, ' ')).toContain('the person gets a second answer');
  expect((await world.outreach('drafts send 1990 --yes --again')).exit).toBe(0);
  expect(posts()).toBe(2);
});

it.each([
  { bcc: ['boss@evil.example'] },
  { bodyHtml: '<a href="https://evil.example">Thursday</a>' },
  { attachments: [{ name: 'prices.pdf', id: 7 }] },
])('holds to what else is in a draft, and shows it: %j', async (more) => {
  const { world, service, sent } = await replyService({ replies: [reply(1)], drafts: [draftTo(1)] });
  const { digest } = (await world.outreach('drafts show 1001 --digest --json')).json();
  service.drafts = [draftTo(1, { updatedAt: '2026-03-02T00:00:00Z', status: 'draft', bcc: [] })];
  const same = (await world.outreach('drafts show 1001 --digest --json')).json();
  service.drafts = [draftTo(1, more)];
  const { exit } = await world.outreach(`drafts send 1001 --expect ${digest} --yes`);
  const asked = await world.outreach('drafts send 1001 --json');
  const [[name, value]] = Object.entries(more) as [[string, unknown]];
  const fact = `Also in it, ${name}: ${typeof value === 'string' ? value : ''}`;
  expect([same.digest, exit, asked.exit]).toEqual([digest, 7, 3]);
  expect(JSON.parse(asked.err).error.details.facts.join('\n')).toContain(fact);
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  const ceiling = await world.outreach('drafts send 1001 --yes --max-recipients 1');
  expect(ceiling.exit).toBe('bcc' in more ? 3 : 0);
});

it.each(['', ' \n'])('sends no draft with the text %j', async (body) => {
  const { world, sent } = await replyService({
    replies: [reply(1)],
    drafts: [draftTo(1, { body, subject: '' })],
  });
  for (const line of ['drafts send 1001 --yes --json', 'drafts send 1001 --json']) {
    const { exit, failure } = await world.outreach(line);
    expect([exit, failure?.code]).toEqual([7, 'empty_draft']);
  }
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});
