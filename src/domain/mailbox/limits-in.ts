import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { senders } from '../../contract/areas/senders.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { minutesOf, type SendingWindow, weekdaysOf } from '../window.ts';
import type { CampaignLimits, MailboxLimits } from './capacity.ts';

type Detail = Output<typeof campaigns.get>['campaign'];
type Schedule = NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;

/** Minutes between two emails where the service does not say: the middle of what it allows is not known either. */
export const usualGap = { least: 5, most: 10 } as const;

/** What a mailbox allows, from its record. It shows no moment of connection but that of its creation. */
export const mailboxLimitsIn = (sender: ItemOf<typeof senders.list>): MailboxLimits => ({
  isConnected: sender.isConnected !== false,
  connectedAt: Date.parse(sender.createdAt ?? '') || 0,
  currentDailyLimit: sender.currentDailyLimit ?? sender.maximumSendingsLimitPerDay ?? 0,
  maximumSendingsLimitPerDay: sender.maximumSendingsLimitPerDay ?? sender.currentDailyLimit ?? 0,
  toggleGradualBuildUp: sender.toggleGradualBuildUp === true,
  healthScore: sender.healthScore ?? null,
});

/** When a campaign may send; undefined where its schedule cannot be read. */
export function windowIn(schedule: Schedule | undefined): SendingWindow | undefined {
  const days = weekdaysOf(schedule?.daysSchedule ?? '');
  const start = minutesOf(schedule?.startSchedule ?? '');
  const end = minutesOf(schedule?.endSchedule ?? '');
  return days === undefined || start === undefined || end === undefined ? undefined : { days, start, end };
}

/** What a campaign allows each of its mailboxes, and all of them together. */
export type DailyLimits = CampaignLimits & { readonly dailyLimit: number | null };

/** Undefined without a readable schedule. */
export function campaignLimitsIn(
  detail: Detail | undefined,
  schedule: Schedule | undefined,
): DailyLimits | undefined {
  const window = windowIn(schedule);
  return window && limitsWithin(window, detail, schedule);
}

/** The time between two emails, of the schedule or the settings; undefined where neither shows it. */
export const gapsIn = (detail: Detail | undefined, schedule: Schedule | undefined) => ({
  least: schedule?.minimumTimeBetweenEmails ?? settingIn(detail, 'minimumTimeBetweenEmails'),
  most: schedule?.maximumTimeBetweenEmails ?? settingIn(detail, 'maximumTimeBetweenEmails'),
});

type Settings = NonNullable<Detail['settings']>;

/** Settings may be nested or flat. */
const settingIn = <K extends keyof Settings>(detail: Detail | undefined, name: K) =>
  detail?.settings?.[name] ?? (detail as Settings | undefined)?.[name] ?? undefined;

export function limitsWithin(
  window: SendingWindow,
  detail: Detail | undefined,
  schedule: Schedule | undefined,
): DailyLimits {
  const of = <K extends keyof Settings>(name: K) => settingIn(detail, name);
  const { least, most } = gapsIn(detail, schedule);
  return {
    window,
    minimumTimeBetweenEmails: least ?? usualGap.least,
    maximumTimeBetweenEmails: most ?? usualGap.most,
    maximumSendingLimitPerSenderEmail: of('maximumSendingLimitPerSenderEmail'),
    maximumSendingLimitPerSenderEmailVariation: of('maximumSendingLimitPerSenderEmailVariation'),
    minimumHealthScore: of('minimumHealthScore'),
    dailyLimit: of('dailyLimit') ?? null,
  };
}
