import { changesSomething } from '../checks/changes-something.ts';
import { endsAfterStart, gapIsRange } from '../checks/sending-hours.ts';
import { wholeSteps } from '../checks/sequence.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, inferred, read, safe, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import {
  array,
  boolean,
  id,
  integer,
  matching,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  record,
  string,
  timestamp,
  unknown,
} from '../schema/schema.ts';

/** Observed by the spec, which does not give the complete list. */
export const campaignStatuses = ['draft', 'running', 'paused', 'completed'] as const;
/** `api` skips the validation of leads and the guard against launching while leads are processed. */
export const campaignFlows = ['multiple_leads_scheduled', 'api'] as const;
export const contentTypes = ['html', 'text'] as const;

const settingsInput = {
  emoji: optional(string(...limits.emojiLength)),
  flow: optional(oneOf(campaignFlows)),
  dailyLimit: optional(integer(...limits.campaignDailyLimit)),
  allowNonBusinessEmails: optional(boolean()),
  ignoreOutOfOfficeReplies: optional(boolean()),
  isEnabledCatchallValidated: optional(boolean()),
  isEnabledEmailVerifier: optional(boolean()),
  isEnabledIgnoreHardBouncedLeads: optional(boolean()),
  isEnabledIgnoreLeadsWhoAlreadyResponded: optional(boolean()),
  isEnabledLlm: optional(boolean()),
  isEnabledSkipLeadIfAlreadyExists: optional(boolean()),
  isEnabledStopFollowUpsForSameCompany: optional(boolean()),
  isEnabledStopFollowUpsOnReply: optional(boolean()),
  maximumSendingLimitPerSenderEmail: optional(integer(...limits.sendingLimitPerSender)),
  maximumSendingLimitPerSenderEmailVariation: optional(integer(...limits.sendingLimitVariation)),
  minimumTimeBetweenEmails: optional(integer(...limits.timeBetweenEmails)),
  maximumTimeBetweenEmails: optional(integer(...limits.timeBetweenEmails)),
  /** 0 is none. A mailbox below it, or without a score, sends nothing in the campaign. */
  minimumHealthScore: optional(integer(...limits.healthScore)),
};

const settings = {
  dailyLimit: maybe(integer()),
  allowNonBusinessEmails: maybe(boolean()),
  ignoreOutOfOfficeReplies: maybe(boolean()),
  isEnabledCatchallValidated: maybe(boolean()),
  isEnabledEmailVerifier: maybe(boolean()),
  isEnabledIgnoreHardBouncedLeads: maybe(boolean()),
  isEnabledIgnoreLeadsWhoAlreadyResponded: maybe(boolean()),
  isEnabledLlm: maybe(boolean()),
  isEnabledSkipLeadIfAlreadyExists: maybe(boolean()),
  isEnabledStopFollowUpsForSameCompany: maybe(boolean()),
  isEnabledStopFollowUpsOnReply: maybe(boolean()),
  isEnabledStopFollowUpsAcrossCampaigns: maybe(boolean()),
  maximumSendingLimitPerSenderEmail: maybe(integer()),
  maximumSendingLimitPerSenderEmailVariation: maybe(integer()),
  minimumTimeBetweenEmails: maybe(integer()),
  maximumTimeBetweenEmails: maybe(integer()),
  minimumHealthScore: maybe(integer()),
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
  name: string(),
  emoji: maybe(string()),
  flow: maybe(string()),
  /** One of `campaignStatuses`, or what else the service has: what it means is decided where it matters. */
  status: maybe(unknown()),
  stats: maybe(stats),
  createdAt: maybe(timestamp()),
  updatedAt: maybe(timestamp()),
};

const schedule = record({
  cronSchedule: maybe(string()),
  /** Weekday numbers with commas between, Sunday is 0; empty until set. */
  daysSchedule: maybe(string()),
  startSchedule: maybe(string()),
  endSchedule: maybe(string()),
  everySchedule: maybe(unknown()),
  minimumTimeBetweenEmails: maybe(integer()),
  maximumTimeBetweenEmails: maybe(integer()),
});

const campaign = record(listFields);

/** The spec names the settings and the schedule but not the whole of the detail record. */
const campaignDetail = record({
  ...listFields,
  ...settings,
  settings: maybe(record(settings)),
  schedule: maybe(schedule),
  signature: maybe(string()),
});

const clock = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM');

/** The spec leaves open what a variant holds beside the label that the statistics name. */
const variant = record({ label: maybe(string()), subject: maybe(string()), body: maybe(string()) });

const stepInput = object({
  order: integer(1),
  subject: optional(string()),
  body: string(),
  contentType: optional(oneOf(contentTypes)),
  delayDays: optional(integer(...limits.stepDelayDays)),
  useSameThread: optional(boolean()),
  variants: optional(
    array(record({ label: optional(string()), subject: optional(string()), body: optional(string()) })),
  ),
});

const step = record({
  order: integer(),
  subject: maybe(string()),
  body: maybe(string()),
  contentType: maybe(string()),
  delayDays: maybe(integer()),
  useSameThread: maybe(boolean()),
  variants: maybe(array(variant)),
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

const emailCounts = record({
  blocked: maybe(integer()),
  bounced: maybe(integer()),
  canceled: maybe(integer()),
  catchAll: maybe(integer()),
  deferred: maybe(integer()),
  delivered: maybe(integer()),
  draft: maybe(integer()),
  dropped: maybe(integer()),
  errorOnSent: maybe(integer()),
  followUp: maybe(integer()),
  followUpCanceled: maybe(integer()),
  followUpDraft: maybe(integer()),
  invalid: maybe(integer()),
  pending: maybe(integer()),
  replied: maybe(integer()),
  scheduled: maybe(integer()),
  sent: maybe(integer()),
  spamReport: maybe(integer()),
  total: maybe(integer()),
  waitingForReschedule: maybe(integer()),
});

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
    route: documented('GET', '/campaigns'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({
      campaigns: array(campaign),
      total: integer(),
      page: integer(),
      limit: integer(),
      hasMore: boolean(),
    }),
    paging: { kind: 'page-hasMore', items: 'campaigns', default: 20, max: 200 },
  }),
  create: write({
    summary: 'Create a campaign as a draft',
    route: documented('POST', '/campaigns'),
    effect: 'none',
    mails: 'never',
    retry: checkFirst('campaigns.list'),
    body: object({ name: string(1), ...settingsInput }),
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
    route: inferred(
      'GET',
      '/campaigns/:id',
      'the spec names a detail record but no path; one item stands under its id',
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
    route: inferred(
      'PUT',
      '/campaigns/:id',
      'the spec names an update request but no path; items are changed with PUT throughout',
    ),
    effect: 'none',
    mails: 'never',
    retry: safe,
    body: record({
      name: optional(string(1)),
      ...settingsInput,
      isEnabledStopFollowUpsAcrossCampaigns: optional(boolean()),
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
    route: documented('POST', '/campaigns/:id/resume'),
    effect: 'sends',
    mails: 'always',
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
    route: inferred(
      'POST',
      '/campaigns/:id/pause',
      'the spec names the call beside resume but shows no path',
    ),
    effect: 'none',
    mails: 'never',
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
    route: documented('PUT', '/campaigns/:id/schedule'),
    effect: 'none',
    mails: 'never',
    retry: safe,
    body: record({
      cronSchedule: optional(string()),
      daysSchedule: optional(
        matching(/^([0-6](,[0-6])*)?$/, 'must be weekday numbers with commas between, Sunday is 0'),
      ),
      startSchedule: optional(clock),
      endSchedule: optional(clock),
      everySchedule: optional(unknown()),
      minimumTimeBetweenEmails: optional(integer(...limits.timeBetweenEmails)),
      maximumTimeBetweenEmails: optional(integer(...limits.timeBetweenEmails)),
    }),
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
    route: inferred(
      'PUT',
      '/campaigns/:id/sequence',
      'the spec gives request and answer but no path; replacing is PUT, as with the schedule',
    ),
    effect: 'none',
    mails: 'never',
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
    route: inferred(
      'POST',
      '/campaigns/:id/sender-emails',
      'the spec gives request and answer but no path; mailboxes are called sender-emails in every other path',
    ),
    effect: 'none',
    mails: 'never',
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
    summary: 'Show what a campaign sent and what came back',
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
