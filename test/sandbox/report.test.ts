import { describe, expect, it } from 'vitest';
import { addCredits } from '../../src/sandbox/world/account/wallet.ts';
import { monday, newOffice, people } from './office.ts';

const day = 86_400_000;
const date = (at: number): string => new Date(at).toISOString().slice(0, 10);

describe('the outcomes report', () => {
  it('says nothing of cost where nothing came of it', async () => {
    const office = await newOffice();
    expect(await office.call('GET', '/reports/outcomes')).toEqual({
      campaignId: null,
      since: null,
      until: null,
      outcomes: { sent: 0, replies: 0, positiveReplies: 0, meetings: 0 },
      spend: { credits: 0, creditsUsd: 0, creditsByReason: [], dfyOrders: 0, dfyOrdersUsd: 0, totalUsd: 0 },
      costPerReply: null,
      costPerPositive: null,
      costPerMeeting: null,
    });
  });

  it('adds up what happened, by day and by campaign', async () => {
    const office = await newOffice();
    const one = await office.campaign({ leads: people(150, 'one') });
    const two = await office.campaign({ leads: people(50, 'two') });
    for (const id of [one, two]) await office.call('POST', `/campaigns/${id}/resume`);
    addCredits(office.sandbox.state, 1, -120, 'lead_finder_import');
    addCredits(office.sandbox.state, 1, -30, 'email_verification');
    await office.sandbox.advance(30 * day);
    const report = (query: string) => office.call('GET', `/reports/outcomes?${query}`);
    const all = await report('');
    const [first, second] = [await report(`campaignId=${one}`), await report(`campaignId=${two}`)];
    for (const name of ['sent', 'replies', 'positiveReplies'] as const) {
      expect(all.outcomes[name]).toBe(first.outcomes[name] + second.outcomes[name]);
      expect(all.outcomes[name]).toBeGreaterThan(0);
    }
    const { totals } = await office.call('GET', `/campaigns/${one}/stats`);
    expect(first.outcomes).toMatchObject({
      sent: totals.sent,
      replies: totals.replied,
      positiveReplies: totals.positive,
    });
    expect(first.spend).toEqual(all.spend);
    expect(all.spend).toMatchObject({
      credits: 150,
      creditsByReason: [
        { reason: 'lead_finder_import', credits: 120 },
        { reason: 'email_verification', credits: 30 },
      ],
    });
    expect(all.costPerReply).toBeCloseTo(all.spend.totalUsd / all.outcomes.replies, 2);

    const noon = monday + 7 * day;
    const before = await report(`until=${date(noon)}`);
    const after = await report(`since=${date(noon)}`);
    expect(before.outcomes.sent + after.outcomes.sent).toBe(all.outcomes.sent);
    expect(before.outcomes.sent * after.outcomes.sent).toBeGreaterThan(0);
    expect(after.spend.credits).toBe(0);
  });

  it('ends with a bare until date at the start of that day', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(5) });
    await office.call('POST', `/campaigns/${id}/resume`);
    await office.sandbox.advance(day);
    const sent = async (until: string) =>
      (await office.call('GET', `/reports/outcomes?until=${until}`)).outcomes.sent;
    expect(await sent(date(monday))).toBe(0);
    expect(await sent(`${date(monday)}T23:59:59Z`)).toBe(5);
    expect(await sent(date(monday + day))).toBe(5);
  });

  it('counts a meeting only where one was marked', async () => {
    const office = await newOffice();
    const id = await office.campaign({ leads: people(3) });
    const other = await office.campaign({ leads: people(3, 'other') });
    const [lead] = (await office.call('GET', `/leads?campaignId=${id}`)).leads;
    await office.call('POST', `/leads/${lead.id}/meeting`);
    const meetings = async (query: string) =>
      (await office.call('GET', `/reports/outcomes?${query}`)).outcomes.meetings;
    expect(await meetings('')).toBe(1);
    expect(await meetings(`campaignId=${id}`)).toBe(1);
    expect(await meetings(`campaignId=${other}`)).toBe(0);
  });

  it('refuses days that do not exist and does not find campaigns of others', async () => {
    const office = await newOffice();
    for (const query of ['since=2026-02-30', 'until=yesterday', 'since=2026-13-01T00:00:00Z'])
      await office.call('GET', `/reports/outcomes?${query}`, undefined, 400);
    await office.call('GET', '/reports/outcomes?campaignId=77', undefined, 404);
  });
});
