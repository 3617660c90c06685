import { hasRow, idsOf } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { completeIfDone } from '../campaign/campaigns.ts';
import { firstEmails, followUps } from './waiting-emails.ts';

export type StopReason =
  | 'replied'
  | 'same_company'
  | 'out_of_office'
  | 'bounced'
  | 'unsubscribed'
  | 'complained'
  | 'no_step';

/** The lead gets no further email of the campaign. */
export function stopLead(sandbox: Sandbox, campaignId: number, leadId: number, reason: StopReason): void {
  const { changes } = sandbox.db
    .prepare(
      `UPDATE campaign_lead SET state = 'stopped', reason = ?
       WHERE campaign_id = ? AND lead_id = ? AND state IN ('queued', 'active')`,
    )
    .run(reason, campaignId, leadId);
  if (changes === 0) return;
  cancelUnsent(sandbox, campaignId, leadId);
  completeIfDone(sandbox, campaignId);
}

/** The lead gets no further email of any campaign. */
export function stopEverywhere(sandbox: Sandbox, leadId: number, reason: StopReason): void {
  const campaignIds = idsOf(
    sandbox,
    "SELECT campaign_id AS id FROM campaign_lead WHERE lead_id = ? AND state IN ('queued', 'active') ORDER BY 1",
    leadId,
  );
  for (const campaignId of campaignIds) stopLead(sandbox, campaignId, leadId, reason);
}

/** No further follow-ups in the other campaigns that have written to the lead. */
export function stopFollowUpsElsewhere(sandbox: Sandbox, campaignId: number, leadId: number): void {
  const contacted = idsOf(
    sandbox,
    `SELECT campaign_id AS id FROM campaign_lead
     WHERE lead_id = ? AND campaign_id <> ? AND state = 'active' AND sender_id IS NOT NULL ORDER BY campaign_id`,
    leadId,
    campaignId,
  );
  for (const id of contacted) stopLead(sandbox, id, leadId, 'replied');
}

/**
 * No further follow-ups to colleagues of the lead. A first email that still waits goes out, as the setting's name speaks
 * of follow-ups; {@link isCompanyStopped} keeps its own follow-ups from being created.
 */
export function stopCompany(sandbox: Sandbox, campaignId: number, leadId: number): void {
  const row = sandbox.db
    .prepare('SELECT company_key AS companyKey FROM campaign_lead WHERE campaign_id = ? AND lead_id = ?')
    .get<{ companyKey: string | null }>(campaignId, leadId);
  if (!row?.companyKey) return;
  sandbox.db
    .prepare('INSERT OR IGNORE INTO stopped_company (campaign_id, company_key) VALUES (?, ?)')
    .run(campaignId, row.companyKey);
  const colleagues = idsOf(
    sandbox,
    `SELECT lead_id AS id FROM campaign_lead WHERE campaign_id = ? AND company_key = ? AND state = 'active'
       AND sender_id IS NOT NULL AND lead_id <> ? ORDER BY lead_id`,
    campaignId,
    row.companyKey,
    leadId,
  );
  for (const id of colleagues) stopLead(sandbox, campaignId, id, 'same_company');
}

export const isCompanyStopped = (sandbox: Sandbox, campaignId: number, leadId: number): boolean =>
  hasRow(
    sandbox,
    `campaign_lead cl JOIN stopped_company sc
       ON sc.campaign_id = cl.campaign_id AND sc.company_key = cl.company_key
     WHERE cl.campaign_id = ? AND cl.lead_id = ?`,
    campaignId,
    leadId,
  );

function cancelUnsent(sandbox: Sandbox, campaignId: number, leadId: number): void {
  const canceled = sandbox.db
    .prepare(
      `UPDATE email SET status = iif(status = 'scheduled', 'canceled', 'followUpCanceled')
       WHERE lead_id = ? AND campaign_id = ? AND status IN ('scheduled', 'followUp')
       RETURNING id, sender_id AS senderId, status`,
    )
    .all<{ id: number; senderId: number; status: string }>(leadId, campaignId);
  for (const { id, senderId, status } of canceled)
    if (status === 'canceled') firstEmails(sandbox, campaignId).remove(id);
    else followUps(sandbox, campaignId, senderId).remove(id);
}
