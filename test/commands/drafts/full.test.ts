import { describe, expect, it } from 'vitest';
import { draftDigest } from '../../../src/domain/mail/draft-digest.ts';
import { draftTo, reply, replyService } from '../reply-service.ts';

const boss = 'boss@lumen.example';
const read = (sent: readonly { readonly path: string }[], path: RegExp) =>
  sent.filter((one) => path.test(one.path)).length;

describe('drafts list --full', () => {
  it('has each draft with its reply, its lead, its digest, and where recipients come from', async () => {
    const drafts = [
      draftTo(2, { to: ['P2@lumen.example'], cc: [boss], bcc: ['crm@acme.example'] }),
      draftTo(1, { inReplyToEmailId: null, to: ['other@lumen.example'], cc: ['p1@lumen.example'] }),
      draftTo(9),
    ];
    const { world, sent } = await replyService({ replies: [reply(2), reply(1)], drafts });
    const { exit, json } = await world.outreach('drafts list --full --json');
    const [second, first, lost] = json().items;
    expect({ exit, second }).toEqual({
      exit: 0,
      second: {
        ...drafts[0],
        digest: draftDigest(drafts[0] as never),
        match: 'certain',
        recipients: [
          { address: 'P2@lumen.example', field: 'to', source: 'wrote-the-reply' },
          { address: boss, field: 'cc', source: 'addressed-by-the-reply' },
          { address: 'crm@acme.example', field: 'bcc', source: 'not-known' },
        ],
        reply: reply(2),
        lead: { id: 102, email: 'p2@lumen.example' },
      },
    });
    expect(first).toMatchObject({ match: 'likely', reply: { id: 1 }, lead: { id: 101 } });
    expect(first.recipients.map(({ source }: { source: string }) => source)).toEqual([
      'not-known',
      'wrote-the-reply',
    ]);
    expect(lost).toMatchObject({ match: 'none', reply: null, lead: { id: 109 } });
    expect(sent).toHaveLength(1 + 1 + 3);
  });

  it('is read within its calls, and says what it did not read by null', {
    tags: ['slow', 'needed'],
  }, async () => {
    const ids = Array.from({ length: 1300 }, (_, at) => 1300 - at);
    const drafts = ids.slice(0, 250).map((id) => draftTo(id));
    drafts.push(draftTo(100), draftTo(1300, { id: 7 }));
    const { world, sent } = await replyService({ replies: ids.map((id) => reply(id)), drafts });
    const { items } = (await world.outreach('drafts list --full --all --json')).json();
    expect(items).toHaveLength(252);
    expect(read(sent, /^\/replies$/)).toBe(5);
    expect(read(sent, /^\/leads\//)).toBe(200);
    expect(items[199].lead).not.toBeNull();
    expect([items[200].lead, items[200].reply.id, items[250].reply]).toEqual([null, 1100, null]);
    expect(items[251].lead.id).toBe(1400);
  });

  it('goes on where a lead or the replies cannot be read', async () => {
    const { world } = await replyService(
      { replies: [reply(1)], drafts: [draftTo(1)] },
      { answer: ({ path }) => (/^\/(leads|replies)/.test(path) ? { status: 404 } : undefined) },
    );
    const { exit, json } = await world.outreach('drafts list --full --json --fields id,reply,lead,match');
    expect([exit, json().items]).toEqual([0, [{ id: 1001, reply: null, lead: null, match: 'none' }]]);
  });

  it('takes its fields in a pipe and at a terminal, and costs nothing more where it is not asked for', async () => {
    const { world, sent } = await replyService({ replies: [reply(1)], drafts: [draftTo(1)] });
    const line = 'drafts list --full --fields reply.body,lead.email';
    expect((await world.outreach(line)).out).toBe('Yes, 1\tp1@lumen.example\n');
    expect((await world.outreach(`${line} --no-color`, { tty: true })).out).toContain('Yes, 1');
    const before = sent.length;
    expect((await world.outreach('drafts list --json')).json().items[0]).toEqual(draftTo(1));
    expect(sent).toHaveLength(before + 1);
    expect((await world.outreach('drafts list --fields digest')).exit).toBe(2);
  });
});
