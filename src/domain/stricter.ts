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
type Stricter = (now: unknown, then: unknown) => boolean;

/** A null is no limit. */
const lower: Stricter = (now, then) =>
  typeof then === 'number' && (now === null || (typeof now === 'number' && then < now));
const higher: Stricter = (now, then) => lower(then, now);
const on: Stricter = (_, then) => then === true;
const off: Stricter = (_, then) => then === false; /** It changes no email and no time. */
const always: Stricter = () => true;
const never: Stricter = () => false;

/** Whether a campaign sends at most what it sent before, where this setting changes. */
const stricter: Readonly<Record<Name, Stricter>> = {
  name: always,
  emoji: always,
  flow: never,
  dailyLimit: lower,
  maximumSendingLimitPerSenderEmail: lower,
  maximumSendingLimitPerSenderEmailVariation: never,
  minimumTimeBetweenEmails: higher,
  maximumTimeBetweenEmails: higher,
  minimumHealthScore: (now, then) => higher(now === null ? 0 : now, then),
  allowNonBusinessEmails: off,
  isEnabledCatchallValidated: off,
  isEnabledEmailVerifier: on,
  isEnabledIgnoreHardBouncedLeads: on,
  isEnabledIgnoreLeadsWhoAlreadyResponded: on,
  isEnabledSkipLeadIfAlreadyExists: on,
  isEnabledLlm: never,
  isEnabledStopFollowUpsOnReply: on,
  isEnabledStopFollowUpsForSameCompany: on,
  isEnabledStopFollowUpsAcrossCampaigns: on,
  ignoreOutOfOfficeReplies: off,
  daysSchedule: (now, then) => {
    const open = daysIn(now);
    return daysIn(then).every((day) => open.includes(day));
  },
  startSchedule: (now, then) => higher(minutesOf(now), minutesOf(then)),
  endSchedule: (now, then) => lower(minutesOf(now), minutesOf(then)),
};

/** Whether a change leaves everything as it is, or lets a campaign send less. What is not known now may be less. */
export const isStricter = (now: Readonly<Record<string, unknown>>, change: object): boolean =>
  Object.entries(change).every(
    ([name, then]) =>
      (now[name] !== undefined && now[name] === then) ||
      (Object.hasOwn(stricter, name) && stricter[name as Name](now[name], then)),
  );

const daysIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : []).map((day) => day.trim());

function minutesOf(value: unknown): number | undefined {
  const [, hours, minutes] =
    (typeof value === 'string' && /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value)) || [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
