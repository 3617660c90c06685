/** Domains and addresses that get no email, in lower case. A global entry of the main workspace holds for its children. */
export const tables = `
CREATE TABLE IF NOT EXISTS blocklist (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, domain TEXT, email_address TEXT,
  scope TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS blocklist_domain ON blocklist (domain);
CREATE INDEX IF NOT EXISTS blocklist_address ON blocklist (email_address);
`;
