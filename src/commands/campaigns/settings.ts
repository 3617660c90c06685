import { omitUndefined } from '../../base/omit-undefined.ts';
import { opt, under } from '../../cli/declare/params.ts';
import { campaignFlows, campaigns } from '../../contract/areas/campaigns.ts';
import {
  type CampaignSettingName,
  campaignSettingNames,
  campaignSettings,
} from '../../contract/campaign-settings.ts';
import { limits } from '../../contract/limits.ts';

const within = ([min, max]: readonly [number, number]) => ({ min, max });

/** The settings that `create` and `update` share, each with the limits of the service. */
export const settingOptions = {
  emoji: opt.text('emoji shown before the name'),
  flow: opt.choice('api skips the validation of leads at launch', campaignFlows),
  ...under('HOW MUCH', {
    dailyLimit: opt.int('maximum emails per day', within(limits.campaignDailyLimit)),
    senderLimit: opt.int('maximum emails per mailbox per day', within(limits.sendingLimitPerSender)),
    senderVariation: opt.int(
      'random variation of that limit, in percent',
      within(limits.sendingLimitVariation),
    ),
    minGap: opt.int(
      'minimum gap between emails (undocumented unit; sandbox: minutes)',
      within(limits.timeBetweenEmails),
    ),
    maxGap: opt.int('maximum gap between emails, in the same unit', within(limits.timeBetweenEmails)),
  }),
  ...under('WHO', {
    minHealth: opt.int('minimum mailbox health, 0 for none', within(limits.healthScore)),
    nonBusiness: opt.toggle('also email personal (non-business) addresses'),
    catchAllValidated: opt.toggle('also email validated catch-all addresses'),
    emailVerifier: opt.toggle('verify addresses before sending'),
    ignoreHardBounced: opt.toggle('skip leads that bounced'),
    ignoreResponded: opt.toggle('skip leads that have already replied'),
    skipExisting: opt.toggle('skip leads that already exist'),
  }),
  ...under('WRITING AND STOPPING', {
    llm: opt.toggle('let AI personalise the emails'),
    stopOnReply: opt.toggle('stop follow-ups when the lead replies'),
    stopForCompany: opt.toggle('stop follow-ups when a colleague of the lead replies'),
    ignoreOutOfOffice: opt.toggle('do not count out-of-office messages as replies'),
  }),
};

type Names = typeof campaignSettings;
type Given = Partial<Record<CampaignSettingName, unknown>>;
type BodyOf<V extends Given> = {
  [N in keyof V & CampaignSettingName as Names[N]['wire']]?: Exclude<V[N], undefined>;
};

/** The settings that were given, under the service's own names. */
export const settingsBody = <V extends Given>(values: V): BodyOf<V> =>
  omitUndefined(
    Object.fromEntries(campaignSettingNames.map((name) => [campaignSettings[name].wire, values[name]])),
  ) as BodyOf<V>;

/** For the question about a change of a campaign that sends: the gate adds what changes. */
export const noCost = () => ({ spend: {}, facts: [] });

/** Read for that: its state, and what it has now. */
export const changeReads = [campaigns.list, campaigns.get, campaigns.getSchedule] as const;
