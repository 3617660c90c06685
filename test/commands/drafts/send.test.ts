import { expect, it } from 'vitest';
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

it.each([
  ['another text', { body: 'OTHER TEXT' }, 'it has another text'],
  ['the same text in another layout', { body: ' Thursday,   1?\r\n' }, undefined],
  ['another recipient', { recipient: 'x@evil.example' }, 'it names x@evil.example'],
  ['another one beside', { recipient: 'p1@lumen.example', cc: ['x@evil.example'] }, 'names x@evil.example'],
  ['the same in other words', { recipient: 'Ana <P1@Lumen.example>' }, undefined],
])('warns where the answer names %s', async (_, own, warned) => {
  const { world } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method, path }) =>
        method === 'POST' && path === '/reply-drafts/1001/send'
          ? { body: JSON.stringify({ ...draftTo(1), recipient: null, status: 'scheduled', ...own }) }
          : undefined,
    },
  );
  const { exit, err } = await world.outreach('drafts send 1001 --yes --json');
  expect(exit).toBe(0);
  expect(err).toEqual(
    warned === undefined
      ? ''
      : expect.stringContaining(
          `{"warning":"Draft 1001: the answer of the service is not what was agreed to`,
        ),
  );
  if (warned) expect(err).toContain(warned);
});
