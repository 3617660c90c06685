import { expect, it } from 'vitest';
import { draftTo, reply, replyService } from '../reply-service.ts';
import { agent, answered, asked, errorOf, withRunning } from './agent.ts';

/** Campaign 1 with the lead ana@lumen.example, in a status; bo@lumen.example is in none. */
async function worldIn(status: string) {
  const world = await withRunning();
  await world.outreach('leads add bo@lumen.example --first-name Bo');
  world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(status);
  world.clock.advance(11 * 60_000);
  return world;
}

const launch = 'campaigns resume 1 --accept no-opt-out=test --json';
const join = 'leads move bo@lumen.example 1 --accept no-opt-out=test --json';
const change = 'leads update 1 --first-name Eve --json';
const rename = 'senders update 1 --given-name Mallory --family-name "of YourBank" --json';

it.each([
  ['paused', launch, 'POST /campaigns/1/resume', change],
  ['completed', launch, 'POST /campaigns/1/resume', change],
  ['completed', join, 'POST /leads/2/move', change],
  ['paused', launch, 'POST /campaigns/1/resume', rename],
  ['completed', join, 'POST /leads/2/move', rename],
])(
  'an approval that starts a campaign which is %s is bound to its leads and mailboxes: %s',
  async (status, line, call, change) => {
    const world = await worldIn(status);
    world.requests.length = 0;
    expect((await answered(world, await asked(world, line))).exit).toBe(0);
    expect((await world.outreach(change, { agent })).exit).toBe(0);
    const again = await world.outreach(line, { agent });
    expect(errorOf(again).code).toBe('approval_required');
    expect((await answered(world, errorOf(again).approval.code)).exit).toBe(0);
    expect(world.requests).not.toContain(call);
    await world.outreach(line, { agent });
    expect(world.requests).toContain(call);
  },
);

it('names the mailboxes of a start and their From names, the first three of many', async () => {
  const world = await worldIn('paused');
  const fromIn = async () =>
    errorOf(await world.outreach(launch, { agent })).details.facts.filter((fact: string) =>
      /^From: /.test(fact),
    );
  expect(await fromIn()).toEqual(['From: Anna Berg <anna.berg@northwind-mail.example>']);
  await world.outreach('campaigns senders attach 1 1 2 3 4 5 --yes');
  expect(await fromIn()).toEqual([
    expect.stringMatching(
      /^From: Claire Roux <claire.roux@try-northwind.example>, [^,]* <[^,]*>, [^,]* <[^,]*> and 2 more$/,
    ),
  ]);
});

it('an approved answer is bound to the From name of the mailbox of its conversation', async () => {
  const address = 'anna@northwind.example';
  const mailbox = { id: 1, address, givenName: 'Anna', familyName: 'Berg' };
  const message = { id: 7, threadId: 't1', direction: 'outbound', fromAddress: address, body: 'Hello' };
  const { world, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ path }) => {
        if (path === '/leads/101/conversation')
          return { body: JSON.stringify({ conversation: [message, { ...reply(1), direction: 'inbound' }] }) };
        if (path !== '/sender-emails') return undefined;
        return {
          body: JSON.stringify({ senderEmails: [mailbox], total: 1, page: 1, limit: 200, hasMore: false }),
        };
      },
    },
  );
  const send = 'drafts send 1001 --json';
  const { exit, err } = await answered(world, await asked(world, send));
  expect({ exit, from: /From: .*/.exec(err)?.[0] }).toEqual({
    exit: 0,
    from: `From: Anna Berg <${address}>`,
  });
  mailbox.givenName = 'Mallory';
  const { code, details } = errorOf(await world.outreach(send, { agent }));
  expect([code, details.facts]).toEqual([
    'approval_required',
    expect.arrayContaining([`From: Mallory Berg <${address}>`]),
  ]);
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('an approved start of a paused campaign is bound to each of its leads, also to those behind the first page', async () => {
  const world = await worldIn('paused');
  const rows = Array.from({ length: 250 }, (_, at) => `p${at}@firm${at}.example,Ana`).join('\n');
  await world.outreach('leads import - --campaign 1', { stdin: `email,First Name\n${rows}\n` });
  world.clock.advance(11 * 60_000);
  world.requests.length = 0;
  expect((await answered(world, await asked(world, launch))).exit).toBe(0);
  expect((await world.outreach(change, { agent })).exit).toBe(0);
  expect(errorOf(await world.outreach(launch, { agent })).code).toBe('approval_required');
  expect(world.requests).not.toContain('POST /campaigns/1/resume');
});

it('a launch walks over the leads when it is asked for and when it is called, and not for the person who approves', async () => {
  const world = await worldIn('paused');
  const pages = async <T>(work: Promise<T>) => {
    world.requests.length = 0;
    const done = await work;
    return { done, read: world.requests.filter((request) => request === 'GET /leads').length };
  };
  const { done: code, read: asking } = await pages(asked(world, launch));
  const { done: approving, read: looked } = await pages(answered(world, code));
  expect([approving.exit, looked]).toEqual([0, 1]);
  expect(approving.err).toContain('Launch checks: passed, 2 warnings, 1 lead');
  const { done: calling, read: called } = await pages(world.outreach(launch, { agent }));
  expect([calling.exit, asking, called]).toEqual([0, 3, 3]);
});
