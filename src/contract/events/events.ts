import { words } from '../../base/text/words.ts';

/** The events that the service tells webhooks about (spec, Events): what they are called, when they fire, what they carry. */

const mail = words('event_id email_id thread_id external_id kind recipient subject body_text body_html');
/** `recipients` is a string that holds a JSON array of `{name, email}`: it is parsed twice. */
const people = ['from_email', 'from_name', 'recipients', 'lead_id', 'campaign_id', 'sent_at'] as const;
const person = ['event_id', 'lead_id', 'email_address', 'first_name', 'last_name', 'company'] as const;
const contact = ['title', 'linkedin_url', 'phone_number'] as const;

interface EventType {
  readonly fires: string;
  readonly fields: readonly string[];
}

/** Every type of event; two of them write their fields in camelCase. */
export const events = {
  EmailSent: { fires: 'a campaign email is sent', fields: [...mail, ...people] },
  EmailReply: {
    fires: 'a prospect replied and the reply has been categorized; bounces are not replies',
    fields: [...mail, 'response_category', ...people],
  },
  EmailBounce: {
    fires: 'an email bounces, hard or soft',
    fields: [...mail, 'response_category', ...people, 'bounce_type', 'bounced_at'],
  },
  EmailUnsubscribe: {
    fires: 'a lead unsubscribes by reply or by the link',
    fields: [
      ...words('event_id event lead_id lead_email first_name last_name campaign_id email_id source'),
      ...words('unsubscribed_at'),
    ],
  },
  LeadCategoryUpdate: {
    fires: "a lead's category really changes",
    fields: [...person, ...contact, 'old_category', 'new_category', 'campaign_id', 'updated_at'],
  },
  LeadCreated: {
    fires: 'people are imported from the Lead Finder; not for other ways of adding leads',
    fields: [...person, ...contact, 'origin', 'campaign_id', 'created_at'],
  },
  CampaignStatusChanged: {
    fires: "a campaign's status changes",
    fields: ['event_id', 'campaign_id', 'name', 'old_status', 'new_status', 'changed_at'],
  },
  CreditBalanceLow: {
    fires: 'the balance drops below the threshold of the automatic top-up, or below 100 without one',
    fields: ['event_id', 'balance', 'threshold'],
  },
  AutopilotRunStatusChanged: {
    fires: 'an Autopilot run moves to a new status',
    fields: ['eventId', 'runId', 'from', 'to', 'lastError', 'killReason'],
  },
  DfyOrderCompleted: {
    fires: 'a done-for-you order finishes',
    fields: ['eventId', 'orderId', 'status', 'mailboxCount'],
  },
} as const satisfies Readonly<Record<string, EventType>>;

export type EventName = keyof typeof events;

/** The ten types, in the order of the spec. A webhook listens to exactly one. */
export const eventTypes = Object.keys(events) as unknown as readonly [EventName, ...EventName[]];

/** What an event carries: exactly the fields of its type. Ids are integers, except for the event's own, which is text. */
export type EventPayload<T extends EventName> = Readonly<
  Record<(typeof events)[T]['fields'][number], string | number | null>
>;
