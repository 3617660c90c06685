import { replySubject } from '../../../domain/sequence/render-email.ts';
import { minute } from '../../../domain/window.ts';
import type { RecordOf } from '../../core/record-table.ts';
import { hasRow, update } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { replyModeOf } from '../autopilot/runs.ts';
import { completeIfDone, findCampaign } from '../campaign/campaigns.ts';
import { tallyLead } from '../campaign/tally.ts';
import { leadUnsubscribed, type Unsubscribed } from '../events/lead-events.ts';
import { emailBounced, replyCategorized } from '../events/mail-events.ts';
import { draftTable, emailTable, replyTable } from '../events/mail-tables.ts';
import { type LeadCategory, setCategory } from '../leads/lead-category.ts';
import { findLead, type LeadRow } from '../leads/leads.ts';
import { strainMailbox } from '../mailboxes/health.ts';
import { findSender } from '../mailboxes/senders.ts';
import { stopCompany, stopEverywhere, stopFollowUpsElsewhere, stopLead } from '../sending/stopping.ts';
import { answerProfile } from './answer-profile.ts';
import { scheduleDraft, writeDraft } from './drafts.ts';
import type { BounceType, Intent } from './fate.ts';
import { colleagueOf, languageOf, replyText } from './reply-texts.ts';

/** What a person answers to, or answers: of a campaign. */
type InCampaign<T> = T & { readonly campaignId: number };
type Answered = InCampaign<RecordOf<typeof emailTable>> & { readonly lead: LeadRow };

/** The email of a campaign something comes back to; undefined where its lead was deleted meanwhile. */
function answered(sandbox: Sandbox, emailId: number): Answered | undefined {
  const email = emailTable.find(sandbox, emailId);
  const lead = email && findLead(sandbox, email.leadId);
  return lead && { ...(email as Answered), lead };
}

/** A bounce is not a reply. Hard: the address is no good. Soft: it was not delivered this time; either ends the sequence. */
export function onBounce(sandbox: Sandbox, { emailId, type }: { emailId: number; type: BounceType }): void {
  const email = answered(sandbox, emailId);
  if (!email) return;
  update(sandbox, 'email', emailId, { status: 'bounced', bounce: type, bouncedAt: sandbox.now() });
  tallyLead(sandbox, email.campaignId, email.lead.id, 'bounced');
  if (type === 'hard_bounce') strainMailbox(sandbox, email.senderId, type);
  emailBounced(sandbox, email.workspaceId, emailId);
  const category = type === 'hard_bounce' ? 'bounced' : 'delivery_incomplete';
  categorize(sandbox, email.lead, category, email.campaignId);
  stopLead(sandbox, email.campaignId, email.lead.id, 'bounced');
}

/** The link in an email. It ends every email to that person, in every campaign. */
export function onUnsubscribe(sandbox: Sandbox, { emailId }: { emailId: number }): void {
  const email = answered(sandbox, emailId);
  if (email) unsubscribe(sandbox, email.lead, { ...email, emailId, source: 'unsubscribe_link' });
}

/** Reported as spam. It ends every email to that person, and the mailbox suffers for it. */
export function onComplaint(sandbox: Sandbox, { emailId }: { emailId: number }): void {
  const email = answered(sandbox, emailId);
  if (!email) return;
  update(sandbox, 'email', emailId, { status: 'spamReport' });
  strainMailbox(sandbox, email.senderId, 'complaint');
  categorize(sandbox, email.lead, 'not_interested', email.campaignId);
  neverAgain(sandbox, email.lead.id, 'complained');
}

/** An answer arrives. What it stops is stopped at once; what it says is found out a little later. */
export function onReply(sandbox: Sandbox, { emailId, intent }: { emailId: number; intent: Intent }): void {
  const email = answered(sandbox, emailId);
  if (!email || email.bounce !== null) return;
  const campaign = findCampaign(sandbox, email.campaignId);
  const ignored = intent === 'out_of_office' && campaign?.settings.ignoreOutOfOfficeReplies === true;
  const replyId = receive(sandbox, email, intent, !ignored);
  if (!ignored) {
    sandbox.db
      .prepare("UPDATE email SET status = 'replied', replied_at = coalesce(replied_at, ?) WHERE id = ?")
      .run(sandbox.now(), emailId);
    tallyLead(sandbox, email.campaignId, email.lead.id, 'replied');
  }
  if (intent === 'unsubscribe') stopEverywhere(sandbox, email.lead.id, 'unsubscribed');
  else if (campaign?.settings.isEnabledStopFollowUpsOnReply && !ignored)
    stopLead(sandbox, campaign.id, email.lead.id, intent === 'out_of_office' ? 'out_of_office' : 'replied');
  if (campaign && intent !== 'out_of_office') {
    if (campaign.settings.isEnabledStopFollowUpsForSameCompany)
      stopCompany(sandbox, campaign.id, email.lead.id);
    if (campaign.settings.isEnabledStopFollowUpsAcrossCampaigns)
      stopFollowUpsElsewhere(sandbox, campaign.id, email.lead.id);
  }
  completeIfDone(sandbox, email.campaignId);
  const readAt = sandbox.now() + minute + sandbox.chance('categorize', replyId) * 3 * minute;
  sandbox.schedule(readAt, 'answers.categorize', { replyId });
}

function receive(sandbox: Sandbox, email: Answered, intent: Intent, counts: boolean): number {
  const { lead } = email;
  const id = sandbox.drawIds();
  const language = languageOf(answerProfile(sandbox), sandbox.chance('language', lead.id));
  const text = replyText(intent, language, sandbox.chance('text', email.id), {
    firstName: lead.firstName ?? '',
    company: lead.company ?? '',
  });
  const sender = findSender(sandbox, email.senderId);
  const colleague = text.addsColleague
    ? [colleagueOf(lead.email, sandbox.chance('colleague', email.id))]
    : [];
  replyTable.insert(sandbox, {
    id,
    workspaceId: email.workspaceId,
    campaignId: email.campaignId,
    leadId: lead.id,
    emailId: email.id,
    senderId: email.senderId,
    threadId: email.threadId,
    fromAddress: lead.email,
    toAddresses: sender ? [sender.address] : [],
    ccAddresses: colleague,
    subject: replySubject(email.subject),
    body: text.body,
    intent,
    language,
    counts,
    receivedAt: sandbox.now(),
  });
  return id;
}

const categories: Readonly<Record<Intent, LeadCategory>> = {
  positive: 'interested',
  negative: 'not_interested',
  unsubscribe: 'not_interested',
  out_of_office: 'out_of_office',
};

/** The categorization: the lead moves, and an interested one gets a draft of an answer. A meeting is never marked by it. */
export function onCategorize(sandbox: Sandbox, { replyId }: { replyId: number }): void {
  const reply = replyTable.find(sandbox, replyId) as InCampaign<RecordOf<typeof replyTable>> | undefined;
  if (!reply) return;
  const category = categories[reply.intent];
  update(sandbox, 'reply', replyId, { responseCategory: category });
  if (reply.intent === 'positive') {
    update(sandbox, 'email', reply.emailId, { positive: 1 });
    tallyLead(sandbox, reply.campaignId, reply.leadId, 'positive');
  }
  const lead = findLead(sandbox, reply.leadId);
  if (!lead) return;
  replyCategorized(sandbox, lead.workspaceId, replyId);
  categorize(sandbox, lead, category, reply.campaignId);
  if (reply.intent === 'unsubscribe') unsubscribe(sandbox, lead, { ...reply, source: 'reply' });
  if (reply.intent === 'positive')
    sandbox.schedule(sandbox.now() + (0.5 + sandbox.chance('draft', replyId)) * minute, 'answers.draft', {
      replyId,
    });
}

/** An Autopilot run may want no drafts, or have them sent without anybody reading them. */
export function onDraft(sandbox: Sandbox, { replyId }: { replyId: number }): void {
  const mode = replyModeOf(sandbox, replyId);
  if (mode === 'off') return;
  const id = writeDraft(sandbox, replyId);
  const draft = mode === 'auto' && id !== undefined && draftTable.find(sandbox, id);
  if (draft) scheduleDraft(sandbox, draft);
}

/** A booked meeting stays what it is, and being away says nothing about interest that is known already. */
function categorize(sandbox: Sandbox, lead: LeadRow, category: LeadCategory, campaignId: number): void {
  if (lead.tag === 'meeting_booked') return;
  if (category === 'out_of_office' && lead.tag !== null) return;
  setCategory(sandbox, lead, category, campaignId);
}

function unsubscribe(sandbox: Sandbox, lead: LeadRow, by: Omit<Unsubscribed, 'leadId'>): void {
  neverAgain(sandbox, lead.id, 'unsubscribed');
  if (lead.unsubscribedAt === null) leadUnsubscribed(sandbox, lead.workspaceId, { ...by, leadId: lead.id });
}

function neverAgain(sandbox: Sandbox, leadId: number, reason: 'unsubscribed' | 'complained'): void {
  sandbox.db
    .prepare('UPDATE lead SET unsubscribed_at = ?, updated_at = ? WHERE id = ? AND unsubscribed_at IS NULL')
    .run(sandbox.now(), sandbox.now(), leadId);
  stopEverywhere(sandbox, leadId, reason);
  // What waits all the same is in memory with the lead as it was.
  if (hasRow(sandbox, "email WHERE lead_id = ? AND status IN ('scheduled', 'followUp')", leadId))
    sandbox.unsettle();
}
