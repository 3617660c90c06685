import { type MergeLead, mergeValues, render } from '../../domain/merge-tags.ts';
import { dayNumber, followUpDue } from '../../domain/window.ts';
import type { Sandbox } from '../state.ts';
import { type Campaign, completeIfDone } from './campaigns.ts';
import { decideFate } from './fate.ts';
import { type LeadRow, selectLead } from './leads.ts';
import { reserveMessageIds } from './message-ids.ts';
import type { Sender } from './senders.ts';
import { type Copy, copiesOf, type StepRow, selectStep } from './sequence.ts';
import { isCompanyStopped, stopLead } from './stopping.ts';

interface Waiting {
  readonly leadId: number;
  readonly step: number;
}

/** Sends a waiting email of a campaign; false where there is nobody or nothing left to send, and it was canceled. */
export function sendEmail(sandbox: Sandbox, campaign: Campaign, sender: Sender, emailId: number): boolean {
  const email = sandbox.db
    .prepare('SELECT lead_id AS leadId, step FROM email WHERE id = ?')
    .get<Waiting>(emailId);
  if (!email) return false;
  const step = sandbox.db
    .prepare(`${selectStep} WHERE campaign_id = ? AND position = ?`)
    .get<StepRow>(campaign.id, email.step);
  const lead = sandbox.db.prepare(`${selectLead} WHERE lead.id = ?`).get<LeadRow>(email.leadId);
  if (!step || !lead || lead.unsubscribedAt !== null) {
    stopLead(sandbox, campaign.id, email.leadId, lead?.unsubscribedAt ? 'unsubscribed' : 'no_step');
    return false;
  }
  write(sandbox, campaign, sender, emailId, step, lead);
  count(sandbox, campaign.id, sender.id);
  if (!createFollowUp(sandbox, campaign, sender.id, email)) finish(sandbox, campaign.id, email.leadId);
  decideFate(sandbox, { emailId, step: email.step, leadId: email.leadId, address: lead.email });
  return true;
}

function write(
  sandbox: Sandbox,
  campaign: Campaign,
  sender: Sender,
  emailId: number,
  step: StepRow,
  lead: LeadRow,
): void {
  const copy = chooseCopy(sandbox, step);
  const values = mergeValues(mergeLead(lead));
  const before = step.position > 1 ? lastSent(sandbox, campaign.id, lead.id) : undefined;
  const thread = step.useSameThread ? before : undefined;
  const subject = thread ? replySubject(thread.subject) : render(copy.subject, values).text;
  const body = render(sign(copy.body, campaign.signature || sender.signature, step.contentType), values).text;
  const now = sandbox.now();
  sandbox.db
    .prepare(
      `UPDATE email SET status = 'sent', sender_id = ?, variant = ?, thread_id = ?, recipient = ?, subject = ?,
         body = ?, content_type = ?, sent_at = ? WHERE id = ?`,
    )
    .run(
      sender.id,
      copy.label,
      thread?.threadId ?? `thread_${emailId}`,
      lead.email,
      subject,
      body,
      step.contentType,
      now,
      emailId,
    );
  if (!before)
    sandbox.db
      .prepare('UPDATE campaign_lead SET sender_id = ? WHERE campaign_id = ? AND lead_id = ?')
      .run(sender.id, campaign.id, lead.id);
}

/** The copy of the step that was sent least often so far: variants are used evenly. */
function chooseCopy(sandbox: Sandbox, step: StepRow): Copy {
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

const mergeLead = (lead: LeadRow): MergeLead => ({
  ...lead,
  customVariables: lead.custom === null ? null : (JSON.parse(lead.custom) as Record<string, unknown>),
});

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
  campaign: Campaign,
  senderId: number,
  { leadId, step }: Waiting,
): boolean {
  const next = sandbox.db
    .prepare(
      `SELECT position, delay_days AS delayDays FROM step WHERE campaign_id = ? AND position > ?
       ORDER BY position LIMIT 1`,
    )
    .get<{ position: number; delayDays: number }>(campaign.id, step);
  if (!next) return false;
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
      reserveMessageIds(sandbox),
      campaign.workspaceId,
      campaign.id,
      leadId,
      senderId,
      next.position,
      followUpDue(now, next.delayDays),
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
