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

it.each([
  ['another recipient', { recipient: 'x@evil.example' }, 'names x@evil.example'],
  ['another one beside', { recipient: 'p1@lumen.example', cc: ['x@evil.example'] }, 'names x@evil.example'],
  ['the same in other words', { recipient: 'Ana <P1@Lumen.example>' }, undefined],
])('warns where the answer names %s', async (_, own, warned) => {
  const { world } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ method, path }) =>
        method === 'POST' && path === '/reply-drafts/1001/send'
          ? { body: JSON.stringify({ ...draftTo(1), status: 'scheduled', ...own }) }
          : undefined,
    },
  );
  const { exit, err } = await world.outreach('drafts send 1001 --yes --json');
  expect(exit).toBe(0);
  expect(err).toEqual(
    warned === undefined ? '' : expect.stringContaining(`{"warning":"Draft 1001 was to go to`),
  );
  if (warned) expect(err).toContain(warned);
});
