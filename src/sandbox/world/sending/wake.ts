import { idsOf } from '../../core/rows.ts';
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
  const senders = idsOf(
    sandbox,
    'SELECT sender_id AS id FROM campaign_sender WHERE campaign_id = ?',
    campaignId,
  );
  for (const senderId of senders) wakeSender(sandbox, senderId);
}
