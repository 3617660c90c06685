import { domainOf, isPersonalMailbox } from '../../../contract/checks/personal-mailbox.ts';
import { followUpDue } from '../../../domain/window.ts';
import { hasRow, idsOf, insert, update } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { type Campaign, campaignTable, completeIfDone, setStatus } from '../campaign/campaigns.ts';
import { wakeCampaign } from '../sending/wake.ts';
import { verdictOf } from './addresses.ts';
import { isBlocked } from './blocklist.ts';

interface Candidate {
  readonly email: string;
  readonly company: string | null;
  readonly unsubscribed: number;
  readonly here: number;
  readonly elsewhere: number;
  readonly responded: number;
  readonly bounced: number;
}

/**
 * Puts leads into a campaign. In a draft their emails are created at launch; running or paused, at once; a completed
 * campaign is resumed by it (spec, Campaign status). `ledgerId` is the row of what brought them where that is not a call.
 */
export function joinCampaign(
  sandbox: Sandbox,
  campaignId: number,
  leadIds: readonly number[],
  ledgerId?: number,
): void {
  const campaign = campaignTable.get(sandbox, campaignId);
  const joined: number[] = [];
  for (const leadId of leadIds) {
    const candidate = sandbox.db
      .prepare(
        `SELECT email, company, unsubscribed_at IS NOT NULL AS unsubscribed,
         EXISTS (SELECT 1 FROM campaign_lead WHERE lead_id = lead.id AND campaign_id = ?) AS here,
         EXISTS (SELECT 1 FROM campaign_lead WHERE lead_id = lead.id AND campaign_id <> ?) AS elsewhere,
         EXISTS (SELECT 1 FROM reply WHERE lead_id = lead.id) AS responded,
         EXISTS (SELECT 1 FROM email WHERE lead_id = lead.id AND bounce = 'hard_bounce') AS bounced
       FROM lead WHERE id = ?`,
      )
      .get<Candidate>(campaignId, campaignId, leadId);
    if (!candidate || isSkipped(campaign, candidate)) continue;
    sandbox.db
      .prepare(
        `INSERT INTO campaign_lead (campaign_id, lead_id, state, company_key, added_at) VALUES (?, ?, 'queued', ?, ?)`,
      )
      .run(campaignId, leadId, companyKey(candidate.email, candidate.company) ?? null, sandbox.now());
    joined.push(leadId);
  }
  if (joined.length > 0) welcome(sandbox, campaign, joined, ledgerId);
}

/** Does a lead not join, by the settings of the campaign? */
function isSkipped({ settings }: Campaign, candidate: Candidate): boolean {
  if (candidate.here || candidate.unsubscribed) return true;
  if (!settings.allowNonBusinessEmails && isPersonalMailbox(candidate.email)) return true;
  // A lead exists before it joins, so "already exists" is read as: already in another campaign.
  if (settings.isEnabledSkipLeadIfAlreadyExists && candidate.elsewhere) return true;
  if (settings.isEnabledIgnoreLeadsWhoAlreadyResponded && candidate.responded) return true;
  return settings.isEnabledIgnoreHardBouncedLeads && candidate.bounced === 1;
}

function welcome(
  sandbox: Sandbox,
  campaign: Campaign,
  leadIds: readonly number[],
  ledgerId: number | undefined,
): void {
  const from = startProcessing(sandbox, campaign, leadIds.length);
  if (campaign.status === 'draft') return;
  // A paused one sends because of the call that lets it go on.
  const cause = campaign.status === 'paused' ? undefined : () => ledgerId ?? sandbox.cause();
  createFirstEmails(sandbox, campaign, leadIds, from, cause);
  if (campaign.status === 'completed') setStatus(sandbox, campaign.id, 'running');
  completeIfDone(sandbox, campaign.id);
  wakeCampaign(sandbox, campaign.id);
}

/** How long the verification of leads takes; a campaign cannot be launched meanwhile. The figures are ours. */
const verification = { baseMs: 5000, perLeadMs: 20 } as const;

/** Until when the campaign's leads are processed: only where addresses are verified, and never in the `api` flow. */
function startProcessing(sandbox: Sandbox, campaign: Campaign, leads: number): number {
  const now = sandbox.now();
  if (campaign.flow === 'api' || !campaign.settings.isEnabledEmailVerifier) return now;
  const until =
    Math.max(now, campaign.processingUntil ?? 0) + verification.baseMs + leads * verification.perLeadMs;
  update(sandbox, 'campaign', campaign.id, { processingUntil: until });
  return until;
}

/** Creates the emails of every lead that waited for the launch. */
export function launch(sandbox: Sandbox, campaign: Campaign): void {
  const waiting = idsOf(
    sandbox,
    "SELECT lead_id AS id FROM campaign_lead WHERE campaign_id = ? AND state = 'queued' ORDER BY lead_id",
    campaign.id,
  );
  createFirstEmails(sandbox, campaign, waiting, sandbox.now());
}

/**
 * They may leave `from` then on. `cause` is the row of the ledger they leave because of, where that is not the launch; asked
 * for where one leaves at all.
 */
function createFirstEmails(
  sandbox: Sandbox,
  campaign: Campaign,
  leadIds: readonly number[],
  from: number,
  cause?: () => number | undefined,
): void {
  const step = sandbox.db
    .prepare(
      'SELECT position, delay_days AS delayDays FROM step WHERE campaign_id = ? ORDER BY position LIMIT 1',
    )
    .get<{ position: number; delayDays: number }>(campaign.id);
  if (!step) return;
  const dueAt = followUpDue(from, step.delayDays);
  const first = sandbox.drawIds(leadIds.length);
  const statuses = leadIds.map((leadId) => firstStatus(sandbox, campaign, leadId));
  const ledgerId = statuses.includes('scheduled') ? cause?.() : undefined;
  for (const [index, leadId] of leadIds.entries()) {
    const status = statuses[index] ?? 'scheduled';
    insert(sandbox, 'email', {
      id: first + index,
      workspaceId: campaign.workspaceId,
      campaignId: campaign.id,
      leadId,
      step: step.position,
      status,
      dueAt,
      ledgerId,
      createdAt: sandbox.now(),
    });
    const [state, reason] = status === 'scheduled' ? ['active', null] : ['stopped', status];
    sandbox.db
      .prepare('UPDATE campaign_lead SET state = ?, reason = ? WHERE campaign_id = ? AND lead_id = ?')
      .run(state, reason, campaign.id, leadId);
  }
}

/**
 * The blocklist comes first. Verified campaigns write to no invalid address, and to catch-all ones only where
 * they are set to.
 */
function firstStatus(
  sandbox: Sandbox,
  { workspaceId, flow, settings }: Campaign,
  leadId: number,
): 'scheduled' | 'blocked' | 'invalid' | 'catchAll' {
  const lead = sandbox.db
    .prepare('SELECT email_key AS emailKey FROM lead WHERE id = ?')
    .get<{ emailKey: string }>(leadId);
  if (lead && isBlocked(sandbox, workspaceId, lead.emailKey)) return 'blocked';
  if (!lead || flow === 'api' || !settings.isEnabledEmailVerifier) return 'scheduled';
  const verdict = verdictOf(sandbox, lead.emailKey);
  if (verdict === 'invalid') return 'invalid';
  return verdict === 'catchAll' && !settings.isEnabledCatchallValidated ? 'catchAll' : 'scheduled';
}

/** Whether the campaign cannot be launched yet: its leads are being verified, or people are being imported into it. */
export function isProcessing(sandbox: Sandbox, campaign: Campaign): boolean {
  if ((campaign.processingUntil ?? 0) > sandbox.now()) return true;
  return hasRow(sandbox, "finder_import WHERE campaign_id = ? AND status = 'running'", campaign.id);
}

/** Takes a lead out of a campaign, with its unsent emails; a running campaign may have nothing left to do by it. */
export function leaveCampaign(sandbox: Sandbox, campaignId: number, leadId: number): void {
  sandbox.db
    .prepare(
      "DELETE FROM email WHERE lead_id = ? AND campaign_id = ? AND status IN ('scheduled', 'followUp')",
    )
    .run(leadId, campaignId);
  sandbox.db
    .prepare('DELETE FROM campaign_lead WHERE campaign_id = ? AND lead_id = ?')
    .run(campaignId, leadId);
  completeIfDone(sandbox, campaignId);
}

/**
 * What colleagues share: the domain of a business address, else the name of the company; undefined where neither tells.
 */
export function companyKey(address: string, company: string | null): string | undefined {
  if (!isPersonalMailbox(address)) return `@${domainOf(address)}`;
  const name = company?.trim().toLowerCase();
  return name === undefined || name === '' ? undefined : name;
}
