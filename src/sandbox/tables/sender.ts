/**
 * `health` is what the warm-up finds in the long run; the score shown follows from it, `pulse`, `strain` and the warm-up
 * (world/mailboxes/health.ts). `tick_at`
 * is when the mailbox next looks for something to send, `free_at` when the time between two emails is over.
 */
export const tables = `
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
