import { omitUndefined } from '../../base/omit-undefined.ts';
import { opt, type ValuesOf } from '../../cli/declare/params.ts';
import { campaignFlows, type campaigns } from '../../contract/areas/campaigns.ts';
import { limits } from '../../contract/limits.ts';
import type { Infer } from '../../contract/schema/schema.ts';

const within = ([min, max]: readonly [number, number]) => ({ min, max });

/** The settings that `create` and `update` share, each with the limits of the service. */
export const settingOptions = {
  emoji: opt.text('an emoji before the name'),
  flow: opt.choice('api skips the validation of leads at launch', campaignFlows),
  dailyLimit: opt.int('emails a day at most', within(limits.campaignDailyLimit)),
  senderLimit: opt.int('emails a day of one mailbox at most', within(limits.sendingLimitPerSender)),
  senderVariation: opt.int('percent by which that may vary', within(limits.sendingLimitVariation)),
  minGap: opt.int(
    'shortest time between two emails; the unit is not documented, the sandbox takes minutes',
    within(limits.timeBetweenEmails),
  ),
  maxGap: opt.int('longest time between two emails, in the same unit', within(limits.timeBetweenEmails)),
  minHealth: opt.int('health score that a mailbox needs, 0 for none', within(limits.healthScore)),
  nonBusiness: opt.toggle('write to personal mailboxes, too'),
  ignoreOutOfOffice: opt.toggle('take no out-of-office answer for a reply'),
  catchAllValidated: opt.toggle('write to validated catch-all addresses'),
  emailVerifier: opt.toggle('verify addresses before sending'),
  ignoreHardBounced: opt.toggle('leave out leads that bounced'),
  ignoreResponded: opt.toggle('leave out leads that answered already'),
  llm: opt.toggle('let the service write with a language model'),
  skipExisting: opt.toggle('leave out leads that exist already'),
  stopForCompany: opt.toggle('stop follow-ups when somebody of the company answers'),
  stopOnReply: opt.toggle('stop follow-ups when the lead answers'),
};

type Values = ValuesOf<typeof settingOptions>;

/** The settings that were given, under the service's own names. */
export const settingsBody = (values: Values) =>
  omitUndefined({
    emoji: values.emoji,
    flow: values.flow,
    dailyLimit: values.dailyLimit,
    maximumSendingLimitPerSenderEmail: values.senderLimit,
    maximumSendingLimitPerSenderEmailVariation: values.senderVariation,
    minimumTimeBetweenEmails: values.minGap,
    maximumTimeBetweenEmails: values.maxGap,
    minimumHealthScore: values.minHealth,
    allowNonBusinessEmails: values.nonBusiness,
    ignoreOutOfOfficeReplies: values.ignoreOutOfOffice,
    isEnabledCatchallValidated: values.catchAllValidated,
    isEnabledEmailVerifier: values.emailVerifier,
    isEnabledIgnoreHardBouncedLeads: values.ignoreHardBounced,
    isEnabledIgnoreLeadsWhoAlreadyResponded: values.ignoreResponded,
    isEnabledLlm: values.llm,
    isEnabledSkipLeadIfAlreadyExists: values.skipExisting,
    isEnabledStopFollowUpsForSameCompany: values.stopForCompany,
    isEnabledStopFollowUpsOnReply: values.stopOnReply,
  } satisfies Record<Exclude<keyof Infer<typeof campaigns.create.body>, 'name'>, unknown>);
