import { dailyCapacity, mailboxCapacity } from '../../../domain/mailbox/capacity.ts';
import { dayNumber } from '../../../domain/window.ts';
import { idsOf, update, upsert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import type { RunningCampaign } from '../campaign/campaigns.ts';
import { findSender, type Sender, type SendingMailbox, sendingMailbox } from '../mailboxes/senders.ts';
import { firstEmails, followUps, type WaitingEmails } from './waiting-emails.ts';
import { tickKind } from './wake.ts';

/** What a mailbox looks at before every email. It changes with each and is written once for several. */
export interface MailboxState {
  readonly sender: Sender;
  /** The running campaigns that it sends for, by id. */
  readonly campaigns: readonly CampaignEmails[];
  tickAt: number | null;
  freeAt: number;
  lastSentAt: number | null;
  today: MailboxDay;
}

/** What a mailbox may send for a campaign. */
export interface CampaignEmails {
  readonly id: number;
  readonly followUps: WaitingEmails;
  readonly firstEmails: WaitingEmails;
}

/** A UTC day of a mailbox. What it may send then, health score included, stays the same all day. */
interface MailboxDay {
  readonly day: number;
  readonly mailbox: SendingMailbox;
  /** Over all campaigns. */
  readonly capacity: number;
  /** By campaign, once it was asked for. */
  readonly capacities: Map<number, number>;
  /** By campaign. */
  readonly sent: Map<number, number>;
}

export function mailboxState(sandbox: Sandbox, senderId: number): MailboxState | undefined {
  const at = sandbox.now();
  const state = sandbox.steady(`mailbox ${senderId}`, () => readState(sandbox, senderId, at));
  if (state && state.today.day !== dayNumber(at)) state.today = dayOf(sandbox, state.sender, at);
  return state;
}

function readState(sandbox: Sandbox, senderId: number, at: number): MailboxState | undefined {
  const sender = findSender(sandbox, senderId);
  if (!sender) return undefined;
  const { tickAt, freeAt, lastSentAt } = sender;
  const campaigns = idsOf(
    sandbox,
    `SELECT c.id FROM campaign_sender cs JOIN campaign c ON c.id = cs.campaign_id AND c.status = 'running'
     WHERE cs.sender_id = ? ORDER BY c.id`,
    senderId,
  ).map((id) => ({ id, followUps: followUps(sandbox, id, senderId), firstEmails: firstEmails(sandbox, id) }));
  return { sender, campaigns, tickAt, freeAt, lastSentAt, today: dayOf(sandbox, sender, at) };
}

function dayOf(sandbox: Sandbox, sender: Sender, at: number): MailboxDay {
  const day = dayNumber(at);
  const rows = sandbox.db
    .prepare('SELECT campaign_id AS campaignId, sent FROM sending_day WHERE sender_id = ? AND day = ?')
    .all<{ campaignId: number; sent: number }>(sender.id, day);
  const mailbox = sendingMailbox(sandbox, sender, at);
  return {
    day,
    mailbox,
    capacity: mailboxCapacity(mailbox, at).emails,
    capacities: new Map(),
    sent: new Map(rows.map(({ campaignId, sent }) => [campaignId, sent])),
  };
}

/** Whether the mailbox has sent all that it may today, over all its campaigns. */
export function isMailboxFull({ today }: MailboxState): boolean {
  let sum = 0;
  for (const sent of today.sent.values()) sum += sent;
  return sum >= today.capacity;
}

/** What the mailbox may send today for one of its campaigns. */
export function capacityFor(sandbox: Sandbox, { today }: MailboxState, campaign: RunningCampaign): number {
  const { day, mailbox, capacities } = today;
  const known = capacities.get(campaign.id);
  if (known !== undefined) return known;
  const roll = sandbox.chance('variation', campaign.id, mailbox.id, day);
  const { emails } = dailyCapacity(mailbox, campaign.limits, sandbox.now(), roll);
  capacities.set(campaign.id, emails);
  return emails;
}

/** Over all mailboxes of the campaign. */
export function sentTodayByAll(sandbox: Sandbox, campaignId: number): { sent: number } {
  const day = dayNumber(sandbox.now());
  const kept = sandbox.steady(`campaign day ${campaignId}`, () => ({ day: Number.NaN, sent: 0 }));
  if (kept.day !== day) {
    const row = sandbox.db
      .prepare('SELECT sum(sent) AS sent FROM sending_day WHERE campaign_id = ? AND day = ?')
      .get<{ sent: number | null }>(campaignId, day);
    Object.assign(kept, { day, sent: row?.sent ?? 0 });
  }
  return kept;
}

/** Counts an email that the mailbox sends. */
export function countSent(sandbox: Sandbox, state: MailboxState, { id, settings }: RunningCampaign): void {
  const { sender, today } = state;
  // First, as it reads what has been written.
  if (settings.dailyLimit !== null) sentTodayByAll(sandbox, id).sent += 1;
  today.sent.set(id, (today.sent.get(id) ?? 0) + 1);
  sandbox.later(`sent ${sender.id} ${today.day} ${id}`, () =>
    upsert(
      sandbox,
      'sending_day',
      { senderId: sender.id, day: today.day, campaignId: id },
      { sent: today.sent.get(id) ?? 0 },
    ),
  );
}

/** Lets a mailbox sleep until `at`, or until it is woken. For the mailbox whose time it is. */
export function rest(sandbox: Sandbox, state: MailboxState, at: number | null): void {
  const { id } = state.sender;
  state.tickAt = at;
  sandbox.later(`turn ${id}`, () =>
    update(sandbox, 'sender', id, {
      lastSentAt: state.lastSentAt,
      freeAt: state.freeAt,
      tickAt: state.tickAt,
    }),
  );
  if (at !== null) sandbox.schedule(at, tickKind, { senderId: id });
}
