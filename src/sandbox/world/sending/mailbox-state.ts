import { dayNumber } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import type { RunningCampaign } from '../campaign/campaigns.ts';
import { findSender, type Sender } from '../mailboxes/senders.ts';
import { tickKind } from './wake.ts';

/** What a mailbox looks at before every email. It changes with each and is written once for several. */
export interface MailboxState {
  readonly sender: Sender;
  /** The running campaigns that it sends for, by id. */
  readonly campaignIds: readonly number[];
  tickAt: number | null;
  freeAt: number;
  lastSentAt: number | null;
  today: SentToday;
}

/** What it has sent on a UTC day, by campaign. */
interface SentToday {
  readonly day: number;
  readonly byCampaign: Map<number, number>;
}

export function mailboxState(sandbox: Sandbox, senderId: number): MailboxState | undefined {
  const day = dayNumber(sandbox.now());
  const state = sandbox.steady(`mailbox ${senderId}`, () => readState(sandbox, senderId, day));
  if (state && state.today.day !== day) state.today = sentOn(sandbox, senderId, day);
  return state;
}

function readState(sandbox: Sandbox, senderId: number, day: number): MailboxState | undefined {
  const sender = findSender(sandbox, senderId);
  if (!sender) return undefined;
  const { tickAt, freeAt, lastSentAt } = sender;
  const campaignIds = sandbox.db
    .prepare(
      `SELECT c.id FROM campaign_sender cs JOIN campaign c ON c.id = cs.campaign_id AND c.status = 'running'
       WHERE cs.sender_id = ? ORDER BY c.id`,
    )
    .all<{ id: number }>(senderId)
    .map(({ id }) => id);
  return { sender, campaignIds, tickAt, freeAt, lastSentAt, today: sentOn(sandbox, senderId, day) };
}

function sentOn(sandbox: Sandbox, senderId: number, day: number): SentToday {
  const rows = sandbox.db
    .prepare('SELECT campaign_id AS campaignId, sent FROM sending_day WHERE sender_id = ? AND day = ?')
    .all<{ campaignId: number; sent: number }>(senderId, day);
  return { day, byCampaign: new Map(rows.map(({ campaignId, sent }) => [campaignId, sent])) };
}

/** Over all campaigns of the mailbox. */
export function sentTodayInAll({ today }: MailboxState): number {
  let sum = 0;
  for (const sent of today.byCampaign.values()) sum += sent;
  return sum;
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
  today.byCampaign.set(id, (today.byCampaign.get(id) ?? 0) + 1);
  sandbox.later(`sent ${sender.id} ${today.day} ${id}`, () =>
    sandbox.db
      .prepare(
        `INSERT INTO sending_day (sender_id, day, campaign_id, sent) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sent = excluded.sent`,
      )
      .run(sender.id, today.day, id, today.byCampaign.get(id) ?? 0),
  );
}

/** Lets a mailbox sleep until `at`, or until it is woken. For the mailbox whose time it is. */
export function rest(sandbox: Sandbox, state: MailboxState, at: number | null): void {
  const { id } = state.sender;
  state.tickAt = at;
  sandbox.later(`turn ${id}`, () =>
    sandbox.db
      .prepare('UPDATE sender SET last_sent_at = ?, free_at = ?, tick_at = ? WHERE id = ?')
      .run(state.lastSentAt, state.freeAt, state.tickAt, id),
  );
  if (at !== null) sandbox.schedule(at, tickKind, { senderId: id });
}
