import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyCapacity } from '../../src/domain/mailbox/capacity.ts';
import { day, dayNumber, isOpen, minute, startOfDay } from '../../src/domain/window.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { findCampaign, limitsOf } from '../../src/sandbox/world/campaign/campaigns.ts';
import { findSender, mailboxLimits } from '../../src/sandbox/world/mailboxes/senders.ts';
import { monday, newOffice, type Office, people, threeSteps } from './office.ts';

interface Sent {
  id: number;
  campaignId: number;
  leadId: number;
  senderId: number;
  step: number;
  threadId: string;
  subject: string;
  sentAt: number;
}

const sentEmails = (office: Office): Sent[] =>
  office.rows<Sent>(
    `SELECT id, campaign_id AS campaignId, lead_id AS leadId, sender_id AS senderId, step, thread_id AS threadId,
       subject, sent_at AS sentAt FROM email WHERE sent_at IS NOT NULL AND campaign_id IS NOT NULL ORDER BY sent_at, id`,
  );

function group<T>(items: readonly T[], key: (item: T) => string | number): Map<string | number, T[]> {
  const groups = new Map<string | number, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** What must hold of everything that was ever sent, whatever the settings. */
function checkEverything(office: Office, sent: readonly Sent[]): void {
  const { state } = office.sandbox;
  for (const [senderId, emails] of group(sent, (email) => email.senderId)) {
    const sender = findSender(state, Number(senderId));
    if (!sender) throw new Error('sent by nobody');
    for (const [index, email] of emails.entries()) {
      const campaign = findCampaign(state, email.campaignId);
      if (!campaign) throw new Error('sent for no campaign');
      expect(isOpen(limitsOf(campaign).window, email.sentAt)).toBe(true);
      const before = emails[index - 1];
      if (before)
        expect(email.sentAt - before.sentAt).toBeGreaterThanOrEqual(
          campaign.schedule.minimumTimeBetweenEmails * minute,
        );
    }
    for (const ofDay of group(emails, (email) => dayNumber(email.sentAt)).values()) {
      const at = ofDay[0]?.sentAt ?? 0;
      const limits = mailboxLimits(sender, at);
      expect(ofDay.length).toBeLessThanOrEqual(sender.currentDailyLimit);
      for (const [campaignId, own] of group(ofDay, (email) => email.campaignId)) {
        const campaign = findCampaign(state, Number(campaignId));
        if (!campaign) throw new Error('sent for no campaign');
        expect(own.length).toBeLessThanOrEqual(dailyCapacity(limits, limitsOf(campaign), at).emails);
      }
    }
  }
  for (const [campaignId, emails] of group(sent, (email) => email.campaignId)) {
    const limit = findCampaign(state, Number(campaignId))?.settings.dailyLimit ?? Number.POSITIVE_INFINITY;
    for (const ofDay of group(emails, (email) => dayNumber(email.sentAt)).values())
      expect(ofDay.length).toBeLessThanOrEqual(limit);
  }
  for (const conversation of group(sent, (email) => `${email.campaignId} ${email.leadId}`).values()) {
    expect(new Set(conversation.map(({ senderId }) => senderId)).size).toBe(1);
    expect(conversation.map(({ step }) => step)).toEqual(conversation.map((_, index) => index + 1));
  }
}

/** A lead gets no more email of a campaign after its sequence has ended. */
function checkStops(office: Office): void {
  const after = office.rows(
    `SELECT e.id FROM email e JOIN email ended ON ended.lead_id = e.lead_id AND ended.campaign_id = e.campaign_id
     WHERE e.sent_at > coalesce(ended.replied_at, ended.bounced_at)`,
  );
  expect(after).toEqual([]);
  const unsubscribed = office.rows(
    `SELECT e.id FROM email e JOIN lead ON lead.id = e.lead_id
     WHERE e.campaign_id IS NOT NULL AND e.sent_at > lead.unsubscribed_at`,
  );
  expect(unsubscribed).toEqual([]);
}

async function checkCounts(office: Office, id: number): Promise<void> {
  const { totals, daily, steps, emailCounts } = await office.call('GET', `/campaigns/${id}/stats`);
  const { total, ...each } = emailCounts;
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  expect(sum(Object.values(each))).toBe(total);
  for (const name of ['sent', 'replied', 'positive'] as const)
    expect(sum(daily.map((item: Record<string, number>) => item[name]))).toBe(totals[name]);
  for (const name of ['sent', 'replied'] as const)
    expect(sum(steps.map((step: Record<string, number>) => step[name]))).toBe(totals[name]);
  const variants = steps.flatMap((step: { variants: Record<string, number>[] }) => step.variants);
  expect(sum(variants.map((variant: Record<string, number>) => variant.positive))).toBe(totals.positive);
  expect(each.sent + each.replied + each.bounced + each.spamReport).toBe(totals.sent);
  const { campaign } = await office.call('GET', `/campaigns/${id}`);
  expect(campaign.stats.emailsSentCount).toBe(totals.sent);
}

const plans = fc.record({
  seed: fc.stringMatching(/^[a-z]{4}$/),
  leads: fc.integer({ min: 1, max: 120 }),
  days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  start: fc.constantFrom('00:00', '08:30', '15:00'),
  end: fc.constantFrom('16:00', '18:45', '23:59'),
  least: fc.integer({ min: 2, max: 12 }),
  more: fc.integer({ min: 0, max: 18 }),
  dailyLimit: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  perSender: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  variation: fc.integer({ min: 0, max: 100 }),
  minimumHealthScore: fc.constantFrom(undefined, 0, 90, 95),
  sameCompany: fc.boolean(),
  delays: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
});

describe('whatever the settings', () => {
  it('keeps to windows, limits, times between emails, mailboxes and stops', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const office = await newOffice(plan.seed, monday);
        setAnswerProfile(office.sandbox.state, { reply: 0.25, outOfOffice: 0.1, unsubscribeLink: 0.05 });
        const settings = {
          maximumSendingLimitPerSenderEmailVariation: plan.variation,
          isEnabledStopFollowUpsForSameCompany: plan.sameCompany,
          ...(plan.dailyLimit && { dailyLimit: plan.dailyLimit }),
          ...(plan.perSender && { maximumSendingLimitPerSenderEmail: plan.perSender }),
          ...(plan.minimumHealthScore !== undefined && { minimumHealthScore: plan.minimumHealthScore }),
        };
        const id = await office.campaign({
          settings,
          leads: people(plan.leads),
          steps: plan.delays.map((delayDays, index) => ({
            order: index + 1,
            subject: `Step ${index + 1}`,
            body: 'Hi {firstName}',
            delayDays,
            useSameThread: index % 2 === 1,
          })),
          schedule: {
            daysSchedule: plan.days.join(','),
            startSchedule: plan.start,
            endSchedule: plan.end,
            minimumTimeBetweenEmails: plan.least,
            maximumTimeBetweenEmails: plan.least + plan.more,
          },
        });
        await office.call('POST', `/campaigns/${id}/resume`);
        await office.sandbox.advance(45 * day);
        const sent = sentEmails(office);
        expect(sent.length).toBeGreaterThan(0);
        checkEverything(office, sent);
        checkStops(office);
        await checkCounts(office, id);
      }),
      { numRuns: 12 },
    );
  });
});

describe('a campaign', () => {
  it('sends every step to everybody who stays silent, and is completed then', async () => {
    const office = await newOffice();
    setAnswerProfile(office.sandbox.state, {
      reply: 0,
      outOfOffice: 0,
      unsubscribeLink: 0,
      softBounce: 0,
    });
    const id = await office.campaign({ leads: people(60) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(30 * day);
    const { totals, emailCounts } = await office.call('GET', `/campaigns/${id}/stats`);
    expect(totals.sent).toBe(60 * 3 - 2 * totals.bounced);
    expect(emailCounts.scheduled + emailCounts.followUp).toBe(0);
    expect((await office.call('GET', `/campaigns/${id}`)).campaign.status).toBe('completed');
    expect(office.rows('SELECT * FROM event')).toEqual([]);
  });

  it('sends follow-ups after their delay, in the thread where it says so', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(30) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(30 * day);
    const byLead = group(sentEmails(office), (email) => email.leadId);
    let threes = 0;
    for (const [first, second, third] of byLead.values()) {
      if (!first || !second || !third) continue;
      threes++;
      expect(startOfDay(second.sentAt) - startOfDay(first.sentAt)).toBeGreaterThanOrEqual(3 * day);
      expect(startOfDay(third.sentAt) - startOfDay(second.sentAt)).toBeGreaterThanOrEqual(5 * day);
      expect(second.threadId).toBe(first.threadId);
      expect(second.subject).toBe(`Re: ${first.subject}`);
      expect(third.threadId).not.toBe(first.threadId);
    }
    expect(threes).toBeGreaterThan(10);
  });

  it('sends follow-ups that are due before first emails that wait', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(200), settings: { dailyLimit: 40 }, senders: [1, 2] });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(4 * day);
    const thursday = sentEmails(office).filter(({ sentAt }) => dayNumber(sentAt) === dayNumber(monday) + 3);
    const followUps = thursday.filter(({ step }) => step === 2);
    expect(followUps.length).toBeGreaterThan(30);
    expect(thursday.length).toBe(40);
    for (const own of group(thursday, ({ senderId }) => senderId).values())
      expect(own.map(({ step }) => step)).toEqual(own.map(({ step }) => step).sort((x, y) => y - x));
    expect(office.rows("SELECT id FROM email WHERE status = 'scheduled'").length).toBeGreaterThan(60);
  });

  it('lets no more time pass between two emails of a mailbox than it may', async () => {
    const office = await newOffice();
    const id = await office.campaign({
      leads: people(400),
      schedule: { minimumTimeBetweenEmails: 9, maximumTimeBetweenEmails: 14 },
    });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    const gaps = new Set<number>();
    for (const own of group(sentEmails(office), ({ senderId }) => senderId).values())
      for (const [index, { sentAt }] of own.entries()) {
        const before = own[index - 1];
        if (before) gaps.add(sentAt - before.sentAt);
      }
    expect(gaps.size).toBeGreaterThan(20);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(9 * minute);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(14 * minute);
  });

  it('writes what the lead is called, signs it, and keeps what has no value visible', async () => {
    const office = await newOffice();
    const leads = [
      { email: 'ann@acme.example', firstName: 'Ann', customVariables: { 'Deal Size': { usd: 3 } } },
    ];
    const steps = [{ order: 1, subject: '{deal_size} {lastName}', body: 'Hi {FirstName}' }];
    const id = await office.campaign({ leads, steps });
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps, signature: 'Yours, {company}' });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    expect(office.rows('SELECT subject, body, recipient FROM email')).toEqual([
      { subject: '{"usd":3} {lastName}', body: 'Hi Ann\n\nYours, {company}', recipient: 'ann@acme.example' },
    ]);
  });

  it('uses the variants of a step evenly', async () => {
    const office = await newOffice();
    const steps = [
      { order: 1, subject: 'One', body: 'b', variants: [{ subject: 'Two' }, { label: 'Z', body: 'z' }] },
    ];
    const id = await office.campaign({ leads: people(31), steps });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(7 * day);
    const { steps: stats } = await office.call('GET', `/campaigns/${id}/stats`);
    const counts = stats[0].variants.map((variant: { label: string; sent: number }) => [
      variant.label,
      variant.sent,
    ]);
    expect(counts).toEqual([
      ['A', 11],
      ['B', 10],
      ['Z', 10],
    ]);
  });

  it('sends nothing while it is paused, and the rest when it is resumed', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(80) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(5 * 60 * minute);
    await office.call('POST', `/campaigns/${id}/pause`);
    const before = sentEmails(office).length;
    expect(before).toBeGreaterThan(0);
    await office.sandbox.advance(10 * day);
    expect(sentEmails(office).length).toBe(before);
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(20 * day);
    const first = sentEmails(office).filter(({ step }) => step === 1);
    expect(first.length).toBe(80);
  });

  it('shares the capacity of its mailboxes with other campaigns', async () => {
    const office = await newOffice();
    const one = await office.campaign({ leads: people(100, 'one'), senders: [2] });
    const two = await office.campaign({ leads: people(100, 'two'), senders: [2] });
    for (const id of [one, two]) await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(4 * day);
    for (const ofDay of group(sentEmails(office), (email) => dayNumber(email.sentAt)).values()) {
      expect(ofDay.length).toBeLessThanOrEqual(50);
      const share = ofDay.filter(({ campaignId }) => campaignId === one).length;
      expect(Math.abs(share * 2 - ofDay.length)).toBeLessThanOrEqual(1);
    }
    checkEverything(office, sentEmails(office));
  });

  it('goes by the limit of each day, where that varies', async () => {
    const office = await newOffice();
    const settings = {
      maximumSendingLimitPerSenderEmail: 20,
      maximumSendingLimitPerSenderEmailVariation: 60,
    };
    const id = await office.campaign({
      settings,
      leads: people(150),
      steps: threeSteps.slice(0, 1),
      senders: [2],
    });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(5 * day);
    const counts = [...group(sentEmails(office), (email) => dayNumber(email.sentAt)).values()].map(
      (ofDay) => ofDay.length,
    );
    expect(counts).toHaveLength(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
    expect(new Set(counts).size).toBeGreaterThan(2);
  });

  it('goes on in one campaign where a mailbox has completed another', async () => {
    const office = await newOffice();
    const few = await office.campaign({
      leads: people(3, 'few'),
      steps: threeSteps.slice(0, 1),
      senders: [1],
    });
    const many = await office.campaign({
      leads: people(12, 'many'),
      steps: threeSteps.slice(0, 1),
      senders: [1],
    });
    for (const id of [few, many]) await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(7 * day);
    expect(office.rows('SELECT status FROM campaign ORDER BY id')).toEqual([
      { status: 'completed' },
      { status: 'completed' },
    ]);
  });

  it('holds back accounts below its minimum score, whose conversations wait', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(60) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    const weak = 5;
    expect(sentEmails(office).some(({ senderId }) => senderId === weak)).toBe(true);
    await office.call('PUT', `/campaigns/${id}`, { minimumHealthScore: 90 });
    const before = sentEmails(office).filter(({ senderId }) => senderId === weak).length;
    await office.sandbox.advance(20 * day);
    expect(sentEmails(office).filter(({ senderId }) => senderId === weak).length).toBe(before);
    const waiting = office.rows(`SELECT id FROM email WHERE status = 'followUp' AND sender_id = ${weak}`);
    expect(waiting.length).toBeGreaterThan(0);
    const health = await office.call('GET', `/campaigns/${id}/health`);
    expect(health).toMatchObject({ heldBackCount: 1, allHeldBack: false, minimumHealthScore: 90 });
    await office.call('PUT', `/campaigns/${id}`, { minimumHealthScore: 0 });
    await office.sandbox.advance(20 * day);
    expect(office.rows(`SELECT id FROM email WHERE status = 'followUp'`)).toEqual([]);
  });

  it('cancels follow-ups whose step is gone when the sequence was replaced', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(10) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(2 * day);
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps: threeSteps.slice(0, 1) });
    await office.sandbox.advance(20 * day);
    expect(sentEmails(office).every(({ step }) => step === 1)).toBe(true);
    expect((await office.call('GET', `/campaigns/${id}`)).campaign.status).toBe('completed');
    await checkCounts(office, id);
  });

  it('goes on without a lead that was deleted', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(20) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    const { leads } = await office.call('GET', '/leads?limit=200');
    for (const lead of leads.slice(0, 15)) await office.call('DELETE', `/leads/${lead.id}`);
    await office.sandbox.advance(30 * day);
    expect(office.rows('SELECT * FROM failed_event')).toEqual([]);
    expect((await office.call('GET', `/campaigns/${id}`)).campaign.status).toBe('completed');
  });
});

describe('the same seed', () => {
  const run = async (seed: string, steps: number) => {
    const office = await newOffice(seed);
    const id = await office.campaign({ leads: people(50) });
    await office.call('POST', `/campaigns/${id}/resume`);
    for (let i = 0; i < steps; i++) await office.sandbox.advance((20 * day) / steps);
    const replies = office.rows(
      'SELECT id, lead_id, body, received_at, response_category FROM reply ORDER BY id',
    );
    return { sent: sentEmails(office), replies };
  };

  it('gives the same world, however the clock gets there', async () => {
    const once = await run('one', 1);
    expect(once.replies.length).toBeGreaterThan(0);
    expect(await run('one', 40)).toEqual(once);
  });

  it('is not the world of another', async () => {
    expect((await run('two', 1)).replies).not.toEqual((await run('one', 1)).replies);
  });
});
