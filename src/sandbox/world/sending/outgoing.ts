import { type MergeLead, mergeValues, render } from '../../../domain/merge-tags.ts';
import { dayNumber, followUpDue } from '../../../domain/window.ts';
import type { Sandbox } from '../../state.ts';
import { decideFate } from '../answers/fate.ts';
import { completeIfDone, type RunningCampaign } from '../campaigns.ts';
import { emailSent } from '../events/mail-events.ts';
import type { SendingMailbox } from '../mailboxes/senders.ts';
import { type Copy, copiesOf, type StepRow } from './sequence.ts';
import { isCompanyStopped, type StopReason, stopLead } from './stopping.ts';

interface Waiting extends Omit<StepRow, 'delayDays'>, MergeFields {
  readonly leadId: number;
  readonly unsubscribedAt: number | null;
  readonly custom: string | null;
  readonly nextPosition: number | null;
  readonly nextDelayDays: number | null;
}

type MergeFields = Omit<MergeLead, 'customVariables'>;

/** The email with its lead, its step and the step after it; no row where the lead or the step is gone. */
const waitingSql = `SELECT e.lead_id AS leadId, lead.email, lead.first_name AS firstName,
    lead.middle_name AS middleName, lead.last_name AS lastName, lead.company, lead.title, lead.phone, lead.website,
    lead.linkedin, lead.custom, lead.unsubscribed_at AS unsubscribedAt, s.campaign_id AS campaignId, s.position,
    s.subject, s.body, s.content_type AS contentType, s.use_same_thread AS useSameThread, s.variants,
    n.position AS nextPosition, n.delay_days AS nextDelayDays
  FROM email e JOIN lead ON lead.id = e.lead_id
    JOIN step s ON s.campaign_id = e.campaign_id AND s.position = e.step
    LEFT JOIN step n ON n.campaign_id = e.campaign_id AND n.position = e.step + 1
  WHERE e.id = ?`;

/** Sends a waiting email of a campaign; false where there is nobody or nothing left to send, and it was canceled. */
export function sendEmail(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  sender: SendingMailbox,
  emailId: number,
): boolean {
  const email = sandbox.db.prepare(waitingSql).get<Waiting>(emailId);
  if (!email || email.unsubscribedAt !== null) {
    cancel(sandbox, campaign.id, emailId, email ? 'unsubscribed' : 'no_step');
    return false;
  }
  write(sandbox, campaign, sender, emailId, email);
  count(sandbox, campaign.id, sender.id);
  if (!createFollowUp(sandbox, campaign, sender.id, email)) finish(sandbox, campaign.id, email.leadId);
  decideFate(sandbox, { emailId, step: email.position, leadId: email.leadId, address: email.email });
  return true;
}

/** The email itself first: whatever became of its lead, it must not come up again. */
function cancel(sandbox: Sandbox, campaignId: number, emailId: number, reason: StopReason): void {
  const row = sandbox.db
    .prepare(
      `UPDATE email SET status = iif(status = 'scheduled', 'canceled', 'followUpCanceled') WHERE id = ?
       RETURNING lead_id AS leadId`,
    )
    .get<{ leadId: number }>(emailId);
  if (row) stopLead(sandbox, campaignId, row.leadId, reason);
  completeIfDone(sandbox, campaignId);
}

function write(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  sender: SendingMailbox,
  emailId: number,
  email: Waiting,
): void {
  const copy = chooseCopy(sandbox, email);
  const values = mergeValues({ ...email, customVariables: variablesOf(email.custom) });
  const thread =
    email.position > 1 && email.useSameThread ? lastSent(sandbox, campaign.id, email.leadId) : undefined;
  const subject = thread ? { text: replySubject(thread.subject), missing: [] } : render(copy.subject, values);
  const body = render(sign(copy.body, campaign.signature || sender.signature, email.contentType), values);
  const missing = [...new Set([...subject.missing, ...body.missing])];
  sandbox.db
    .prepare(
      `UPDATE email SET status = 'sent', sender_id = ?, variant = ?, thread_id = ?, recipient = ?, subject = ?,
         body = ?, content_type = ?, missing = ?, sent_at = ? WHERE id = ?`,
    )
    .run(
      sender.id,
      copy.label,
      thread?.threadId ?? `thread_${emailId}`,
      email.email,
      subject.text,
      body.text,
      email.contentType,
      missing.length === 0 ? null : JSON.stringify(missing),
      sandbox.now(),
      emailId,
    );
  if (email.position === 1)
    sandbox.db
      .prepare('UPDATE campaign_lead SET sender_id = ? WHERE campaign_id = ? AND lead_id = ?')
      .run(sender.id, campaign.id, email.leadId);
  emailSent(sandbox, campaign.workspaceId, emailId);
}

const variablesOf = (custom: string | null): Record<string, unknown> =>
  custom === null ? {} : (JSON.parse(custom) as Record<string, unknown>);

/** The copy of the step that was sent least often so far: variants are used evenly. */
function chooseCopy(sandbox: Sandbox, step: Omit<StepRow, 'delayDays'>): Copy {
  const [own, ...others] = copiesOf(step);
  if (others.length === 0) return own;
  const used = new Map(
    sandbox.db
      .prepare('SELECT label, sent FROM variant_use WHERE campaign_id = ? AND position = ?')
      .all<{ label: string; sent: number }>(step.campaignId, step.position)
      .map(({ label, sent }) => [label, sent]),
  );
  const sent = ({ label }: Copy) => used.get(label) ?? 0;
  const copy = others.reduce((least, other) => (sent(other) < sent(least) ? other : least), own);
  sandbox.db
    .prepare(
      `INSERT INTO variant_use (campaign_id, position, label, sent) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET sent = sent + 1`,
    )
    .run(step.campaignId, step.position, copy.label);
  return copy;
}

interface Sent {
  readonly threadId: string;
  readonly subject: string;
}

function lastSent(sandbox: Sandbox, campaignId: number, leadId: number): Sent | undefined {
  return sandbox.db
    .prepare(
      `SELECT thread_id AS threadId, subject FROM email WHERE lead_id = ? AND campaign_id = ? AND sent_at IS NOT NULL
       ORDER BY sent_at DESC, id DESC LIMIT 1`,
    )
    .get<Sent>(leadId, campaignId);
}

export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

export function sign(body: string, signature: string, contentType: string): string {
  if (signature === '') return body;
  return contentType === 'html' ? `${body}<br><br>${signature}` : `${body}\n\n${signature}`;
}

function count(sandbox: Sandbox, campaignId: number, senderId: number): void {
  sandbox.db
    .prepare(
      `INSERT INTO sending_day (sender_id, day, campaign_id, sent) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET sent = sent + 1`,
    )
    .run(senderId, dayNumber(sandbox.now()), campaignId);
}

/** The next email of the sequence, from the same mailbox; false where the sequence ends here. */
function createFollowUp(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  senderId: number,
  { leadId, nextPosition, nextDelayDays }: Waiting,
): boolean {
  if (nextPosition === null || nextDelayDays === null) return false;
  if (
    campaign.settings.isEnabledStopFollowUpsForSameCompany &&
    isCompanyStopped(sandbox, campaign.id, leadId)
  )
    return false;
  const now = sandbox.now();
  sandbox.db
    .prepare(
      `INSERT INTO email (id, workspace_id, campaign_id, lead_id, sender_id, step, status, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 'followUp', ?, ?)`,
    )
    .run(
      sandbox.drawIds(),
      campaign.workspaceId,
      campaign.id,
      leadId,
      senderId,
      nextPosition,
      followUpDue(now, nextDelayDays),
      now,
    );
  return true;
}

function finish(sandbox: Sandbox, campaignId: number, leadId: number): void {
  sandbox.db
    .prepare(
      "UPDATE campaign_lead SET state = 'finished' WHERE campaign_id = ? AND lead_id = ? AND state = 'active'",
    )
    .run(campaignId, leadId);
  completeIfDone(sandbox, campaignId);
}
