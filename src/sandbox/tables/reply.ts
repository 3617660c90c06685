/**
 * Answers of people. `intent` is what they meant, `response_category` what the categorization found, null until then.
 * `counts` is 0 for an out-of-office answer to a campaign that ignores those.
 */
export const tables = `
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
