/** Drafts of answers to people. One that was sent leaves the list; `email_id` is the sent email. */
export const tables = `
CREATE TABLE IF NOT EXISTS draft (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, reply_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL, thread_id TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  to_addresses TEXT NOT NULL, cc_addresses TEXT NOT NULL, email_id INTEGER, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS draft_open ON draft (workspace_id, id) WHERE email_id IS NULL;
CREATE INDEX IF NOT EXISTS draft_lead ON draft (lead_id);
`;
