import { sum } from '../../base/counted.ts';
import { report } from '../../contract/areas/report.ts';
import { sectionOf } from '../core/handler.ts';
import { countRows } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';
import { prices } from '../world/account/prices.ts';
import { campaignOf } from '../world/campaign/campaigns.ts';

interface Span {
  readonly since: number;
  readonly until: number;
}

export const section = sectionOf(report, {
  outcomes: ({ query, workspaceId }, sandbox) => {
    const { campaignId } = query;
    if (campaignId !== undefined) campaignOf(sandbox, workspaceId, campaignId);
    const at = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
    // A bare date is midnight UTC at the start of that day, for `until`, too (spec, GET /reports/outcomes).
    const span = { since: at(query.since) ?? 0, until: at(query.until) ?? endOfTime };
    const outcomes = outcomesOf(sandbox, workspaceId, span, campaignId);
    const spend = spendOf(sandbox, workspaceId, span);
    const per = (count: number) => (count === 0 ? null : cents(spend.totalUsd / count));
    return {
      campaignId: campaignId ?? null,
      since: query.since ?? null,
      until: query.until ?? null,
      outcomes,
      spend,
      costPerReply: per(outcomes.replies),
      costPerPositive: per(outcomes.positiveReplies),
      costPerMeeting: per(outcomes.meetings),
    };
  },
});

const endOfTime = Date.UTC(9999, 11, 31);

/** What happened within the span, both ends included: counted by when it was sent, came, or was marked as booked. */
function outcomesOf(sandbox: Sandbox, workspaceId: number, span: Span, campaignId: number | undefined) {
  const one = (table: string, at: string, also: string): number => {
    const from = `${table} WHERE workspace_id = ?1 AND ${at} BETWEEN ?2 AND ?3 AND ${also}`;
    return countRows(sandbox, from, workspaceId, span.since, span.until, campaignId ?? null);
  };
  const narrow = '(?4 IS NULL OR campaign_id = ?4)';
  const member = '(?4 IS NULL OR id IN (SELECT lead_id FROM campaign_lead WHERE campaign_id = ?4))';
  return {
    sent: one('email', 'sent_at', `campaign_id IS NOT NULL AND ${narrow}`),
    replies: one('reply', 'received_at', `counts = 1 AND ${narrow}`),
    positiveReplies: one(
      'reply',
      'received_at',
      `counts = 1 AND response_category = 'interested' AND ${narrow}`,
    ),
    meetings: one('lead', 'meeting_booked_at', member),
  };
}

/** Settled debits at the list price of one credit, and what orders of domains and mailboxes cost. */
function spendOf(sandbox: Sandbox, workspaceId: number, span: Span) {
  const creditsByReason = sandbox.db
    .prepare(
      `SELECT reason, -sum(amount) AS credits FROM credit_entry
       WHERE workspace_id = ? AND amount < 0 AND created_at BETWEEN ? AND ? GROUP BY reason ORDER BY credits DESC, reason`,
    )
    .all<{ reason: string; credits: number }>(workspaceId, span.since, span.until);
  const credits = sum(creditsByReason.map((entry) => entry.credits));
  const creditsUsd = cents(credits * prices.usdPerCredit);
  // Counted by when they were created; failed and canceled ones cost nothing (spec, Report rules).
  const dfy = sandbox.db
    .prepare(
      `SELECT count(*) AS orders, coalesce(sum(usd), 0) AS usd FROM dfy_order
       WHERE workspace_id = ? AND created_at BETWEEN ? AND ? AND status NOT IN ('failed', 'canceled')`,
    )
    .get<{ orders: number; usd: number }>(workspaceId, span.since, span.until);
  const { orders = 0, usd = 0 } = dfy ?? {};
  const dfyOrdersUsd = cents(usd);
  const totalUsd = cents(creditsUsd + dfyOrdersUsd);
  return { credits, creditsUsd, creditsByReason, dfyOrders: orders, dfyOrdersUsd, totalUsd };
}

const cents = (usd: number): number => Math.round(usd * 100) / 100;
