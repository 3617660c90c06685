import { changesSomething } from '../checks/body-check.ts';
import { endsAfterStart, gapIsRange, wholeSteps } from '../checks/campaign.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, inferred, read, safe, whenRunning, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import {
  answered,
  array,
  boolean,
  each,
  fromOthers,
  id,
  integer,
  matching,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  pageCounts,
  record,
  requested,
  string,
  timestamp,
  unknown,
} from '../schema/schema.ts';

/** Observed by the spec, which does not give the complete list. */
export const campaignStatuses = ['draft', 'running', 'paused', 'completed'] as const;
/** `api` skips the validation of leads and the guard against launching while leads are processed. */
export const campaignFlows = ['multiple_leads_scheduled', 'api'] as const;
export const contentTypes = ['html', 'text'] as const;

const settings = {
  dailyLimit: integer(...limits.campaignDailyLimit),
  allowNonBusinessEmails: boolean(),
  ignoreOutOfOfficeReplies: boolean(),
  isEnabledCatchallValidated: boolean(),
  isEnabledEmailVerifier: boolean(),
  isEnabledIgnoreHardBouncedLeads: boolean(),
  isEnabledIgnoreLeadsWhoAlreadyResponded: boolean(),
  isEnabledLlm: boolean(),
  isEnabledSkipLeadIfAlreadyExists: boolean(),
  isEnabledStopFollowUpsForSameCompany: boolean(),
  isEnabledStopFollowUpsOnReply: boolean(),
  isEnabledStopFollowUpsAcrossCampaigns: boolean(),
  maximumSendingLimitPerSenderEmail: integer(...limits.sendingLimitPerSender),
  maximumSendingLimitPerSenderEmailVariation: integer(...limits.sendingLimitVariation),
  minimumTimeBetweenEmails: integer(...limits.timeBetweenEmails),
  maximumTimeBetweenEmails: integer(...limits.timeBetweenEmails),
  /** 0 is none. A mailbox below it, or without a score, sends nothing in the campaign. */
  minimumHealthScore: integer(...limits.healthScore),
};

/** The creation does not take this one. */
const { isEnabledStopFollowUpsAcrossCampaigns: _acrossCampaigns, ...settingsOfNew } = settings;

const appearance = { emoji: string(...limits.emojiLength), flow: oneOf(campaignFlows) };

const clock = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM');

const scheduleFields = {
  cronSchedule: string(),
  /** Weekday numbers with commas between, Sunday is 0; empty until set. */
  daysSchedule: matching(/^([0-6](,[0-6])*)?$/, 'must be weekday numbers with commas between, Sunday is 0'),
  startSchedule: clock,
  endSchedule: clock,
  everySchedule: unknown(),
  minimumTimeBetweenEmails: integer(...limits.timeBetweenEmails),
  maximumTimeBetweenEmails: integer(...limits.timeBetweenEmails),
};

const stats = record({
  bouncedLeadsCount: maybe(integer()),
  contactedLeadsCount: maybe(integer()),
  emailsSentCount: maybe(integer()),
  leadsRespondedPositivelyCount: maybe(integer()),
  repliedLeadsCount: maybe(integer()),
  senderEmailsConnected: maybe(integer()),
  senderEmailsDisconnected: maybe(integer()),
  senderEmailsTotal: maybe(integer()),
});

const listFields = {
  id: id(),
  /** A run of the autopilot makes it from a website. */
  name: fromOthers(string()),
  ...answered(appearance),
  /** One of `campaignStatuses`, or what else the service has: what it means is decided where it matters. */
  status: maybe(unknown()),
  stats: maybe(stats),
  createdAt: maybe(timestamp()),
  updatedAt: maybe(timestamp()),
};

const schedule = record(answered(scheduleFields));

const campaign = record(listFields);

/** The spec names the settings and the schedule but not the whole of the detail record. */
const campaignDetail = record({
  ...listFields,
  ...answered(settings),
  settings: maybe(record(answered(settings))),
  schedule: maybe(schedule),
  signature: maybe(string()),
});

/** The spec leaves open what a variant holds beside the label that the statistics name. */
const variantFields = { label: string(), ...each(['subject', 'body'], fromOthers(string())) };

/** A run of the autopilot writes them from a website. */
const stepFields = {
  subject: fromOthers(string()),
  body: fromOthers(string()),
  contentType: oneOf(contentTypes),
  delayDays: integer(...limits.stepDelayDays),
  useSameThread: boolean(),
};

const stepInput = object({
  order: integer(1),
  ...requested(stepFields),
  body: string(),
  variants: optional(array(record(requested(variantFields)))),
});

const step = record({
  order: integer(),
  ...answered(stepFields),
  variants: maybe(array(record(answered(variantFields)))),
});

const sequence = record({
  campaignId: maybe(id()),
  message: maybe(string()),
  signature: maybe(string()),
  steps: array(step),
  total: maybe(integer()),
});

const health = record({
  accounts: array(
    record({
      senderEmailId: id(),
      address: string(),
      healthScore: maybe(integer()),
      heldBack: boolean(),
      reason: maybe(string()),
    }),
  ),
  allHeldBack: maybe(boolean()),
  heldBackCount: maybe(integer()),
  message: maybe(string()),
  /** 1-100, or null where the campaign sets none. */
  minimumHealthScore: maybe(integer()),
});

const totals = record({
  sent: integer(),
  replied: integer(),
  positive: integer(),
  bounced: maybe(integer()),
  meetings: maybe(integer()),
});

/** Every state an email of a campaign can be counted under. */
export const emailCountNames = [
  'blocked',
  'bounced',
  'canceled',
  'catchAll',
  'deferred',
  'delivered',
  'draft',
  'dropped',
  'errorOnSent',
  'followUp',
  'followUpCanceled',
  'followUpDraft',
  'invalid',
  'pending',
  'replied',
  'scheduled',
  'sent',
  'spamReport',
  'total',
  'waitingForReschedule',
] as const;

const emailCounts = record(each(emailCountNames, maybe(integer())));

const counted = { sent: integer(), replied: integer() };

const statistics = record({
  totals: maybe(totals),
  daily: maybe(array(record({ date: string(), ...counted, positive: integer() }))),
  steps: maybe(
    array(
      record({
        index: integer(),
        ...counted,
        variants: maybe(array(record({ label: string(), ...counted, positive: integer() }))),
      }),
    ),
  ),
  emailCounts: maybe(emailCounts),
});

/** The spec shows the answer to pause alone; the other verbs on a campaign are taken to answer alike. */
const changed = record({ campaign: maybe(campaignDetail), message: maybe(string()) });

export const campaigns = area('campaigns', {
  list: read({
    summary: 'List campaigns, newest first',
    tool: 'list_campaigns',
    route: documented('GET', '/campaigns'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({ campaigns: array(campaign), ...pageCounts }),
    paging: { kind: 'page-hasMore', items: 'campaigns', default: 20, max: 200 },
  }),
  create: write({
    summary: 'Create a campaign as a draft',
    tool: 'create_campaign',
    route: documented('POST', '/campaigns'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: checkFirst('campaigns.list'),
    body: object({ name: string(1), ...requested({ ...appearance, ...settingsOfNew }) }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      under: 'campaign',
      known: ['id', 'name', 'status', 'flow'],
    }),
    checks: [gapIsRange],
    response: changed,
    success: 201,
    statuses: [400],
  }),
  get: read({
    summary: 'Show one campaign with its settings',
    tool: 'get_campaign',
    route: inferred(
      'GET',
      '/campaigns/:id',
      'the spec names a detail record but no path; one item is under its id',
    ),
    answer: openRecord({
      shown: 'record',
      fields: 'open',
      under: 'campaign',
      known: ['id', 'name', 'status', 'flow'],
    }),
    response: record({ campaign: campaignDetail }),
    statuses: [404],
  }),
  update: write({
    summary: 'Change the given settings of a campaign',
    tool: 'update_campaign',
    route: inferred(
      'PUT',
      '/campaigns/:id',
      'the spec names an update request but no path; items are changed with PUT throughout',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'campaign',
    retry: safe,
    body: record({
      name: optional(string(1)),
      ...requested({ ...appearance, ...settings }),
    }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      under: 'campaign',
      known: ['id', 'name', 'status', 'flow'],
    }),
    checks: [changesSomething, gapIsRange],
    response: changed,
    statuses: [400, 404],
  }),
  resume: write({
    summary: 'Start or resume a campaign: it sends email',
    tool: 'resume_campaign',
    route: documented('POST', '/campaigns/:id/resume'),
    effect: 'sends',
    tells: 'nothing',
    mails: 'always',
    stops: 'nothing',
    sendsStored: true,
    retry: checkFirst('campaigns.get'),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      under: 'campaign',
      known: ['id', 'name', 'status', 'flow'],
    }),
    response: changed,
    statuses: [404, 409],
  }),
  pause: write({
    summary: 'Pause a campaign',
    tool: 'pause_campaign',
    route: inferred(
      'POST',
      '/campaigns/:id/pause',
      'the spec names the call beside resume but shows no path',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'mail',
    retry: safe,
    answer: openRecord({
      shown: 'whole',
      fields: 'open',
      under: 'campaign',
      known: ['id', 'name', 'status', 'flow'],
    }),
    response: record({ campaign: campaignDetail, message: maybe(string()) }),
    statuses: [404, 409],
  }),
  schedule: write({
    summary: 'Set the days and hours in which a campaign sends',
    tool: 'set_campaign_schedule',
    route: documented('PUT', '/campaigns/:id/schedule'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'campaign',
    retry: safe,
    body: record(requested(scheduleFields)),
    answer: openRecord({
      shown: 'nothing',
      fields: 'closed',
      under: 'schedule',
      known: ['daysSchedule', 'startSchedule', 'endSchedule', 'cronSchedule'],
    }),
    checks: [changesSomething, endsAfterStart, gapIsRange],
    response: record({ schedule: maybe(schedule), message: maybe(string()) }),
    statuses: [400, 404],
  }),
  getSchedule: read({
    summary: 'Show the days and hours in which a campaign sends',
    tool: 'get_campaign_schedule',
    route: inferred(
      'GET',
      '/campaigns/:id/schedule',
      'the spec gives the record and the PUT that changes it',
    ),
    answer: openRecord({
      shown: 'record',
      fields: 'closed',
      under: 'schedule',
      known: ['daysSchedule', 'startSchedule', 'endSchedule', 'cronSchedule'],
    }),
    response: record({ schedule: maybe(schedule) }),
    statuses: [404],
  }),
  sequence: read({
    summary: 'Show the email sequence of a campaign',
    tool: 'get_campaign_sequence',
    route: inferred('GET', '/campaigns/:id/sequence', 'the spec gives the record but no path'),
    answer: openList({
      shown: 'record',
      fields: 'open',
      under: 'steps',
      known: ['order', 'subject', 'body', 'delayDays'],
    }),
    response: sequence,
    statuses: [404],
  }),
  replaceSequence: write({
    summary: 'Replace the email sequence of a campaign',
    tool: 'replace_campaign_sequence',
    route: inferred(
      'PUT',
      '/campaigns/:id/sequence',
      'the spec gives request and answer but no path; replacing is PUT, as with the schedule',
    ),
    effect: 'none',
    mails: whenRunning(':id'),
    stops: 'nothing',
    retry: safe,
    body: object({
      steps: array(stepInput, ...limits.stepsPerSequence),
      /** Left out, the current one stays; empty, it is cleared. */
      signature: optional(string()),
    }),
    answer: openList({
      shown: 'whole',
      fields: 'open',
      under: 'steps',
      known: ['order', 'subject', 'body', 'delayDays'],
    }),
    checks: [wholeSteps],
    response: sequence,
    statuses: [400, 404],
  }),
  attachSenders: write({
    summary: 'Attach mailboxes to a campaign',
    tool: 'attach_campaign_senders',
    route: inferred(
      'POST',
      '/campaigns/:id/sender-emails',
      'the spec gives request and answer but no path; mailboxes are called sender-emails in every other path',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'campaign',
    retry: safe,
    body: object({ senderEmailIds: array(id(), 1) }),
    answer: openRecord({
      shown: 'whole',
      fields: 'closed',
      known: ['campaignId', 'attached', 'alreadyAttached', 'senderEmailIds'],
    }),
    response: record({
      campaignId: nullable(id()),
      message: maybe(string()),
      attached: unknown(),
      alreadyAttached: unknown(),
      senderEmailIds: nullable(array(id())),
    }),
    statuses: [400, 404],
  }),
  health: read({
    summary: 'Show which mailboxes of a campaign are held back by their health score',
    tool: 'get_campaign_health',
    route: inferred(
      'GET',
      '/campaigns/:id/health',
      'the spec gives the record (campaign health) but no path',
    ),
    answer: openList({
      shown: 'record',
      fields: 'closed',
      under: 'accounts',
      known: ['senderEmailId', 'address', 'healthScore', 'heldBack'],
    }),
    response: health,
    statuses: [404],
  }),
  stats: read({
    summary: 'Show what a campaign sent, and the results',
    tool: 'get_campaign_stats',
    route: inferred(
      'GET',
      '/campaigns/:id/stats',
      'the spec gives the records (totals, daily, step and variant stats, email counts) but no path',
    ),
    answer: openRecord({
      shown: 'record',
      fields: 'open',
      known: ['totals', 'daily', 'steps', 'emailCounts'],
    }),
    response: statistics,
    statuses: [404],
  }),
});
