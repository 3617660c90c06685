import { mergeValues } from '../../../domain/merge-tags.ts';
import { renderEmail, unfilledIn, unfilledText } from '../../../domain/sequence/render-email.ts';
import type { Copy } from '../../../domain/sequence/step-copies.ts';
import { followUpDue } from '../../../domain/window.ts';
import { upsert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { decideFate } from '../answers/fate.ts';
import { completeIfDone, type RunningCampaign } from '../campaign/campaigns.ts';
import { tallySent } from '../campaign/tally.ts';
import { emailSent } from '../events/mail-events.ts';
import { variablesOf } from '../leads/leads.ts';
import type { SendingMailbox } from '../mailboxes/senders.ts';
import { type SendingStep, sendingStep } from './sequence.ts';
import { isCompanyStopped, type StopReason, stopLead } from './stopping.ts';
import { followUps, type WaitingEmail } from './waiting-emails.ts';

type Letter = WaitingEmail & { readonly email: string };

/** Sends a waiting email of a campaign; false where no lead or no email is left to send, and it was canceled. */
export function sendEmail(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  sender: SendingMailbox,
  email: WaitingEmail,
): boolean {
  const step = hasAddress(email) ? sendingStep(sandbox, campaign.id, email.step) : undefined;
  if (!step || !hasAddress(email) || email.unsubscribedAt !== null) {
    cancel(sandbox, campaign.id, email.id, step ? 'unsubscribed' : 'no_step');
    return false;
  }
  const sent = write(sandbox, campaign, sender, email, step);
  if (!createFollowUp(sandbox, campaign, sender.id, sent, step)) finish(sandbox, campaign.id, email.leadId);
  decideFate(sandbox, { emailId: email.id, step: step.position, leadId: email.leadId, address: email.email });
  return true;
}

const hasAddress = (email: WaitingEmail): email is Letter => email.email !== null;

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

/** Gives the email as the last one of its thread. */
function write(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  sender: SendingMailbox,
  email: Letter,
  step: SendingStep,
): Letter {
  const copy = chooseCopy(sandbox, campaign.id, step);
  const values = mergeValues({ ...email, customVariables: variablesOf(email.custom) });
  const isInThread = step.position > 1 && step.useSameThread && email.threadSubject !== null;
  const { subject, body, unfilled } = renderEmail(
    { ...copy, contentType: step.contentType, signature: campaign.signature || sender.signature },
    values,
    isInThread ? { subject: email.threadSubject, unfilled: unfilledIn(email.threadMissing) } : undefined,
  );
  const threadId = (isInThread && email.threadId) || `thread_${email.id}`;
  const missing = unfilledText(unfilled);
  // Written out, as what a rehearsal of weeks takes is mostly this.
  sandbox.db
    .prepare(
      `UPDATE email SET status = 'sent', sender_id = ?, variant = ?, thread_id = ?, recipient = ?, subject = ?,
         body = ?, content_type = ?, missing = ?, sent_at = ? WHERE id = ?`,
    )
    .run(
      sender.id,
      copy.label,
      threadId,
      email.email,
      subject,
      body,
      step.contentType,
      missing,
      sandbox.now(),
      email.id,
    );
  if (step.position === 1)
    sandbox.db
      .prepare('UPDATE campaign_lead SET sender_id = ? WHERE campaign_id = ? AND lead_id = ?')
      .run(sender.id, campaign.id, email.leadId);
  // A follow-up only goes to a lead that the campaign has written to.
  tallySent(sandbox, campaign.id, email.threadId === null);
  emailSent(sandbox, campaign.workspaceId, email.id);
  return { ...email, threadId, threadSubject: subject, threadMissing: missing };
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

/** The next email of the sequence, from the same mailbox; false where the sequence ends here. */
function createFollowUp(
  sandbox: Sandbox,
  campaign: RunningCampaign,
  senderId: number,
  sent: WaitingEmail,
  { position, nextDelayDays }: SendingStep,
): boolean {
  if (nextDelayDays === null) return false;
  if (
    campaign.settings.isEnabledStopFollowUpsForSameCompany &&
    isCompanyStopped(sandbox, campaign.id, sent.leadId)
  )
    return false;
  const { leadId, ledgerId } = sent;
  const now = sandbox.now();
  const [id, dueAt] = [sandbox.drawIds(), followUpDue(now, nextDelayDays)];
  sandbox.db
    .prepare(
      `INSERT INTO email (id, workspace_id, campaign_id, lead_id, sender_id, step, status, due_at, ledger_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 'followUp', ?, ?, ?)`,
    )
    .run(id, campaign.workspaceId, campaign.id, leadId, senderId, position + 1, dueAt, ledgerId, now);
  followUps(sandbox, campaign.id, senderId).add({ ...sent, id, dueAt, step: position + 1 });
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
