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
