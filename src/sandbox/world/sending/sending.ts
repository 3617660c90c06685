import { dailyCapacity, mailboxCapacity } from '../../../domain/mailbox/capacity.ts';
import { day, dayNumber, minute, nextOpen, startOfDay } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { limitsOf, type RunningCampaign, runningCampaign } from '../campaign/campaigns.ts';
import { type MailboxNow, type SendingMailbox, sendingMailbox } from '../mailboxes/senders.ts';
import { sendEmail } from './outgoing.ts';
import { rest, restAfterSending } from './wake.ts';

interface Item {
  readonly id: number;
  readonly dueAt: number;
}

/** A running campaign as one of its mailboxes sees it now. */
interface Lane {
  readonly campaign: RunningCampaign;
  readonly sentToday: number;
  readonly followUp: Item | undefined;
  readonly first: Item | undefined;
  /** When the mailbox may send here next; undefined where the window never opens. */
  readonly readyAt: number | undefined;
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
  const chosen = choose(lanes, at);
  if (!mailbox || !chosen) {
    const next = Math.min(...lanes.map(({ readyAt }) => readyAt ?? never));
    rest(sandbox, senderId, next < never ? next : null);
  } else if (sendEmail(sandbox, chosen.campaign, mailbox, chosen.item.id))
    restAfterSending(sandbox, senderId, at, at + gap(sandbox, chosen.campaign, chosen.item.id));
  else rest(sandbox, senderId, at);
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

function lanesOf(sandbox: Sandbox, mailbox: SendingMailbox, rows: readonly LaneRow[], at: number): Lane[] {
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
): Lane | undefined {
  const followUp = itemOf(row.followUpId, row.followUpDue);
  const first = itemOf(row.firstId, row.firstDue);
  const dueAt = Math.min(followUp?.dueAt ?? never, first?.dueAt ?? never);
  const campaign = row.id === null || dueAt === never ? undefined : runningCampaign(sandbox, row.id);
  if (!campaign) return undefined;
  const limits = limitsOf(campaign);
  const sentToday = row.sentToday ?? 0;
  const roll = sandbox.chance('variation', campaign.id, mailbox.id, dayNumber(at));
  const full =
    mailboxFull ||
    sentToday >= dailyCapacity(mailbox, limits, at, roll).emails ||
    isCampaignFull(sandbox, campaign, at);
  const free = Math.max(row.freeAt, (row.lastSentAt ?? 0) + limits.minimumTimeBetweenEmails * minute);
  const earliest = Math.max(at, dueAt, free, full ? startOfDay(at) + day : 0);
  return { campaign, sentToday, followUp, first, readyAt: nextOpen(limits.window, earliest) };
}

function isCampaignFull(sandbox: Sandbox, { id, settings }: RunningCampaign, at: number): boolean {
  if (settings.dailyLimit === null) return false;
  const today = sandbox.db
    .prepare('SELECT sum(sent) AS sent FROM sending_day WHERE campaign_id = ? AND day = ?')
    .get<{ sent: number | null }>(id, dayNumber(at));
  return (today?.sent ?? 0) >= settings.dailyLimit;
}

const never = Number.POSITIVE_INFINITY;

const itemOf = (id: number | null, dueAt: number | null): Item | undefined =>
  id === null || dueAt === null ? undefined : { id, dueAt };

/** Follow-ups go first, the longest due before the others; then the campaign that sent least from here today. */
function choose(lanes: readonly Lane[], at: number): { campaign: RunningCampaign; item: Item } | undefined {
  const ready = lanes.filter(({ readyAt }) => readyAt === at);
  const followUps = ready
    .flatMap(({ campaign, followUp }) =>
      followUp && followUp.dueAt <= at ? [{ campaign, item: followUp }] : [],
    )
    .sort((a, b) => a.item.dueAt - b.item.dueAt || a.item.id - b.item.id);
  const firsts = ready
    .flatMap(({ campaign, first, sentToday }) =>
      first && first.dueAt <= at ? [{ campaign, item: first, sentToday }] : [],
    )
    .sort((a, b) => a.sentToday - b.sentToday || a.campaign.id - b.campaign.id);
  return followUps[0] ?? firsts[0];
}

/** Milliseconds until the mailbox may send again, drawn between the campaign's two bounds. */
function gap(sandbox: Sandbox, { schedule }: RunningCampaign, emailId: number): number {
  const { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most } = schedule;
  const minutes = least + sandbox.chance('gap', emailId) * (most - least);
  return Math.round(minutes * 60) * 1000;
}
