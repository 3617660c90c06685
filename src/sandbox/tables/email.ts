/**
 * Outgoing emails. `status` is one of the spec's email counts: scheduled (a first email that waits), followUp (a later
 * one that waits), sent, replied, bounced, spamReport, canceled, followUpCanceled, invalid, catchAll. Subject and body
 * are written when it is sent, with `missing`, the merge tags without a value (JSON; null where all had one). A reply to
 * a person has no campaign. `ledger_id` is the call that put the lead into a campaign which was running. Emails, replies and drafts draw their ids from `message_id`, because a conversation lists
 * them side by side.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS message_id (next INTEGER NOT NULL);
INSERT INTO message_id (next) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM message_id);
CREATE TABLE IF NOT EXISTS email (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, campaign_id INTEGER, lead_id INTEGER NOT NULL,
  sender_id INTEGER, step INTEGER, variant TEXT, thread_id TEXT, status TEXT NOT NULL, recipient TEXT, cc TEXT,
  subject TEXT, body TEXT, content_type TEXT, missing TEXT, due_at INTEGER NOT NULL, sent_at INTEGER, replied_at INTEGER,
  positive INTEGER NOT NULL DEFAULT 0, bounce TEXT, bounced_at INTEGER, ledger_id INTEGER, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS email_first ON email (campaign_id, due_at, id) WHERE status = 'scheduled';
CREATE INDEX IF NOT EXISTS email_follow_up ON email (campaign_id, sender_id, due_at, id) WHERE status = 'followUp';
CREATE INDEX IF NOT EXISTS email_lead ON email (lead_id, campaign_id);
CREATE INDEX IF NOT EXISTS email_campaign ON email (campaign_id, step, sent_at);
CREATE INDEX IF NOT EXISTS email_outbox ON email (sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS email_sent ON email (workspace_id, sent_at);
`;
