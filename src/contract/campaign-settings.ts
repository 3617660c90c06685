import type { campaigns } from './areas/campaigns.ts';
import type { Input } from './operation.ts';

interface CampaignSetting {
  /** Its field in the service's records and requests. */
  readonly wire: Exclude<keyof Input<typeof campaigns.update>['body'], 'name'>;
  readonly kind: 'text' | 'integer' | 'switch';
  /** The creation does not take it: a call to update follows. */
  readonly notAtCreation?: true;
}

/** By the name people write: the option in camelCase, in campaign files as on the line. */
export const campaignSettings = {
  emoji: { wire: 'emoji', kind: 'text' },
  flow: { wire: 'flow', kind: 'text' },
  dailyLimit: { wire: 'dailyLimit', kind: 'integer' },
  senderLimit: { wire: 'maximumSendingLimitPerSenderEmail', kind: 'integer' },
  senderVariation: { wire: 'maximumSendingLimitPerSenderEmailVariation', kind: 'integer' },
  minGap: { wire: 'minimumTimeBetweenEmails', kind: 'integer' },
  maxGap: { wire: 'maximumTimeBetweenEmails', kind: 'integer' },
  minHealth: { wire: 'minimumHealthScore', kind: 'integer' },
  nonBusiness: { wire: 'allowNonBusinessEmails', kind: 'switch' },
  catchAllValidated: { wire: 'isEnabledCatchallValidated', kind: 'switch' },
  emailVerifier: { wire: 'isEnabledEmailVerifier', kind: 'switch' },
  ignoreHardBounced: { wire: 'isEnabledIgnoreHardBouncedLeads', kind: 'switch' },
  ignoreResponded: { wire: 'isEnabledIgnoreLeadsWhoAlreadyResponded', kind: 'switch' },
  skipExisting: { wire: 'isEnabledSkipLeadIfAlreadyExists', kind: 'switch' },
  llm: { wire: 'isEnabledLlm', kind: 'switch' },
  stopOnReply: { wire: 'isEnabledStopFollowUpsOnReply', kind: 'switch' },
  stopForCompany: { wire: 'isEnabledStopFollowUpsForSameCompany', kind: 'switch' },
  ignoreOutOfOffice: { wire: 'ignoreOutOfOfficeReplies', kind: 'switch' },
  stopAcrossCampaigns: { wire: 'isEnabledStopFollowUpsAcrossCampaigns', kind: 'switch', notAtCreation: true },
} as const satisfies Readonly<Record<string, CampaignSetting>>;

export type CampaignSettingName = keyof typeof campaignSettings;

export const campaignSettingNames = Object.keys(campaignSettings) as readonly CampaignSettingName[];

/** The parts of a schedule that a person sets, under the service's names. */
export const scheduleSettings = {
  days: 'daysSchedule',
  from: 'startSchedule',
  to: 'endSchedule',
} as const satisfies Readonly<Record<string, keyof Input<typeof campaigns.schedule>['body']>>;

export type ScheduleSettingName = keyof typeof scheduleSettings;

/** The option that sets a field of the service: `dailyLimit`, `from`. */
export const optionOf: ReadonlyMap<string, string> = new Map([
  ...campaignSettingNames.map((name) => [campaignSettings[name].wire, name] as const),
  ...Object.entries(scheduleSettings).map(([name, wire]) => [wire, name] as const),
]);
