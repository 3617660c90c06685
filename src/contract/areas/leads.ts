import { words } from '../../base/text/words.ts';
import { changesSomething } from '../checks/body-check.ts';
import { soundEmail, soundLeadEmails } from '../checks/email-address.ts';
import { soundLeadVariables, soundVariables } from '../checks/variable-key.ts';
import { leadFieldNames } from '../lead-fields.ts';
import { limits } from '../limits.ts';
import { area, documented, harmless, inferred, read, safe, whenRunning, write } from '../operation.ts';
import { openList, openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** Lead categories (spec, States: Lead category). */
export const leadCategories = words(
  'interested not_interested bounced out_of_office delivery_incomplete meeting_booked',
);

export const leadsPerCall = limits.leadsPerCall;

const { email: _email, ...named } = s.each(leadFieldNames, s.fromOthers(s.string()));
const fields = { ...named, customVariables: s.fromOthers(s.map(s.unknown())) };

export const leadInput = s.object({ email: s.string(1), ...s.requested(fields) });

const lead = s.record({
  id: s.id(),
  email: s.fromOthers(s.string()),
  ...s.answered(fields),
  tag: s.maybe(s.string()),
  ...s.each(['meetingBookedAt', 'createdAt', 'updatedAt'], s.maybe(s.timestamp())),
});

const tagged = s.record({
  lead: s.record({ id: s.id(), tag: s.maybe(s.string()), meetingBookedAt: s.maybe(s.timestamp()) }),
  message: s.maybe(s.string()),
});

/** A message of a lead's conversation (ConversationItem). Text in it was written by strangers. */
const conversationItem = s.record({
  id: s.id(),
  threadId: s.maybe(s.string()),
  campaignId: s.maybe(s.id()),
  direction: s.maybe(s.string()),
  ...s.each(['fromAddress', 'subject', 'body'], s.maybe(s.fromOthers(s.string()))),
  status: s.maybe(s.string()),
  isDraft: s.maybe(s.boolean()),
  responseCategory: s.maybe(s.string()),
  ...s.each(['sentAt', 'createdAt'], s.maybe(s.timestamp())),
});

export const leads = area('leads', {
  list: read({
    summary: 'List leads, newest first',
    route: documented('GET', '/leads'),
    query: s.object({
      page: s.optional(s.integer(1)),
      limit: s.optional(s.integer(1, 200)),
      email: s.optional(s.string(1)),
      campaignId: s.optional(s.id()),
    }),
    response: s.record({ leads: s.array(lead), ...s.pageCounts }),
    statuses: [400, 500],
    paging: { kind: 'page-hasMore', items: 'leads', default: 20, max: 200 },
  }),
  upsert: write({
    summary: 'Create or update leads by email address',
    tool: 'upsert_leads',
    route: documented('POST', '/leads'),
    effect: 'none',
    mails: whenRunning('campaignId', 'leads'),
    // Of a lead that is there, it changes the fields that every campaign with it puts into its emails.
    steers: 'leads',
    retry: safe,
    body: s.object({ campaignId: s.optional(s.id()), leads: s.array(leadInput, 1, leadsPerCall) }),
    checks: [soundLeadEmails, soundLeadVariables],
    response: s.record({
      count: s.integer(),
      leads: s.array(s.record({ id: s.id(), email: s.fromOthers(s.string()) })),
      message: s.maybe(s.string()),
    }),
    statuses: [400, 404, 500],
  }),
  get: read({
    summary: 'Show one lead',
    route: documented('GET', '/leads/:id'),
    response: s.record({ lead }),
    statuses: [400, 403, 404],
  }),
  update: write({
    summary: 'Change the given fields of a lead',
    route: documented('PUT', '/leads/:id'),
    ...harmless,
    steers: 'lead',
    body: s.object({ email: s.optional(s.string(1)), ...s.requested(fields) }),
    checks: [changesSomething, soundEmail, soundVariables],
    response: s.record({ lead, message: s.maybe(s.string()) }),
    statuses: [400, 403, 404, 500],
  }),
  delete: write({
    summary: 'Delete a lead, its unsent emails and its place in campaigns',
    route: documented('DELETE', '/leads/:id'),
    ...harmless,
    response: s.record({ id: s.id(), message: s.maybe(s.string()) }),
    statuses: [400, 403, 404, 500],
  }),
  setCategory: write({
    summary: 'Set the category of a lead',
    route: documented('PUT', '/leads/:id/category'),
    ...harmless,
    // Launch checks leave out who said no, or whose mail bounced, by it.
    steers: 'refusal',
    body: s.object({ category: s.oneOf(leadCategories) }),
    response: tagged,
    statuses: [400, 401, 404, 500],
  }),
  markMeeting: write({
    summary: 'Mark a meeting with a lead as booked',
    route: documented('POST', '/leads/:id/meeting'),
    ...harmless,
    response: tagged,
  }),
  clearMeeting: write({
    summary: "Clear a lead's booked meeting",
    route: documented('DELETE', '/leads/:id/meeting'),
    ...harmless,
    reversible: true,
    response: tagged,
  }),
  move: write({
    summary: 'Move a lead to another campaign',
    route: inferred('POST', '/leads/:id/move', 'verbs on a lead are under its id'),
    effect: 'none',
    mails: whenRunning('targetCampaignId'),
    // It ends the emails of a campaign that the lead is taken out of.
    steers: 'lead',
    retry: safe,
    body: s.object({ targetCampaignId: s.id() }),
    answer: openRecord({ shown: 'whole', fields: 'closed' }),
    response: s.record({
      leadId: s.id(),
      sourceCampaignId: s.nullable(s.id()),
      targetCampaignId: s.id(),
      message: s.maybe(s.string()),
    }),
    statuses: [400, 404],
  }),
  conversation: read({
    summary: "Show a lead's conversation",
    route: inferred('GET', '/leads/:id/conversation', 'the items are called ConversationItem'),
    answer: openList({ shown: 'record', fields: 'closed', under: 'conversation' }),
    response: s.record({ conversation: s.array(conversationItem) }),
    statuses: [400, 404],
  }),
});
