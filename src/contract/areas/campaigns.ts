import { words } from '../../base/text/words.ts';
import { changesSomething } from '../checks/body-check.ts';
import { endsAfterStart, gapIsRange, wholeSteps } from '../checks/campaign.ts';
import { limits } from '../limits.ts';
import {
  area,
  checkFirst,
  documented,
  harmless,
  inferred,
  noEffect,
  read,
  safe,
  whenRunning,
  write,
} from '../operation.ts';
import { openList, openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** Observed by the spec, which does not give the complete list. */
export const campaignStatuses = ['draft', 'running', 'paused', 'completed'] as const;
/** `api` skips the validation of leads and the guard against launching while leads are processed. */
export const campaignFlows = ['multiple_leads_scheduled', 'api'] as const;
export const contentTypes = ['html', 'text'] as const;

const settings = {
  dailyLimit: s.integer(...limits.campaignDailyLimit),
  ...s.each(['allowNonBusinessEmails', 'ignoreOutOfOfficeReplies'], s.boolean()),
  ...s.each(['isEnabledCatchallValidated', 'isEnabledEmailVerifier'], s.boolean()),
  ...s.each(['isEnabledIgnoreHardBouncedLeads', 'isEnabledIgnoreLeadsWhoAlreadyResponded'], s.boolean()),
  ...s.each(['isEnabledLlm', 'isEnabledSkipLeadIfAlreadyExists'], s.boolean()),
  ...s.each(['isEnabledStopFollowUpsForSameCompany', 'isEnabledStopFollowUpsOnReply'], s.boolean()),
  isEnabledStopFollowUpsAcrossCampaigns: s.boolean(),
  maximumSendingLimitPerSenderEmail: s.integer(...limits.sendingLimitPerSender),
  maximumSendingLimitPerSenderEmailVariation: s.integer(...limits.sendingLimitVariation),
  ...s.each(['minimumTimeBetweenEmails', 'maximumTimeBetweenEmails'], s.integer(...limits.timeBetweenEmails)),
  /** 0 is none. A mailbox below it, or without a score, sends nothing in the campaign. */
  minimumHealthScore: s.integer(...limits.healthScore),
};

/** The creation does not take this one. */
const { isEnabledStopFollowUpsAcrossCampaigns: _acrossCampaigns, ...settingsOfNew } = settings;

const appearance = { emoji: s.string(...limits.emojiLength), flow: s.oneOf(campaignFlows) };

const clock = s.matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM');

const scheduleFields = {
  cronSchedule: s.string(),
  /** Weekday numbers with commas between, Sunday is 0; empty until set. */
  daysSchedule: s.matching(/^([0-6](,[0-6])*)?$/, 'must be weekday numbers with commas between, Sunday is 0'),
  startSchedule: clock,
  endSchedule: clock,
  everySchedule: s.unknown(),
  ...s.each(['minimumTimeBetweenEmails', 'maximumTimeBetweenEmails'], s.integer(...limits.timeBetweenEmails)),
};

const stats = s.record({
  ...s.each(['bouncedLeadsCount', 'contactedLeadsCount', 'emailsSentCount'], s.maybe(s.integer())),
  ...s.each(['leadsRespondedPositivelyCount', 'repliedLeadsCount'], s.maybe(s.integer())),
  ...s.each(['senderEmailsConnected', 'senderEmailsDisconnected', 'senderEmailsTotal'], s.maybe(s.integer())),
});

const listFields = {
  id: s.id(),
  /** A run of the autopilot makes it from a website. */
  name: s.fromOthers(s.string()),
  ...s.answered(appearance),
  /** One of `campaignStatuses`, or what else the service has: what it means is decided where it matters. */
  status: s.maybe(s.unknown()),
  stats: s.maybe(stats),
  ...s.each(['createdAt', 'updatedAt'], s.maybe(s.timestamp())),
};

const schedule = s.record(s.answered(scheduleFields));

const campaign = s.record(listFields);

/** The spec names the settings and the schedule but not the whole of the detail record. */
const campaignDetail = s.record({
  ...listFields,
  ...s.answered(settings),
  settings: s.maybe(s.record(s.answered(settings))),
  schedule: s.maybe(schedule),
  signature: s.maybe(s.string()),
});

/** The spec leaves open what a variant holds beside the label that the statistics name. */
const variantFields = { label: s.string(), ...s.each(['subject', 'body'], s.fromOthers(s.string())) };

/** A run of the autopilot writes them from a website. */
const stepFields = {
  ...s.each(['subject', 'body'], s.fromOthers(s.string())),
  contentType: s.oneOf(contentTypes),
  delayDays: s.integer(...limits.stepDelayDays),
  useSameThread: s.boolean(),
};

export const stepInput = s.object({
  order: s.integer(1),
  ...s.requested(stepFields),
  body: s.string(),
  variants: s.optional(s.array(s.record(s.requested(variantFields)))),
});

const step = s.record({
  order: s.integer(),
  ...s.answered(stepFields),
  variants: s.maybe(s.array(s.record(s.answered(variantFields)))),
});

const sequence = s.record({
  campaignId: s.maybe(s.id()),
  ...s.each(['message', 'signature'], s.maybe(s.string())),
  steps: s.array(step),
  total: s.maybe(s.integer()),
});

const health = s.record({
  accounts: s.array(
    s.record({
      senderEmailId: s.id(),
      address: s.string(),
      healthScore: s.maybe(s.integer()),
      heldBack: s.boolean(),
      reason: s.maybe(s.string()),
    }),
  ),
  allHeldBack: s.maybe(s.boolean()),
  heldBackCount: s.maybe(s.integer()),
  message: s.maybe(s.string()),
  /** 1-100, or null where the campaign sets none. */
  minimumHealthScore: s.maybe(s.integer()),
});

const totals = s.record({
  ...s.each(['sent', 'replied', 'positive'], s.integer()),
  ...s.each(['bounced', 'meetings'], s.maybe(s.integer())),
});

export const emailCountNames = [
  ...words('blocked bounced canceled catchAll deferred delivered draft dropped errorOnSent followUp'),
  ...words('followUpCanceled followUpDraft invalid pending replied scheduled sent spamReport total'),
  ...words('waitingForReschedule'),
] as const;

const emailCounts = s.record(s.each(emailCountNames, s.maybe(s.integer())));

const counted = { sent: s.integer(), replied: s.integer() };

const statistics = s.record({
  totals: s.maybe(totals),
  daily: s.maybe(s.array(s.record({ date: s.string(), ...counted, positive: s.integer() }))),
  steps: s.maybe(
    s.array(
      s.record({
        index: s.integer(),
        ...counted,
        variants: s.maybe(s.array(s.record({ label: s.string(), ...counted, positive: s.integer() }))),
      }),
    ),
  ),
  emailCounts: s.maybe(emailCounts),
});

/** The spec shows the answer to pause alone; the other verbs on a campaign are taken to answer alike. */
const changed = s.record({ campaign: s.maybe(campaignDetail), message: s.maybe(s.string()) });

const oneCampaign = { fields: 'open', under: 'campaign' } as const;
const oneSchedule = { fields: 'closed', under: 'schedule' } as const;
const manySteps = { fields: 'open', under: 'steps' } as const;

export const campaigns = area('campaigns', {
  list: read({
    summary: 'List campaigns, newest first',
    route: documented('GET', '/campaigns'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ campaigns: s.array(campaign), ...s.pageCounts }),
    paging: { kind: 'page-hasMore', items: 'campaigns', default: 20, max: 200 },
  }),
  create: write({
    summary: 'Create a campaign as a draft',
    route: documented('POST', '/campaigns'),
    ...noEffect,
    retry: checkFirst('campaigns.list'),
    body: s.object({ name: s.string(1), ...s.requested({ ...appearance, ...settingsOfNew }) }),
    answer: openRecord({ shown: 'nothing', ...oneCampaign }),
    checks: [gapIsRange],
    response: changed,
    success: 201,
    statuses: [400],
  }),
  get: read({
    summary: 'Show one campaign with its settings',
    route: inferred('GET', '/campaigns/:id', 'one item is under its id'),
    answer: openRecord({ shown: 'record', ...oneCampaign }),
    response: s.record({ campaign: campaignDetail }),
    statuses: [404],
  }),
  update: write({
    summary: 'Change the given settings of a campaign',
    route: inferred('PUT', '/campaigns/:id', 'items are changed with PUT throughout'),
    ...harmless,
    steers: 'campaign',
    body: s.record({
      name: s.optional(s.string(1)),
      ...s.requested({ ...appearance, ...settings }),
    }),
    answer: openRecord({ shown: 'nothing', ...oneCampaign }),
    checks: [changesSomething, gapIsRange],
    response: changed,
    statuses: [400, 404],
  }),
  resume: write({
    summary: 'Start or resume a campaign, which then sends email',
    route: documented('POST', '/campaigns/:id/resume'),
    effect: 'sends',
    tells: 'nothing',
    mails: 'always',
    sendsStored: true,
    retry: checkFirst('campaigns.get'),
    answer: openRecord({ shown: 'nothing', ...oneCampaign }),
    response: changed,
    statuses: [404, 409],
  }),
  pause: write({
    summary: 'Pause a campaign',
    route: inferred('POST', '/campaigns/:id/pause', 'the spec names the call beside resume'),
    ...harmless,
    stops: 'mail',
    answer: openRecord({ shown: 'whole', ...oneCampaign }),
    response: s.record({ campaign: campaignDetail, message: s.maybe(s.string()) }),
    statuses: [404, 409],
  }),
  schedule: write({
    summary: 'Set the days and hours in which a campaign sends',
    tool: 'set_campaign_schedule',
    route: documented('PUT', '/campaigns/:id/schedule'),
    ...harmless,
    steers: 'campaign',
    body: s.record(s.requested(scheduleFields)),
    answer: openRecord({ shown: 'nothing', ...oneSchedule }),
    checks: [changesSomething, endsAfterStart, gapIsRange],
    response: s.record({ schedule: s.maybe(schedule), message: s.maybe(s.string()) }),
    statuses: [400, 404],
  }),
  getSchedule: read({
    summary: 'Show the days and hours in which a campaign sends',
    route: inferred(
      'GET',
      '/campaigns/:id/schedule',
      'the spec gives the record and the PUT that changes it',
    ),
    answer: openRecord({ shown: 'record', ...oneSchedule }),
    response: s.record({ schedule: s.maybe(schedule) }),
    statuses: [404],
  }),
  sequence: read({
    summary: 'Show the email sequence of a campaign',
    route: inferred('GET', '/campaigns/:id/sequence', 'the spec gives the record but no path'),
    answer: openList({ shown: 'record', ...manySteps }),
    response: sequence,
    statuses: [404],
  }),
  replaceSequence: write({
    summary: 'Replace the email sequence of a campaign',
    route: inferred('PUT', '/campaigns/:id/sequence', 'replacing is PUT, as with the schedule'),
    effect: 'none',
    mails: whenRunning(':id'),
    retry: safe,
    body: s.object({
      steps: s.array(stepInput, ...limits.stepsPerSequence),
      /** Left out, the current one stays; empty, it is cleared. */
      signature: s.optional(s.string()),
    }),
    answer: openList({ shown: 'whole', ...manySteps }),
    checks: [wholeSteps],
    response: sequence,
    statuses: [400, 404],
  }),
  attachSenders: write({
    summary: 'Attach mailboxes to a campaign',
    route: inferred('POST', '/campaigns/:id/sender-emails', 'mailboxes are sender-emails in other paths'),
    ...harmless,
    steers: 'campaign',
    body: s.object({ senderEmailIds: s.array(s.id(), 1) }),
    answer: openRecord({ shown: 'whole', fields: 'closed' }),
    response: s.record({
      campaignId: s.nullable(s.id()),
      message: s.maybe(s.string()),
      ...s.each(['attached', 'alreadyAttached'], s.unknown()),
      senderEmailIds: s.nullable(s.array(s.id())),
    }),
    statuses: [400, 404],
  }),
  health: read({
    summary: 'Show which mailboxes of a campaign are held back by their health score',
    route: inferred('GET', '/campaigns/:id/health', 'the record is called campaign health'),
    answer: openList({ shown: 'record', fields: 'closed', under: 'accounts' }),
    response: health,
    statuses: [404],
  }),
  stats: read({
    summary: 'Show what a campaign sent, and the results',
    route: inferred('GET', '/campaigns/:id/stats', 'the records are called stats'),
    answer: openRecord({ shown: 'record', fields: 'open' }),
    response: statistics,
    statuses: [404],
  }),
});
