import type {
  CampaignSettingName,
  campaignSettings,
  ScheduleSettingName,
  scheduleSettings,
} from '../contract/campaign-settings.ts';

type Name =
  | 'name'
  | (typeof campaignSettings)[CampaignSettingName]['wire']
  | (typeof scheduleSettings)[ScheduleSettingName];

/** A null is no limit. */
const isLower = (value: unknown, before: unknown): boolean =>
  typeof value === 'number' && (before === null || (typeof before === 'number' && value < before));

/** With which values of a setting a campaign sends at most what it sent before. */
const stricter = {
  // These change no email and no time.
  name: 'any',
  emoji: 'any',
  flow: 'none',
  dailyLimit: 'lower',
  maximumSendingLimitPerSenderEmail: 'lower',
  maximumSendingLimitPerSenderEmailVariation: 'none',
  minimumTimeBetweenEmails: 'higher',
  maximumTimeBetweenEmails: 'higher',
  minimumHealthScore: 'higher score',
  allowNonBusinessEmails: 'off',
  isEnabledCatchallValidated: 'off',
  isEnabledEmailVerifier: 'on',
  isEnabledIgnoreHardBouncedLeads: 'on',
  isEnabledIgnoreLeadsWhoAlreadyResponded: 'on',
  isEnabledSkipLeadIfAlreadyExists: 'on',
  isEnabledLlm: 'none',
  isEnabledStopFollowUpsOnReply: 'on',
  isEnabledStopFollowUpsForSameCompany: 'on',
  isEnabledStopFollowUpsAcrossCampaigns: 'on',
  ignoreOutOfOfficeReplies: 'off',
  daysSchedule: 'fewer days',
  startSchedule: 'later',
  endSchedule: 'earlier',
} as const satisfies Readonly<Record<Name, string>>;

function sendsLess(name: Name, now: unknown, then: unknown): boolean {
  const wanted = stricter[name];
  if (wanted === 'on' || wanted === 'off') return then === (wanted === 'on');
  if (wanted === 'lower') return isLower(then, now);
  if (wanted === 'higher') return isLower(now, then);
  if (wanted === 'higher score') return isLower(now === null ? 0 : now, then);
  if (wanted === 'earlier') return isLower(minutesOf(then), minutesOf(now));
  if (wanted === 'later') return isLower(minutesOf(now), minutesOf(then));
  if (wanted === 'fewer days') return daysIn(then).every((day) => daysIn(now).includes(day));
  return wanted === 'any';
}

/** Whether a change leaves everything as it is, or lets a campaign send less. What is not known now may be less. */
export const isStricter = (now: Readonly<Record<string, unknown>>, change: object): boolean =>
  Object.entries(change).every(
    ([name, then]) =>
      (now[name] !== undefined && now[name] === then) ||
      (Object.hasOwn(stricter, name) && sendsLess(name as Name, now[name], then)),
  );

const daysIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : []).map((day) => day.trim());

function minutesOf(value: unknown): number | undefined {
  const [, hours, minutes] =
    (typeof value === 'string' && /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value)) || [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
