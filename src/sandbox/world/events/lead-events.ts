import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit, eventIdFor } from '../../deliveries/emit.ts';
import { campaignsOf, findLead, type LeadRow } from '../leads/leads.ts';

const contact = (lead: LeadRow) => ({
  event_id: '',
  lead_id: lead.id,
  email_address: lead.email,
  first_name: lead.firstName ?? '',
  last_name: lead.lastName ?? '',
  company: lead.company ?? '',
  title: lead.title ?? '',
  linkedin_url: lead.linkedin ?? '',
  phone_number: lead.phone ?? '',
});

/** A category has changed. The campaign is the one whose email brought it about, else the one the lead joined last. */
export function categoryChanged(
  sandbox: Sandbox,
  workspaceId: number,
  leadId: number,
  before: string | null,
  campaignId: number | undefined,
): void {
  emit(sandbox, workspaceId, 'LeadCategoryUpdate', () => {
    const lead = findLead(sandbox, leadId);
    if (!lead) return undefined;
    return {
      ...contact(lead),
      old_category: before,
      new_category: lead.tag,
      campaign_id: campaignId ?? campaignsOf(sandbox, leadId)[0] ?? null,
      updated_at: rfc3339(lead.updatedAt),
    };
  });
}

/** People were imported from the Lead Finder. `origin` is a word of ours: the spec gives none. */
export function leadsImported(
  sandbox: Sandbox,
  workspaceId: number,
  campaignId: number,
  leadIds: readonly number[],
): void {
  for (const leadId of leadIds)
    emit(sandbox, workspaceId, 'LeadCreated', () => {
      const lead = findLead(sandbox, leadId);
      if (!lead) return undefined;
      const created_at = rfc3339(lead.createdAt);
      return { ...contact(lead), origin: 'lead_finder', campaign_id: campaignId, created_at };
    });
}

export interface Unsubscribed {
  readonly leadId: number;
  readonly campaignId: number | null;
  /** The email that was answered, or whose link was used. */
  readonly emailId: number;
  readonly source: 'reply' | 'unsubscribe_link';
}

/** A person unsubscribes for the first time. */
export function leadUnsubscribed(
  sandbox: Sandbox,
  workspaceId: number,
  { leadId, campaignId, emailId, source }: Unsubscribed,
): void {
  emit(sandbox, workspaceId, 'EmailUnsubscribe', () => {
    const lead = findLead(sandbox, leadId);
    if (!lead) return undefined;
    return {
      event_id: eventIdFor(sandbox, 'EmailUnsubscribe', leadId, emailId),
      event: 'email.unsubscribed',
      lead_id: leadId,
      lead_email: lead.email,
      first_name: lead.firstName ?? '',
      last_name: lead.lastName ?? '',
      campaign_id: campaignId,
      email_id: emailId,
      source,
      unsubscribed_at: rfc3339(sandbox.now()),
    };
  });
}
