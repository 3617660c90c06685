import { describe, expect, it } from 'vitest';
import { type AnswerProfile, setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { newOffice, type Office, people } from './office.ts';

const day = 86_400_000;
const quiet = { reply: 0, outOfOffice: 0, unsubscribeLink: 0, softBounce: 0 };

async function sent(
  profile: Partial<AnswerProfile>,
  settings: Record<string, unknown> = {},
  leads = people(60),
  days = 30,
): Promise<Office & { id: number }> {
  const office = await newOffice();
  setAnswerProfile(office.sandbox.state, { ...quiet, ...profile });
  const id = await office.campaign({ leads, settings });
  await office.call('POST', `/campaigns/${id}/resume`);
  await office.sandbox.advance(days * day);
  return { ...office, id };
}

interface Reply {
  id: number;
  leadId: number;
  responseCategory: string | null;
  receivedAt: string;
}

const repliesOf = async (office: Office): Promise<Reply[]> =>
  (await office.call('GET', '/replies?limit=200')).replies;

describe('replies', () => {
  it('come newest first, a while after the email, and are categorized a little later', async () => {
    const office = await sent({ reply: 0.5, positive: 0.5, unsubscribe: 0.1 });
    const replies = await repliesOf(office);
    expect(replies.length).toBeGreaterThan(20);
    expect(replies.map(({ receivedAt }) => receivedAt)).toEqual(
      replies
        .map(({ receivedAt }) => receivedAt)
        .sort()
        .reverse(),
    );
    expect(new Set(replies.map(({ responseCategory }) => responseCategory))).toEqual(
      new Set(['interested', 'not_interested']),
    );
    const [early] = office.rows<{ least: number }>(
      'SELECT min(r.received_at - e.sent_at) AS least FROM reply r JOIN email e ON e.id = r.email_id',
    );
    expect(early?.least).toBeGreaterThan(10 * 60_000);
    const { leads } = await office.call('GET', '/leads?limit=200');
    const tags = new Map(leads.map(({ id, tag }: { id: number; tag: string }) => [id, tag]));
    for (const { leadId, responseCategory } of replies) expect(tags.get(leadId)).toBe(responseCategory);
  });

  it('come to follow-ups as seldom as the profile says', async () => {
    const settings = { isEnabledStopFollowUpsOnReply: false };
    const perStep = async (followUpFactor: number) => {
      const office = await sent({ reply: 0.5, followUpFactor }, settings, people(100));
      const found = office.rows<{ step: number; n: number }>(
        'SELECT e.step, count(*) AS n FROM reply r JOIN email e ON e.id = r.email_id GROUP BY e.step ORDER BY e.step',
      );
      return found.map(({ step, n }) => [step, n] as const);
    };
    expect((await perStep(0)).map(([step]) => step)).toEqual([1]);
    const [first, second] = await perStep(0.5);
    expect(first?.[1]).toBeGreaterThan(40);
    expect(second?.[1]).toBeLessThan(((first?.[1] ?? 0) * 3) / 4);
  });

  it('have no category while they are being categorized', async () => {
    const office = await sent({ reply: 1, positive: 1 }, {}, people(1), 0);
    for (let i = 0; i < 20_000 && office.rows('SELECT id FROM reply').length === 0; i++)
      await office.sandbox.advance(60_000);
    expect((await repliesOf(office))[0]?.responseCategory).toBeNull();
    expect((await office.call('GET', '/leads')).leads[0].tag).toBeNull();
    await office.sandbox.advance(5 * 60_000);
    expect((await repliesOf(office))[0]?.responseCategory).toBe('interested');
    expect((await office.call('GET', '/leads')).leads[0].tag).toBe('interested');
  });

  it('never mark a meeting', async () => {
    const office = await sent({ reply: 1, positive: 1 });
    expect((await repliesOf(office)).length).toBeGreaterThan(40);
    expect(office.rows('SELECT id FROM lead WHERE meeting_booked_at IS NOT NULL')).toEqual([]);
    expect((await office.call('GET', `/campaigns/${office.id}/stats`)).totals.meetings).toBe(0);
  });

  it('do not stop follow-ups where the campaign says so', async () => {
    const office = await sent({ reply: 1, positive: 1 }, { isEnabledStopFollowUpsOnReply: false });
    const followUps = office.rows('SELECT id FROM email WHERE step = 3 AND sent_at IS NOT NULL');
    expect(followUps.length).toBeGreaterThan(40);
  });

  it('stop the follow-ups to colleagues where the campaign says so', async () => {
    const leads = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@one.example` }));
    const chatty = { reply: 0.3, replyHours: [1, 2] as const };
    const alone = await sent(chatty, {}, leads);
    const together = await sent(chatty, { isEnabledStopFollowUpsForSameCompany: true }, leads);
    const followUps = (office: Office) =>
      office.rows('SELECT id FROM email WHERE step > 1 AND sent_at IS NOT NULL').length;
    expect((await repliesOf(together)).length).toBeGreaterThan(0);
    expect(followUps(together)).toBeLessThan(followUps(alone));
    const first = together.rows<{ at: number }>('SELECT min(received_at) AS at FROM reply')[0]?.at ?? 0;
    expect(together.rows(`SELECT id FROM email WHERE step > 1 AND sent_at > ${first}`)).toEqual([]);
  });
});

describe('out-of-office answers', () => {
  it('stop the sequence and count like any reply', async () => {
    const office = await sent({ outOfOffice: 1 });
    expect(office.rows('SELECT id FROM email WHERE step = 2 AND sent_at IS NOT NULL')).toEqual([]);
    const { totals } = await office.call('GET', `/campaigns/${office.id}/stats`);
    expect(totals).toMatchObject({ replied: totals.sent - totals.bounced, positive: 0 });
  });

  it('do neither where they are ignored', async () => {
    const office = await sent({ outOfOffice: 1 }, { ignoreOutOfOfficeReplies: true });
    expect(office.rows('SELECT id FROM email WHERE step = 3 AND sent_at IS NOT NULL').length).toBeGreaterThan(
      40,
    );
    expect((await office.call('GET', `/campaigns/${office.id}/stats`)).totals.replied).toBe(0);
    const categories = new Set((await repliesOf(office)).map((reply) => reply.responseCategory));
    expect(categories).toEqual(new Set(['out_of_office']));
  });
});

describe('bounces and unsubscribes', () => {
  it('put the lead aside and are not replies', async () => {
    const office = await sent({ softBounce: 0.3 }, {}, people(200));
    const tags = office.rows<{ tag: string; bounce: string }>(
      'SELECT DISTINCT tag, bounce FROM lead JOIN email ON lead_id = lead.id WHERE bounce IS NOT NULL ORDER BY tag',
    );
    expect(tags).toEqual([
      { tag: 'bounced', bounce: 'hard_bounce' },
      { tag: 'delivery_incomplete', bounce: 'soft_bounce' },
    ]);
    expect(await repliesOf(office)).toEqual([]);
  });

  it('end all campaigns for a person who unsubscribes', async () => {
    const office = await newOffice();
    setAnswerProfile(office.sandbox.state, { ...quiet, unsubscribeLink: 1 });
    const leads = people(20);
    const one = await office.campaign({ leads });
    const two = await office.campaign({ leads, settings: { isEnabledStopFollowUpsOnReply: false } });
    for (const id of [one, two]) await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(40 * day);
    const late = office.rows(
      'SELECT e.id FROM email e JOIN lead ON lead.id = e.lead_id WHERE e.sent_at > lead.unsubscribed_at',
    );
    expect(late).toEqual([]);
    expect(office.rows('SELECT id FROM lead WHERE unsubscribed_at IS NULL AND tag IS NULL')).toEqual([]);
  });
});

describe('drafts', () => {
  it('answer everybody in the conversation but ourselves', async () => {
    const office = await sent({ reply: 1, positive: 1 }, {}, people(150));
    const { drafts, total } = await office.call('GET', '/reply-drafts?limit=200');
    const replies = new Map((await repliesOf(office)).map((reply) => [reply.id, reply]));
    expect(total).toBe(replies.size);
    const own = new Set(office.rows<{ address: string }>('SELECT address FROM sender').map((s) => s.address));
    let copied = 0;
    for (const draft of drafts) {
      expect(draft.leadId).toBe(replies.get(draft.inReplyToEmailId)?.leadId);
      expect(draft.to).toHaveLength(1);
      expect(draft.subject).toMatch(/^Re: /);
      expect(draft.body.trim()).not.toBe('');
      copied += draft.cc.length;
      for (const address of [...draft.to, ...draft.cc]) expect(own.has(address)).toBe(false);
    }
    expect(copied).toBeGreaterThan(0);
  });

  const withDraft = async () => {
    const office = await sent({ reply: 1, positive: 1 }, {}, people(5));
    const { drafts } = await office.call('GET', '/reply-drafts');
    return { ...office, draft: drafts[0], left: drafts.length };
  };

  it('are changed, sent once through the mailbox of the conversation, and gone', async () => {
    const office = await withDraft();
    const path = `/reply-drafts/${office.draft.id}`;
    await office.call('PUT', path, { body: 'Thursday, then.', cc: ['lea@one.example'] });
    const answer = await office.call('POST', `${path}/send`);
    expect(answer).toMatchObject({
      id: office.draft.id,
      recipient: office.draft.to[0],
      cc: ['lea@one.example'],
      body: 'Thursday, then.',
      status: 'scheduled',
    });
    await office.sandbox.advance(5 * 60_000);
    const { conversation } = await office.call('GET', `/leads/${office.draft.leadId}/conversation`);
    const last = conversation.at(-1);
    expect(last).toMatchObject({
      direction: 'outbound',
      body: 'Thursday, then.',
      status: 'sent',
      isDraft: false,
    });
    const first = conversation[0];
    expect([last.fromAddress, last.threadId]).toEqual([first.fromAddress, first.threadId]);
    expect((await office.call('GET', '/reply-drafts')).total).toBe(office.left - 1);
    await office.call('POST', `${path}/send`, undefined, 409);
    await office.call('PUT', path, { body: 'x' }, 409);
    expect(office.rows("SELECT id FROM ledger WHERE operation = 'drafts.send'")).toHaveLength(1);
  });

  it.each([
    ['the mailbox lost its connection', 'UPDATE sender SET is_connected = 0'],
    ['the person has unsubscribed', 'UPDATE lead SET unsubscribed_at = 1'],
    ['the lead is gone', 'DELETE FROM lead'],
    ['it has no text', "UPDATE draft SET body = ' '"],
  ])('cannot be sent where %s', async (_, sql) => {
    const office = await withDraft();
    office.db.exec(sql);
    await office.call('POST', `/reply-drafts/${office.draft.id}/send`, undefined, 409);
    expect(office.rows('SELECT id FROM email WHERE campaign_id IS NULL')).toEqual([]);
  });

  it('are not found elsewhere, and take no malformed address', async () => {
    const office = await withDraft();
    await office.call('POST', '/reply-drafts/999999/send', undefined, 404);
    await office.call('PUT', `/reply-drafts/${office.draft.id}`, { to: ['nobody'] }, 400);
  });
});
