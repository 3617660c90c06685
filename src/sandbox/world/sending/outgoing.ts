import { type MergeLead, mergeValues } from '../../../domain/merge-tags.ts';
import { renderEmail, unfilledIn, unfilledText } from '../../../domain/sequence/render-email.ts';
import type { Copy } from '../../../domain/sequence/step-copies.ts';
import { followUpDue } from '../../../domain/window.ts';
import { upsert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { decideFate } from '../answers/fate.ts';
import { completeIfDone, type RunningCampaign } from '../campaign/campaigns.ts';
import { tallySent } from '../campaign/tally.ts';
import { emailSent } from '../events/mail-events.ts';
import { leadFieldColumns, variablesOf } from '../leads/leads.ts';
import type { SendingMailbox } from '../mailboxes/senders.ts';
import { type SendingStep, sendingStep } from './sequence.ts';
import { isCompanyStopped, type StopReason, stopLead } from './stopping.ts';
import { followUps } from './waiting-emails.ts';

interface Waiting extends Omit<MergeLead, 'customVariables'> {
  readonly leadId: number;
  readonly step: number;
  readonly ledgerId: number | null;
  readonly unsubscribedAt: number | null;
  readonly custom: string | null;
  /** 1 where the campaign has not written to the lead before; a follow-up only goes to one that it has written to. */
  readonly isContact: number;
}

/** The email with its lead; no row where the lead is gone. */
const waitingSql = `SELECT e.lead_id AS leadId, e.step, e.ledger_id AS ledgerId, ${leadFieldColumns},
    lead.custom, lead.unsubscribed_at AS unsubscribedAt,
    e.status = 'scheduled' AND NOT EXISTS (SELECT 1 FROM email WHERE lead_id = e.lead_id
      AND campaign_id = e.campaign_id AND sent_at IS NOT NULL) AS isContact
  FROM email e JOIN lead ON lead.id = e.lead_id WHERE e.id = ?`;

/** Sends a waiting email of a campaign; false where no lead or no email is left to send, and it was canceled. */
export function sendEmail(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  sender: SendingMailbox,
  emailId: number,
): boolean {
  const email = sandbox.db.prepare(waitingSql).get<Waiting>(emailId);
  const step = email && sendingStep(sandbox, campaign.id, email.step);
  if (!step || email.unsubscribedAt !== null) {
    cancel(sandbox, campaign.id, emailId, step ? 'unsubscribed' : 'no_step');
    return false;
  }
  write(sandbox, campaign, sender, emailId, email, step);
  if (!createFollowUp(sandbox, campaign, sender.id, email, step)) finish(sandbox, campaign.id, email.leadId);
  decideFate(sandbox, { emailId, step: step.position, leadId: email.leadId, address: email.email });
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
  step: SendingStep,
): void {
  const copy = chooseCopy(sandbox, campaign.id, step);
  const values = mergeValues({ ...email, customVariables: variablesOf(email.custom) });
  const thread =
    step.position > 1 && step.useSameThread ? lastSent(sandbox, campaign.id, email.leadId) : undefined;
  const { subject, body, unfilled } = renderEmail(
    { ...copy, contentType: step.contentType, signature: campaign.signature || sender.signature },
    values,
    thread && { subject: thread.subject, unfilled: unfilledIn(thread.missing) },
  );
  // Written out, as what a rehearsal of weeks takes is mostly this.
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
      subject,
      body,
      step.contentType,
      unfilledText(unfilled),
      sandbox.now(),
      emailId,
    );
  if (step.position === 1)
    sandbox.db
      .prepare('UPDATE campaign_lead SET sender_id = ? WHERE campaign_id = ? AND lead_id = ?')
      .run(sender.id, campaign.id, email.leadId);
  tallySent(sandbox, campaign.id, email.isContact === 1);
  emailSent(sandbox, campaign.workspaceId, emailId);
}

/** The copy of the step that was sent least often so far: variants are used evenly. */
function chooseCopy(sandbox: Sandbox, campaignId: number, { copies, position }: SendingStep): Copy {
  const [own, ...others] = copies;
  if (others.length === 0) return own;
  const used = sandbox.steady(`variants ${campaignId} ${position}`, () => {
    const rows = sandbox.db
      .prepare('SELECT label, sent FROM variant_use WHERE campaign_id = ? AND position = ?')
      .all<{ label: string; sent: number }>(campaignId, position);
    return new Map(rows.map(({ label, sent }) => [label, sent]));
  });
  const sent = ({ label }: Copy) => used.get(label) ?? 0;
  const copy = others.reduce((least, other) => (sent(other) < sent(least) ? other : least), own);
  used.set(copy.label, sent(copy) + 1);
  sandbox.later(`variant ${campaignId} ${position} ${copy.label}`, () =>
    upsert(sandbox, 'variant_use', { campaignId, position, label: copy.label }, { sent: sent(copy) }),
  );
  return copy;
}

interface Sent {
  readonly threadId: string;
  readonly subject: string;
  /** Of `unfilledText`. */
  readonly missing: string | null;
}

function lastSent(sandbox: Sandbox, campaignId: number, leadId: number): Sent | undefined {
  return sandbox.db
    .prepare(
      `SELECT thread_id AS threadId, subject, missing FROM email WHERE lead_id = ? AND campaign_id = ? AND sent_at IS NOT NULL
       ORDER BY sent_at DESC, id DESC LIMIT 1`,
    )
    .get<Sent>(leadId, campaignId);
}

/** The next email of the sequence, from the same mailbox; false where the sequence ends here. */
function createFollowUp(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  senderId: number,
  { leadId, ledgerId }: Waiting,
  { position, nextDelayDays }: SendingStep,
): boolean {
  if (nextDelayDays === null) return false;
  if (
    campaign.settings.isEnabledStopFollowUpsForSameCompany &&
    isCompanyStopped(sandbox, campaign.id, leadId)
  )
    return false;
  const now = sandbox.now();
  const [id, dueAt] = [sandbox.drawIds(), followUpDue(now, nextDelayDays)];
  sandbox.db
    .prepare(
      `INSERT INTO email (id, workspace_id, campaign_id, lead_id, sender_id, step, status, due_at, ledger_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 'followUp', ?, ?, ?)`,
    )
    .run(id, campaign.workspaceId, campaign.id, leadId, senderId, position + 1, dueAt, ledgerId, now);
  followUps(sandbox, campaign.id, senderId).add({ id, dueAt });
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
