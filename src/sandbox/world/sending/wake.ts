import type { Sandbox } from '../../core/state.ts';

/** The kind of event at which a mailbox looks for something to send. */
export const tickKind = 'sending.tick';

/** Lets a mailbox look at `at`, unless it does so earlier anyway. An event at a time it no longer waits for is void. */
export function wakeSender(sandbox: Sandbox, senderId: number, at = sandbox.now()): void {
  const { changes } = sandbox.db
    .prepare(
      'UPDATE sender SET tick_at = ? WHERE id = ? AND is_connected = 1 AND (tick_at IS NULL OR tick_at > ?)',
    )
    .run(at, senderId, at);
  if (changes > 0) sandbox.schedule(at, tickKind, { senderId });
}

/** The same for every mailbox of a campaign: there may be more to send, or fewer limits. */
export function wakeCampaign(sandbox: Sandbox, campaignId: number): void {
  const rows = sandbox.db
    .prepare('SELECT sender_id AS senderId FROM campaign_sender WHERE campaign_id = ?')
    .all<{ senderId: number }>(campaignId);
  for (const { senderId } of rows) wakeSender(sandbox, senderId);
}

/** Lets a mailbox sleep until `at`, or until it is woken. For the mailbox whose time it is. */
export function rest(sandbox: Sandbox, senderId: number, at: number | null): void {
  sandbox.db.prepare('UPDATE sender SET tick_at = ? WHERE id = ?').run(at, senderId);
  if (at !== null) sandbox.schedule(at, tickKind, { senderId });
}

/** The same after it has sent an email: it sends nothing more before that. */
export function restAfterSending(sandbox: Sandbox, senderId: number, sentAt: number, until: number): void {
  sandbox.db
    .prepare('UPDATE sender SET last_sent_at = ?, free_at = ?, tick_at = ? WHERE id = ?')
    .run(sentAt, until, until, senderId);
  sandbox.schedule(until, tickKind, { senderId });
}
