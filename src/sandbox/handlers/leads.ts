import { leads } from '../../contract/areas/leads.ts';
import { addressKey, addressProblem } from '../../contract/checks/email-address.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import { invalidField } from '../core/request.ts';
import { countRows } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';
import { maybeTime } from '../core/times.ts';
import { workspaceOf } from '../world/account/workspaces.ts';
import { campaignOf } from '../world/campaign/campaigns.ts';
import { conversationOf } from '../world/leads/conversation.ts';
import { setCategory } from '../world/leads/lead-category.ts';
import {
  campaignsOf,
  countLeads,
  createLead,
  deleteLead,
  type LeadInput,
  type LeadRow,
  leadByEmail,
  leadOf,
  leadsByKey,
  leadsIn,
  leadView,
  updateLead,
} from '../world/leads/leads.ts';
import { joinCampaign, leaveCampaign } from '../world/leads/membership.ts';

export const section = sectionOf(leads, {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const { ids, values, total } = chosen(sandbox, workspaceId, query);
    const size = Math.max(0, Math.min(page.limit, total - page.offset));
    // Skipped rows have to be read: never more than half of the list.
    const [order, offset] =
      page.offset > total / 2 ? ['ASC', total - page.offset - size] : ['DESC', page.offset];
    const rows = leadsIn(sandbox, `${ids} ORDER BY id ${order} LIMIT ? OFFSET ?`, ...values, size, offset);
    return { leads: rows.map(leadView), ...pageInfo(page, total) };
  },

  upsert: ({ body, workspaceId }, sandbox) => {
    if (body.campaignId !== undefined) campaignOf(sandbox, workspaceId, body.campaignId);
    for (const [index, { email }] of body.leads.entries()) checkAddress(`leads.${index}.email`, email);
    const stored = new Map<number, { id: number; email: string }>();
    let created = 0;
    const keys = body.leads.map(({ email }) => addressKey(email));
    const there = leadsByKey(sandbox, workspaceId, keys);
    const seen = new Set<string>();
    for (const [index, input] of body.leads.entries()) {
      const key = keys[index] ?? '';
      // Where an address occurs twice the first row has changed its lead.
      const row = seen.has(key) ? leadByEmail(sandbox, workspaceId, input.email) : there.get(key);
      seen.add(key);
      const lead = upsert(sandbox, workspaceId, input, row);
      if (lead.created) created++;
      stored.set(lead.id, { id: lead.id, email: lead.email });
    }
    if (created > 0) checkContactCap(sandbox, workspaceId);
    const ids = [...stored.keys()];
    if (body.campaignId !== undefined) joinCampaign(sandbox, body.campaignId, ids);
    return {
      count: stored.size,
      leads: [...stored.values()],
      message: `${created} created, ${stored.size - created} already there`,
    };
  },

  get: ({ params, workspaceId }, sandbox) => ({
    lead: leadView(leadOf(sandbox, workspaceId, params.id, 403)),
  }),

  update: ({ params, body, workspaceId }, sandbox) => {
    const row = leadOf(sandbox, workspaceId, params.id, 403);
    if (body.email !== undefined) {
      checkAddress('email', body.email);
      const other = leadByEmail(sandbox, workspaceId, body.email);
      if (other && other.id !== row.id)
        throw invalidField('email', body.email, `belongs to lead ${other.id}`);
    }
    updateLead(sandbox, row, body);
    return { lead: leadView(leadOf(sandbox, workspaceId, row.id)), message: 'Lead updated' };
  },

  delete: ({ params, workspaceId }, sandbox) => {
    const lead = leadOf(sandbox, workspaceId, params.id, 403);
    for (const campaignId of campaignsOf(sandbox, lead.id)) leaveCampaign(sandbox, campaignId, lead.id);
    deleteLead(sandbox, lead);
    return { id: lead.id, message: 'Lead deleted' };
  },

  setCategory: ({ params, body, workspaceId }, sandbox) => {
    const lead = leadOf(sandbox, workspaceId, params.id);
    const changed = setCategory(sandbox, lead, body.category);
    return tagged(
      sandbox,
      workspaceId,
      lead.id,
      changed ? 'Category set' : 'The lead is in this category already',
    );
  },

  // The spec: set only by an explicit mark. A second mark keeps the first time; neither call touches the category.
  markMeeting: ({ params, workspaceId }, sandbox) => {
    const { id } = leadOf(sandbox, workspaceId, params.id);
    sandbox.db
      .prepare(
        'UPDATE lead SET meeting_booked_at = ?, updated_at = ? WHERE id = ? AND meeting_booked_at IS NULL',
      )
      .run(sandbox.now(), sandbox.now(), id);
    return tagged(sandbox, workspaceId, id, 'Meeting marked');
  },

  clearMeeting: ({ params, workspaceId }, sandbox) => {
    const { id } = leadOf(sandbox, workspaceId, params.id);
    sandbox.db
      .prepare(
        'UPDATE lead SET meeting_booked_at = NULL, updated_at = ? WHERE id = ? AND meeting_booked_at IS NOT NULL',
      )
      .run(sandbox.now(), id);
    return tagged(sandbox, workspaceId, id, 'Meeting cleared');
  },

  move: ({ params, body, workspaceId }, sandbox) => {
    const { id } = leadOf(sandbox, workspaceId, params.id);
    const target = campaignOf(sandbox, workspaceId, body.targetCampaignId).id;
    const current = campaignsOf(sandbox, id);
    // A lead of several campaigns leaves the one it joined last.
    const source = current.find((campaignId) => campaignId !== target) ?? null;
    if (source !== null) leaveCampaign(sandbox, source, id);
    if (!current.includes(target)) joinCampaign(sandbox, target, [id]);
    return { leadId: id, sourceCampaignId: source, targetCampaignId: target, message: 'Lead moved' };
  },

  conversation: ({ params, workspaceId }, sandbox) => ({
    conversation: conversationOf(sandbox, leadOf(sandbox, workspaceId, params.id)),
  }),
});

interface Chosen {
  /** A query for their ids, which an index alone can answer: rows are read for the one page that is shown. */
  readonly ids: string;
  readonly values: readonly (string | number)[];
  readonly total: number;
}

function chosen(
  sandbox: Sandbox,
  workspaceId: number,
  { email, campaignId }: { email?: string | undefined; campaignId?: number | undefined },
): Chosen {
  if (email === undefined && campaignId === undefined)
    return {
      ids: 'SELECT id FROM lead WHERE workspace_id = ?',
      values: [workspaceId],
      total: countLeads(sandbox, workspaceId),
    };
  const counted = (ids: string, ...values: (string | number)[]): Chosen => ({
    ids,
    values,
    total: countRows(sandbox, `(${ids})`, ...values),
  });
  if (email === undefined)
    return counted(
      `SELECT lead_id AS id FROM campaign_lead
       WHERE campaign_id = (SELECT id FROM campaign WHERE id = ? AND workspace_id = ?)`,
      campaignId ?? 0,
      workspaceId,
    );
  const named = 'SELECT id FROM lead WHERE workspace_id = ? AND email_key = ?';
  if (campaignId === undefined) return counted(named, workspaceId, addressKey(email));
  const member = 'EXISTS (SELECT 1 FROM campaign_lead WHERE campaign_id = ? AND lead_id = lead.id)';
  return counted(`${named} AND ${member}`, workspaceId, addressKey(email), campaignId);
}

function upsert(
  sandbox: Sandbox,
  workspaceId: number,
  input: LeadInput & { email: string },
  row: LeadRow | undefined,
) {
  if (!row) {
    const id = createLead(sandbox, workspaceId, input, 'api');
    return { id, email: input.email.trim(), created: true };
  }
  // The address is what matched, whatever its case: the stored spelling stays.
  updateLead(sandbox, row, { ...input, email: undefined });
  return { id: row.id, email: row.email, created: false };
}

function checkAddress(field: string, email: string): void {
  const reason = addressProblem(email.trim());
  if (reason) throw invalidField(field, email, `is not an email address: ${reason}`);
}

/** Past the plan's contact limit nothing of the call happens (spec, Errors 422). */
function checkContactCap(sandbox: Sandbox, workspaceId: number): void {
  const { contactCap } = workspaceOf(sandbox, workspaceId);
  const total = countLeads(sandbox, workspaceId);
  if (total > contactCap)
    throw new Refusal(422, `The plan holds ${contactCap} contacts, and these leads would make it ${total}`, {
      code: 'contact_cap_reached',
      contactCap,
      total,
    });
}

function tagged(sandbox: Sandbox, workspaceId: number, id: number, message: string) {
  const row = leadOf(sandbox, workspaceId, id);
  return { lead: { id, tag: row.tag, meetingBookedAt: maybeTime(row.meetingBookedAt) }, message };
}
