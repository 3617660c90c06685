/** Entries are settled and add up to the balance; holds are set aside until the leads they pay for exist. */
export const tables = `
CREATE TABLE IF NOT EXISTS credit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, reason TEXT NOT NULL,
  reference TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS credit_entry_workspace ON credit_entry (workspace_id, id);
CREATE TABLE IF NOT EXISTS credit_hold (
  reference TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, created_at INTEGER NOT NULL
);
`;
