import { type campaigns, emailCountNames } from '../../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../../contract/operation.ts';
import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { utcDay, withTimes } from '../../core/times.ts';
import { copiesIn, stepTable } from '../sending/sequence.ts';
import type { Campaign } from './campaigns.ts';
import { tallyOf } from './tally.ts';

/** A campaign as lists show it. */
export function campaignItem(sandbox: Sandbox, campaign: Campaign): ItemOf<typeof campaigns.list> {
  const { id, name, emoji, flow, status, createdAt, updatedAt } = campaign;
  const stats = listStats(sandbox, id);
  return { id, name, emoji, flow, status, stats, ...withTimes({ createdAt, updatedAt }) };
}

/** The same with settings, schedule and signature. */
export function campaignDetail(
  sandbox: Sandbox,
  campaign: Campaign,
): Output<typeof campaigns.get>['campaign'] {
  const { settings, schedule, signature } = campaign;
  const { minimumTimeBetweenEmails, maximumTimeBetweenEmails } = schedule;
  return {
    ...campaignItem(sandbox, campaign),
    settings: { ...settings, minimumTimeBetweenEmails, maximumTimeBetweenEmails },
    schedule: { ...schedule },
    signature,
  };
}

function listStats(sandbox: Sandbox, campaignId: number) {
  const { sent, contacted, bounced, replied, positive } = tallyOf(sandbox, campaignId);
  const senders = sandbox.db
    .prepare(
      `SELECT count(*) AS total, coalesce(sum(s.is_connected), 0) AS connected
       FROM campaign_sender cs JOIN sender s ON s.id = cs.sender_id WHERE cs.campaign_id = ?`,
    )
    .get<{ total: number; connected: number }>(campaignId);
  const { total = 0, connected = 0 } = senders ?? {};
  return {
    emailsSentCount: sent,
    contactedLeadsCount: contacted,
    bouncedLeadsCount: bounced,
    repliedLeadsCount: replied,
    leadsRespondedPositivelyCount: positive,
    senderEmailsTotal: total,
    senderEmailsConnected: connected,
    senderEmailsDisconnected: total - connected,
  };
}

interface Counted {
  readonly sent: number;
  readonly replied: number;
  readonly positive: number;
}

/** What waits no longer; as the index of a campaign's emails says it, which has no other. */
const left = "status NOT IN ('scheduled', 'followUp')";

/** Emails, so that the totals are the sums of the steps. Meetings are those marked for the campaign's leads. */
export function totals(sandbox: Sandbox, campaignId: number) {
  const emails = sandbox.db
    .prepare(
      `SELECT count(*) AS sent, count(replied_at) AS replied, coalesce(sum(positive), 0) AS positive,
         count(bounce) AS bounced FROM email WHERE campaign_id = ? AND ${left} AND sent_at IS NOT NULL`,
    )
    .get<Counted & { bounced: number }>(campaignId);
  const meetings = sandbox.db
    .prepare(
      `SELECT count(*) AS meetings FROM campaign_lead cl JOIN lead ON lead.id = cl.lead_id
       WHERE cl.campaign_id = ? AND lead.meeting_booked_at IS NOT NULL`,
    )
    .get<{ meetings: number }>(campaignId);
  return {
    ...(emails ?? { sent: 0, replied: 0, positive: 0, bounced: 0 }),
    meetings: meetings?.meetings ?? 0,
  };
}

/**
 * Days with anything on them, oldest first. What came back is counted on the day it came, so that the sums over all days
 * are the totals.
 */
export function dailyStats(sandbox: Sandbox, campaignId: number) {
  return sandbox.db
    .prepare(
      `SELECT day, sum(sent) AS sent, sum(replied) AS replied, sum(positive) AS positive FROM (
         SELECT sent_at / ${day} AS day, 1 AS sent, 0 AS replied, 0 AS positive
         FROM email WHERE campaign_id = ? AND ${left} AND sent_at IS NOT NULL
         UNION ALL
         SELECT replied_at / ${day}, 0, 1, positive FROM email WHERE campaign_id = ? AND ${left} AND replied_at IS NOT NULL
       ) GROUP BY day ORDER BY day`,
    )
    .all<Counted & { day: number }>(campaignId, campaignId)
    .map(({ day: number, ...counts }) => ({ date: utcDay(number * day), ...counts }));
}

/** By step, then by wording: those of the sequence as it is, and those that were sent before it was replaced. */
export function stepStats(sandbox: Sandbox, campaignId: number) {
  const sent = sandbox.db
    .prepare(
      `SELECT step, variant AS label, count(*) AS sent, count(replied_at) AS replied, sum(positive) AS positive
       FROM email WHERE campaign_id = ? AND ${left} AND sent_at IS NOT NULL GROUP BY step, variant ORDER BY step, variant`,
    )
    .all<Counted & { step: number; label: string }>(campaignId);
  const steps = new Map<number, Map<string, Counted>>();
  for (const row of stepTable.all(sandbox, 'WHERE t.campaign_id = ?', campaignId)) {
    const labels = new Map<string, Counted>();
    for (const { label } of copiesIn(row)) labels.set(label, nothing);
    steps.set(row.position, labels);
  }
  for (const { step, label, ...counts } of sent)
    steps.set(step, (steps.get(step) ?? new Map<string, Counted>()).set(label, counts));
  const shown = [];
  for (const [index, labels] of [...steps].sort(([a], [b]) => a - b)) {
    const variants: (Record<keyof Counted, number> & { label: string })[] = [];
    const step = { index, sent: 0, replied: 0, variants };
    for (const [label, counts] of labels) {
      step.sent += counts.sent;
      step.replied += counts.replied;
      variants.push({ label, ...counts });
    }
    shown.push(step);
  }
  return shown;
}

const nothing: Counted = { sent: 0, replied: 0, positive: 0 };

/** Every email under exactly one name, so that they add up to the total. */
export function emailCounts(sandbox: Sandbox, campaignId: number) {
  const rows = sandbox.db
    .prepare(
      `SELECT status, count(*) AS n FROM email WHERE campaign_id = ?1 AND ${left} GROUP BY status
       UNION ALL SELECT 'scheduled', count(*) FROM email WHERE campaign_id = ?1 AND status = 'scheduled'
       UNION ALL SELECT 'followUp', count(*) FROM email WHERE campaign_id = ?1 AND status = 'followUp'`,
    )
    .all<{ status: string; n: number }>(campaignId);
  const counts = Object.fromEntries(emailCountNames.map((name) => [name, 0]));
  for (const { status, n } of rows) {
    counts[status] = n;
    counts.total = (counts.total ?? 0) + n;
  }
  return counts as Record<(typeof emailCountNames)[number], number>;
}
