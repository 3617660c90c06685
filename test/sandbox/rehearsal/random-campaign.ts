import { noAnswers, usualRates } from '../../../src/domain/course/answers.ts';
import type { Plan } from '../../../src/domain/course/plan.ts';
import { day, minute } from '../../../src/domain/window.ts';
import { seededRandom } from '../../seeded-random.ts';

/** A campaign as people might set one up, and the mailboxes that it has. */
export interface RandomCampaign {
  readonly seed: number;
  readonly startAt: number;
  readonly leads: number;
  readonly delays: readonly number[];
  readonly mailboxes: readonly { readonly age: number; readonly buildUp: boolean; readonly limit: number }[];
  readonly dailyLimit: number | null;
  readonly perMailbox: number | undefined;
  readonly variation: number;
  readonly days: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly least: number;
  readonly most: number;
}

const monday = Date.UTC(2026, 10, 23);

/**
 * The same campaign for the same seed; `mostLeads` keeps it small. Each quantity is as likely anywhere in its range: one
 * weekday as much as seven, and windows that open at any minute.
 */
export function randomCampaign(seed: number, mostLeads = 700): RandomCampaign {
  const random = seededRandom(seed * 7919);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const maybe = <T>(share: number, value: () => T) => (random() < share ? value() : undefined);
  const open = between(2 * 60, 10 * 60);
  const start = between(0, 24 * 60 - 1 - open);
  // Two draws from all that the service takes: 2 to 30 minutes.
  const [least, most] = [between(2, 30), between(2, 30)].sort((a, b) => a - b) as [number, number];
  const weekdays = [0, 1, 2, 3, 4, 5, 6];
  for (let closed = between(0, 6); closed > 0; closed--) weekdays.splice(between(0, weekdays.length - 1), 1);
  return {
    seed,
    startAt: monday + between(0, 7 * 1440 - 1) * minute,
    leads: between(5, mostLeads),
    delays: Array.from({ length: between(0, 4) }, () => between(0, 8)),
    mailboxes: Array.from({ length: between(1, 5) }, () => ({
      age: between(0, 90),
      buildUp: random() < 0.5,
      limit: between(10, 100),
    })),
    dailyLimit: maybe(0.3, () => between(20, 150)) ?? null,
    perMailbox: maybe(0.4, () => between(5, 40)),
    variation: maybe(0.5, () => between(0, 60)) ?? 0,
    days: weekdays,
    start,
    end: start + open,
    least,
    most,
  };
}

export const planOf = (campaign: RandomCampaign, answering: boolean): Plan => ({
  startAt: campaign.startAt,
  campaigns: [
    {
      limits: {
        window: { days: campaign.days, start: campaign.start, end: campaign.end },
        minimumTimeBetweenEmails: campaign.least,
        maximumTimeBetweenEmails: campaign.most,
        maximumSendingLimitPerSenderEmail: campaign.perMailbox,
        maximumSendingLimitPerSenderEmailVariation: campaign.variation,
      },
      dailyLimit: campaign.dailyLimit,
      delays: campaign.delays,
      firsts: campaign.leads,
      firstsDueAt: 0,
      followUps: [],
      past: null,
      answers: answering ? usualRates : noAnswers,
    },
  ],
  mailboxes: campaign.mailboxes.map(({ age, buildUp, limit }) => ({
    isConnected: true,
    connectedAt: campaign.startAt - age * day,
    currentDailyLimit: limit,
    maximumSendingsLimitPerDay: limit,
    toggleGradualBuildUp: buildUp,
    healthScore: null,
    alsoIn: [],
    before: null,
  })),
});
