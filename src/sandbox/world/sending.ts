import { dailyCapacity, mailboxCapacity } from '../../domain/capacity.ts';
import { day, dayNumber, minute, nextOpen, startOfDay } from '../../domain/window.ts';
import type { Sandbox } from '../state.ts';
import { type Campaign, type CampaignRow, campaignColumns, limitsOf, parseCampaign } from './campaigns.ts';
import { sendEmail } from './outgoing.ts';
import { findSender, mailboxLimits, type Sender } from './senders.ts';
import { wakeSender } from './wake.ts';

interface Item {
  readonly id: number;
  readonly dueAt: number;
}

/** A running campaign as one of its mailboxes sees it now. */
interface Lane {
  readonly campaign: Campaign;
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
  const sender = findSender(sandbox, senderId);
  if (sender?.tickAt !== at) return;
  sandbox.db.prepare('UPDATE sender SET tick_at = NULL WHERE id = ?').run(senderId);
  if (!sender.isConnected) return;
  const lanes = lanesOf(sandbox, sender, at);
  const chosen = choose(lanes, at);
  if (!chosen) {
    const next = Math.min(...lanes.map(({ readyAt }) => readyAt ?? Number.POSITIVE_INFINITY));
    if (next < Number.POSITIVE_INFINITY) wakeSender(sandbox, senderId, next);
  } else if (sendEmail(sandbox, chosen.campaign, sender, chosen.item.id)) {
    const freeAt = at + gap(sandbox, chosen.campaign, chosen.item.id);
    sandbox.db
      .prepare('UPDATE sender SET last_sent_at = ?, free_at = ? WHERE id = ?')
      .run(at, freeAt, senderId);
    wakeSender(sandbox, senderId, freeAt);
  } else wakeSender(sandbox, senderId, at);
}

function lanesOf(sandbox: Sandbox, sender: Sender, at: number): Lane[] {
  const today = new Map(
    sandbox.db
      .prepare('SELECT campaign_id AS id, sent FROM sending_day WHERE sender_id = ? AND day = ?')
      .all<{ id: number; sent: number }>(sender.id, dayNumber(at))
      .map(({ id, sent }) => [id, sent]),
  );
  const total = [...today.values()].reduce((sum, sent) => sum + sent, 0);
  const full = total >= mailboxCapacity(mailboxLimits(sender, at), at).emails;
  return sandbox.db
    .prepare(
      `SELECT ${campaignColumns} FROM campaign_sender cs JOIN campaign c ON c.id = cs.campaign_id
       WHERE cs.sender_id = ? AND c.status = 'running' ORDER BY c.id`,
    )
    .all<CampaignRow>(sender.id)
    .flatMap((row) => laneOf(sandbox, parseCampaign(row), sender, at, today.get(row.id) ?? 0, full) ?? []);
}

function laneOf(
  sandbox: Sandbox,
  campaign: Campaign,
  sender: Sender,
  at: number,
  sentToday: number,
  mailboxFull: boolean,
): Lane | undefined {
  const followUp = sandbox.db
    .prepare(
      `SELECT id, due_at AS dueAt FROM email WHERE campaign_id = ? AND sender_id = ? AND status = 'followUp'
       ORDER BY due_at, id LIMIT 1`,
    )
    .get<Item>(campaign.id, sender.id);
  const first = sandbox.db
    .prepare(
      `SELECT id, due_at AS dueAt FROM email WHERE campaign_id = ? AND status = 'scheduled'
       ORDER BY due_at, id LIMIT 1`,
    )
    .get<Item>(campaign.id);
  const dueAt = Math.min(
    followUp?.dueAt ?? Number.POSITIVE_INFINITY,
    first?.dueAt ?? Number.POSITIVE_INFINITY,
  );
  if (dueAt === Number.POSITIVE_INFINITY) return undefined;
  const limits = limitsOf(campaign);
  const free = Math.max(sender.freeAt, (sender.lastSentAt ?? 0) + limits.minimumTimeBetweenEmails * minute);
  const full = mailboxFull || isFull(sandbox, campaign, sender, at, sentToday);
  const earliest = Math.max(at, dueAt, free, full ? startOfDay(at) + day : 0);
  return { campaign, sentToday, followUp, first, readyAt: nextOpen(limits.window, earliest) };
}

/** Whether the mailbox has done all it may for this campaign today, or the campaign has. */
function isFull(
  sandbox: Sandbox,
  campaign: Campaign,
  sender: Sender,
  at: number,
  sentToday: number,
): boolean {
  const roll = sandbox.chance('variation', campaign.id, sender.id, dayNumber(at));
  const capacity = dailyCapacity(mailboxLimits(sender, at), limitsOf(campaign), at, roll);
  if (sentToday >= capacity.emails) return true;
  const { dailyLimit } = campaign.settings;
  if (dailyLimit === null) return false;
  const row = sandbox.db
    .prepare('SELECT coalesce(sum(sent), 0) AS sent FROM sending_day WHERE campaign_id = ? AND day = ?')
    .get<{ sent: number }>(campaign.id, dayNumber(at));
  return (row?.sent ?? 0) >= dailyLimit;
}

/** Follow-ups go first, the longest due before the others; then the campaign that sent least from here today. */
function choose(lanes: readonly Lane[], at: number): { campaign: Campaign; item: Item } | undefined {
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
function gap(sandbox: Sandbox, { schedule }: Campaign, emailId: number): number {
  const { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most } = schedule;
  const minutes = least + sandbox.chance('gap', emailId) * (most - least);
  return Math.round(minutes * 60) * 1000;
}
