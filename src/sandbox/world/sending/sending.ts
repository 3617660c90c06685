import { dailyCapacity, mailboxCapacity } from '../../../domain/mailbox/capacity.ts';
import {
  gapAfter,
  isFollowUpDue,
  type Lane,
  never,
  nextLane,
  readyAt,
} from '../../../domain/mailbox/turn.ts';
import { dayNumber } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { limitsOf, type RunningCampaign, runningCampaign } from '../campaign/campaigns.ts';
import { type MailboxNow, type SendingMailbox, sendingMailbox } from '../mailboxes/senders.ts';
import { sendEmail } from './outgoing.ts';
import { rest, restAfterSending } from './wake.ts';

/** A running campaign as one of its mailboxes sees it now. */
interface SendingLane extends Lane {
  readonly campaign: RunningCampaign;
  readonly firstId: number;
}

/**
 * A mailbox looks for something to send: at most one email, then it waits for the time between two emails to pass. A
 * mailbox has one such event ahead of it at most, whatever the number of its campaigns and leads.
 */
export function tick(sandbox: Sandbox, { senderId }: { senderId: number }, at: number): void {
  const rows = sandbox.db.prepare(lanesSql).all<LaneRow>(dayNumber(at), senderId);
  const [now] = rows;
  if (now?.tickAt !== at) return;
  const mailbox = sendingMailbox(sandbox, senderId, now, at);
  const lanes = mailbox?.isConnected ? lanesOf(sandbox, mailbox, rows, at) : [];
  const lane = nextLane(lanes, at);
  if (!mailbox || !lane) {
    const next = Math.min(...lanes.map((waiting) => waiting.readyAt));
    rest(sandbox, senderId, next < never ? next : null);
    return;
  }
  const emailId = isFollowUpDue(lane, at) ? lane.followUpId : lane.firstId;
  if (sendEmail(sandbox, lane.campaign, mailbox, emailId)) {
    const gap = gapAfter(lane.campaign.schedule, sandbox.chance('gap', emailId));
    restAfterSending(sandbox, senderId, at, at + gap);
  } else rest(sandbox, senderId, at);
}

interface LaneRow extends MailboxNow {
  readonly tickAt: number | null;
  readonly freeAt: number;
  readonly lastSentAt: number | null;
  /** Over all campaigns of the mailbox, on the UTC day of the look. */
  readonly mailboxToday: number | null;
  /** Null where the mailbox has no running campaign. */
  readonly id: number | null;
  readonly sentToday: number | null;
  readonly followUpId: number | null;
  readonly followUpDue: number | null;
  readonly firstId: number | null;
  readonly firstDue: number | null;
}

/** One statement for all there is to know: this is asked before every single email. */
const lanesSql = `SELECT s.is_connected AS isConnected, s.strain, s.tick_at AS tickAt, s.free_at AS freeAt,
    s.last_sent_at AS lastSentAt,
    (SELECT sum(sent) FROM sending_day WHERE sender_id = ?2 AND day = ?1) AS mailboxToday,
    c.id, d.sent AS sentToday, f.id AS followUpId, f.due_at AS followUpDue, e.id AS firstId, e.due_at AS firstDue
  FROM sender s LEFT JOIN (campaign_sender cs JOIN campaign c ON c.id = cs.campaign_id AND c.status = 'running')
      ON cs.sender_id = s.id
    LEFT JOIN sending_day d ON d.sender_id = cs.sender_id AND d.day = ?1 AND d.campaign_id = c.id
    LEFT JOIN email f ON f.id = (SELECT id FROM email WHERE campaign_id = c.id AND sender_id = cs.sender_id
      AND status = 'followUp' ORDER BY due_at, id LIMIT 1)
    LEFT JOIN email e ON e.id = (SELECT id FROM email WHERE campaign_id = c.id AND status = 'scheduled'
      ORDER BY due_at, id LIMIT 1)
  WHERE s.id = ?2 ORDER BY c.id`;

function lanesOf(
  sandbox: Sandbox,
  mailbox: SendingMailbox,
  rows: readonly LaneRow[],
  at: number,
): SendingLane[] {
  const [now] = rows;
  const full = (now?.mailboxToday ?? 0) >= mailboxCapacity(mailbox, at).emails;
  return rows.flatMap((row) => laneOf(sandbox, row, mailbox, at, full) ?? []);
}

function laneOf(
  sandbox: Sandbox,
  row: LaneRow,
  mailbox: SendingMailbox,
  at: number,
  mailboxFull: boolean,
): SendingLane | undefined {
  const [followUpDue, firstDue] = [row.followUpDue ?? never, row.firstDue ?? never];
  const dueAt = Math.min(followUpDue, firstDue);
  const campaign = row.id === null || dueAt === never ? undefined : runningCampaign(sandbox, row.id);
  if (!campaign) return undefined;
  const limits = limitsOf(campaign);
  const sentToday = row.sentToday ?? 0;
  const roll = sandbox.chance('variation', campaign.id, mailbox.id, dayNumber(at));
  const isFull =
    mailboxFull ||
    sentToday >= dailyCapacity(mailbox, limits, at, roll).emails ||
    isCampaignFull(sandbox, campaign, at);
  const waiting = { dueAt, freeAt: row.freeAt, lastSentAt: row.lastSentAt ?? 0, isFull };
  return {
    campaign,
    campaignId: campaign.id,
    sentToday,
    followUpDue,
    followUpId: row.followUpId ?? 0,
    firstDue,
    firstId: row.firstId ?? 0,
    readyAt: readyAt(limits, waiting, at),
  };
}

function isCampaignFull(sandbox: Sandbox, { id, settings }: RunningCampaign, at: number): boolean {
  if (settings.dailyLimit === null) return false;
  const today = sandbox.db
    .prepare('SELECT sum(sent) AS sent FROM sending_day WHERE campaign_id = ? AND day = ?')
    .get<{ sent: number | null }>(id, dayNumber(at));
  return (today?.sent ?? 0) >= settings.dailyLimit;
}
