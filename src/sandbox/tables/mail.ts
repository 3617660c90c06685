/**
 * `health` is what the warm-up finds in the long run; the score shown follows from it, `pulse`, `strain` and the warm-up
 * (world/mailboxes/health.ts). `tick_at`
 * is when the mailbox next looks for something to send, `free_at` when the time between two emails is over.
 */
export const sender = `
CREATE TABLE IF NOT EXISTS sender (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, address TEXT NOT NULL,
  address_key TEXT NOT NULL UNIQUE, given_name TEXT NOT NULL, family_name TEXT NOT NULL, provider TEXT NOT NULL,
  is_connected INTEGER NOT NULL, manually_disconnected INTEGER NOT NULL DEFAULT 0, connected_at INTEGER NOT NULL,
  current_daily_limit INTEGER NOT NULL, minimum_limit INTEGER NOT NULL, maximum_limit INTEGER NOT NULL,
  gradual_build_up INTEGER NOT NULL, signature TEXT NOT NULL DEFAULT '', imap_server TEXT, smtp_server TEXT, login TEXT,
  error_code TEXT, error_message TEXT, last_disconnected_at INTEGER, last_reconnected_at INTEGER,
  health INTEGER NOT NULL, pulse INTEGER NOT NULL, strain TEXT NOT NULL DEFAULT '{}', warmup TEXT, tick_at INTEGER, free_at INTEGER NOT NULL DEFAULT 0,
  last_sent_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sender_newest ON sender (workspace_id, id);
CREATE TABLE IF NOT EXISTS sender_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sender_id INTEGER NOT NULL, event_type TEXT NOT NULL,
  disconnection_reason TEXT, error_code TEXT, error_message TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sender_event_sender ON sender_event (sender_id, id);
`;

/**
 * `campaign_lead.state`: queued (its emails are created at launch), active, finished (sequence sent) or stopped, with the
 * reason why. `company_key` is what colleagues share. `sending_day` counts what a mailbox sent per campaign and UTC day;
 * `variant_use` keeps the variants of a step even. `campaign_tally` is what lists show (world/campaign/tally.ts).
 */
export const campaign = `
CREATE TABLE IF NOT EXISTS campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, emoji TEXT, flow TEXT NOT NULL,
  status TEXT NOT NULL, settings TEXT NOT NULL, schedule TEXT NOT NULL, signature TEXT NOT NULL DEFAULT '',
  processing_until INTEGER, launched_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS campaign_newest ON campaign (workspace_id, id);
CREATE TABLE IF NOT EXISTS campaign_lead (
  campaign_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, company_key TEXT,
  sender_id INTEGER, added_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, lead_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS campaign_lead_lead ON campaign_lead (lead_id);
CREATE INDEX IF NOT EXISTS campaign_lead_company ON campaign_lead (campaign_id, company_key);
CREATE TABLE IF NOT EXISTS campaign_sender (
  campaign_id INTEGER NOT NULL, sender_id INTEGER NOT NULL, attached_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, sender_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS campaign_sender_sender ON campaign_sender (sender_id);
CREATE TABLE IF NOT EXISTS step (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  content_type TEXT NOT NULL, delay_days INTEGER NOT NULL, use_same_thread INTEGER NOT NULL, variants TEXT NOT NULL,
  PRIMARY KEY (campaign_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stopped_company (
  campaign_id INTEGER NOT NULL, company_key TEXT NOT NULL,
  PRIMARY KEY (campaign_id, company_key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sending_day (
  sender_id INTEGER NOT NULL, day INTEGER NOT NULL, campaign_id INTEGER NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (sender_id, day, campaign_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sending_day_campaign ON sending_day (campaign_id, day);
CREATE TABLE IF NOT EXISTS campaign_tally (
  campaign_id INTEGER PRIMARY KEY, sent INTEGER NOT NULL DEFAULT 0, contacted INTEGER NOT NULL DEFAULT 0,
  bounced INTEGER NOT NULL DEFAULT 0, replied INTEGER NOT NULL DEFAULT 0, positive INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS variant_use (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, label TEXT NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, position, label)
) WITHOUT ROWID;
`;

/**
 * Outgoing emails. `status` is one of the spec's email counts: scheduled (a first email that waits), followUp (a later
 * one that waits), sent, replied, bounced, spamReport, canceled, followUpCanceled, invalid, catchAll. Subject and body
 * are written when it is sent, with `missing`, the merge tags without a value (JSON; null where all had one). A reply to
 * a person has no campaign. `ledger_id` is the call that put the lead into a campaign which was running. Emails, replies and drafts draw their ids from `message_id`, because a conversation lists
 * them side by side.
 */
export const email = `
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
`;

/**
 * Answers of people. `intent` is what they meant, `response_category` what the categorization found, null until then.
 * `counts` is 0 for an out-of-office answer to a campaign that ignores those.
 */
export const reply = `
CREATE TABLE IF NOT EXISTS reply (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, campaign_id INTEGER, lead_id INTEGER NOT NULL,
  email_id INTEGER NOT NULL, sender_id INTEGER NOT NULL, thread_id TEXT NOT NULL, from_address TEXT NOT NULL,
  to_addresses TEXT NOT NULL, cc_addresses TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, intent TEXT NOT NULL,
  language TEXT NOT NULL, counts INTEGER NOT NULL, response_category TEXT, received_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS reply_newest ON reply (workspace_id, received_at, id);
CREATE INDEX IF NOT EXISTS reply_campaign ON reply (campaign_id, received_at);
CREATE INDEX IF NOT EXISTS reply_lead ON reply (lead_id);
`;

/** Drafts of answers to people. One that was sent leaves the list; `email_id` is the sent email. */
export const draft = `
CREATE TABLE IF NOT EXISTS draft (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, reply_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL, thread_id TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  to_addresses TEXT NOT NULL, cc_addresses TEXT NOT NULL, email_id INTEGER, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS draft_open ON draft (workspace_id, id) WHERE email_id IS NULL;
CREATE INDEX IF NOT EXISTS draft_lead ON draft (lead_id);
`;

/** `sender_ids` and `results` are JSON. A weekly test begins its next run at `next_run_at`. */
export const placement = `
CREATE TABLE IF NOT EXISTS placement_test (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, frequency TEXT NOT NULL,
  sender_ids TEXT NOT NULL, created_at INTEGER NOT NULL, next_run_at INTEGER
);
CREATE INDEX IF NOT EXISTS placement_test_newest ON placement_test (workspace_id, id);
CREATE TABLE IF NOT EXISTS placement_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, test_id INTEGER NOT NULL, status TEXT NOT NULL,
  results TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS placement_run_newest ON placement_run (workspace_id, id);
CREATE INDEX IF NOT EXISTS placement_run_test ON placement_run (test_id, id);
`;
