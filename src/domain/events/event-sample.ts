import type { EventName, EventPayload } from '../../contract/events/events.ts';
import { htmlOf, payloadOf, recipientsText } from './event-payload.ts';

const person = {
  event_id: '',
  lead_id: 1,
  email_address: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Example Ltd',
  title: 'Head of Operations',
  linkedin_url: 'https://www.linkedin.com/in/ada-byron-example',
  phone_number: '+1 202 555 0143',
};

const letter = 'Hi Ada,\n\nwould a short call next week suit you?\n\nSam';
const answer = 'Hi Sam,\n\nyes, tell me more.\n\nAda';

const outbound = {
  email_id: 1,
  thread_id: 'thread_1',
  external_id: '<1@mail.example.net>',
  kind: 'outbound',
  recipient: 'ada@example.com',
  subject: 'A question about Example Ltd',
  body_text: letter,
  body_html: htmlOf(letter, 'text'),
  from_email: 'sam@example.net',
  from_name: 'Sam Miller',
  recipients: recipientsText([{ name: 'Ada Byron', email: 'ada@example.com' }]),
  lead_id: 1,
  campaign_id: 1,
};

const samples: { readonly [T in EventName]: (at: string, id: string) => EventPayload<T> } = {
  EmailSent: (sent_at) => ({ ...outbound, event_id: '', sent_at }),
  EmailReply: (sent_at, event_id) => ({
    ...outbound,
    event_id,
    email_id: 2,
    external_id: '<2@mail.example.com>',
    kind: 'inbound',
    recipient: 'sam@example.net',
    subject: 'Re: A question about Example Ltd',
    body_text: answer,
    body_html: htmlOf(answer, 'text'),
    response_category: 'interested',
    from_email: 'ada@example.com',
    from_name: 'Ada Byron',
    recipients: recipientsText([{ name: 'Sam Miller', email: 'sam@example.net' }]),
    sent_at,
  }),
  EmailBounce: (at, event_id) => ({
    ...outbound,
    event_id,
    response_category: 'bounced',
    sent_at: at,
    bounce_type: 'hard_bounce',
    bounced_at: at,
  }),
  EmailUnsubscribe: (unsubscribed_at, event_id) => ({
    event_id,
    event: 'email.unsubscribed',
    lead_id: 1,
    lead_email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Byron',
    campaign_id: 1,
    email_id: 1,
    source: 'unsubscribe_link',
    unsubscribed_at,
  }),
  LeadCategoryUpdate: (updated_at) => ({
    ...person,
    old_category: 'interested',
    new_category: 'meeting_booked',
    campaign_id: 1,
    updated_at,
  }),
  LeadCreated: (created_at) => ({ ...person, origin: 'lead_finder', campaign_id: 1, created_at }),
  CampaignStatusChanged: (changed_at) => ({
    event_id: '',
    campaign_id: 1,
    name: 'First campaign',
    old_status: 'draft',
    new_status: 'running',
    changed_at,
  }),
  CreditBalanceLow: () => ({ event_id: '', balance: 99, threshold: 100 }),
  AutopilotRunStatusChanged: () => ({
    eventId: '',
    runId: 1,
    from: 'awaiting_approval',
    to: 'sourcing_prospects',
    lastError: '',
    killReason: '',
  }),
  DfyOrderCompleted: () => ({ eventId: '', orderId: 1, status: 'completed', mailboxCount: 2 }),
};

/** For trying out a receiver: nothing in it is true. Types that may lack an id are sent without (spec, Events 3). */
export const samplePayload = <T extends EventName>(
  type: T,
  { now, id }: { readonly now: number; readonly id: string },
): EventPayload<T> => payloadOf(type, samples[type](new Date(now).toISOString(), id));
