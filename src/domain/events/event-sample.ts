import { type EventName, type EventPayload, events } from '../../contract/events/events.ts';
import { htmlOf, payloadOf, recipientsText } from './event-payload.ts';

type Field = (typeof events)[EventName]['fields'][number];
type Sample = { readonly [F in Field as F extends `${string}_at` ? never : F]: string | number };

const letter = 'Hi Ada,\n\nwould a short call next week suit you?\n\nSam';
const answer = 'Hi Sam,\n\nyes, tell me more.\n\nAda';

/** Of every field but the times. Types that may lack an id are sent without (spec, Events 3). */
const usual: Sample = {
  event_id: '',
  eventId: '',
  lead_id: 1,
  campaign_id: 1,
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
  response_category: 'bounced',
  bounce_type: 'hard_bounce',
  event: 'email.unsubscribed',
  source: 'unsubscribe_link',
  lead_email: 'ada@example.com',
  email_address: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Example Ltd',
  title: 'Head of Operations',
  linkedin_url: 'https://www.linkedin.com/in/ada-byron-example',
  phone_number: '+1 202 555 0143',
  old_category: 'interested',
  new_category: 'meeting_booked',
  origin: 'lead_finder',
  name: 'First campaign',
  old_status: 'draft',
  new_status: 'running',
  balance: 99,
  threshold: 100,
  runId: 1,
  from: 'awaiting_approval',
  to: 'sourcing_prospects',
  lastError: '',
  killReason: '',
  orderId: 1,
  status: 'completed',
  mailboxCount: 2,
};

const reply: Partial<Sample> = {
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
};

const withId: readonly EventName[] = ['EmailReply', 'EmailBounce', 'EmailUnsubscribe'];

/** For trying out a receiver: nothing in it is true. */
export function samplePayload<T extends EventName>(
  type: T,
  { now, id }: { readonly now: number; readonly id: string },
): EventPayload<T> {
  const at = new Date(now).toISOString();
  const times = events[type].fields.filter((field) => field.endsWith('_at')).map((field) => [field, at]);
  const own = { ...(type === 'EmailReply' && reply), ...(withId.includes(type) && { event_id: id }) };
  return payloadOf(type, { ...usual, ...own, ...Object.fromEntries(times) } as EventPayload<T>);
}
