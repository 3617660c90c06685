import type { EventName } from '../../src/contract/events/events.ts';

const mail =
  'event_id email_id thread_id external_id kind recipient subject body_text body_html from_email from_name recipients lead_id campaign_id sent_at';
const categorized = mail.replace('body_html', 'body_html response_category');
const person = 'event_id lead_id email_address first_name last_name company title linkedin_url phone_number';

/** The table of payloads of the specification, written by hand. */
export const eventFields: Readonly<Record<EventName, string>> = {
  EmailSent: mail,
  EmailReply: categorized,
  EmailBounce: `${categorized} bounce_type bounced_at`,
  EmailUnsubscribe:
    'event_id event lead_id lead_email first_name last_name campaign_id email_id source unsubscribed_at',
  LeadCategoryUpdate: `${person} old_category new_category campaign_id updated_at`,
  LeadCreated: `${person} origin campaign_id created_at`,
  CampaignStatusChanged: 'event_id campaign_id name old_status new_status changed_at',
  CreditBalanceLow: 'event_id balance threshold',
  AutopilotRunStatusChanged: 'eventId runId from to lastError killReason',
  DfyOrderCompleted: 'eventId orderId status mailboxCount',
};
