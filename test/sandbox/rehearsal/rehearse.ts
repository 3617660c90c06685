import { day } from '../../../src/domain/window.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { addSender } from '../../../src/sandbox/world/mailboxes/senders.ts';
import { silence } from '../../silence.ts';
import { newOffice, type Office, people } from '../office.ts';
import type { RandomCampaign } from './random-campaign.ts';

/** What the sandbox sent on one UTC day. */
export interface RehearsedDay {
  readonly day: number;
  readonly first: number;
  readonly followUp: number;
}

/** An office with the campaign as a draft, and its id. */
export async function prepare(
  campaign: RandomCampaign,
  answering: boolean,
  world = 0,
): Promise<{ office: Office; id: number }> {
  const office = await newOffice(`rehearsal ${campaign.seed} ${world}`, campaign.startAt);
  const { state } = office.sandbox;
  if (!answering) setAnswerProfile(state, silence);
  const senders = campaign.mailboxes.map(({ age, buildUp, limit }, index) => {
    const id = addSender(state, {
      workspaceId: 1,
      address: `box${index}@rehearsal.example`,
      givenName: 'Ana',
      familyName: 'Berg',
      provider: 'google',
      connectedAt: campaign.startAt - age * day,
      health: 95,
      toggleGradualBuildUp: buildUp,
    });
    office.db
      .prepare('UPDATE sender SET current_daily_limit = ?1, maximum_limit = ?1 WHERE id = ?2')
      .run(limit, id);
    return id;
  });
  const id = await office.campaign({
    senders,
    settings: {
      ...(campaign.dailyLimit !== null && { dailyLimit: campaign.dailyLimit }),
      ...(campaign.perMailbox && {
        maximumSendingLimitPerSenderEmail: campaign.perMailbox,
        maximumSendingLimitPerSenderEmailVariation: campaign.variation,
      }),
    },
    leads: people(campaign.leads, `seed${campaign.seed}x`),
    steps: [0, ...campaign.delays].map((delayDays, index) => ({
      order: index + 1,
      subject: `Step ${index + 1}`,
      body: 'Hi {firstName}',
      delayDays,
      useSameThread: false,
    })),
    schedule: {
      daysSchedule: campaign.days.join(','),
      startSchedule: clock(campaign.start),
      endSchedule: clock(campaign.end),
      minimumTimeBetweenEmails: campaign.least,
      maximumTimeBetweenEmails: campaign.most,
    },
  });
  return { office, id };
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Starts the campaign and lets the sandbox send until nothing is left. */
export async function rehearse(office: Office, id: number): Promise<RehearsedDay[]> {
  await office.call('POST', `/campaigns/${id}/resume`);
  for (let days = 0; days < 3000; days += 50) {
    await office.sandbox.advance(50 * day);
    const { campaign } = await office.call('GET', `/campaigns/${id}`);
    if (campaign.status === 'completed') break;
  }
  return office.rows<RehearsedDay>(
    `SELECT sent_at / ${day} AS day, sum(step = 1) AS first, sum(step > 1) AS followUp FROM email
     WHERE campaign_id = ${id} AND sent_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
}
