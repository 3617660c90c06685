import { changesSomething } from '../checks/body-check.ts';
import { soundEmail, soundLeadEmails } from '../checks/email-address.ts';
import { soundLeadVariables, soundVariables } from '../checks/variable-key.ts';
import { leadFieldNames } from '../lead-fields.ts';
import { limits } from '../limits.ts';
import { area, documented, inferred, read, safe, whenRunning, write } from '../operation.ts';
import { openList, openRecord, shown } from '../schema/answer-shape.ts';
import {
  answered,
  array,
  boolean,
  each,
  fromOthers,
  id,
  integer,
  map,
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

/** Lead categories (spec, States: Lead category). */
export const leadCategories = [
  'interested',
  'not_interested',
  'bounced',
  'out_of_office',
  'delivery_incomplete',
  'meeting_booked',
] as const;

/** Leads per POST /leads. */
export const leadsPerCall = limits.leadsPerCall;

const { email: _email, ...named } = each(leadFieldNames, fromOthers(string()));
/** What a client gives beside the address. */
const fields = { ...named, customVariables: fromOthers(map(unknown())) };

const leadInput = object({ email: string(1), ...requested(fields) });

const lead = record({
  id: id(),
  email: fromOthers(string()),
  ...answered(fields),
  tag: maybe(string()),
  meetingBookedAt: maybe(timestamp()),
  createdAt: maybe(timestamp()),
  updatedAt: maybe(timestamp()),
});

const tagged = record({
  lead: record({ id: id(), tag: maybe(string()), meetingBookedAt: maybe(timestamp()) }),
  message: maybe(string()),
});

/** A message of a lead's conversation (ConversationItem). Text in it was written by strangers. */
const conversationItem = record({
  id: id(),
  threadId: maybe(string()),
  campaignId: maybe(id()),
  direction: maybe(string()),
  fromAddress: maybe(fromOthers(string())),
  subject: maybe(fromOthers(string())),
  body: maybe(fromOthers(string())),
  status: maybe(string()),
  isDraft: maybe(boolean()),
  responseCategory: maybe(string()),
  sentAt: maybe(timestamp()),
  createdAt: maybe(timestamp()),
});

export const leads = area('leads', {
  list: read({
    summary: 'List leads, newest first',
    tool: 'list_leads',
    route: documented('GET', '/leads'),
    query: object({
      page: optional(integer(1)),
      limit: optional(integer(1, 200)),
      email: optional(string(1)),
      campaignId: optional(id()),
    }),
    answer: shown('closed'),
    response: record({ leads: array(lead), ...pageCounts }),
    statuses: [400, 500],
    paging: { kind: 'page-hasMore', items: 'leads', default: 20, max: 200 },
  }),
  upsert: write({
    summary: 'Create or update leads by email address',
    tool: 'upsert_leads',
    route: documented('POST', '/leads'),
    effect: 'none',
    mails: whenRunning('campaignId', 'leads'),
    stops: 'nothing',
    // Of a lead that is there, it changes the fields that every campaign with it puts into its emails.
    steers: 'leads',
    retry: safe,
    body: object({ campaignId: optional(id()), leads: array(leadInput, 1, leadsPerCall) }),
    answer: shown('closed'),
    checks: [soundLeadEmails, soundLeadVariables],
    response: record({
      count: integer(),
      leads: array(record({ id: id(), email: fromOthers(string()) })),
      message: maybe(string()),
    }),
    statuses: [400, 404, 500],
  }),
  get: read({
    summary: 'Show one lead',
    tool: 'get_lead',
    route: documented('GET', '/leads/:id'),
    answer: shown('closed'),
    response: record({ lead }),
    statuses: [400, 403, 404],
  }),
  update: write({
    summary: 'Change the given fields of a lead',
    tool: 'update_lead',
    route: documented('PUT', '/leads/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'lead',
    retry: safe,
    body: object({ email: optional(string(1)), ...requested(fields) }),
    answer: shown('closed'),
    checks: [changesSomething, soundEmail, soundVariables],
    response: record({ lead, message: maybe(string()) }),
    statuses: [400, 403, 404, 500],
  }),
  delete: write({
    summary: 'Delete a lead, its unsent emails and its place in campaigns',
    tool: 'delete_lead',
    route: documented('DELETE', '/leads/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    answer: shown('closed'),
    response: record({ id: id(), message: maybe(string()) }),
    statuses: [400, 403, 404, 500],
  }),
  setCategory: write({
    summary: 'Set the category of a lead',
    tool: 'set_lead_category',
    route: documented('PUT', '/leads/:id/category'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // Launch checks leave out who said no, or whose mail bounced, by it.
    steers: 'refusal',
    retry: safe,
    body: object({ category: oneOf(leadCategories) }),
    answer: shown('closed'),
    response: tagged,
    statuses: [400, 401, 404, 500],
  }),
  markMeeting: write({
    summary: 'Mark a meeting with a lead as booked',
    tool: 'mark_lead_meeting',
    route: documented('POST', '/leads/:id/meeting'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    answer: shown('closed'),
    response: tagged,
  }),
  clearMeeting: write({
    summary: "Clear a lead's booked meeting",
    tool: 'clear_lead_meeting',
    route: documented('DELETE', '/leads/:id/meeting'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    reversible: true,
    retry: safe,
    answer: shown('closed'),
    response: tagged,
  }),
  move: write({
    summary: 'Move a lead to another campaign',
    tool: 'move_lead',
    route: inferred(
      'POST',
      '/leads/:id/move',
      'the spec gives request and answer but no path; verbs on a lead are under its id',
    ),
    effect: 'none',
    mails: whenRunning('targetCampaignId'),
    stops: 'nothing',
    // It ends the emails of a campaign that the lead is taken out of.
    steers: 'lead',
    retry: safe,
    body: object({ targetCampaignId: id() }),
    answer: openRecord({
      shown: 'whole',
      fields: 'closed',
      known: ['leadId', 'sourceCampaignId', 'targetCampaignId'],
    }),
    response: record({
      leadId: id(),
      sourceCampaignId: nullable(id()),
      targetCampaignId: id(),
      message: maybe(string()),
    }),
    statuses: [400, 404],
  }),
  conversation: read({
    summary: "Show a lead's conversation",
    tool: 'get_lead_conversation',
    route: inferred(
      'GET',
      '/leads/:id/conversation',
      'the spec gives the items (ConversationItem) but no path',
    ),
    answer: openList({
      shown: 'record',
      fields: 'closed',
      under: 'conversation',
      known: ['id', 'threadId', 'direction', 'fromAddress', 'subject', 'body'],
    }),
    response: record({ conversation: array(conversationItem) }),
    statuses: [400, 404],
  }),
});
