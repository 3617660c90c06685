/** `email_key` is the address in lower case: the key of the upsert. `origin`: api, finder or move. */
export const tables = `
CREATE TABLE IF NOT EXISTS lead (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
  first_name TEXT, middle_name TEXT, last_name TEXT, company TEXT, title TEXT, phone TEXT, website TEXT, linkedin TEXT,
  custom TEXT, tag TEXT, meeting_booked_at INTEGER, unsubscribed_at INTEGER, origin TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (workspace_id, email_key)
);
CREATE INDEX IF NOT EXISTS lead_newest ON lead (workspace_id, id);
`;
